import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLocalTime, parseLocalTime, toLocalTime } from '#core/control/local-clock.ts';
import { instants, ZONES } from './generated.ts';

it('gives the same weekday and minute as the platform’s calendar, at any times in any order', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (timeMs, zone) => {
      const { weekday, minute } = toLocalTime(timeMs, zone);
      const text = new Date(timeMs).toLocaleString('en-GB', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday];
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      expect(`${day} ${clock}`).toBe(text.replace(',', ''));
    }),
    { numRuns: 500 },
  );
});

it('reads a local time back as written, except for the hour that clocks repeat', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), (timeMs, zone) => {
      const text = formatLocalTime(timeMs, zone);
      const read = parseLocalTime(text, zone)!;
      expect(formatLocalTime(read, zone)).toBe(text);
      expect(read).toBeLessThanOrEqual(timeMs);
    }),
    { numRuns: 500 },
  );
});

it('reads a local time that clocks skip as the moment of the change, and no other text as a time', () => {
  const [berlin] = ZONES;
  expect(parseLocalTime('2026-03-29T02:30', berlin!)).toBe(Date.parse('2026-03-29T01:00:00Z'));
  expect(parseLocalTime('2026-10-25T02:30', berlin!)).toBe(Date.parse('2026-10-25T00:30:00Z'));
  for (const text of ['', 'soon', '2026-13-01T00:00', '2026-01-01', '2026-01-01T00:00Z']) {
    expect(parseLocalTime(text, berlin!)).toBeNull();
  }
});
