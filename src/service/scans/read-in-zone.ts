import type { Result } from '#core/result.ts';
import type { PeriodRequest } from '#core/scans/period.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AccountStatisticsProblem } from './read-account-scans.ts';

/** Why figures have UTC days instead of those of the zone that was asked for. */
export type ZoneProblem = 'old_days' | 'large_tag' | 'being_counted' | 'no_log';

type Read<T> = (period: PeriodRequest) => Promise<Result<T, AccountStatisticsProblem>>;

interface InZone<T> {
  readonly found: Result<T, AccountStatisticsProblem>;
  readonly zoneProblem: ZoneProblem | null;
}

/**
 * Statistics of many codes for a page, which shows what is known: by UTC days where those of the zone are not.
 * @param period one that there can be
 */
export async function readInZone<T>(
  deps: Pick<Dependencies, 'nowMs' | 'reportFailure'>,
  period: PeriodRequest,
  read: Read<T>,
): Promise<InZone<T>> {
  const found = await ask(deps, period, read);
  if (found !== null) {
    const zoneProblem = isUtc(period) ? null : findZoneProblem(found);
    if (zoneProblem === null) return { found, zoneProblem };
    return { found: await read(toUtcPeriod(period, deps.nowMs())), zoneProblem };
  }
  return { found: await read(toUtcPeriod(period, deps.nowMs())), zoneProblem: 'no_log' };
}

/** Null where the log of single scans does not respond, without which there are UTC days alone. */
async function ask<T>(deps: Pick<Dependencies, 'reportFailure'>, period: PeriodRequest, read: Read<T>) {
  try {
    return await read(period);
  } catch (error) {
    if (!isStorageFailure(error) || isUtc(period)) throw error;
    deps.reportFailure('account_zone_failed', error);
    return null;
  }
}

function findZoneProblem(found: Result<unknown, AccountStatisticsProblem>): ZoneProblem | null {
  if (found.ok) return null;
  switch (found.error.reason) {
    case 'being_counted':
      return 'being_counted';
    case 'tag_too_large':
      return 'large_tag';
    case 'invalid_period':
      return 'old_days';
    case 'tag_not_found':
      return null;
  }
}

/** The same by UTC days. East of UTC it may be tomorrow already. */
function toUtcPeriod({ range, from, to }: PeriodRequest, nowMs: number): PeriodRequest {
  const today = toUtcDay(nowMs);
  const clamp = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return { range, timeZone: UTC, from: clamp(from), to: clamp(to) };
}

function isUtc({ timeZone = UTC }: PeriodRequest): boolean {
  return timeZone === UTC;
}
