import type { CodeId } from '#core/codes/code-id.ts';
import type { Origin } from '#core/imports/origin.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import {
  type Comparison,
  isLogged,
  type PeriodProblem,
  type PeriodRequest,
  type ScanPeriod,
  toComparedPeriod,
  toLoggedPart,
  toScanPeriod,
} from '#core/scans/period.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { readSplit, type Split } from './read-split.ts';

export interface StatisticsRequest extends PeriodRequest {
  readonly include: readonly ScanDimension[];
  readonly compare?: Comparison | undefined;
}

export type StatisticsProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'invalid_period'; readonly problems: readonly PeriodProblem[] };

/** What a period is compared with. */
export interface ComparedStatistics extends Pick<ScanStatistics, 'totalScans' | 'byDay' | 'asOfMs'> {
  readonly period: ScanPeriod;
  /** Null where the scan log does not hold the whole period. */
  readonly uniqueScans: number | null;
}

export interface CodeStatistics {
  readonly period: ScanPeriod;
  readonly statistics: ScanStatistics;
  /** Where a comparison was asked for. */
  readonly compared: ComparedStatistics | null;
  /** What the code had where it was imported from. */
  readonly origin: Origin | null;
  /** Where the variants were asked for. */
  readonly split: Split | null;
}

/** The scans of a dynamic code in a period. Throws a storage failure where the scan log does not respond and nothing is known from before. */
export async function readScanStatistics(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: StatisticsRequest,
): Promise<Result<CodeStatistics, StatisticsProblem>> {
  const { include, compare } = request;
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });
  const period = toScanPeriod(request, deps.nowMs());
  if (!period.ok) return err({ reason: 'invalid_period', problems: period.error });
  const read = (of: ScanPeriod, by: readonly ScanDimension[]) =>
    deps.scans.readStatistics(accountId, codeId, of, by);
  const before = compare && toComparedPeriod(period.value, compare);
  const [statistics, comparedStatistics] = await Promise.all([
    read(period.value, include),
    before && read(before, []),
  ]);
  const logged = toLoggedPart(period.value);
  const split = logged && include.includes('variant') ? await readSplit(deps.scans, code, logged) : null;
  const compared = before && comparedStatistics ? toCompared(before, comparedStatistics) : null;
  return ok({ period: period.value, statistics, compared, origin: code.origin, split });
}

function toCompared(
  period: ScanPeriod,
  { totalScans, uniqueScans, byDay, asOfMs }: ScanStatistics,
): ComparedStatistics {
  return { period, totalScans, uniqueScans: isLogged(period) ? uniqueScans : null, byDay, asOfMs };
}
