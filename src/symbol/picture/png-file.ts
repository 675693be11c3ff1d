// oxlint-disable-next-line typescript/triple-slash-reference -- every program that compiles a writer of PNGs finds the types with it
/// <reference path="./node-zlib.d.ts" />
import { crc32 } from '#core/bytes/crc32.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';

/** Colour types (PNG specification §11.2.1). */
const [TRUECOLOR, INDEXED, TRUECOLOR_ALPHA] = [2, 3, 6];

/** PNG specification §5.2. */
export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export interface PngFile {
  /** Width and height in pixels. */
  readonly width: number;
  readonly height: number;
  /** Bits per palette index or channel. */
  readonly depth: number;
  /** Palette colours as red, green, blue and alpha, which pixels name by index; null if pixels hold colours themselves. */
  readonly palette: readonly (readonly [red: number, green: number, blue: number, alpha: number])[] | null;
  readonly isOpaque: boolean;
  /** Pixels per inch, which the file then states; null leaves them out. */
  readonly dpi: number | null;
  /** The rows, each after its filter byte (PNG specification §7.2, §9.2), as a zlib stream. */
  readonly data: Uint8Array;
}

/** Writes a PNG from pixels that are already packed and filtered. */
export function writePngFile({ palette, isOpaque, dpi, data, ...picture }: PngFile): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, picture.width);
  view.setUint32(4, picture.height);
  header[8] = picture.depth;
  header[9] = palette ? INDEXED : isOpaque ? TRUECOLOR : TRUECOLOR_ALPHA;
  const chunks = [toChunk('IHDR', header)];
  if (dpi !== null) chunks.push(toChunk('pHYs', writeDensity(dpi)));
  if (palette) chunks.push(toChunk('PLTE', Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))));
  if (palette && !isOpaque)
    chunks.push(
      toChunk(
        'tRNS',
        Uint8Array.from(palette, ([, , , alpha]) => alpha),
      ),
    );
  return joinBytes([SIGNATURE, ...chunks, toChunk('IDAT', data), toChunk('IEND', new Uint8Array(0))]);
}

/** Pixels per metre, the same in both directions (PNG specification §11.3.4.3). */
function writeDensity(dpi: number): Uint8Array {
  const density = new Uint8Array(9);
  const view = new DataView(density.buffer);
  const perMetre = Math.round(dpi / 0.0254);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  density[8] = 1;
  return density;
}

/** A chunk with its length and checksum (PNG specification §5.3). */
export function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}
