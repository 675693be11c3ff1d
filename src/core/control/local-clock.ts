import { listOffsets, type OffsetSpan, type TimeZone } from '../scans/time-zone.ts';
import { addDays, DAY_MS, startOfUtcDay, toUtcDay } from '../utc-day.ts';

/** The reading of a wall clock. */
export interface LocalTime {
  /** 0 is Monday. */
  readonly weekday: number;
  /** Since midnight: 0 to 1,439. */
  readonly minute: number;
}

const MINUTE_MS = 60_000;
export const MINUTES_OF_DAY = 1_440;
export const DAYS_OF_WEEK = 7;

/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 3;

/** There are some 450 zones under some 600 names. */
const MAX_ZONES = 600;

/** The UTC offsets of a zone around the UTC day of the last query. */
interface KnownOffsets {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly spans: readonly OffsetSpan[];
}

const known = new Map<TimeZone, KnownOffsets>();

/**
 * The local time in a zone. The platform's calendar is queried once a day per zone and cached: the query takes longer than the rest of a
 * scan, and this is only arithmetic.
 */
export function toLocalTime(timeMs: number, zone: TimeZone): LocalTime {
  const localMs = timeMs + offsetAt(timeMs, zone);
  const day = Math.floor(localMs / DAY_MS);
  return {
    weekday: modulo(day + WEEKDAY_OF_DAY_ZERO, DAYS_OF_WEEK),
    minute: Math.floor((localMs - day * DAY_MS) / MINUTE_MS),
  };
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** `2026-12-24T18:00`, local time in a zone. */
export function formatLocalTime(timeMs: number, zone: TimeZone): string {
  return new Date(timeMs + offsetAt(timeMs, zone)).toISOString().slice(0, 16);
}

/**
 * The instant of a local time like `2026-12-24T18:00`: the first of two when clocks go back, and the moment of the change when they jump
 * over it. Null if the text is no time.
 */
export function parseLocalTime(text: string, zone: TimeZone): number | null {
  const localMs = LOCAL_TIME.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(localMs)) return null;
  const day = toUtcDay(localMs);
  for (const { fromMs, untilMs, offsetMs } of listOffsets(addDays(day, -1), addDays(day, 1), zone)) {
    if (localMs - offsetMs < untilMs) return Math.max(localMs - offsetMs, fromMs);
  }
  return null;
}

function offsetAt(timeMs: number, zone: TimeZone): number {
  const kept = known.get(zone);
  const offsets = kept && kept.fromMs <= timeMs && timeMs < kept.untilMs ? kept : readOffsets(timeMs, zone);
  for (const span of offsets.spans) if (timeMs < span.untilMs) return span.offsetMs;
  throw new Error(`no UTC offset of ${zone} is known at ${timeMs}`);
}

/** A local day starts within 14 hours of the same day in UTC, so three of them cover the UTC day in the middle. */
function readOffsets(timeMs: number, zone: TimeZone): KnownOffsets {
  const day = toUtcDay(timeMs);
  const fromMs = startOfUtcDay(day);
  const offsets = {
    fromMs,
    untilMs: fromMs + DAY_MS,
    spans: listOffsets(addDays(day, -1), addDays(day, 1), zone),
  };
  if (known.size >= MAX_ZONES) known.clear();
  known.set(zone, offsets);
  return offsets;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
