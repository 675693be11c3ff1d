import { DAY_MS } from '#core/utc-day.ts';
import { formatInUtc, perLanguage, say } from '#languages/say.ts';

const dayFormat = formatInUtc({ dateStyle: 'medium' });
const minuteFormat = formatInUtc({ dateStyle: 'medium', timeStyle: 'short' });
const timeFormat = formatInUtc({ timeStyle: 'short' });
const secondFormat = formatInUtc({ timeStyle: 'medium' });
const relativeFormat = perLanguage((locale) => new Intl.RelativeTimeFormat(locale));

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
    <time datetime={new Date(timeMs).toISOString()} title={formatMinute(timeMs)}>
      {unit && ms ? relativeFormat().format(-Math.floor(passedMs / ms), unit) : say('just now')}
    </time>
  );
}

/** `21 Nov 2026`, in UTC. */
export function Day({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString().slice(0, 10)}>{dayFormat().format(timeMs)}</time>;
}

/** `21 Nov 2026, 14:05 UTC` */
export function Minute({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{formatMinute(timeMs)}</time>;
}

/** The same as a text. */
export function formatMinute(timeMs: number): string {
  return `${minuteFormat().format(timeMs)} UTC`;
}

/** `14:05 UTC` */
export function TimeOfDay({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{timeFormat().format(timeMs)} UTC</time>;
}

/** `14:05:07 UTC` */
export function Second({ timeMs }: { readonly timeMs: number }) {
  return <time datetime={new Date(timeMs).toISOString()}>{secondFormat().format(timeMs)} UTC</time>;
}

/** Items of one UTC day after the other, in their order. */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
): [dayMs: number, Item[]][] {
  return [...Map.groupBy(items, (item) => timeOf(item) - (timeOf(item) % DAY_MS))];
}
