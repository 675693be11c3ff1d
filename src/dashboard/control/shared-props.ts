import type { TimeZone } from '#core/scans/time-zone.ts';

/** What the forms that change the code have in common. */
export interface SharedProps {
  /** Of the code’s own page. */
  readonly path: string;
  readonly timeZone: TimeZone;
  /** Which version of the code they were opened on, and whose clocks their times are of. */
  readonly opened: Readonly<Record<string, string>>;
}
