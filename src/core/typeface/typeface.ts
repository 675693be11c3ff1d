import { fromBase64Url } from '../bytes/base64url.ts';

/** A closed outline in units of the typeface, y up. */
export interface Contour {
  readonly start: Point;
  /** A straight line to a point, or a quadratic curve: its control point, then where it ends. */
  readonly segments: readonly (readonly [to: Point] | readonly [control: Point, to: Point])[];
}

type Point = readonly [x: number, y: number];

/** Glyphs as outlines, to be filled by the non-zero rule. Lengths are in units, of which an em has `unitsPerEm`. */
export interface Typeface {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  /** How far the next glyph stands from this one; null of a character without a glyph. */
  advanceOf(character: string): number | null;
  /** The outlines of a character at the origin; none where it has no glyph. */
  contoursOf(character: string): readonly Contour[];
}

let loaded: Promise<Typeface> | null = null;

/** Noto Sans Regular: Latin, Greek and Cyrillic. Its outlines are loaded on first use. */
export function loadTypeface(): Promise<Typeface> {
  loaded ??= import('./noto-sans.ts').then(async ({ NOTO_SANS }) => readTypeface(await inflate(NOTO_SANS)));
  return loaded;
}

/** What `npm run typeface` compressed. */
export async function inflate(text: string): Promise<Uint8Array> {
  const bytes = new Blob([fromBase64Url(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/**
 * Reads what `scripts/typeface/pack-glyphs.ts` wrote. Numbers have seven bits in each byte (LEB128), those with a sign are zigzag:
 * units of an em, height of capitals, how many code points and how many glyphs there are; the code points, each as the distance from the one
 * before; the advance of each glyph; the bytes that each outline takes; the outlines. The first glyphs are those of the code points in turn;
 * the others are parts of these.
 *
 * An outline begins with twice its contours, or with twice its components and one more. A contour: how many points, a bit for each that says
 * whether it lies on the curve, and the steps along x and y from point to point. A component: which glyph, and how far it is moved.
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

/** The contours of an outline that is moved by x and y. */
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

/** Between two control points lies a point of the curve that TrueType leaves out. Each contour of the font begins on its curve. */
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

/** Reads numbers of seven bits a byte, the lowest first; the eighth bit says that more follow. */
class ByteReader {
  readonly #bytes: Uint8Array;
  /** The next byte to be read. */
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

  /** Numbers of either sign, in the order 0, -1, 1, -2, 2. */
  readSigned(): number {
    const value = this.readNumber();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }

  readBytes(count: number): Uint8Array {
    this.offset += count;
    return this.#bytes.subarray(this.offset - count, this.offset);
  }
}
