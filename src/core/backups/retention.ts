import { DAY_MS, startOfUtcDay } from '../utc-day.ts';

/** The number of daily, weekly and monthly backups to keep. */
const KEPT = { days: 7, weeks: 5, months: 12 } as const;

/**
 * The backups to delete, each named by its UTC day: all except those of the last 7 days, and the first existing one of each of the last 5
 * weeks and 12 months. Weeks start on Monday.
 * @param days in any order
 */
export function listExpiredBackups(days: readonly string[], today: string): string[] {
  const past = days.filter((day) => day <= today).sort();
  const kept = new Set([
    ...past.slice(-KEPT.days),
    ...firstOfEach(past, weekOf).slice(-KEPT.weeks),
    ...firstOfEach(past, (day) => day.slice(0, 7)).slice(-KEPT.months),
  ]);
  return past.filter((day) => !kept.has(day));
}

function firstOfEach(days: readonly string[], periodOf: (day: string) => string): string[] {
  return days.filter((day, i) => i === 0 || periodOf(day) !== periodOf(days[i - 1] ?? ''));
}

/** The number of the week since 1970; 1970-01-05 was a Monday. */
function weekOf(day: string): string {
  return String(Math.floor((startOfUtcDay(day) / DAY_MS - 4) / 7));
}
