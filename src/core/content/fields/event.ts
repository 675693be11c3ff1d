import { formatLocalTime, parseLocalTime } from '../../control/local-clock.ts';
import { err, ok } from '../../result.ts';
import { parseTimeZone } from '../../scans/time-zone.ts';
import { addDays, startOfUtcDay } from '../../utc-day.ts';
import { defineContent, type FieldProblem, optional, required } from './field.ts';
import { readProperties, unescapeText } from './read-property-lines.ts';
import { textLine, toObject } from './write-property-lines.ts';

/** A day, a time on the wall clock of the place, or an instant. The year is one that phone calendars support. */
const TIME =
  /^(?<day>[12]\d{3}-\d{2}-\d{2})(?:T(?<clock>(?:[01]\d|2[0-3]):[0-5]\d)(?::(?<second>[0-5]\d))?(?<offset>Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;

type TimeKind = 'day' | 'local' | 'instant';

interface Time {
  readonly kind: TimeKind;
  /** In milliseconds since 1970; of a day and a local time as if it were UTC. */
  readonly timeMs: number;
}

/** Reads what `starts_at` and `ends_at` hold. Null for anything else. */
export function readTime(text: string): Time | null {
  const { day = '', clock, offset } = TIME.exec(text)?.groups ?? {};
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightMs) || !new Date(midnightMs).toISOString().startsWith(day)) return null;
  if (clock === undefined) return { kind: 'day', timeMs: midnightMs };
  return offset === undefined
    ? { kind: 'local', timeMs: Date.parse(`${text}Z`) }
    : toInstant(Date.parse(text));
}

/** The year may be another one in UTC, in which texts have it. */
function toInstant(timeMs: number): Time | null {
  return /^[12]/.test(new Date(timeMs).toISOString()) ? { kind: 'instant', timeMs } : null;
}

const TIME_FIELD = {
  longest: 32,
  read: (text: string) => (readTime(text) ? ok(text) : err({ code: 'field_no_time' as const, values: {} })),
};

/** A bare VEVENT (RFC 5545 §3.6.1). Where its zone is known, its times are in UTC, which every phone reads; others float. */
export const event = defineContent({
  fields: {
    title: required.line('The title of the event.', { longest: 200 }),
    starts_at: required.line(
      'A day, `2026-12-31`; a time, `2026-12-31T20:00`, of `time_zone` or else of the place; or an instant, `2026-12-31T20:00:00+01:00`.',
      TIME_FIELD,
    ),
    ends_at: optional.line('Of the same form as `starts_at`. For whole days, the last one.', TIME_FIELD),
    time_zone: optional.line('A name of the IANA time zone database, for times without an offset.', {
      longest: 64,
      read: (text) => {
        const zone = parseTimeZone(text);
        return zone ? ok(zone) : err({ code: 'no_time_zone', values: {} });
      },
    }),
    location: optional.line('Where it takes place.', { longest: 200 }),
    description: optional.lines('What it is about.', { longest: 1500 }),
  },
  example: {
    title: 'New Year’s Eve',
    starts_at: '2026-12-31T20:00',
    ends_at: '2027-01-01T02:00',
    time_zone: 'Europe/Berlin',
    location: 'Café Sol',
  },
  mainField: 'description',
  check: (values) => [
    ...checkClock('starts_at', values.starts_at, values.time_zone),
    ...checkClock('ends_at', values.ends_at, values.time_zone),
    ...checkEnd(values.starts_at, values.ends_at),
  ],
  compose: ({ title, starts_at, ends_at, time_zone, location, description }) =>
    toObject('VEVENT', [
      ...textLine('SUMMARY', title),
      `DTSTART${toStamp(starts_at, time_zone)}`,
      // RFC 5545 §3.6.1: the end is the first day after the event.
      ...(ends_at === '' ? [] : [`DTEND${toStamp(ends_at, time_zone, 1)}`]),
      ...textLine('LOCATION', location),
      ...textLine('DESCRIPTION', description),
    ]),
  decompose: (target) => {
    const read = readProperties(target);
    const text = (name: string) => unescapeText(read(name));
    const starts_at = fromStamp(read('DTSTART'));
    const ends_at = fromStamp(read('DTEND'));
    return {
      title: text('SUMMARY'),
      starts_at,
      // Not by `readTime`: the day after the last one may be of a year that no field has.
      ends_at: isDay(ends_at) ? addDays(ends_at, -1) : ends_at,
      location: text('LOCATION'),
      description: text('DESCRIPTION'),
    };
  },
});

const isDay = (text: string) => text.length === 10 && !Number.isNaN(startOfUtcDay(text));

/** Clocks that go forward leave out times of a zone. */
function checkClock(field: string, text: string, zoneName: string): FieldProblem[] {
  const zone = parseTimeZone(zoneName);
  if (!zone || readTime(text)?.kind !== 'local') return [];
  const local = text.slice(0, 16);
  const timeMs = parseLocalTime(local, zone);
  if (timeMs === null || formatLocalTime(timeMs, zone) !== local)
    return [{ field, fault: { code: 'field_time_skipped', values: { zone } } }];
  return toInstant(timeMs) ? [] : [{ field, fault: { code: 'field_no_time', values: {} } }];
}

function checkEnd(startsAt: string, endsAt: string): FieldProblem[] {
  const start = readTime(startsAt);
  const end = readTime(endsAt);
  if (!start || !end) return [];
  const refuse = (fault: FieldProblem['fault']) => [{ field: 'ends_at', fault }];
  if (start.kind !== end.kind) return refuse({ code: 'field_time_unlike_start', values: {} });
  const isLate = end.timeMs > start.timeMs || (end.kind === 'day' && end.timeMs === start.timeMs);
  return isLate ? [] : refuse({ code: 'field_ends_early', values: { startsAt } });
}

/** `;VALUE=DATE:20261231`, `:20261231T200000`, `:20261231T190000Z` */
function toStamp(text: string, zoneName: string, daysLater = 0): string {
  const time = readTime(text);
  if (!time) throw new Error(`${text} is not a time`);
  if (time.kind === 'day') return `;VALUE=DATE:${addDays(text, daysLater).replaceAll('-', '')}`;
  const zone = parseTimeZone(zoneName);
  const minuteMs = zone && time.kind === 'local' ? parseLocalTime(text.slice(0, 16), zone) : null;
  const timeMs = minuteMs === null ? time.timeMs : minuteMs + (time.timeMs % 60_000);
  const basic = new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `:${basic}${minuteMs === null && time.kind === 'local' ? '' : 'Z'}`;
}

/** The inverse of `toStamp`; times without seconds have none. */
function fromStamp(stamp: string): string {
  const [, year, month, day, hour, minute, second, utc = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(stamp) ?? [];
  if (year === undefined) return '';
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  return `${date}T${hour}:${minute}${second === '00' && utc === '' ? '' : `:${second}`}${utc}`;
}
