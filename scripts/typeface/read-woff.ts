import { inflateSync } from 'node:zlib';

/** A point of a TrueType outline, in units of the font, y up. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/** Another glyph of the same font, moved. */
interface Component {
  readonly glyph: number;
  readonly dx: number;
  readonly dy: number;
}

export type GlyphOutline =
  | { readonly kind: 'simple'; readonly contours: readonly (readonly Point[])[] }
  | { readonly kind: 'composite'; readonly components: readonly Component[] };

export interface WoffFont {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  /** The glyph of each code point. */
  readonly glyphs: ReadonlyMap<number, number>;
  advanceOf(glyph: number): number;
  outlineOf(glyph: number): GlyphOutline;
}

type Tables = (tag: string) => DataView;

/** Reads a TrueType font in a WOFF 1.0 file (W3C WOFF; the tables are those of OpenType 1.9). Throws on what the font of the build has not. */
export function readWoff(file: Buffer): WoffFont {
  const table = readTables(file);
  const head = table('head');
  const outlines = table('glyf');
  const metrics = table('hmtx');
  const longMetrics = table('hhea').getUint16(34);
  const isLong = head.getInt16(50) === 1;
  const offsets = table('loca');
  const offsetOf = (glyph: number) =>
    isLong ? offsets.getUint32(4 * glyph) : 2 * offsets.getUint16(2 * glyph);
  return {
    unitsPerEm: head.getUint16(18),
    capHeight: table('OS/2').getInt16(88),
    glyphs: readCodePoints(table('cmap')),
    advanceOf: (glyph) => metrics.getUint16(4 * Math.min(glyph, longMetrics - 1)),
    outlineOf(glyph) {
      const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)];
      if (start === end) return { kind: 'simple', contours: [] };
      const data = new DataView(outlines.buffer, outlines.byteOffset + start, end - start);
      return data.getInt16(0) < 0 ? readComposite(data) : readSimple(data);
    },
  };
}

function readTables(file: Buffer): Tables {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is no WOFF 1.0');
  const tables = new Map<string, DataView>();
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const entry = 44 + 20 * i;
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at));
    const stored = file.subarray(offset, offset + packed);
    const bytes = Uint8Array.from(packed < length ? inflateSync(stored) : stored);
    tables.set(file.toString('latin1', entry, entry + 4), new DataView(bytes.buffer));
  }
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`the font has no table ${tag}`);
    return table;
  };
}

/** The subtable of format 4, which has the Basic Multilingual Plane. */
function readCodePoints(cmap: DataView): Map<number, number> {
  const starts = Array.from({ length: cmap.getUint16(2) }, (_, i) => cmap.getUint32(8 + 8 * i));
  const at = starts.find((start) => cmap.getUint16(start) === 4);
  if (at === undefined) throw new Error('the font has no cmap of format 4');
  const found = new Map<number, number>();
  const size = cmap.getUint16(at + 6);
  for (let segment = 0; segment < size; segment += 2) {
    const last = cmap.getUint16(at + 14 + segment);
    const first = cmap.getUint16(at + 16 + size + segment);
    const delta = cmap.getUint16(at + 16 + 2 * size + segment);
    const rangeAt = at + 16 + 3 * size + segment;
    const range = cmap.getUint16(rangeAt);
    for (let codePoint = first; codePoint <= last && codePoint !== 0xffff; codePoint++) {
      const listed = range === 0 ? codePoint : cmap.getUint16(rangeAt + range + 2 * (codePoint - first));
      const glyph = range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) found.set(codePoint, glyph);
    }
  }
  return found;
}

const ON_CURVE = 1;
const REPEATED = 8;

function readSimple(data: DataView): GlyphOutline {
  const ends = Array.from({ length: data.getInt16(0) }, (_, i) => data.getUint16(10 + 2 * i));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * ends.length;
  at += 2 + data.getUint16(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = data.getUint8(at++);
    const times = flag & REPEATED ? 1 + data.getUint8(at++) : 1;
    for (let i = 0; i < times; i++) flags.push(flag);
  }
  const readAxis = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += data.getUint8(at++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += data.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(2, 16);
  const ys = readAxis(4, 32);
  const points = flags.map((flag, i) => ({
    x: xs[i] ?? 0,
    y: ys[i] ?? 0,
    isOnCurve: (flag & ON_CURVE) !== 0,
  }));
  // The font states the box around each outline, so a misread one shows itself.
  for (const [i, values] of [xs, ys].entries()) {
    if (Math.min(...values) !== data.getInt16(2 + 2 * i) || Math.max(...values) !== data.getInt16(6 + 2 * i))
      throw new Error('an outline does not fill its box');
  }
  return {
    kind: 'simple',
    contours: ends.map((end, i) => points.slice((ends[i - 1] ?? -1) + 1, end + 1)),
  };
}

const [WORDS, OFFSETS, SCALED, MORE] = [1, 2, 8 | 64 | 128, 32];

function readComposite(data: DataView): GlyphOutline {
  const components: Component[] = [];
  let at = 10;
  for (let flags = MORE; flags & MORE;) {
    flags = data.getUint16(at);
    if (!(flags & OFFSETS) || flags & SCALED) throw new Error('the font scales or anchors parts of a glyph');
    const glyph = data.getUint16(at + 2);
    const [dx, dy] =
      flags & WORDS
        ? [data.getInt16(at + 4), data.getInt16(at + 6)]
        : [data.getInt8(at + 4), data.getInt8(at + 5)];
    components.push({ glyph, dx, dy });
    at += flags & WORDS ? 8 : 6;
  }
  return { kind: 'composite', components };
}
