import type { SymbolMatrix } from '../matrix/encode.ts';

/** A picture of square modules, quiet zone included, to be scaled up. */
export interface ModulePicture {
  /** Modules on a side. */
  readonly side: number;
  /** Row by row, 1 for dark and 0 for light. */
  readonly modules: Uint8Array;
}

/** A symbol in a quiet zone of the given width in modules. */
export function toPicture(symbol: SymbolMatrix, margin: number): ModulePicture {
  const side = symbol.side + 2 * margin;
  const modules = new Uint8Array(side * side);
  for (let row = 0; row < symbol.side; row++) {
    const line = symbol.modules.subarray(row * symbol.side, (row + 1) * symbol.side);
    modules.set(line, (row + margin) * side + margin);
  }
  return { side, modules };
}
