/**
 * The modes in use (ISO/IEC 18004 §7.4.3 to §7.4.5). Kanji and ECI stay unused: readers correctly guess UTF-8 in byte mode, while some of
 * them garble a mix of ECI and Kanji segments.
 */
export type SegmentMode = 'numeric' | 'alphanumeric' | 'byte';

/** A run of content in one mode. `start` and `end` are offsets into the UTF-8 bytes of the content. */
interface Segment {
  readonly mode: SegmentMode;
  readonly start: number;
  readonly end: number;
}

export interface SegmentPlan {
  readonly segments: readonly Segment[];
  /** Length of the bit stream: mode indicators, character counts and data, without terminator and padding. */
  readonly bits: number;
  /** Length of a character count by mode, in bits. */
  readonly countBits: VersionRange['countBits'];
}

/** Versions with the same character count lengths (ISO/IEC 18004 Table 3). */
export interface VersionRange {
  readonly first: number;
  readonly last: number;
  readonly countBits: Readonly<Record<SegmentMode, number>>;
}

export const VERSION_RANGES: readonly VersionRange[] = [
  { first: 1, last: 9, countBits: { numeric: 10, alphanumeric: 9, byte: 8 } },
  { first: 10, last: 26, countBits: { numeric: 12, alphanumeric: 11, byte: 16 } },
  { first: 27, last: 40, countBits: { numeric: 14, alphanumeric: 13, byte: 16 } },
];

/** The 45 characters of alphanumeric mode, each at its value (ISO/IEC 18004 Table 5). */
export const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export const MODE_INDICATOR_BITS = 4;

// The modes as array indices of the search below.
const NUMERIC = 0;
const ALNUM = 1;
const BYTE = 2;
const MODES: readonly SegmentMode[] = ['numeric', 'alphanumeric', 'byte'];

// Sixths of a bit for a character: 10 bits hold 3 digits, 11 bits 2 alphanumeric characters, 8 bits a byte.
const SIXTHS_PER_DIGIT = 20;
const SIXTHS_PER_ALPHANUMERIC = 33;
const SIXTHS_PER_BYTE = 48;
const UNREACHABLE = 0x3fffffff;

/** The tightest mode that can hold each byte value; a wider mode can hold it too. */
const TIGHTEST_MODE = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x30 && byte <= 0x39) return NUMERIC;
  return byte < 0x80 && ALPHANUMERIC.includes(String.fromCharCode(byte)) ? ALNUM : BYTE;
});

/**
 * Splits content into the segments with the fewest bits for a range of versions, by dynamic programming over the
 * bytes: for each position and mode, the shortest stream that ends there in that mode. Counting in sixths of a bit
 * keeps the search exact, because a segment's length in bits is its sixths rounded up (4, 7 and 10 bits for 1, 2 and
 * 3 digits; 6 and 11 for 1 and 2 alphanumeric characters).
 *
 * @param content UTF-8 bytes, no longer than the largest symbol holds: time and memory grow with them
 */
export function planSegments(content: Uint8Array, range: VersionRange): SegmentPlan {
  const { previousModes, finalMode, bits } = searchModes(content, headerSixths(range));
  const segments: Segment[] = [];
  let mode = finalMode;
  let end = content.length;
  for (let i = content.length - 1; i >= 0; i--) {
    const previous = previousModes[i * 3 + mode] ?? BYTE;
    if (previous !== mode || i === 0) {
      segments.push({ mode: MODES[mode] ?? 'byte', start: i, end });
      end = i;
      mode = previous;
    }
  }
  return { segments: segments.toReversed(), bits, countBits: range.countBits };
}

function headerSixths({ countBits }: VersionRange): readonly [number, number, number] {
  return [
    6 * (MODE_INDICATOR_BITS + countBits.numeric),
    6 * (MODE_INDICATOR_BITS + countBits.alphanumeric),
    6 * (MODE_INDICATOR_BITS + countBits.byte),
  ];
}

/**
 * For every byte and mode, the mode of the byte before it on the shortest stream: three entries per byte. Costs are in sixths of a bit;
 * `closed` is the cost of the shortest stream so far whose last segment ends here.
 */
function searchModes(
  content: Uint8Array,
  [numericHeader, alphanumericHeader, byteHeader]: readonly [number, number, number],
): { previousModes: Uint8Array; finalMode: number; bits: number } {
  const previousModes = new Uint8Array(content.length * 3);
  let numeric = UNREACHABLE;
  let alphanumeric = UNREACHABLE;
  let byte = UNREACHABLE;
  let closed = 0;
  let closedMode = BYTE;
  for (let i = 0; i < content.length; i++) {
    const tightest = TIGHTEST_MODE[content[i] ?? 0] ?? BYTE;
    // On a tie the open segment continues: fewer segments, same length.
    const goesOnNumeric = numeric <= closed + numericHeader;
    const goesOnAlphanumeric = alphanumeric <= closed + alphanumericHeader;
    const goesOnByte = byte <= closed + byteHeader;
    previousModes[i * 3 + NUMERIC] = goesOnNumeric ? NUMERIC : closedMode;
    previousModes[i * 3 + ALNUM] = goesOnAlphanumeric ? ALNUM : closedMode;
    previousModes[i * 3 + BYTE] = goesOnByte ? BYTE : closedMode;
    numeric =
      tightest > NUMERIC
        ? UNREACHABLE
        : (goesOnNumeric ? numeric : closed + numericHeader) + SIXTHS_PER_DIGIT;
    alphanumeric =
      tightest > ALNUM
        ? UNREACHABLE
        : (goesOnAlphanumeric ? alphanumeric : closed + alphanumericHeader) + SIXTHS_PER_ALPHANUMERIC;
    byte = (goesOnByte ? byte : closed + byteHeader) + SIXTHS_PER_BYTE;

    closed = roundUpToBits(Math.min(numeric, alphanumeric, byte));
    if (roundUpToBits(numeric) === closed) closedMode = NUMERIC;
    else closedMode = roundUpToBits(alphanumeric) === closed ? ALNUM : BYTE;
  }
  return { previousModes, finalMode: closedMode, bits: closed / 6 };
}

function roundUpToBits(sixths: number): number {
  return Math.ceil(sixths / 6) * 6;
}
