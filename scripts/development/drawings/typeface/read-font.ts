import { createRequire } from 'node:module';

/** A point of a TrueType outline, in units of the font, y up. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/** Another glyph of the same font, shifted. */
interface Component {
  readonly glyph: number;
  readonly dx: number;
  readonly dy: number;
}

export type GlyphOutline =
  | { readonly kind: 'simple'; readonly contours: readonly (readonly Point[])[] }
  | { readonly kind: 'composite'; readonly components: readonly Component[] };

export interface OutlineFont {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  /** The glyph of each code point. */
  readonly glyphs: ReadonlyMap<number, number>;
  advanceOf(glyph: number): number;
  outlineOf(glyph: number): GlyphOutline;
}

/** The parts of fontkit that are used here; it has no types. */
interface Fontkit {
  create(file: Buffer): {
    readonly unitsPerEm: number;
    readonly capHeight: number;
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): { readonly id: number };
    /** `_decode` returns the outline as the font states it; null if there is none. The public methods resolve composites. */
    getGlyph(id: number): { readonly advanceWidth: number; _decode(): Outline | null };
  };
}

interface Outline {
  readonly points?: readonly (Record<'x' | 'y', number> & Record<'onCurve' | 'endContour', boolean>)[];
  readonly components?: readonly Record<
    'glyphID' | 'dx' | 'dy' | 'scaleX' | 'scaleY' | 'scale01' | 'scale10',
    number
  >[];
}

const require = createRequire(import.meta.url);

/** Reads a TrueType font. Throws on glyph features that the fonts of this build do not use. */
export function readFont(file: Buffer): OutlineFont {
  const font = (require('fontkit') as Fontkit).create(file);
  return {
    unitsPerEm: font.unitsPerEm,
    capHeight: font.capHeight,
    glyphs: new Map(font.characterSet.map((codePoint) => [codePoint, font.glyphForCodePoint(codePoint).id])),
    advanceOf: (glyph) => font.getGlyph(glyph).advanceWidth,
    outlineOf: (glyph) => toOutline(font.getGlyph(glyph)['_decode']()),
  };
}

function toOutline(outline: Outline | null): GlyphOutline {
  const { points = [], components } = outline ?? {};
  if (components) return { kind: 'composite', components: components.map(toComponent) };
  const ends = points.flatMap(({ endContour }, i) => (endContour ? [i + 1] : []));
  const contours = ends.map((end, i) => points.slice(ends[i - 1] ?? 0, end));
  return {
    kind: 'simple',
    contours: contours.map((contour) => contour.map(({ x, y, onCurve }) => ({ x, y, isOnCurve: onCurve }))),
  };
}

function toComponent({ glyphID, dx, dy, ...scale }: NonNullable<Outline['components']>[number]): Component {
  const { scaleX, scaleY, scale01, scale10 } = scale;
  if (scaleX !== 1 || scaleY !== 1 || scale01 !== 0 || scale10 !== 0)
    throw new Error('the font scales parts of a glyph');
  return { glyph: glyphID, dx, dy };
}
