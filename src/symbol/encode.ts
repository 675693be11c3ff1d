import type { ErrorCorrectionLevel } from '../core/error-correction.ts';
import { unpackModules } from './bit-matrix.ts';
import { chooseMask } from './choose-mask.ts';
import type { SymbolLayout } from './choose-version.ts';
import { placeCodewords, placementOf } from './placement.ts';
import { encodeContent } from './symbol-model.ts';

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
 * Builds the symbol of a layout (ISO/IEC 18004 §7.4 to §7.10). Segments, version and mask are chosen here; error
 * correction, placement and format information come from the model of qrcode-svg.
 *
 * @param content the UTF-8 bytes that the layout was made for
 */
export function encodeSymbol(content: Uint8Array, layout: SymbolLayout): SymbolMatrix {
  const { codewords, model } = encodeContent(content, layout);
  const placement = placementOf(layout.version);
  const unmasked = placeCodewords(placement, codewords);
  const { mask, matrix } = chooseMask(unmasked, placement.dataModules, model);
  return {
    version: layout.version,
    level: layout.level,
    mask,
    side: matrix.side,
    modules: unpackModules(matrix),
  };
}
