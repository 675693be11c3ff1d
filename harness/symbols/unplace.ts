import { createRequire } from 'node:module';

/**
 * Reads the codewords of a symbol back from its modules, by ISO/IEC 18004 and without the project's code: the tables of blocks come from
 * the package `qrcode`.
 */

interface Tables {
  getBlocksCount(version: number, level: unknown): number;
  getTotalCodewordsCount(version: number, level: unknown): number;
}

const require = createRequire(import.meta.url);
const tables = require('qrcode/lib/core/error-correction-code') as Tables;
const levels = require('qrcode/lib/core/error-correction-level') as Record<string, unknown>;

/** Whether a module belongs to a function pattern, or to format or version information (§6.3, §7.9, §7.10). */
export function isFunction(version: number, x: number, y: number): boolean {
  const side = 17 + 4 * version;
  // Finder patterns with their separators, and the adjacent format information.
  if (x < 9 && y < 9) return true;
  if ((x >= side - 8 && y < 9) || (y >= side - 8 && x < 9)) return true;
  if (x === 6 || y === 6) return true;
  const centres = alignmentCentres(version);
  const inCorner = (cx: number, cy: number) =>
    (cx === 6 && cy === 6) || (cx === 6 && cy === side - 7) || (cx === side - 7 && cy === 6);
  for (const cx of centres)
    for (const cy of centres)
      if (!inCorner(cx, cy) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2) return true;
  if (version < 7) return false;
  return (x >= side - 11 && y < 6) || (y >= side - 11 && x < 6);
}

/** Annex E: evenly spaced from the right by an even distance, with the first one on the timing pattern. */
function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const side = 17 + 4 * version;
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((side - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => side - 7 - i * step)];
}

/** The positions of the data modules, in the order in which the bits of the codewords are placed (§7.7.3). */
function orderOf(version: number): (readonly [x: number, y: number])[] {
  const side = 17 + 4 * version;
  const order: [number, number][] = [];
  let isUpward = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < 2 * side; i++) {
      const row = Math.floor(i / 2);
      const y = isUpward ? side - 1 - row : row;
      const x = right - (i % 2);
      if (!isFunction(version, x, y)) order.push([x, y]);
    }
    isUpward = !isUpward;
  }
  return order;
}

const orders = new Map<number, (readonly [x: number, y: number])[]>();

/** The codewords of each Reed–Solomon block, still masked (§7.6). */
export function readBlocks(
  version: number,
  level: string,
  modules: Uint8Array,
): { readonly blocks: number[][]; /** Codewords that a block repairs. */ readonly repairs: number } {
  const side = 17 + 4 * version;
  const order = orders.get(version) ?? orderOf(version);
  orders.set(version, order);
  const total = Math.floor(order.length / 8);
  const codewords = Array.from({ length: total }, (_, i) =>
    order.slice(8 * i, 8 * i + 8).reduce((byte, [x, y]) => 2 * byte + (modules[y * side + x] ?? 0), 0),
  );
  const count = tables.getBlocksCount(version, levels[level]);
  const correction = tables.getTotalCodewordsCount(version, levels[level]);
  const data = total - correction;
  const blocks = Array.from({ length: count }, (): number[] => []);
  const lengths = blocks.map((_, i) => Math.floor(data / count) + (i >= count - (data % count) ? 1 : 0));
  let at = 0;
  for (let i = 0; i < Math.max(...lengths); i++)
    for (const [b, block] of blocks.entries()) if (i < (lengths[b] ?? 0)) block.push(codewords[at++] ?? 0);
  for (let i = 0; i < correction / count; i++) for (const block of blocks) block.push(codewords[at++] ?? 0);
  return { blocks, repairs: Math.floor(correction / count / 2) };
}
