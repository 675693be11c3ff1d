import { formatLocalTime } from '../control/local-clock.ts';
import { parseTimeZone } from '../scans/time-zone.ts';
import type { PropertyLine } from './property-lines.ts';
import { DAY_MS } from '../utc-day.ts';

/** A calendar day, or a time on such a day in a zone or in local time (RFC 5545 §3.3.5). */
export interface EventTime {
  readonly isDay: boolean;
  /** The wall clock at that time, in milliseconds since 1970 as if it were UTC. */
  readonly wallMs: number;
  /** `UTC`, an IANA zone name, or null for the local time of the place. */
  readonly zone: string | null;
}

/** The time in a line like `DTSTART;TZID=Europe/Berlin:20261231T200000`; null for any other line. */
export function readEventTime(line: PropertyLine | undefined): EventTime | null {
  const [found, year, month, day, hour, minute = '0', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/i.exec(line?.value.trim() ?? '') ?? [];
  if (found === undefined) return null;
  const wallMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute));
  const named = /;TZID="?([^";:]+)/.exec(line?.parameters ?? '')?.[1];
  const zone = utc ? 'UTC' : named === undefined ? null : parseTimeZone(named);
  return { isDay: hour === undefined, wallMs, zone };
}

/** The last of several whole days: a calendar stores the first day after them as their end (RFC 5545 §3.6.1). */
export function lastDayBefore(end: EventTime, start: EventTime): EventTime {
  return { ...end, wallMs: Math.max(start.wallMs, end.wallMs - DAY_MS) };
}

/**
 * `Thursday, 31 December 2026 at 20:00 Central European Standard Time`, in a given language.
 * @param readerZone the reader's zone: times in UTC are converted to it
 */
export function formatEventTime(time: EventTime, language: string, readerZone = 'UTC'): string {
  const { isDay, wallMs, zone } = time;
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (isDay) return new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' }).format(wallMs);
  const minute = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (zone === 'UTC') {
    const timeZone = parseTimeZone(readerZone) ?? 'UTC';
    return new Intl.DateTimeFormat(language, { ...minute, timeZone, timeZoneName: 'short' }).format(wallMs);
  }
  const wall = new Intl.DateTimeFormat(language, { ...minute, timeZone: 'UTC' }).format(wallMs);
  return zone === null ? wall : `${wall} (${zone})`;
}

/** An instant on the clock of a zone. */
export function toWallClock(timeMs: number, zone: string): Pick<EventTime, 'wallMs' | 'zone'> {
  const known = parseTimeZone(zone);
  return known
    ? { wallMs: Date.parse(`${formatLocalTime(timeMs, known)}Z`), zone: known }
    : { wallMs: timeMs, zone: 'UTC' };
}
