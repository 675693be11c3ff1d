import { encode } from 'uqr';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { planSegments, VERSION_RANGES } from '#symbol/encoding/segments.ts';
import { dataBits } from '#symbol/encoding/versions.ts';
import { encodeSymbol, type SymbolMatrix } from '#symbol/matrix/encode.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { LOWER_CASE, randomText } from '../../data/contents.ts';

/** An alphabet for each mode, with the number of bits per character. */
const MODES: readonly (readonly [alphabet: string, bitsPerCharacter: number])[] = [
  [LOWER_CASE, 8],
  ['0123456789', 10 / 3],
  ['ABCXYZ $%*+-./:', 5.5],
];

/**
 * Draws random contents and compares each symbol's mask and modules with those of an independent encoder.
 * @returns the symbols that differ, one line each
 */
export function compareWithPeer(symbols: number): string[] {
  const random = seededRandom(symbols);
  const differing: string[] = [];
  for (let i = 0; i < symbols; i++) {
    // Short contents are common; every tenth is long.
    const longest = i % 10 === 0 ? 1200 : 120;
    const content = randomText(random, LOWER_CASE, 1 + Math.floor(random() * longest));
    const difference = findDifference(content, encodeContent(content, i));
    if (difference !== null) differing.push(difference);
  }
  return differing;
}

/** Compares a nearly full symbol of each version and level: with `perKind` 3 in each mode, with 1 in the modes in turn. */
export function compareVersions(versions: readonly number[], perKind: 1 | 3): string[] {
  const random = seededRandom(perKind);
  const differing: string[] = [];
  for (let i = 0; i < versions.length * 4 * perKind; i++) {
    const version = versions[Math.floor(i / (4 * perKind))]!;
    const level = ERROR_CORRECTION_LEVELS[i % 4]!;
    const [alphabet, bitsPerCharacter] = MODES[i % 3]!;
    const largest = (dataBits(version, level) - 20) / bitsPerCharacter;
    const content = randomText(random, alphabet, Math.ceil(largest * (0.85 + random() / 10)));
    const bytes = new TextEncoder().encode(content);
    const plan = planSegments(
      bytes,
      VERSION_RANGES.find(({ last }) => version <= last)!,
    );
    const difference = findDifference(content, encodeSymbol(bytes, { version, level, plan }));
    if (difference !== null) differing.push(difference);
  }
  return differing;
}

function findDifference(content: string, { version, level, mask, modules }: SymbolMatrix): string | null {
  const peer = encode(content, {
    ecc: level,
    boostEcc: false,
    minVersion: version,
    maxVersion: version,
    border: 0,
  });
  const isSame = peer.maskPattern === mask && Buffer.from(peer.data.flat().map(Number)).equals(modules);
  return isSame ? null : `${version}-${level}, mask ${mask} for ${peer.maskPattern}: ${content}`;
}

function encodeContent(content: string, i: number): SymbolMatrix {
  const bytes = new TextEncoder().encode(content);
  const layout = chooseVersion(bytes, ERROR_CORRECTION_LEVELS[i % 4]!);
  if (layout === null) throw new Error('1,200 bytes fit every level');
  return encodeSymbol(bytes, layout);
}
