import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  listOffsets,
  parseTimeZone,
  startOfLocalDay,
  type TimeZone,
  toLocalDay,
} from '#core/scans/time-zone.ts';

const HOUR = 3_600_000;
const zoneOf = (name: string): TimeZone => {
  const zone = parseTimeZone(name);
  if (!zone) throw new Error(`${name} is no zone`);
  return zone;
};

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ...['Etc/UTC', 'GMT', 'CET', 'Europe/Kyiv', 'Asia/Kolkata', 'Asia/Calcutta'].map((name) => [name, name]),
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('is read by its name: %s', (name, zone) => {
    expect(parseTimeZone(name)).toBe(zone);
  });

  it.each([
    '',
    '+01:00',
    '-0800',
    'Mars/Olympus',
    'Europe/',
    '/Berlin',
    "UTC'",
    'UTC\n',
    'Europe/Berlin ',
    'x'.repeat(100),
  ])('is not %j', (name) => {
    expect(parseTimeZone(name)).toBeNull();
  });
});

describe('a local day', () => {
  it.each([
    ['2026-11-21', 'UTC', Date.UTC(2026, 10, 21)],
    ['2026-11-21', 'Europe/Berlin', Date.UTC(2026, 10, 20, 23)],
    ['2026-07-01', 'Europe/Berlin', Date.UTC(2026, 5, 30, 22)],
    ['2026-11-21', 'Asia/Kolkata', Date.UTC(2026, 10, 20, 18, 30)],
    ['2026-11-21', 'Pacific/Kiritimati', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-21', 'Etc/GMT+12', Date.UTC(2026, 10, 21, 12)],
    // Clocks jump from 23:59:59 to 01:00, so the day starts at one o'clock.
    ['2024-04-26', 'Africa/Cairo', Date.UTC(2024, 3, 25, 22)],
    ['2024-03-31', 'Asia/Beirut', Date.UTC(2024, 2, 30, 22)],
  ])('%s in %s starts at its first millisecond', (day, name, expected) => {
    const zone = zoneOf(name);
    const start = startOfLocalDay(day, zone);
    expect(new Date(start).toISOString()).toBe(new Date(expected).toISOString());
    expect(toLocalDay(start, zone)).toBe(day);
    expect(toLocalDay(start - 1, zone) < day).toBe(true);
  });
});

describe('the offsets of a period', () => {
  it('are one span while the clocks do not change, and several when they do', () => {
    expect(
      listOffsets('2026-10-20', '2026-10-30', zoneOf('Asia/Tokyo')).map((span) => span.offsetMs),
    ).toEqual([9 * HOUR]);
    const spans = listOffsets('2026-10-24', '2026-10-26', zoneOf('Europe/Berlin'));
    expect(spans).toEqual([
      { fromMs: Date.UTC(2026, 9, 23, 22), untilMs: Date.UTC(2026, 9, 25, 1), offsetMs: 2 * HOUR },
      { fromMs: Date.UTC(2026, 9, 25, 1), untilMs: Date.UTC(2026, 9, 26, 23), offsetMs: HOUR },
    ]);
    // By half an hour, at two o'clock in the morning.
    const half = listOffsets('2026-10-03', '2026-10-05', zoneOf('Australia/Lord_Howe'));
    expect(half.map((span) => span.offsetMs)).toEqual([10.5 * HOUR, 11 * HOUR]);
    expect(half[0]?.untilMs).toBe(Date.UTC(2026, 9, 3, 15, 30));
  });

  it('put every moment on the day that the calendar of the zone has', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 11, 31) }),
        (name, timeMs) => {
          const zone = zoneOf(name);
          const day = new Date(timeMs).toLocaleDateString('sv-SE', { timeZone: name });
          const span = listOffsets(day, day, zone).find(
            ({ fromMs, untilMs }) => fromMs <= timeMs && timeMs < untilMs,
          );
          expect(new Date(timeMs + (span?.offsetMs ?? Number.NaN)).toISOString().slice(0, 10)).toBe(day);
        },
      ),
      { numRuns: 500 },
    );
  });
});
