import type { ZoneProblem } from '#service/scans/read-in-zone.ts';
import { UTC_INSTEAD } from './words.ts';

/** Why figures have UTC days, for people. */
export const ZONE_PROBLEMS: Readonly<Record<ZoneProblem, string>> = {
  old_days: UTC_INSTEAD,
  large_tag: 'So many codes have this tag that they are counted by UTC day: the figures have UTC days.',
  being_counted:
    'The days of your time zone are being counted: until then the figures have UTC days. Please look again in a minute.',
  no_log: 'Only UTC days are available right now: the figures have UTC days.',
};
