import { err, type Result } from '#core/result.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { AskedScope, StatisticsProblem } from '#service/scans/plan-statistics.ts';
import { type KnownStatistics, readKnownStatistics } from '#service/scans/read-statistics.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { type Resolved, toComparison } from './question.ts';

/** Whose scans a page asks about. */
export interface Asker {
  readonly accountId: string;
  readonly scope: AskedScope;
}

/** `unavailable` if a store does not respond and nothing is known from before. */
export type FiguresProblem = StatisticsProblem | { readonly reason: 'unavailable' };

/**
 * The one entry of pages to statistics: what is known about the scans that a question asks for.
 * @param more dimensions besides the one that the question lists
 */
export async function readFigures(
  c: DashboardContext,
  { accountId, scope }: Asker,
  { question, period }: Pick<Resolved, 'question' | 'period'>,
  more: readonly ScanDimension[] = [],
): Promise<Result<KnownStatistics, FiguresProblem>> {
  const deps = c.get('deps');
  const { by, filters } = question;
  const include = new Set<ScanDimension>([...(by === 'device' ? [] : [by]), ...more]);
  if (period.days.length === 1) include.add('hour');
  try {
    return await readKnownStatistics(deps, accountId, {
      ...{ scope, period, filters, include: [...include] },
      compare: toComparison(question),
      comparesValues: true,
    });
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    deps.reportFailure('scan_statistics_failed', error);
    return err({ reason: 'unavailable' });
  }
}
