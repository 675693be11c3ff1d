import { DAY_MS, addDays, startOfUtcDay } from '../utc-day.ts';

/** A name of a zone of the IANA time zone database. */
export type TimeZone = string & { readonly __brand: 'TimeZone' };

export const UTC = 'UTC' as TimeZone;

/** A stretch of time with one UTC offset: `untilMs` is the first millisecond after it. */
export interface OffsetSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMs: number;
}

/** Only names: `Intl` would also accept an offset like "+01:00", which is not a zone. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;
const MINUTE_MS = 60_000;

/**
 * Reads the name of a time zone, in any case; null if the platform does not know it. Of a zone with several names (`Europe/Kyiv`, `GMT`),
 * `Intl` would give another one, often an old one: the given one stays.
 */
export function parseTimeZone(text: string): TimeZone | null {
  if (text.length > 64 || !ZONE_NAME.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return (timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text) as TimeZone;
  } catch {
    return null;
  }
}

/** The calendar day of a time in a zone, as `YYYY-MM-DD`. */
export function toLocalDay(timeMs: number, zone: TimeZone): string {
  return new Date(timeMs + createOffsetReader(zone)(timeMs)).toISOString().slice(0, 10);
}

/** The first millisecond of a calendar day in a zone, even if clocks skip its midnight. */
export function startOfLocalDay(day: string, zone: TimeZone): number {
  const offsetAt = createOffsetReader(zone);
  const midnight = startOfUtcDay(day);
  // Offsets are between -12 and +14 hours, so the day starts within a day of the same day in UTC.
  return findFirst(midnight - DAY_MS, midnight + DAY_MS, (timeMs) => timeMs + offsetAt(timeMs) >= midnight);
}

/** The UTC offsets in force from the start of one calendar day to the end of another, in order and without gaps. */
export function listOffsets(firstDay: string, lastDay: string, zone: TimeZone): OffsetSpan[] {
  if (zone === UTC)
    return [{ fromMs: startOfUtcDay(firstDay), untilMs: startOfUtcDay(addDays(lastDay, 1)), offsetMs: 0 }];
  const fromMs = startOfLocalDay(firstDay, zone);
  const untilMs = startOfLocalDay(addDays(lastDay, 1), zone);
  const offsetAt = createOffsetReader(zone);
  const spans: OffsetSpan[] = [];
  let start = fromMs;
  while (start < untilMs) {
    const offsetMs = offsetAt(start);
    const end = findChange(start, untilMs, offsetAt);
    spans.push({ fromMs: start, untilMs: end, offsetMs });
    start = end;
  }
  return spans;
}

/** The time of the next change of the offset, or `untilMs`. Steps of one day find every change: no zone changes twice in a day. */
function findChange(fromMs: number, untilMs: number, offsetAt: (timeMs: number) => number): number {
  const offset = offsetAt(fromMs);
  for (let low = fromMs; low < untilMs; low += DAY_MS) {
    const high = Math.min(low + DAY_MS, untilMs);
    if (offsetAt(high) !== offset) return findFirst(low, high, (timeMs) => offsetAt(timeMs) !== offset);
  }
  return untilMs;
}

/** The first minute in (low, high] for which `holds` is true; from there on, it must stay true. */
function findFirst(lowMs: number, highMs: number, holds: (timeMs: number) => boolean): number {
  let low = Math.floor(lowMs / MINUTE_MS);
  let high = Math.ceil(highMs / MINUTE_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle * MINUTE_MS)) high = middle;
    else low = middle;
  }
  return high * MINUTE_MS;
}

/** Local time minus UTC at a time, in milliseconds. Creating the formatter is expensive, so one serves many calls. */
function createOffsetReader(zone: TimeZone): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (timeMs) => {
    const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
    const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
    return local - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
  };
}
