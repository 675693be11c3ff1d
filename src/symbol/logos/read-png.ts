import { crc32 } from '#core/bytes/crc32.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import { err, ok, type Result } from '#core/result.ts';
import { SIGNATURE, toChunk } from '../picture/png-file.ts';
import type { PictureFile, PictureProblem } from './picture-file.ts';

/** Bits of a sample by colour type (PNG specification §11.2.2), and samples per pixel. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Start and spacing of the pixels in each pass of an interlaced picture (§8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

/**
 * Reads the chunks of a PNG and inflates its pixels once, no further than its size allows, so that a decoder later gets a complete file of
 * the stated size.
 *
 * @param largestSide in pixels
 */
export async function readPng(
  bytes: Uint8Array,
  largestSide: number,
): Promise<Result<PictureFile, PictureProblem>> {
  const chunks = readChunks(bytes);
  if (!chunks.ok) return chunks;
  const of = (type: string) => chunks.value.filter((chunk) => chunk.type === type);
  if (of('acTL').length > 0) {
    const message = 'The PNG is animated: a printed code holds still. Send a single picture.';
    return err({ code: 'animated', message });
  }
  const [first] = chunks.value;
  const header = first?.type === 'IHDR' && of('IHDR').length === 1 ? readHeader(first.data) : null;
  if (header === null) return err(damaged('its header is not that of a PNG'));
  const { width, height } = header;
  if (width > largestSide || height > largestSide) return err(tooManyPixels(width, height, largestSide));
  const unknown = chunks.value.find(({ type }) => /^[A-Z]/.test(type) && !KNOWN.has(type));
  if (unknown) return err(damaged(`it has a part "${unknown.type}" that no PNG has`));
  const [palette] = of('PLTE');
  if (header.colorType === 3 && !palette) return err(damaged('it has no palette'));
  const data = joinBytes(of('IDAT').map((chunk) => chunk.data));
  const problem = await checkPixels(header, data);
  if (problem) return err(problem);
  const kept = ['IHDR', 'PLTE', 'tRNS'].flatMap((type) => of(type).slice(0, 1));
  const clean = [
    SIGNATURE,
    ...kept.map((chunk) => toChunk(chunk.type, chunk.data)),
    toChunk('IDAT', data),
    toChunk('IEND', new Uint8Array(0)),
  ];
  return ok({ type: 'png', width, height, orientation: 1, bytes: joinBytes(clean) });
}

const KNOWN: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/** All chunks up to the end of the picture. */
function readChunks(bytes: Uint8Array): Result<readonly Chunk[], PictureProblem> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at: number = SIGNATURE.length; ;) {
    if (at + 12 > bytes.length) return err(damaged('it ends early'));
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return err(damaged('it ends early'));
    const body = bytes.subarray(at + 4, at + 8 + length);
    const type = String.fromCharCode(...body.subarray(0, 4));
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(body) !== view.getUint32(at + 8 + length))
      return err(damaged('the checksum of a part is wrong'));
    chunks.push({ type, data: body.subarray(4) });
    if (type === 'IEND') return ok(chunks);
    at += 12 + length;
  }
}

function readHeader(data: Uint8Array): Header | null {
  if (data.length !== 13) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = data.subarray(8);
  const header = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colorType,
    isInterlaced: interlace === 1,
  };
  const isKnown = DEPTHS[colorType]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  return isKnown && header.width > 0 && header.height > 0 ? header : null;
}

/** Checks that there are as many pixels as the header says; null if so. Longer data is not inflated to its end. */
async function checkPixels(header: Header, data: Uint8Array): Promise<PictureProblem | null> {
  const expected = countBytes(header);
  const inflated = new Blob([new Uint8Array(data)]).stream().pipeThrough(new DecompressionStream('deflate'));
  let found = 0;
  try {
    for await (const piece of inflated) {
      found += piece.byteLength;
      if (found > expected) return damaged('it holds more than its size says');
    }
  } catch {
    return damaged('its pixels cannot be read, or end early');
  }
  return found < expected ? damaged('it ends early') : null;
}

/** Bytes of all rows, each after its filter byte (§7.2). */
function countBytes({ width, height, depth, colorType, isInterlaced }: Header): number {
  const bits = depth * (SAMPLES[colorType] ?? 1);
  const rows = (columns: number, lines: number) =>
    columns === 0 ? 0 : lines * (1 + Math.ceil((columns * bits) / 8));
  if (!isInterlaced) return rows(width, height);
  return PASSES.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + rows(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
    0,
  );
}

export function damaged(why: string): PictureProblem {
  return { code: 'damaged', message: `The file is damaged: ${why}.` };
}

export function tooManyPixels(width: number, height: number, largestSide: number): PictureProblem {
  const message = `The picture is ${width} × ${height} pixels, and at most ${largestSide} × ${largestSide} are taken.`;
  return { code: 'too_large', message };
}
