import { DEVICES, type Device } from './device.ts';
import { HOUR_CYCLES, isHourDimension, KNOWN_VALUES, type ScanDimension } from './dimension.ts';
import type { ScanFilter } from './filter.ts';
import { isLogged, type ScanPeriod } from './period.ts';

/** How often a value occurred. The value is null if it is unknown, and `other` for all that are not named. */
export interface ValueCount {
  readonly value: string | null;
  readonly scans: number;
}

export const OTHER_VALUES = 'other';

/** Scans on one of the period's days, by one kind of device. */
export interface DayCount {
  readonly day: string;
  readonly device: Device;
  readonly scans: number;
}

/** Figures that only single scans can give. */
export interface ScanDetails {
  /** Distinct visitors of each code, added up. */
  readonly visitors: number;
  /** Whether the log kept only a sample of the scans, so that the figures are estimates. */
  readonly isEstimated: boolean;
  /** The most frequent values of each dimension, in order; for hours, every value that occurred. */
  readonly values: readonly (readonly [ScanDimension, readonly ValueCount[]])[];
}

export const NO_DETAILS: ScanDetails = { visitors: 0, isEstimated: false, values: [] };

/** Scans of a period, by its days and by device: both add up to the total. `byDay` has every day, oldest first. */
export interface PeriodStatistics {
  readonly period: ScanPeriod;
  readonly totalScans: number;
  readonly byDay: readonly { readonly date: string; readonly scans: number }[];
  readonly byDevice: Readonly<Record<Device, number>>;
  /** Distinct visitors of each code, added up. Null if unknown: the log covers nothing of the period, or does not respond. */
  readonly uniqueScans: number | null;
  readonly isEstimated: boolean;
  /** The requested dimensions: the most frequent values first; all hours and all known values, in their order. Null if unknown. */
  readonly breakdowns: ReadonlyMap<ScanDimension, readonly ValueCount[]> | null;
  /** The time of the scans by day and device: figures may be half a minute old, and older while the store fails. */
  readonly countedAsOfMs: number;
  /** The time of visitors and breakdowns; null if there are none. */
  readonly detailsAsOfMs: number | null;
}

export interface ScanStatistics extends PeriodStatistics {
  readonly filters: readonly ScanFilter[];
  /** The comparison period, if requested. Its hours, or all its values, are broken down if requested and known. */
  readonly compared: PeriodStatistics | null;
}

/** The first day with known visitors and breakdowns, if it is not the first of the period. */
export function findDetailsStart(period: ScanPeriod): string | null {
  return isLogged(period) ? null : period.loggedFrom;
}

/** The time of the oldest figures. */
export function findOldest({ compared, ...own }: ScanStatistics): number {
  const times = [own, compared].flatMap((one) => [one?.countedAsOfMs, one?.detailsAsOfMs]);
  return Math.min(...times.filter((time) => time !== undefined && time !== null));
}

interface Findings {
  readonly counts: readonly DayCount[];
  readonly countedAsOfMs: number;
  /** For the logged part of the period; null if unknown. */
  readonly details: ScanDetails | null;
  readonly detailsAsOfMs: number | null;
}

/** Combines what the stores know about a period. */
export function toStatistics(
  period: ScanPeriod,
  include: readonly ScanDimension[],
  { counts, details, ...times }: Findings,
): PeriodStatistics {
  const byDay = period.days.map((date) => ({ date, scans: 0 }));
  const days = new Map(byDay.map((day) => [day.date, day]));
  const byDevice = Object.fromEntries(DEVICES.map((device) => [device, 0])) as Record<Device, number>;
  let totalScans = 0;
  let loggedScans = 0;
  for (const { day: date, device, scans } of counts) {
    const day = days.get(date);
    if (!day) continue;
    day.scans += scans;
    byDevice[device] += scans;
    totalScans += scans;
    if (date >= period.loggedFrom) loggedScans += scans;
  }
  const isKnown = details !== null && period.lastDay >= period.loggedFrom;
  return {
    ...{ period, totalScans, byDay, byDevice, ...times },
    // Visitors are counted a moment before or after the scans, but there are never more of them.
    uniqueScans: isKnown ? Math.min(details.visitors, loggedScans) : null,
    isEstimated: details?.isEstimated ?? false,
    breakdowns: details && complete(details, include, loggedScans),
  };
}

function complete({ values }: ScanDetails, include: readonly ScanDimension[], loggedScans: number) {
  const found = new Map(values);
  return new Map(include.map((name) => [name, completeValues(name, found.get(name) ?? [], loggedScans)]));
}

/** Every hour and every known value; for other dimensions, the logged scans without a named value as `other`. */
function completeValues(
  dimension: ScanDimension,
  values: readonly ValueCount[],
  loggedScans: number,
): readonly ValueCount[] {
  const known = isHourDimension(dimension)
    ? Array.from({ length: HOUR_CYCLES[dimension].hours }, (_, hour) => String(hour))
    : KNOWN_VALUES[dimension];
  if (known) {
    const scansOf = new Map(values.map(({ value, scans }) => [value, scans]));
    return known.map((value) => ({ value, scans: scansOf.get(value) ?? 0 }));
  }
  const others = loggedScans - values.reduce((sum, { scans }) => sum + scans, 0);
  return others > 0 ? [...values, { value: OTHER_VALUES, scans: others }] : values;
}
