import type { CodeId } from '#core/codes/code-id.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ScanLifetime } from '#core/scans/scan.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import type { DayCount, ScanDetails } from '#core/scans/statistics.ts';
import type { AccountCodes, TimeSpan } from './sql.ts';

/**
 * Reads what a `ScanLog` wrote. Both implementations return the same numbers: test/scans compares them. The scope's account determines the
 * share of Analytics Engine queries.
 */
export interface ScanReader {
  /** Lifetime scans of each code that has any. Never less than an earlier result. */
  countScans(accountId: string, codeIds: readonly CodeId[]): Promise<Map<CodeId, ScanLifetime>>;
  /** Brings the newest UTC-day sums of an account's codes up to date in D1, as far as one query can, and gives their time. */
  refreshDays(accountId: string): Promise<number>;
  /**
   * The figures that need single scans. For all scans of a single code it also updates the sums by UTC day, and gives those of `sumsOf`: a
   * period that may have begun before its single scans.
   */
  readScans(
    selection: ScanSelection,
    include: readonly ScanDimension[],
    sumsOf: ScanPeriod,
  ): Promise<Dated<LoggedScans>>;
  /** Scans in a stretch of time by code, ordered by code id: a page of them. Other accounts may be among them. */
  countCodes(codes: AccountCodes, span: TimeSpan): Promise<CodeScansPage>;
  /** Distinct visitors by the variant that they were led to; null stands for scans without a variant. */
  countVariantVisitors(selection: ScanSelection): Promise<Map<string | null, number>>;
}

interface CodeScansPage {
  readonly counts: readonly CodeScans[];
  readonly isFull: boolean;
}

export interface CodeScans {
  readonly codeId: CodeId;
  readonly accountId: string;
  readonly scans: number;
  /** How many of them came from a symbol, and how many from a link. */
  readonly symbol: number;
  readonly link: number;
}

export interface LoggedScans extends ScanDetails {
  /** Scans by the period's own days. Null if D1 keeps these of several codes: all scans by UTC day. */
  readonly counts: readonly DayCount[] | null;
}

export interface Dated<T> {
  readonly value: T;
  /** When the store said so. */
  readonly asOfMs: number;
}
