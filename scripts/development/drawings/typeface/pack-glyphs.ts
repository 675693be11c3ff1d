import type { GlyphOutline, OutlineFont } from './read-font.ts';

/** A glyph to be packed. Components refer to other glyphs by their position in the list. */
interface PackedGlyph {
  readonly advance: number;
  readonly outline: GlyphOutline;
}

/**
 * Packs the glyphs of some code points in the format that `core/typeface/read-glyphs.ts` describes.
 * @param fonts the parts of one typeface: a code point comes from the first one that has it
 */
export function packGlyphs(fonts: readonly OutlineFont[], codePoints: readonly number[]): Uint8Array {
  const [first] = fonts;
  if (!first) throw new Error('there is no font');
  const glyphs: PackedGlyph[] = [];
  const places = new Map<string, number>();
  const queue: (() => void)[] = [];

  /** Assigns a glyph its position. Its components follow when all code points have theirs. */
  const place = (font: OutlineFont, glyph: number): number => {
    const key = `${fonts.indexOf(font)}:${glyph}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const at = append(font, glyph);
    places.set(key, at);
    return at;
  };
  const append = (font: OutlineFont, glyph: number): number => {
    const at = glyphs.length;
    const advance = font.advanceOf(glyph);
    const outline = font.outlineOf(glyph);
    glyphs.push({ advance, outline });
    if (outline.kind === 'composite') {
      queue.push(() => {
        const components = outline.components.map(({ glyph: part, dx, dy }) => ({
          glyph: place(font, part),
          dx,
          dy,
        }));
        glyphs[at] = { advance, outline: { kind: 'composite', components } };
      });
    }
    return at;
  };

  const found: number[] = [];
  for (const codePoint of codePoints.toSorted((a, b) => a - b)) {
    const font = fonts.find(({ glyphs: known }) => known.has(codePoint));
    const glyph = font?.glyphs.get(codePoint);
    if (!font || glyph === undefined) continue;
    // Two code points with the same glyph get two entries, so that each entry is at the position of its code point.
    const at = append(font, glyph);
    const key = `${fonts.indexOf(font)}:${glyph}`;
    if (!places.has(key)) places.set(key, at);
    found.push(codePoint);
  }
  for (const resolve of queue) resolve();

  const outlines = glyphs.map(({ outline }) => packOutline(outline));
  return Uint8Array.from([
    ...[first.unitsPerEm, first.capHeight, found.length, glyphs.length].flatMap(toVarint),
    ...found.flatMap((codePoint, i) => toVarint(codePoint - (found[i - 1] ?? 0))),
    ...glyphs.flatMap(({ advance }) => toVarint(advance)),
    ...outlines.flatMap(({ length }) => toVarint(length)),
    ...outlines.flat(),
  ]);
}

function packOutline(outline: GlyphOutline): number[] {
  if (outline.kind === 'composite') {
    const { components } = outline;
    const parts = components.flatMap(({ glyph, dx, dy }) => [
      ...toVarint(glyph),
      ...toZigzag(dx),
      ...toZigzag(dy),
    ]);
    return [...toVarint(2 * components.length + 1), ...parts];
  }
  let [x, y] = [0, 0];
  const contours = outline.contours.flatMap((points) => {
    const flags = Array.from({ length: Math.ceil(points.length / 8) }, () => 0);
    const steps = points.flatMap((point, i) => {
      if (point.isOnCurve) flags[i >> 3] = (flags[i >> 3] ?? 0) | (1 << (i & 7));
      const step = [...toZigzag(point.x - x), ...toZigzag(point.y - y)];
      [x, y] = [point.x, point.y];
      return step;
    });
    return [...toVarint(points.length), ...flags, ...steps];
  });
  return [...toVarint(2 * outline.contours.length), ...contours];
}

/** Seven bits per byte, the lowest first. The eighth bit says that more follow. */
function toVarint(value: number): number[] {
  if (value < 0) throw new Error(`${value} is negative`);
  return value < 128 ? [value] : [(value & 127) | 128, ...toVarint(value >>> 7)];
}

/** Encodes small numbers of either sign in few bits: 0, -1, 1, -2, 2. */
function toZigzag(value: number): number[] {
  return toVarint(value < 0 ? -2 * value - 1 : 2 * value);
}
