import type { CodeId } from '#core/codes/code-id.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ScanLifetime } from '#core/scans/scan.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import type { DayCount, ScanDetails } from '#core/scans/statistics.ts';

/**
 * Reads what a `ScanLog` wrote. Both implementations return the same numbers: test/scans compares them. The account of a scope counts for
 * what may be asked of Analytics Engine, which is shared between accounts.
 */
export interface ScanReader {
  /** Lifetime scans of each code that has any. Never less than what it gave before. */
  countScans(accountId: string, codeIds: readonly CodeId[]): Promise<Map<CodeId, ScanLifetime>>;
  /** Brings the newest sums by UTC day of an account's codes up to date in D1, as far as one query can; says of when they are then. */
  refreshDays(accountId: string): Promise<number>;
  /** What single scans tell. Of a single code it also brings the sums by UTC day up to date. */
  readScans(selection: ScanSelection, include: readonly ScanDimension[]): Promise<Dated<LoggedScans>>;
  /** Distinct visitors by the variant that they were led to; null stands for scans that no variant led. */
  countVariantVisitors(selection: ScanSelection): Promise<Map<string | null, number>>;
}

export interface LoggedScans extends ScanDetails {
  /** Scans by the period's own days. Null where D1 keeps these: of all scans, by UTC day. */
  readonly counts: readonly DayCount[] | null;
}

export interface Dated<T> {
  readonly value: T;
  /** When the store said so. */
  readonly asOfMs: number;
}
