import type { Device } from '#core/scans/device.ts';
import { SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import type { Scan } from '#core/scans/scan.ts';
import { DAY_MS, startOfUtcDay, toUtcDay } from '#core/utc-day.ts';
import type { DemoCode, Habit } from './plan-codes.ts';

/** Plausible scans. All randomness comes from `random`, so the same seed gives the same scans. */

/** One scan, without its code. */
export type DemoScan = Omit<Scan, 'codeId' | 'accountId'>;

/** The relative number of scans in each hour of the day. */
const HOURS: Readonly<Record<Habit, readonly number[]>> = {
  meals: [0, 0, 0, 0, 0, 0, 1, 4, 6, 4, 3, 6, 14, 13, 6, 4, 4, 5, 9, 12, 9, 4, 2, 1],
  commute: [1, 0, 0, 0, 0, 2, 5, 10, 11, 6, 4, 4, 5, 5, 4, 5, 7, 11, 10, 7, 4, 3, 2, 1],
  evening: [2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 4, 3, 4, 6, 9, 13, 16, 14, 9, 5, 3],
  any: [2, 1, 1, 1, 1, 2, 3, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3],
};

/** The relative number of scans on each day of the week, starting with Sunday. */
const WEEKDAYS: Readonly<Record<Habit, readonly number[]>> = {
  meals: [13, 8, 8, 9, 10, 14, 15],
  commute: [5, 12, 12, 12, 12, 11, 7],
  evening: [8, 5, 6, 8, 10, 17, 18],
  any: [10, 10, 10, 10, 10, 10, 11],
};

type Program = readonly [device: Device, os: string, browser: string];

const PROGRAMS: readonly (readonly [program: Program, share: number])[] = [
  [['mobile', 'iOS', 'Safari'], 46],
  [['mobile', 'Android', 'Chrome'], 34],
  [['mobile', 'Android', 'Samsung Internet'], 6],
  [['mobile', 'iOS', 'Instagram'], 5],
  [['tablet', 'iOS', 'Safari'], 3],
  [['desktop', 'Windows', 'Chrome'], 3],
  [['desktop', 'macOS', 'Safari'], 2],
  [['mobile', 'Android', 'Firefox'], 1],
];

/** About `expected` scans of a code, over the 90 days before `nowMs`. */
export function planDemoScans(
  { habit, growth, city, variants }: NonNullable<DemoCode['scans']>,
  {
    expected,
    nowMs,
    random,
  }: { readonly expected: number; readonly nowMs: number; readonly random: () => number },
): DemoScan[] {
  const today = startOfUtcDay(toUtcDay(nowMs));
  const days = Array.from({ length: SCAN_RETENTION_DAYS }, (_, i) => {
    const startMs = today - (SCAN_RETENTION_DAYS - 1 - i) * DAY_MS;
    const weekday = WEEKDAYS[habit][new Date(startMs).getUTCDay()] ?? 0;
    return { startMs, share: weekday * growth ** (i / (SCAN_RETENTION_DAYS - 1)) };
  });
  const whole = days.reduce((sum, { share }) => sum + share, 0);
  const visitors = Math.ceil(expected / 1.7);
  return days
    .flatMap(({ startMs, share }) =>
      Array.from({ length: drawCount((expected * share) / whole, random) }, (): DemoScan => {
        const hour = pick(
          HOURS[habit].map((weight, i) => [i, weight] as const),
          random,
        );
        const [device, os, browser] = pick(PROGRAMS, random);
        // One visitor in twelve is travelling.
        const isAway = random() < 1 / 12;
        const place = isAway ? (AWAY[Math.floor(random() * AWAY.length)] ?? city) : city;
        return {
          atMs: startMs + Math.floor((hour + random()) * 3_600_000),
          device,
          visitorKey: `demo-${Math.floor(random() * visitors)}`,
          country: place.country,
          region: `${place.region}, ${place.country}`,
          city: `${place.name}, ${place.country}`,
          os,
          browser,
          referrer: browser === 'Instagram' ? 'l.instagram.com' : null,
          language: random() < 0.8 ? city.language : 'en',
          rule: null,
          variant: variants.length > 0 ? pick(variants, random) : null,
          name: null,
          linkType: null,
          source: browser === 'Instagram' ? 'link' : 'symbol',
        };
      }),
    )
    .filter(({ atMs }) => atMs <= nowMs);
}

const AWAY = [
  { name: 'Milan', region: 'Lombardy', country: 'IT' },
  { name: 'Warsaw', region: 'Mazovia', country: 'PL' },
  { name: 'New York', region: 'New York', country: 'US' },
  { name: 'Tokyo', region: 'Tokyo', country: 'JP' },
  { name: 'São Paulo', region: 'São Paulo', country: 'BR' },
];

/** A random whole number with the mean `mean`, which varies about as much as scans do. */
function drawCount(mean: number, random: () => number): number {
  const scattered = mean * (0.6 + 0.8 * random());
  return Math.floor(scattered) + (random() < scattered % 1 ? 1 : 0);
}

/** A random value, chosen by weight. */
function pick<Value>(
  values: readonly (readonly [value: Value, weight: number])[],
  random: () => number,
): Value {
  let left = random() * values.reduce((sum, [, weight]) => sum + weight, 0);
  const found = values.find(([, weight]) => (left -= weight) < 0) ?? values[0];
  if (!found) throw new Error('There is nothing to pick from.');
  return found[0];
}
