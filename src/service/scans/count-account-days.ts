import { hasUtcDays, type ScanPeriod } from '#core/scans/period.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { listAccountDays } from '#storage/scans/account-days.ts';
import {
  type AccountSelection,
  type Dated,
  nameSelection,
  type NamedScope,
} from '#storage/scans/account-log.ts';
import type { DayCount } from '#storage/scans/reader.ts';
import type { Dependencies } from '../dependencies.ts';
import { readKeptFigures } from './keep-figures.ts';
import { SCANS_COUNTED_AT_ONCE } from './read-details.ts';

interface DaysRequest extends AccountSelection {
  readonly scope: NamedScope & { readonly tagId: number | null };
  /** Of when the sums by UTC day are. */
  readonly refreshedAtMs: number;
  readonly isLenient: boolean;
  /** Whether another period is compared with it: the days of both are made side by side. */
  readonly isBefore: boolean;
}

/**
 * The scans of an account or a tag by the period's days and by device. UTC days are kept as sums of all scans; those of other zones, and of
 * some scans only, are counted in the log of single scans. Null where that is long and was never counted so: it then is, after the response, for a caller who can do without.
 */
export async function countAccountDays(
  deps: Dependencies,
  { refreshedAtMs, isLenient, isBefore, ...selection }: DaysRequest,
): Promise<Dated<readonly DayCount[]> | null> {
  const { db, accountLog } = deps;
  const { scope, period, filters } = selection;
  if (hasUtcDays(period) && filters.length === 0) {
    const value = await listAccountDays(db, scope, period.firstDay, period.lastDay);
    return { value, asOfMs: refreshedAtMs };
  }
  const count = () => accountLog.countDays(selection);
  if (!isLenient || !(await isLong(deps, scope, period))) return count();
  const kind = isBefore ? 'zone_days_before' : 'zone_days';
  const key = { accountId: scope.accountId, kind, name: nameSelection(selection) };
  return readKeptFigures<readonly DayCount[]>(deps, key, async () => ({ result: (await count()).value }));
}

/** Whether the log in D1 holds more scans of the period than a request counts itself. */
async function isLong(
  { db, scanCounter }: Dependencies,
  scope: DaysRequest['scope'],
  { fromMs, untilMs }: ScanPeriod,
): Promise<boolean> {
  if (scanCounter !== null) return false;
  const days = await listAccountDays(db, scope, toUtcDay(fromMs), toUtcDay(untilMs - 1));
  return days.reduce((sum, { scans }) => sum + scans, 0) > SCANS_COUNTED_AT_ONCE;
}
