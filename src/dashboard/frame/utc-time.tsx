import { DAY_MS } from '#core/utc-day.ts';

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
const MINUTE_FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});

const RELATIVE_FORMAT = new Intl.RelativeTimeFormat('en-GB');
const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
];

/** `3 hours ago`, with the exact time on hover. */
export function Ago({ timeMs, nowMs }: { readonly timeMs: number; readonly nowMs: number }) {
  const passedMs = nowMs - timeMs;
  const [unit, ms] = UNITS.find(([, length]) => passedMs >= length) ?? [];
  return (
    <time datetime={new Date(timeMs).toISOString()} title={`${MINUTE_FORMAT.format(timeMs)} UTC`}>
      {unit && ms ? RELATIVE_FORMAT.format(-Math.floor(passedMs / ms), unit) : 'just now'}
    </time>
  );
}

/** `21 Nov 2026`, in UTC. */
export function Day({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString().slice(0, 10)}>{DAY_FORMAT.format(timeMs)}</time>;
}

/** `21 Nov 2026, 14:05 UTC` */
export function Minute({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{MINUTE_FORMAT.format(timeMs)} UTC</time>;
}
