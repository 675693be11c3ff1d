import type { ErrorCorrectionLevel } from '../../src/core/error-correction.ts';
import { chooseVersion } from '../../src/symbol/choose-version.ts';
import { encodeSymbol, type SymbolMatrix } from '../../src/symbol/encode.ts';
import { writePng } from '../../src/symbol/write-png.ts';
import { BLACK_ON_WHITE } from './colors.ts';
import { LOWER_CASE, randomText, seededRandom } from './contents.ts';
import { readCleanSymbol } from './read-symbol.ts';
import { expectedVersion } from './smallest-version.ts';

const MARGIN = 2;
const PIXELS_PER_MODULE = 2;

/**
 * Encodes a random ASCII content of every length from `first` to `last` bytes and reads it back.
 *
 * @returns what went wrong, a line each; nothing if every symbol is exact
 */
export async function sweepLengths(
  level: ErrorCorrectionLevel,
  first: number,
  last: number,
): Promise<string[]> {
  const random = seededRandom(first);
  const failures: string[] = [];
  for (let length = first; length <= last; length++) {
    const failure = await checkContent(randomText(random, LOWER_CASE, length), level);
    if (failure !== null) failures.push(`${length} bytes at ${level}: ${failure}`);
  }
  return failures;
}

/** Encodes one content and reads it back; `null` if its version, its bytes and its orientation are right. */
export async function checkContent(content: string, level: ErrorCorrectionLevel): Promise<string | null> {
  const bytes = new TextEncoder().encode(content);
  const layout = chooseVersion(bytes, level);
  const expected = expectedVersion(content, level);
  if (layout === null) return expected === 0 ? null : `refused, though it fits version ${expected}`;
  const symbol = encodeSymbol(bytes, layout);
  if (symbol.version !== expected) return `version ${symbol.version} instead of ${expected}`;
  const read = await readCleanSymbol(toPng(symbol));
  if (!Buffer.from(read.bytes).equals(bytes)) return 'read as other bytes';
  if (read.isMirrored) return 'mirrored';
  if (read.version !== symbol.version) return `read as version ${read.version}`;
  return read.errorCorrection === symbol.level ? null : `read as level ${read.errorCorrection}`;
}

/** The PNG of a symbol at two pixels per module, without the detour over its SVG. */
export function toPng({ side, modules }: SymbolMatrix): Uint8Array {
  const outer = side + 2 * MARGIN;
  const picture = new Uint8Array(outer * outer);
  for (let row = 0; row < side; row++) {
    picture.set(modules.subarray(row * side, (row + 1) * side), (row + MARGIN) * outer + MARGIN);
  }
  return writePng({ side: outer, modules: picture }, PIXELS_PER_MODULE * outer, BLACK_ON_WHITE);
}
