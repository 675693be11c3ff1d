import { earliestPeriodStart } from '#core/scans/period.ts';
import { deleteScansBefore } from '#storage/scans/expiry.ts';
import { deleteOldFigures } from '#storage/scans/kept-figures.ts';
import { deleteOldQueries } from '#storage/scans/query-share.ts';
import type { Dependencies } from '../dependencies.ts';
import { rollUpScans, type RollUpReport } from './roll-up.ts';

/** Regular upkeep of the scan log: the roll-up for Analytics Engine, the deletion of old scans for the log in D1. */
export async function maintainScans(
  deps: Dependencies,
): Promise<RollUpReport | { readonly deleted: number } | null> {
  const { scanCounter } = deps;
  await deleteOldFigures(deps.db, deps.nowMs());
  if (!scanCounter) return { deleted: await deleteScansBefore(deps.db, earliestPeriodStart(deps.nowMs())) };
  await deleteOldQueries(deps.db, deps.nowMs());
  return rollUpScans({
    db: deps.db,
    counter: scanCounter,
    budget: deps.budget.rollUp,
    nowMs: () => deps.nowMs(),
  });
}
