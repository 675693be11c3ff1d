import type { ErrorCorrectionLevel } from '../core/error-correction.ts';
import { packModules, unpackModules, type BitMatrix } from './bit-matrix.ts';
import { buildFunctionPatterns, buildModel } from './build-model.ts';
import { chooseMask } from './choose-mask.ts';
import type { SymbolLayout } from './choose-version.ts';

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

/** Where the data modules of each version are: at most 40 entries, 8.5 KiB the largest. */
const dataModulesByVersion = new Map<number, BitMatrix>();

/**
 * Builds the symbol of a layout (ISO/IEC 18004 §7.4 to §7.10). Segments, version and mask are chosen here; error
 * correction, placement and format information come from the model of qrcode-svg.
 *
 * @param content the UTF-8 bytes that the layout was made for
 */
export function encodeSymbol(content: Uint8Array, layout: SymbolLayout): SymbolMatrix {
  const model = buildModel(content, layout);
  const { mask, matrix } = chooseMask(model, dataModulesOf(layout.version));
  return {
    version: layout.version,
    level: layout.level,
    mask,
    side: matrix.side,
    modules: unpackModules(matrix),
  };
}

function dataModulesOf(version: number): BitMatrix {
  const known = dataModulesByVersion.get(version);
  if (known !== undefined) return known;
  const dataModules = packModules(buildFunctionPatterns(version).modules, null);
  dataModulesByVersion.set(version, dataModules);
  return dataModules;
}
