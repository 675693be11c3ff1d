import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { Carrier } from '#core/gs1/identity.ts';
import type { SymbolLayout } from '../encoding/choose-version.ts';
import { toCodewords } from '../encoding/codewords.ts';
import { unpackModules, emptyBitMatrix, type BitMatrix } from './bit-matrix.ts';
import { masksOf } from './masks.ts';
import { placeCodewords, placementOf } from './placement.ts';
import { penaltyOf } from './penalty.ts';

/** A symbol without its quiet zone: a QR code, or a Data Matrix. */
export interface SymbolMatrix {
  readonly carrier: Carrier;
  /** 1 to 40; of a Data Matrix, its side. */
  readonly version: number;
  /** A Data Matrix repairs as much as its side says, and has the default level here. */
  readonly level: ErrorCorrectionLevel;
  /** The mask pattern reference, 0 to 7. */
  readonly mask: number;
  /** Modules on a side: 17 + 4 × version; 10 to 144 of a Data Matrix. */
  readonly side: number;
  /** Row by row, 1 for a dark module and 0 for a light one. */
  readonly modules: Uint8Array;
}

/**
 * Builds the symbol of a layout (ISO/IEC 18004 §7.4 to §7.10). The model of qrcode-svg supplies the function patterns, the order of the
 * data modules, and the format and version information.
 *
 * @param content the UTF-8 bytes that the layout was made for
 */
export function encodeSymbol(content: Uint8Array, layout: SymbolLayout): SymbolMatrix {
  const { version, level } = layout;
  const unmasked = placeCodewords(placementOf(version), toCodewords(content, layout));
  const { mask, matrix } = chooseMask(unmasked, masksOf(version, level));
  return { carrier: 'qr', version, level, mask, side: matrix.side, modules: unpackModules(matrix) };
}

interface MaskedSymbol {
  /** The mask pattern reference, 0 to 7. */
  readonly mask: number;
  readonly matrix: BitMatrix;
}

/**
 * Picks the mask with the lowest penalty, the first on a tie (ISO/IEC 18004 §7.8.3), and applies it.
 *
 * @param unmasked every module; format information is light
 * @param masks what each mask changes, format information included
 */
function chooseMask(unmasked: BitMatrix, masks: readonly BitMatrix[]): MaskedSymbol {
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
