import type { CodeId } from '#core/codes/code-id.ts';
import { DEVICES, type Device } from '#core/scans/device.ts';
import { HOURS_OF_DAY, type ScanDimension } from '#core/scans/dimension.ts';
import { hasUtcDays, type ScanPeriod, toLoggedPart } from '#core/scans/period.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import { OTHER_VALUES, type ScanLifetime, type ScanStatistics, type ValueCount } from '#core/scans/scan.ts';

/**
 * Reads what a `ScanLog` wrote. Both implementations return the same numbers: test/scans compares them. `accountId` owns the codes: what may
 * be asked of Analytics Engine is shared between accounts.
 */
export interface ScanReader {
  /** Lifetime scans of each code that has any. Never less than what it gave before. */
  countScans(accountId: string, codeIds: readonly CodeId[]): Promise<Map<CodeId, ScanLifetime>>;
  /**
   * The selection is of scans that are logged, or has no filter. Of days before the log, counts by UTC day and device; visitors and values are those of the logged
   * part of the period.
   */
  readStatistics(
    accountId: string,
    selection: ScanSelection,
    include: readonly ScanDimension[],
  ): Promise<ScanStatistics>;
  /** Distinct visitors by the variant that they were led to; null stands for scans that no variant led. */
  countVariantVisitors(accountId: string, selection: ScanSelection): Promise<Map<string | null, number>>;
}

/** Scans on one of the period's days, by one kind of device. */
export interface DayCount {
  readonly day: string;
  readonly device: Device;
  readonly scans: number;
}

/** What a store found out about a code in a period. */
export interface ScanFindings {
  readonly counts: readonly DayCount[];
  readonly visitors: number;
  readonly isEstimated: boolean;
  /** When the store said so. */
  readonly asOfMs: number;
  /** The most frequent values of each dimension, in order; of the hour every one that occurred. */
  readonly values: ReadonlyMap<ScanDimension, readonly ValueCount[]>;
}

export function toStatistics(period: ScanPeriod, findings: ScanFindings): ScanStatistics {
  const byDay = period.days.map((date) => ({ date, scans: 0 }));
  const days = new Map(byDay.map((day) => [day.date, day]));
  const byDevice = Object.fromEntries(DEVICES.map((device) => [device, 0])) as Record<Device, number>;
  let totalScans = 0;
  let loggedScans = 0;
  for (const { day: date, device, scans } of findings.counts) {
    const day = days.get(date);
    if (!day) continue;
    day.scans += scans;
    byDevice[device] += scans;
    totalScans += scans;
    if (date >= period.loggedFrom) loggedScans += scans;
  }
  const breakdowns = new Map(
    [...findings.values].map(([dimension, values]) => [
      dimension,
      dimension === 'hour' ? toEveryHour(values) : withOthers(values, loggedScans),
    ]),
  );
  // Visitors are counted a moment before or after the scans: there are never more of them.
  const uniqueScans = Math.min(findings.visitors, loggedScans);
  const { isEstimated, asOfMs } = findings;
  return { totalScans, uniqueScans, byDay, byDevice, isEstimated, asOfMs, breakdowns };
}

function toEveryHour(values: readonly ValueCount[]): ValueCount[] {
  const scansOf = new Map(values.map(({ value, scans }) => [value, scans]));
  return Array.from({ length: HOURS_OF_DAY }, (_, hour) => ({
    value: String(hour),
    scans: scansOf.get(String(hour)) ?? 0,
  }));
}

/** What the named values leave of the logged scans is `other`. */
function withOthers(values: readonly ValueCount[], loggedScans: number): ValueCount[] {
  const others = loggedScans - values.reduce((sum, { scans }) => sum + scans, 0);
  return others > 0 ? [...values, { value: OTHER_VALUES, scans: others }] : [...values];
}

/** Whether the selection's counts are kept in `scan_days`, for ever: those of all scans, by UTC day. */
export function isCountedByDay({ period, filters }: ScanSelection): boolean {
  return filters.length === 0 && hasUtcDays(period);
}

/** The part of a selection of which single scans are kept; null where there is none. */
export function toLoggedSelection(selection: ScanSelection): ScanSelection | null {
  const period = toLoggedPart(selection.period);
  return period && { ...selection, period };
}
