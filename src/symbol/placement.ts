import { copyBitMatrix, packModules, setModule, type BitMatrix } from './bit-matrix.ts';
import { buildFunctionPatterns, recordPlacement } from './symbol-model.ts';

/** What all symbols of a version share. */
export interface Placement {
  /** Dark modules of the function patterns; format information and data are light. */
  readonly functionPatterns: BitMatrix;
  /** 1 where a module belongs to the data. */
  readonly dataModules: BitMatrix;
  /** `row * side + column` of each data module, in the order of the bits that go there. */
  readonly order: Uint16Array;
}

/** At most 40 entries; the largest takes 80 KiB, all together less than 2 MiB. */
const placements = new Map<number, Placement>();

export function placementOf(version: number): Placement {
  const known = placements.get(version);
  if (known !== undefined) return known;
  const patterns = buildFunctionPatterns(version);
  const placement = {
    functionPatterns: packModules(patterns, true),
    dataModules: packModules(patterns, null),
    order: recordPlacement(patterns),
  };
  placements.set(version, placement);
  return placement;
}

/** The function patterns with the bits of the codewords in the data modules, unmasked; bits that remain are light. */
export function placeCodewords(
  { functionPatterns, order }: Placement,
  codewords: readonly number[],
): BitMatrix {
  const matrix = copyBitMatrix(functionPatterns);
  const { side } = matrix;
  for (let i = 0; i < codewords.length; i++) {
    const codeword = codewords[i] ?? 0;
    for (let bit = 0; bit < 8; bit++) {
      if (((codeword << bit) & 0x80) === 0) continue;
      const module = order[i * 8 + bit] ?? 0;
      const column = module % side;
      setModule(matrix, (module - column) / side, column, true);
    }
  }
  return matrix;
}
