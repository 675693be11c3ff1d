import { emptyBitMatrix, type BitMatrix } from './bit-matrix.ts';
import { penaltyOf } from './penalty.ts';

export interface MaskedSymbol {
  /** The mask pattern reference, 0 to 7. */
  readonly mask: number;
  readonly matrix: BitMatrix;
}

/**
 * Picks the mask with the lowest penalty, the first of equals (ISO/IEC 18004 §7.8.3), and applies it.
 *
 * @param unmasked every module but the format information, which is light
 * @param masks what each mask changes, format information included
 */
export function chooseMask(unmasked: BitMatrix, masks: readonly BitMatrix[]): MaskedSymbol {
  let best = emptyBitMatrix(unmasked.side);
  let candidate = emptyBitMatrix(unmasked.side);
  let chosen = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [mask, changes] of masks.entries()) {
    exclusiveOr(unmasked.rows, changes.rows, candidate.rows);
    exclusiveOr(unmasked.columns, changes.columns, candidate.columns);
    const penalty = penaltyOf(candidate, lowest);
    if (penalty >= lowest) continue;
    lowest = penalty;
    chosen = mask;
    [best, candidate] = [candidate, best];
  }
  return { mask: chosen, matrix: best };
}

function exclusiveOr(words: Int32Array, changes: Int32Array, changed: Int32Array): void {
  for (let i = 0; i < words.length; i++) changed[i] = (words[i] ?? 0) ^ (changes[i] ?? 0);
}
