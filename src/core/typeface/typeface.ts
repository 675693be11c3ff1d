import { fromBase64Url } from '../bytes/base64url.ts';

/** A closed outline in units of the typeface, y up. */
export interface Contour {
  readonly start: Point;
  /** A straight line to a point, or a quadratic curve: its control point, then its end. */
  readonly segments: readonly (readonly [to: Point] | readonly [control: Point, to: Point])[];
}

type Point = readonly [x: number, y: number];

/** Glyphs as outlines, to be filled by the non-zero rule. Lengths are in units; an em has `unitsPerEm` of them. */
export interface Typeface {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  /** The distance to the next glyph; null for a character without a glyph. */
  advanceOf(character: string): number | null;
  /** The outlines of a character at the origin; none if it has no glyph. */
  contoursOf(character: string): readonly Contour[];
}

export type Weight = 'regular' | 'bold';

/** Each weight is a module of its own, so that an instance reads only those that it draws. */
const OUTLINES = {
  regular: () => import('./noto-sans.ts'),
  bold: () => import('./noto-sans-bold.ts'),
} satisfies Record<Weight, unknown>;

const loaded: Partial<Record<Weight, Promise<Typeface>>> = {};

/** Noto Sans: Latin, Greek and Cyrillic, the same characters in each weight. Its outlines are loaded on first use. */
export function loadTypeface(weight: Weight): Promise<Typeface> {
  return (loaded[weight] ??= OUTLINES[weight]().then(async (file) =>
    readTypeface(await inflate(file.OUTLINES)),
  ));
}

/** The output of `npm run typeface`, compressed. */
export async function inflate(text: string): Promise<Uint8Array> {
  const bytes = new Blob([fromBase64Url(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/**
 * Reads the output of `scripts/development/drawings/typeface/pack-glyphs.ts`. Numbers have seven bits per byte (LEB128), signed ones are zigzag-encoded: units
 * per em, height of capitals, number of code points and number of glyphs; the code points, each as the difference from the previous one;
 * the advance of each glyph; the size of each outline in bytes; the outlines. The first glyphs are those of the code points, in order; the
 * others are their components.
 *
 * An outline begins with twice the number of its contours, or with twice the number of its components plus one. A contour: the number of
 * points, a bit for each that says whether it is on the curve, and the steps along x and y from point to point. A component: its glyph, and
 * its offset.
 */
function readTypeface(bytes: Uint8Array): Typeface {
  const reader = new ByteReader(bytes);
  const unitsPerEm = reader.readNumber();
  const capHeight = reader.readNumber();
  const codePointCount = reader.readNumber();
  const glyphCount = reader.readNumber();
  const places = new Map<number, number>();
  for (let i = 0, codePoint = 0; i < codePointCount; i++) {
    codePoint += reader.readNumber();
    places.set(codePoint, i);
  }
  const readAll = () => Array.from({ length: glyphCount }, () => reader.readNumber());
  const advances = readAll();
  const lengths = readAll();
  const offsets: number[] = [];
  for (let i = 0, offset = reader.offset; i < glyphCount; i++) {
    offsets.push(offset);
    offset += lengths[i] ?? 0;
  }
  const placeOf = (character: string) => places.get(character.codePointAt(0) ?? -1);
  const contoursAt = (place: number, x: number, y: number): Contour[] =>
    readContours(new ByteReader(bytes, offsets[place]), x, y, contoursAt);
  return {
    unitsPerEm,
    capHeight,
    advanceOf(character) {
      const place = placeOf(character);
      return place === undefined ? null : (advances[place] ?? 0);
    },
    contoursOf(character) {
      const place = placeOf(character);
      return place === undefined ? [] : contoursAt(place, 0, 0);
    },
  };
}

/** The contours of an outline, moved by x and y. */
function readContours(
  reader: ByteReader,
  x: number,
  y: number,
  contoursAt: (place: number, x: number, y: number) => Contour[],
): Contour[] {
  const start = reader.readNumber();
  const count = start >> 1;
  if (start & 1) {
    const parts = Array.from({ length: count }, () => {
      const place = reader.readNumber();
      const dx = reader.readSigned();
      return contoursAt(place, x + dx, y + reader.readSigned());
    });
    return parts.flat();
  }
  const contours: Contour[] = [];
  let at: Point = [x, y];
  for (let i = 0; i < count; i++) {
    const length = reader.readNumber();
    const flags = reader.readBytes(Math.ceil(length / 8));
    const points: CurvePoint[] = [];
    for (let k = 0; k < length; k++) {
      const dx = reader.readSigned();
      at = [at[0] + dx, at[1] + reader.readSigned()];
      points.push({ at, isOnCurve: (((flags[k >> 3] ?? 0) >> (k & 7)) & 1) === 1 });
    }
    contours.push(toContour(points));
  }
  return contours;
}

interface CurvePoint {
  readonly at: Point;
  readonly isOnCurve: boolean;
}

/** Between two control points lies a point on the curve that TrueType omits. Each contour of the font begins on its curve. */
function toContour(points: readonly CurvePoint[]): Contour {
  const [first = { at: [0, 0], isOnCurve: true } as const, ...others] = points;
  const segments: Contour['segments'][number][] = [];
  let control: Point | null = null;
  for (const { at, isOnCurve } of [...others, first]) {
    if (control !== null) {
      const to = isOnCurve ? at : ([(control[0] + at[0]) / 2, (control[1] + at[1]) / 2] as const);
      segments.push([control, to]);
    } else if (isOnCurve) segments.push([at]);
    control = isOnCurve ? null : at;
  }
  return { start: first.at, segments };
}

/** Reads numbers with seven bits per byte, the lowest first; the eighth bit says that more follow. */
class ByteReader {
  readonly #bytes: Uint8Array;
  /** The next byte to read. */
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  readNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.offset++];
      if (byte === undefined) throw new Error('the bytes end within a number');
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** Signed numbers, in the order 0, -1, 1, -2, 2. */
  readSigned(): number {
    const value = this.readNumber();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }

  readBytes(count: number): Uint8Array {
    this.offset += count;
    return this.#bytes.subarray(this.offset - count, this.offset);
  }
}
