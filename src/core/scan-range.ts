/** The periods that scan statistics cover, in UTC days, today included. */
const SCAN_RANGE_DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

export type ScanRange = keyof typeof SCAN_RANGE_DAYS;

export const SCAN_RANGES = Object.keys(SCAN_RANGE_DAYS) as [ScanRange, ...ScanRange[]];

export const DEFAULT_SCAN_RANGE: ScanRange = 'last_30_days';

const DAY_MS = 86_400_000;

/** A UTC day as `YYYY-MM-DD`. */
function toUtcDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Every day of the range, oldest first; the last one is the day of `nowMs`. */
export function listDays(range: ScanRange, nowMs: number): string[] {
  const count = SCAN_RANGE_DAYS[range];
  return Array.from({ length: count }, (_, i) => toUtcDay(nowMs - (count - 1 - i) * DAY_MS));
}

/** The first millisecond of the range. */
export function rangeStart(range: ScanRange, nowMs: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return today - (SCAN_RANGE_DAYS[range] - 1) * DAY_MS;
}
