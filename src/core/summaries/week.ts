import { addDays, DAY_MS, startOfUtcDay, toUtcDay } from '../utc-day.ts';

/** Summaries are sent on Mondays from this hour, UTC: by then, every scan of the week has been counted. */
const SENT_FROM_HOUR = 6;
const HOUR_MS = 60 * 60 * 1000;

/** 1970-01-01 was a Thursday. */
const DAYS_FROM_MONDAY = 3;

/** The last complete week, from Monday to Sunday, in UTC days. */
export function lastWeek(nowMs: number): { readonly from: string; readonly to: string } {
  const monday = mondayOf(nowMs);
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

/** When the next summary is sent. */
export function nextSummary(nowMs: number): number {
  const thisWeek = startOfUtcDay(mondayOf(nowMs)) + SENT_FROM_HOUR * HOUR_MS;
  return nowMs < thisWeek ? thisWeek : thisWeek + 7 * DAY_MS;
}

function mondayOf(timeMs: number): string {
  const day = Math.floor(timeMs / DAY_MS);
  return toUtcDay((day - ((day + DAYS_FROM_MONDAY) % 7)) * DAY_MS);
}
