import type { PropertyLine } from './property-lines.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A day of the calendar, or a time of such a day in a zone or wherever the event is (RFC 5545 §3.3.5). */
export interface EventTime {
  readonly isDay: boolean;
  /** The wall clock at that time, as milliseconds since 1970 as if it showed UTC. */
  readonly wallMs: number;
  /** `UTC`, a name of the IANA database, or null: the local time of the place. */
  readonly zone: string | null;
}

/** The time that a line like `DTSTART;TZID=Europe/Berlin:20261231T200000` gives; null of another line. */
export function readEventTime(line: PropertyLine | undefined): EventTime | null {
  const [found, year, month, day, hour, minute = '0', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/i.exec(line?.value.trim() ?? '') ?? [];
  if (found === undefined) return null;
  const wallMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute));
  const named = /;TZID="?([^";:]+)/.exec(line?.parameters ?? '')?.[1];
  const zone = utc ? 'UTC' : named === undefined ? null : findZone(named);
  return { isDay: hour === undefined, wallMs, zone };
}

/** The last of whole days: their end in a calendar is the first day that does not belong to them any more (RFC 5545 §3.6.1). */
export function lastDayBefore(end: EventTime, start: EventTime): EventTime {
  return { ...end, wallMs: Math.max(start.wallMs, end.wallMs - DAY_MS) };
}

/**
 * `Thursday, 31 December 2026 at 20:00 Central European Standard Time`, in the words of a language.
 * @param readerZone the zone of whoever reads it: times in UTC are told in it
 */
export function formatEventTime(time: EventTime, language: string, readerZone = 'UTC'): string {
  const { isDay, wallMs, zone } = time;
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (isDay) return new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' }).format(wallMs);
  const minute = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (zone === 'UTC') {
    const timeZone = findZone(readerZone) ?? 'UTC';
    return new Intl.DateTimeFormat(language, { ...minute, timeZone, timeZoneName: 'short' }).format(wallMs);
  }
  const wall = new Intl.DateTimeFormat(language, { ...minute, timeZone: 'UTC' }).format(wallMs);
  return zone === null ? wall : `${wall} (${zone})`;
}

/** A zone's name as it is usually written; null of one that nobody knows. */
function findZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
