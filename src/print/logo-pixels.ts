import { fromBase64 } from '#core/bytes/base64.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { toChannels } from '#core/styles/hex-color.ts';

/** The pixels of a logo: red, green, blue and alpha, a byte each, row by row. */
export interface LogoPixels {
  readonly side: number;
  readonly rgba: Uint8Array;
}

/** Filters of a row (PNG specification §9.2). */
const [NONE, UP] = [0, 2];

/** Samples of a pixel by colour type (PNG specification §11.2.2): those that this service writes. */
const SAMPLES: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 };

/** A logo as `makeLogo` writes it: a square PNG, not interlaced, with a palette or with channels of 8 bits. */
export interface LogoFile {
  /** In pixels. */
  readonly side: number;
  /** Bits of a sample. */
  readonly depth: number;
  /** Samples of a pixel. */
  readonly samples: number;
  /** The rows, filtered and compressed: one chunk holds them all. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Red, green and blue of each colour, and its alpha; undefined if pixels hold colours themselves. */
  readonly palette: Uint8Array | undefined;
  readonly alphas: Uint8Array | undefined;
}

/** @param png in base64 */
export function readLogoFile(png: string): LogoFile {
  const bytes = fromBase64(png);
  const view = new DataView(bytes.buffer);
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.set(type, bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const [depth = 8, colorType = 0] = chunks.get('IHDR')?.subarray(8) ?? [];
  const samples = SAMPLES[colorType];
  const data = chunks.get('IDAT');
  if (samples === undefined || !data) throw new Error(`a logo has colour type ${colorType}`);
  const [palette, alphas] = [chunks.get('PLTE'), chunks.get('tRNS')];
  return { side: view.getUint32(16), depth, samples, data, palette, alphas };
}

export async function readLogoPixels(file: LogoFile): Promise<LogoPixels> {
  const { side, depth, samples, data, palette, alphas } = file;
  const unpacked = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'));
  const lines = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const stride = Math.ceil((side * samples * depth) / 8);
  undoFilters(lines, stride + 1);
  const channels = palette ? 3 : samples;
  const rgba = new Uint8Array(4 * side * side).fill(255);
  for (let y = 0, to = 0; y < side; y++) {
    const line = lines.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let x = 0; x < side; x++, to += 4) {
      const place = palette ? readSample(line, x, depth) : x;
      const colors = palette ?? line;
      for (let i = 0; i < channels; i++) rgba[to + i] = colors[channels * place + i] ?? 0;
      if (palette) rgba[to + 3] = alphas?.[place] ?? 255;
    }
  }
  return { side, rgba };
}

/** A sample of 1, 2, 4 or 8 bits: the highest bits of a byte come first (PNG specification §7.2). */
function readSample(line: Uint8Array, x: number, depth: number): number {
  const bit = x * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function undoFilters(lines: Uint8Array, stride: number): void {
  for (let row = 0; row < lines.length; row += stride) {
    const filter = lines[row];
    if (filter === NONE || (filter === UP && row === 0)) continue;
    if (filter !== UP) throw new Error(`a logo has rows with filter ${filter}`);
    for (let i = row + 1; i < row + stride; i++) lines[i] = (lines[i] ?? 0) + (lines[i - stride] ?? 0);
  }
}

/** The pixels without transparency, on a colour: red, green and blue. */
export function flatten({ rgba }: LogoPixels, ground: HexColor): Uint8Array {
  const below = toChannels(ground);
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    const alpha = (rgba[from + 3] ?? 255) / 255;
    for (let i = 0; i < 3; i++)
      rgb[to++] = Math.round((rgba[from + i] ?? 0) * alpha + (below[i] ?? 0) * (1 - alpha));
  }
  return rgb;
}

/** Brightness of pixels without transparency, 0 to 255, as the eye weighs red, green and blue (ITU-R BT.601). */
export function toGrey(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3);
  for (let from = 0, to = 0; from < rgb.length; from += 3) {
    const [red, green, blue] = [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
    grey[to++] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return grey;
}
