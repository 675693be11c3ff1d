import { crc32, inflateSync } from 'node:zlib';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

export interface PngPicture {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** 3 is indexed. */
  readonly colorType: number;
  /** `#rrggbb` each. */
  readonly palette: readonly string[];
  /** The palette index of each pixel, row by row. */
  readonly indexes: Uint8Array;
}

/** Reads a one-bit indexed PNG strictly by its specification; throws on any deviation. */
export function readPng(png: Uint8Array): PngPicture {
  const chunks = readChunks(png);
  const header = only(chunks, 'IHDR');
  const view = new DataView(header.buffer, header.byteOffset);
  const [width, height, bitDepth, colorType] = [
    view.getUint32(0),
    view.getUint32(4),
    view.getUint8(8),
    view.getUint8(9),
  ];
  if (bitDepth !== 1 || colorType !== 3) throw new Error(`bit depth ${bitDepth}, colour type ${colorType}`);
  const stride = 1 + Math.ceil(width / 8);
  const scanlines = unfilter(inflateIdat(chunks), stride);
  if (scanlines.length !== stride * height) throw new Error('the picture has too many or too few bytes');
  const indexes = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      indexes[y * width + x] = (scanlines[y * stride + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1;
    }
  }
  const colors: string[] = Buffer.from(only(chunks, 'PLTE')).toString('hex').match(/.{6}/g) ?? [];
  return { width, height, bitDepth, colorType, palette: colors.map((color) => `#${color}`), indexes };
}

/** The rows of a PNG with one bit per pixel, each after the filter type None, whatever filters the file uses. */
export function readScanlines(png: Uint8Array): Uint8Array {
  const chunks = readChunks(png);
  return unfilter(inflateIdat(chunks), 1 + Math.ceil(only(chunks, 'IHDR').readUInt32BE(0) / 8));
}

function inflateIdat(chunks: readonly Chunk[]): Uint8Array {
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  // Window 0 is the one that the data declares, and not a larger one.
  return inflateSync(data, { windowBits: 0 });
}

/** Undoes the filters None and Up (PNG §9.2). */
function unfilter(scanlines: Uint8Array, stride: number): Uint8Array {
  const rows = Uint8Array.from(scanlines);
  for (let row = 0; row < rows.length; row += stride) {
    const filter = rows[row];
    if (filter !== 0 && filter !== 2) throw new Error('this reader knows filters None and Up only');
    for (let i = row + 1; filter === 2 && i < row + stride; i++) rows[i] = rows[i]! + (rows[i - stride] ?? 0);
    rows[row] = 0;
  }
  return rows;
}

export interface PixelPicture {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  /** 2 is true colour, 3 indexed, 6 true colour with alpha. */
  readonly colorType: number;
  readonly rgba: Uint8ClampedArray;
}

/** Reads the RGBA pixels of a PNG, indexed or in true colour with 8 bits per sample, strictly by its specification; throws on any deviation. */
export function readPixels(png: Uint8Array): PixelPicture {
  const chunks = readChunks(png);
  const header = only(chunks, 'IHDR');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bitDepth = 0, colorType = 0] = header.subarray(8);
  const channels = { 2: 3, 3: 1, 6: 4 }[colorType];
  const depths = colorType === 3 ? [1, 2, 4, 8] : [8];
  if (channels === undefined || !depths.includes(bitDepth))
    throw new Error(`colour type ${colorType} of ${bitDepth} bits`);
  const stride = 1 + Math.ceil((width * channels * bitDepth) / 8);
  const scanlines = unfilter(inflateIdat(chunks), stride);
  if (scanlines.length !== stride * height) throw new Error('the picture has too many or too few bytes');
  const colors = channels === 1 ? readPalette(chunks) : [];
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) {
    const bit = (i % width) * channels * bitDepth;
    const at = Math.floor(i / width) * stride + 1 + (bit >> 3);
    // The leftmost pixel is in the highest bits of a byte.
    const entry = (scanlines[at]! >> (8 - bitDepth - (bit & 7))) & (2 ** bitDepth - 1);
    if (channels === 1 && entry >= colors.length) throw new Error(`the palette has no entry ${entry}`);
    const color = colors[entry];
    for (let k = 0; k < (color ? 4 : channels); k++) rgba[4 * i + k] = color ? color[k]! : scanlines[at + k]!;
  }
  return { width, height, bitDepth, colorType, rgba };
}

/** Red, green, blue and alpha of each entry. */
function readPalette(chunks: readonly Chunk[]): number[][] {
  const palette = only(chunks, 'PLTE');
  const alphas = chunks.find(({ type }) => type === 'tRNS')?.data ?? Buffer.alloc(0);
  return Array.from({ length: palette.length / 3 }, (_, i) => [
    ...palette.subarray(3 * i, 3 * i + 3),
    alphas[i] ?? 255,
  ]);
}

/** The picture as RGBA pixels. */
export function toRgba({ indexes, palette }: PngPicture): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(indexes.length * 4);
  const colors = palette.map((color) => [...Buffer.from(color.slice(1), 'hex'), 255]);
  for (const [i, index] of indexes.entries()) pixels.set(colors[index]!, i * 4);
  return pixels;
}

function readChunks(png: Uint8Array): Chunk[] {
  const file = Buffer.from(png);
  if (file.subarray(0, 8).toString('hex') !== '89504e470d0a1a0a') throw new Error('not a PNG');
  const chunks: Chunk[] = [];
  let at = 8;
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const checked = file.subarray(at + 4, at + 8 + length);
    if (file.readUInt32BE(at + 8 + length) !== crc32(checked)) throw new Error('a chunk has a wrong CRC');
    chunks.push({ type: checked.subarray(0, 4).toString('latin1'), data: checked.subarray(4) });
    at += 12 + length;
  }
  if (chunks[0]?.type !== 'IHDR' || chunks.at(-1)?.type !== 'IEND')
    throw new Error('chunks are out of order');
  return chunks;
}

function only(chunks: readonly Chunk[], wanted: string): Buffer {
  const found = chunks.filter(({ type }) => type === wanted);
  if (found.length !== 1) throw new Error(`there are ${found.length} ${wanted} chunks`);
  return found[0]!.data;
}
