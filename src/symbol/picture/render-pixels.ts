import { Resvg } from '@cf-wasm/resvg';
import { type HexColor, toChannels } from '#core/styles/hex-color.ts';

/**
 * RGBA pixels of an SVG document by resvg, with straight alpha as in a PNG. Both handles own WASM memory that no garbage collector sees, so
 * they are always freed.
 *
 * @param width of the picture in pixels, regardless of the document's own size; the height follows
 * @param ground the colour of pixels that are not to be seen, for programs that drop alpha; black if absent
 */
export async function renderPixels(svg: string, width: number, ground?: HexColor): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: width } });
  try {
    const image = resvg.render();
    try {
      return divideByAlpha(image.pixels, ground ? toChannels(ground) : [0, 0, 0]);
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

/** The RGBA pixels of a picture, some whole rows at a time from the top. May be read more than once. */
export type PixelBands = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Pixels that are drawn at once, of 4 bytes each: an isolate has 128 MB, and resvg and this program both hold them. */
const BAND_PIXELS = 2 ** 20;

/**
 * The same pixels, in bands of whole rows if there are many. Each band is drawn when it is read.
 *
 * @param svg a document of `width` units whose root element states its size first
 */
export async function renderBands(svg: string, width: number, ground?: HexColor): Promise<PixelBands> {
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1] ?? width);
  if (width * height <= BAND_PIXELS) return [await renderPixels(svg, width, ground)];
  return { [Symbol.asyncIterator]: () => drawBands(svg, width, height, ground) };
}

async function* drawBands(
  svg: string,
  width: number,
  height: number,
  ground?: HexColor,
): AsyncGenerator<Uint8Array> {
  const whole = `height="${height}" viewBox="0 0 ${width} ${height}"`;
  if (!svg.includes(whole)) throw new Error('a picture in bands states its size');
  const most = Math.floor(BAND_PIXELS / width);
  for (let top = 0; top < height; top += most) {
    const rows = Math.min(most, height - top);
    const band = svg.replace(whole, `height="${rows}" viewBox="0 ${top} ${width} ${rows}"`);
    yield renderPixels(band, width, ground);
  }
}

/** RGBA pixels as little-endian words, which are read four times as fast as their bytes; a copy only where they begin between two words. */
export function toWords(rgba: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** resvg multiplies colours by alpha; this undoes it. What is not to be seen has no colour, and gets that of the ground. */
function divideByAlpha(pixels: Uint8Array, ground: readonly number[]): Uint8Array {
  const words = toWords(pixels);
  for (let pixel = 0; pixel < words.length; pixel++) {
    const alpha = (words[pixel] ?? 0) >>> 24;
    if (alpha === 255) continue;
    const at = 4 * pixel;
    if (alpha === 0) {
      pixels.set(ground, at);
      continue;
    }
    for (let i = at; i < at + 3; i++) pixels[i] = Math.min(255, Math.round(((pixels[i] ?? 0) * 255) / alpha));
  }
  return pixels;
}
