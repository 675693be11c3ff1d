import { firstPositionOf, type ListPosition } from '#core/lists/position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Comparison, type ScanPeriod, toComparedPeriod } from '#core/scans/period.ts';
import {
  addToRanking,
  MAX_NEW_CODES,
  NO_RANKING,
  type RankedCode,
  type Ranking,
} from '#core/scans/ranking.ts';
import type { ManyCodes } from '#core/scans/selection.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import {
  countCreatedCodes,
  countFewForRanking,
  countForRanking,
  listCodePart,
} from '#storage/scans/rank-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Made, readKeptFigures } from './keep-figures.ts';

/** A request ranks at most this many codes itself; larger rankings are stored. */
const CODES_RANKED_AT_ONCE = 200;

/** Codes in one statement: with a month of days on three kinds of devices, some 100,000 rows. */
const CODES_OF_A_PART = 2_000;

/** A ranked code that still exists. */
export type ShownCode = RankedCode & { readonly code: QrCode };

/** The most scanned codes, and those that rose and fell most. */
export interface CodeFigures {
  /** At most `MAX_NEW_CODES`. */
  readonly newCodes: number;
  /** The same by day, the first one first. A day is an equal part of the period, even where a clock was changed. */
  readonly newCodesByDay: readonly number[];
  readonly top: readonly ShownCode[];
  readonly rising: readonly ShownCode[];
  readonly falling: readonly ShownCode[];
  /** The days that they are compared with. */
  readonly before: ScanPeriod;
  /** The time of the three lists; null while a large account's first lists are being computed. */
  readonly asOfMs: number | null;
}

interface RankingRequest {
  readonly period: ScanPeriod;
  /** The comparison period, and how it was chosen: the previous one by default. */
  readonly before: ScanPeriod | null;
  readonly comparison: Comparison | undefined;
}

export async function readCodeFigures(
  deps: Dependencies,
  scope: ManyCodes,
  { period, before, comparison = 'previous_period' }: RankingRequest,
): Promise<CodeFigures> {
  const compared = before ?? toComparedPeriod(period, comparison);
  const span = {
    from: firstPositionOf(period.fromMs),
    until: firstPositionOf(period.untilMs),
    days: period.days.length,
  };
  const [{ ranking, asOfMs }, newCodesByDay] = await Promise.all([
    rankCodes(deps, { scope, period, before: compared, comparison }),
    countCreatedCodes(deps.db, scope, span, MAX_NEW_CODES),
  ]);
  const { top, rising, falling } = ranking;
  const show = await findShown(deps, scope.accountId, [...top, ...rising, ...falling]);
  const shown = { top: top.flatMap(show), rising: rising.flatMap(show), falling: falling.flatMap(show) };
  const newCodes = newCodesByDay.reduce((sum, codes) => sum + codes, 0);
  return { ...shown, newCodes, newCodesByDay, before: compared, asOfMs };
}

/** Looks the codes up; a ranking may name codes that were deleted since. */
async function findShown(deps: Dependencies, accountId: string, ranked: readonly RankedCode[]) {
  const ids = [...new Set(ranked.map(({ codeId }) => codeId))];
  const codes = await findQrCodes(deps.db, accountId, ids);
  const byId = new Map(codes.map((code) => [code.codeId, code]));
  return (one: RankedCode): ShownCode[] => {
    const code = byId.get(one.codeId);
    return code ? [{ ...one, code }] : [];
  };
}

interface RankedPeriods {
  readonly scope: ManyCodes;
  readonly period: ScanPeriod;
  readonly before: ScanPeriod;
  readonly comparison: Comparison;
}

/**
 * Ranks by UTC days. Small accounts are ranked now; for large ones the last ranking is returned at once, and a new one is computed after
 * the response.
 */
async function rankCodes(deps: Dependencies, request: RankedPeriods) {
  const { scope, period, before } = request;
  const counts = await countFewForRanking(deps.db, scope, period, before, CODES_RANKED_AT_ONCE);
  if (counts !== null) return { ranking: addToRanking(NO_RANKING, counts), asOfMs: deps.nowMs() };
  // The key holds the name of the range: on a new day, yesterday's ranking serves until today's is ready. The day begins in the requested
  // zone.
  const tag = scope.kind === 'tag' ? scope.tagId : '';
  const name = [tag, period.name, period.zone, request.comparison].join(' ');
  const key = { accountId: scope.accountId, kind: 'ranking', name };
  const kept = await readKeptFigures(deps, key, (progress) =>
    rankPart(deps, request, progress as Progress | null),
  );
  return { ranking: kept?.value ?? NO_RANKING, asOfMs: kept?.asOfMs ?? null };
}

interface Progress {
  /** Identifies the ranking: parts of different days do not add up. */
  readonly days: string;
  readonly after: ListPosition;
  readonly ranking: Ranking;
}

/** Ranks codes in parts, as many as the platform allows. */
async function rankPart(
  { db, budget }: Dependencies,
  { scope, period, before }: RankedPeriods,
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
