import type { RecordedControl } from '#core/control/control.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { describeConditions, formatTime } from './words.ts';

/** What an edit changed about the scans of a code, in words. */
export interface ControlChange {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

type Part = readonly [what: string, describe: (control: RecordedControl) => string];

const time = (timeMs: number | null) => (timeMs === null ? 'none' : formatTime(timeMs, UTC));

const PARTS: readonly Part[] = [
  ['Paused', ({ isPaused }) => (isPaused ? 'yes' : 'no')],
  ['Starts', ({ startsAtMs }) => time(startsAtMs)],
  ['Ends', ({ endsAtMs }) => time(endsAtMs)],
  ['Number of scans', ({ maxScans }) => (maxScans === null ? 'no limit' : String(maxScans))],
  ['Fallback', ({ fallbackUrl }) => fallbackUrl ?? 'none'],
  [
    'Rules',
    ({ rules }) =>
      rules.map(({ when, target }) => `${describeConditions(when)} → ${target}`).join('; ') || 'none',
  ],
  [
    'Variants',
    ({ variants }) =>
      variants.map(({ name, weight, target }) => `${name} ${weight} % → ${target}`).join('; ') || 'none',
  ],
  ['Passes the query on', ({ forwardsQuery }) => (forwardsQuery ? 'yes' : 'no')],
];

export function listControlChanges(from: RecordedControl, to: RecordedControl): ControlChange[] {
  const changes = PARTS.map(([what, describe]) => ({ what, from: describe(from), to: describe(to) }));
  const password = {
    what: 'Password',
    from: from.password ? 'one' : 'none',
    to: to.password ? 'another' : 'none',
  };
  const isOther = from.password?.salt !== to.password?.salt;
  return [...changes.filter((change) => change.from !== change.to), ...(isOther ? [password] : [])];
}
