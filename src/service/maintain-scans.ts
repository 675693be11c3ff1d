import { startOfUtcDay } from '../core/utc-day.ts';
import { oldestKeptDay } from '../storage/scan-days.ts';
import { deleteScansBefore } from '../storage/scan-expiry.ts';
import type { Dependencies } from './dependencies.ts';
import { rollUpScans, type RollUpReport } from './roll-up-scans.ts';

/** What the scan log needs from time to time: Analytics Engine its roll-up, the log in D1 that old scans go. */
export async function maintainScans(
  deps: Dependencies,
): Promise<RollUpReport | { readonly deleted: number } | null> {
  const { scanCounter } = deps;
  if (scanCounter) return rollUpScans({ db: deps.db, counter: scanCounter, nowMs: () => deps.nowMs() });
  return { deleted: await deleteScansBefore(deps.db, startOfUtcDay(oldestKeptDay(deps.nowMs()))) };
}
