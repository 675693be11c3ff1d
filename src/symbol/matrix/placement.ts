import { bitIndex, packModules, transposeRows, type BitMatrix } from './bit-matrix.ts';
import { drawFunctionPatterns, type PlacedModules } from './symbol-model.ts';

/** The column of the vertical timing pattern, which the data order skips. */
const TIMING_COLUMN = 6;

/** The parts that all symbols of a version share. */
export interface Placement {
  /** Function patterns and version information; format information and data are light. */
  readonly functionPatterns: BitMatrix;
  /** 1 for each data module. */
  readonly dataModules: BitMatrix;
  /** `bitIndex` of each data module, in the order of placement. */
  readonly order: Uint16Array;
}

/** At most 40 entries; the largest takes 70 KiB, and all together take less than 2 MiB. */
const placements = new Map<number, Placement>();

export function placementOf(version: number): Placement {
  const known = placements.get(version);
  if (known !== undefined) return known;
  const patterns = drawFunctionPatterns(version);
  const dataModules = packModules(patterns, null);
  const placement = {
    functionPatterns: packModules(patterns, true),
    dataModules,
    order: orderData(patterns, dataModules),
  };
  placements.set(version, placement);
  return placement;
}

/**
 * Two columns at a time from right to left, alternately upwards and downwards, the right module of each pair first (ISO/IEC 18004 §7.7.3).
 */
function orderData(patterns: PlacedModules, dataModules: BitMatrix): Uint16Array {
  const { side } = dataModules;
  const order: number[] = [];
  for (let right = side - 1, pair = 0; right > 0; right -= 2, pair++) {
    if (right === TIMING_COLUMN) right--;
    for (let i = 0; i < 2 * side; i++) {
      const row = pair % 2 === 0 ? side - 1 - (i >>> 1) : i >>> 1;
      const column = right - (i & 1);
      if (patterns[row]?.[column] === null) order.push(bitIndex(dataModules, row, column));
    }
  }
  return Uint16Array.from(order);
}

/** The function patterns and the bits of the codewords in the data modules, unmasked; leftover bits are light. */
export function placeCodewords({ functionPatterns, order }: Placement, codewords: Uint8Array): BitMatrix {
  const rows = functionPatterns.rows.slice();
  for (let i = 0, at = 0; i < codewords.length; i++) {
    const codeword = codewords[i] ?? 0;
    for (let bit = 7; bit >= 0; bit--, at++) {
      const index = order[at] ?? 0;
      rows[index >>> 5] = (rows[index >>> 5] ?? 0) | (((codeword >>> bit) & 1) << index);
    }
  }
  const matrix = { ...functionPatterns, rows, columns: new Int32Array(rows.length) };
  transposeRows(matrix);
  return matrix;
}
