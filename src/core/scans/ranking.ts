import type { CodeId } from '../codes/code-id.ts';

/** Which codes were scanned most in a period, and which rose and fell since the one before it. */

/** Scans of a code in a period and in its comparison period. */
export interface RankedCode {
  readonly codeId: CodeId;
  readonly scans: number;
  readonly scansBefore: number;
}

export interface Ranking {
  /** Most scans first. */
  readonly top: readonly RankedCode[];
  /** The largest growth first. */
  readonly rising: readonly RankedCode[];
  /** The largest loss first. */
  readonly falling: readonly RankedCode[];
}

export const NO_RANKING: Ranking = { top: [], rising: [], falling: [] };

/** More new codes are not counted. */
export const MAX_NEW_CODES = 10_000;

export const RANKED = { top: 10, rising: 5, falling: 5 } as const;

/** Combines the ranking of some codes with that of others: many codes are ranked in parts, in any order. */
export function addToRanking(ranking: Ranking, codes: readonly RankedCode[]): Ranking {
  const growth = ({ scans, scansBefore }: RankedCode) => scans - scansBefore;
  return {
    top: pick([...ranking.top, ...codes], (code) => code.scans, RANKED.top),
    rising: pick([...ranking.rising, ...codes], growth, RANKED.rising),
    falling: pick([...ranking.falling, ...codes], (code) => -growth(code), RANKED.falling),
  };
}

/** The codes with the largest values above zero; of equal ones, the lower ids, so that the result is always the same. */
function pick(codes: readonly RankedCode[], valueOf: (code: RankedCode) => number, most: number) {
  return codes
    .filter((code) => valueOf(code) > 0)
    .sort((a, b) => valueOf(b) - valueOf(a) || (a.codeId < b.codeId ? -1 : 1))
    .slice(0, most);
}
