import type { CodeId } from '#core/codes/code-id.ts';
import type { Origin } from '#core/imports/origin.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import {
  type Comparison,
  isLogged,
  listUnfilterable,
  type PeriodProblem,
  type PeriodRequest,
  type ScanPeriod,
  toComparedPeriod,
  toLoggedPart,
  toScanPeriod,
} from '#core/scans/period.ts';
import type { ScanStatistics, ValueCount } from '#core/scans/scan.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { readSplit, type Split } from './read-split.ts';

export interface StatisticsRequest extends PeriodRequest {
  readonly include: readonly ScanDimension[];
  readonly compare?: Comparison | undefined;
  readonly filters?: readonly ScanFilter[];
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
  /** Null where hours were not asked for, or the scan log does not hold the whole period. */
  readonly byHour: readonly ValueCount[] | null;
}

export interface CodeStatistics {
  readonly period: ScanPeriod;
  readonly filters: readonly ScanFilter[];
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
  const { include, filters = [] } = request;
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });
  const periods = toPeriods(request, deps.nowMs());
  if (!periods.ok) return err({ reason: 'invalid_period', problems: periods.error });
  const { period, before } = periods.value;
  const read = (of: ScanPeriod, by: readonly ScanDimension[]) =>
    deps.scans.readStatistics(accountId, { codeId, period: of, filters }, by);
  const [statistics, statisticsBefore] = await Promise.all([
    read(period, include),
    before && read(before, isLogged(before) ? include.filter((dimension) => dimension === 'hour') : []),
  ]);
  const logged = toLoggedPart(period);
  const split =
    logged && include.includes('variant')
      ? await readSplit(deps.scans, code, { codeId, period: logged, filters })
      : null;
  const compared = before && statisticsBefore ? toCompared(before, statisticsBefore) : null;
  return ok({ period, filters, statistics, compared, origin: code.origin, split });
}

interface Periods {
  readonly period: ScanPeriod;
  /** The one compared with. */
  readonly before: ScanPeriod | null;
}

/** Filters look at single scans, so both periods must be logged where there are any. */
function toPeriods(request: StatisticsRequest, nowMs: number): Result<Periods, readonly PeriodProblem[]> {
  const { compare, filters = [] } = request;
  const period = toScanPeriod(request, nowMs);
  if (!period.ok) return period;
  const before = compare ? toComparedPeriod(period.value, compare) : null;
  const problems = filters.length === 0 ? [] : listUnfilterable(period.value, before);
  return problems.length > 0 ? err(problems) : ok({ period: period.value, before });
}

function toCompared(
  period: ScanPeriod,
  { totalScans, uniqueScans, byDay, asOfMs, breakdowns }: ScanStatistics,
): ComparedStatistics {
  return {
    ...{ period, totalScans, byDay, asOfMs },
    uniqueScans: isLogged(period) ? uniqueScans : null,
    byHour: breakdowns.get('hour') ?? null,
  };
}
