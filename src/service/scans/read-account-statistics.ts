import { MAX_NEW_CODES } from '#core/scans/account-dimension.ts';
import { firstPositionOf } from '#core/codes/list-position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { ok, type Result } from '#core/result.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { RankedCode } from '#core/scans/ranking.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { countCreatedCodes } from '#storage/scans/rank-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { rankCodes } from './rank-codes.ts';
import {
  type AccountScans,
  type AccountScansRequest,
  type AccountStatisticsProblem,
  planAccountScans,
  readPlannedScans,
} from './read-account-scans.ts';

/** A code of a ranking that still lives. */
export type ShownCode = RankedCode & { readonly code: QrCode };

/** The scans of an account, and which of its codes they are of. */
export interface AccountStatistics extends AccountScans {
  /** At most `MAX_NEW_CODES`. */
  readonly newCodes: number;
  readonly top: readonly ShownCode[];
  readonly rising: readonly ShownCode[];
  readonly falling: readonly ShownCode[];
  /** Of when the three lists are; null while the first of a large account are being made. */
  readonly codesAsOfMs: number | null;
}

/** Without filters, because codes are ranked by their sums by day. Throws as `readAccountScans` does. */
export async function readAccountStatistics(
  deps: Dependencies,
  accountId: string,
  request: Omit<AccountScansRequest, 'filters'>,
): Promise<Result<AccountStatistics, AccountStatisticsProblem>> {
  const plan = await planAccountScans(deps, accountId, request);
  if (!plan.ok) return plan;
  const { scope, period, before } = plan.value;
  const [figures, ranked, newCodes] = await Promise.all([
    readPlannedScans(deps, plan.value),
    rankCodes(deps, { scope, period, before, comparison: request.compare ?? 'previous_period' }),
    countCreatedCodes(deps.db, scope, positionsOf(period), MAX_NEW_CODES),
  ]);
  if (!figures.ok) return figures;
  const { top, rising, falling } = ranked.ranking;
  const show = await findShown(deps, accountId, [...top, ...rising, ...falling]);
  return ok({
    ...figures.value,
    newCodes,
    top: top.flatMap(show),
    rising: rising.flatMap(show),
    falling: falling.flatMap(show),
    codesAsOfMs: ranked.asOfMs,
  });
}

function positionsOf({ fromMs, untilMs }: ScanPeriod) {
  return { from: firstPositionOf(fromMs), until: firstPositionOf(untilMs) };
}

/** Looks the codes up; a ranking may name one that was deleted since. */
async function findShown(deps: Dependencies, accountId: string, ranked: readonly RankedCode[]) {
  const ids = [...new Set(ranked.map(({ codeId }) => codeId))];
  const codes = await findQrCodes(deps.db, accountId, ids);
  const byId = new Map(codes.map((code) => [code.codeId, code]));
  return (one: RankedCode): ShownCode[] => {
    const code = byId.get(one.codeId);
    return code ? [{ ...one, code }] : [];
  };
}
