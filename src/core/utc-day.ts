export const DAY_MS = 86_400_000;

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function toUtcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The UTC month of a time, as `YYYY-MM`. */
export function toUtcMonth(timeMs: number): string {
  return toUtcDay(timeMs).slice(0, 7);
}

/** The first millisecond of a UTC day. */
export function startOfUtcDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day this many days after 1970-01-01. */
export function toDay(dayNumber: number): string {
  return toUtcDay(dayNumber * DAY_MS);
}

/** A calendar day, `count` days later (earlier if `count` is negative). */
export function addDays(day: string, count: number): string {
  return toUtcDay(startOfUtcDay(day) + count * DAY_MS);
}

/** Every day from the first to the last, both included, oldest first. */
export function listDays(first: string, last: string): string[] {
  const count = Math.round((startOfUtcDay(last) - startOfUtcDay(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => addDays(first, i));
}
