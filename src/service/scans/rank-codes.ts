import type { ListPosition } from '#core/codes/list-position.ts';
import type { Comparison, ScanPeriod } from '#core/scans/period.ts';
import { addToRanking, NO_RANKING, type Ranking } from '#core/scans/ranking.ts';
import {
  type CodeScope,
  countForRanking,
  listCodePart,
  listScannedCodes,
} from '#storage/scans/rank-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Made, readKeptFigures } from './keep-figures.ts';

/** Codes that a request ranks itself. Of more the ranking is kept. */
const CODES_RANKED_AT_ONCE = 200;

/** Codes of one statement: with a month of days on three kinds of devices some 100,000 rows. */
const CODES_OF_A_PART = 2_000;

export interface DatedRanking {
  readonly ranking: Ranking;
  /** Null where the first ranking is being made: ask again in a while. */
  readonly asOfMs: number | null;
}

interface RankingRequest {
  readonly scope: CodeScope;
  readonly period: ScanPeriod;
  /** The period that it is compared with, and how that was chosen. */
  readonly before: ScanPeriod;
  readonly comparison: Comparison;
}

/** Which codes were scanned most, rose and fell, by UTC days. Small accounts are ranked now; of large ones the last ranking comes at once, and a newer one is made after the response. */
export async function rankCodes(deps: Dependencies, request: RankingRequest): Promise<DatedRanking> {
  const { scope, period, before } = request;
  const sinceDay = before.firstDay < period.firstDay ? before.firstDay : period.firstDay;
  const scanned = await listScannedCodes(deps.db, scope, sinceDay, CODES_RANKED_AT_ONCE);
  if (scanned !== null) {
    const counts = await countForRanking(deps.db, scanned, period, before);
    return { ranking: addToRanking(NO_RANKING, counts), asOfMs: deps.nowMs() };
  }
  // By the name of the range: on a new day, yesterday's ranking is there until today's is made. A day begins where its zone says.
  const name = [scope.tagId ?? '', period.name, period.zone, request.comparison].join(' ');
  const key = { accountId: scope.accountId, kind: 'ranking', name };
  const kept = await readKeptFigures(deps, key, (progress) =>
    rankPart(deps, request, progress as Progress | null),
  );
  return { ranking: kept?.value ?? NO_RANKING, asOfMs: kept?.asOfMs ?? null };
}

interface Progress {
  /** Of which it is the ranking: parts of other days do not add up. */
  readonly days: string;
  readonly after: ListPosition;
  readonly ranking: Ranking;
}

/** Ranks codes part by part, as many as the platform allows. */
async function rankPart(
  { db, budget }: Dependencies,
  { scope, period, before }: RankingRequest,
  progress: Progress | null,
): Promise<Made<Ranking>> {
  const days = [period.firstDay, period.lastDay, before.firstDay, before.lastDay].join(' ');
  const made = progress?.days === days ? progress : null;
  let after = made?.after ?? null;
  let ranking = made?.ranking ?? NO_RANKING;
  for (let part = 0; part < budget.rankedParts; part++) {
    const { codeIds, next } = await listCodePart(db, scope, after, CODES_OF_A_PART);
    ranking = addToRanking(ranking, await countForRanking(db, codeIds, period, before));
    if (next === null) return { result: ranking };
    after = next;
  }
  return { progress: { days, after, ranking } };
}
