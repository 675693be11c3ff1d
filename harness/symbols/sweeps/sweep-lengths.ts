import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol, type SymbolMatrix } from '#symbol/matrix/encode.ts';
import { writePng } from '#symbol/picture/write-png.ts';
import { BLACK_ON_WHITE } from '../colors.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { LOWER_CASE, randomText } from '../../data/contents.ts';
import { readCleanSymbol } from '../read-symbol.ts';
import { smallestVersion } from '../peers/smallest-version.ts';

const MARGIN = 2;
const PIXELS_PER_MODULE = 2;

/**
 * Encodes a random ASCII content of each length in bytes and reads it back.
 * @returns the failures, one line each; none if every symbol is exact
 */
export async function sweepLengths(
  level: ErrorCorrectionLevel,
  lengths: readonly number[],
): Promise<string[]> {
  return sweep(lengths, LOWER_CASE, level);
}

/** Like `sweepLengths`, over the characters of an alphabet, at lengths that grow by a factor up to 900 characters. */
export async function sweepAlphabet(
  alphabet: string,
  level: ErrorCorrectionLevel,
  growth: number,
): Promise<string[]> {
  const lengths: number[] = [];
  for (let length = 1; length < 900; length = Math.ceil(length * growth)) lengths.push(length);
  return sweep(lengths, alphabet, level);
}

async function sweep(
  lengths: readonly number[],
  alphabet: string,
  level: ErrorCorrectionLevel,
): Promise<string[]> {
  const random = seededRandom(lengths.length);
  const failures: string[] = [];
  for (const length of lengths) {
    const failure = await checkContent(randomText(random, alphabet, length), level);
    if (failure !== null) failures.push(`${length} characters at ${level}: ${failure}`);
  }
  return failures;
}

/** Every length from `first` to `last`. */
export function rangeOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** The lengths in bytes at which the smallest version changes: the maximum for each version at a level, and one more. */
export function edgeLengths(level: ErrorCorrectionLevel, longest: number): number[] {
  const versionOf = (length: number) => smallestVersion('a'.repeat(length), level);
  const edges = [1];
  let version = versionOf(1);
  for (let last = 1; last < longest; version = versionOf(last)) {
    let beyond = longest + 1;
    while (beyond - last > 1) {
      const middle = Math.floor((last + beyond) / 2);
      if (versionOf(middle) === version) last = middle;
      else beyond = middle;
    }
    edges.push(last, beyond);
    last = beyond;
  }
  return edges.filter((length) => length <= longest);
}

/** Encodes one content and reads it back; null if its version, bytes and orientation are right. */
async function checkContent(content: string, level: ErrorCorrectionLevel): Promise<string | null> {
  const bytes = new TextEncoder().encode(content);
  const layout = chooseVersion(bytes, level);
  const expected = smallestVersion(content, level);
  if (layout === null) return expected === 0 ? null : `refused, though it fits version ${expected}`;
  const symbol = encodeSymbol(bytes, layout);
  if (symbol.version !== expected) return `version ${symbol.version} instead of ${expected}`;
  const read = await readCleanSymbol(toPng(symbol));
  if (!Buffer.from(read.bytes).equals(bytes)) return 'read as other bytes';
  if (read.isMirrored) return 'mirrored';
  if (read.version !== symbol.version) return `read as version ${read.version}`;
  return read.errorCorrection === symbol.level ? null : `read as level ${read.errorCorrection}`;
}

/** The PNG of a symbol at two pixels per module, drawn directly and not through its SVG. */
function toPng({ side, modules }: SymbolMatrix): Uint8Array {
  const outer = side + 2 * MARGIN;
  const picture = new Uint8Array(outer * outer);
  for (let row = 0; row < side; row++) {
    picture.set(modules.subarray(row * side, (row + 1) * side), (row + MARGIN) * outer + MARGIN);
  }
  return writePng({ side: outer, modules: picture }, PIXELS_PER_MODULE * outer, BLACK_ON_WHITE);
}
