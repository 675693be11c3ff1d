import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { SymbolLayout } from '../encoding/choose-version.ts';
import { toCodewords } from '../encoding/codewords.ts';
import { unpackModules } from './bit-matrix.ts';
import { chooseMask } from './choose-mask.ts';
import { masksOf } from './masks.ts';
import { placeCodewords, placementOf } from './placement.ts';

/** A QR Code symbol without its quiet zone. */
export interface SymbolMatrix {
  readonly version: number;
  readonly level: ErrorCorrectionLevel;
  /** The mask pattern reference, 0 to 7. */
  readonly mask: number;
  /** Modules on a side: 17 + 4 × version. */
  readonly side: number;
  /** Row by row, 1 for a dark module and 0 for a light one. */
  readonly modules: Uint8Array;
}

/**
 * Builds the symbol of a layout (ISO/IEC 18004 §7.4 to §7.10). Function patterns, the order of the data modules, and format
 * and version information come from the model of qrcode-svg.
 *
 * @param content the UTF-8 bytes that the layout was made for
 */
export function encodeSymbol(content: Uint8Array, layout: SymbolLayout): SymbolMatrix {
  const { version, level } = layout;
  const unmasked = placeCodewords(placementOf(version), toCodewords(content, layout));
  const { mask, matrix } = chooseMask(unmasked, masksOf(version, level));
  return { version, level, mask, side: matrix.side, modules: unpackModules(matrix) };
}
