import { Resvg } from '@cf-wasm/resvg';

/**
 * RGBA pixels of an SVG document by resvg, their colours multiplied by alpha. Both handles own WASM memory that no garbage collector sees,
 * so they are always freed.
 *
 * @param width of the picture in pixels, regardless of the document's own size; the height follows
 */
export async function renderPixels(svg: string, width: number): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: width } });
  try {
    const image = resvg.render();
    try {
      return image.pixels;
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

/** The RGBA pixels of a picture, their colours multiplied by alpha, some whole rows at a time from the top. May be read more than once. */
export type PixelBands = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Pixels that are drawn at once, of 4 bytes each: an isolate has 128 MB, and resvg and this program both hold them. */
const BAND_PIXELS = 2 ** 20;

/**
 * The same pixels, in bands of whole rows if there are many. Each band is drawn when it is read.
 *
 * @param svg a document of `width` units whose root element states its size first
 */
export async function renderBands(svg: string, width: number): Promise<PixelBands> {
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1] ?? width);
  if (width * height <= BAND_PIXELS) return [await renderPixels(svg, width)];
  return { [Symbol.asyncIterator]: () => drawBands(svg, width, height) };
}

async function* drawBands(svg: string, width: number, height: number): AsyncGenerator<Uint8Array> {
  const whole = `height="${height}" viewBox="0 0 ${width} ${height}"`;
  if (!svg.includes(whole)) throw new Error('a picture in bands states its size');
  const most = Math.floor(BAND_PIXELS / width);
  for (let top = 0; top < height; top += most) {
    const rows = Math.min(most, height - top);
    const band = svg.replace(whole, `height="${rows}" viewBox="0 ${top} ${width} ${rows}"`);
    yield renderPixels(band, width);
  }
}

/** RGBA pixels as little-endian words, which are read four times as fast as their bytes; a copy only where they begin between two words. */
export function toWords(rgba: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}
