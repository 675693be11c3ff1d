import { zlibAsync } from '@gfx/zopfli';
import { optimizePng } from '#harness/symbols/peers/optimize-png.ts';
import { readScanlines } from '#harness/symbols/read-png.ts';
import type { BenchWorker } from './run-worker.ts';

/** Bytes of a PNG around its compressed data: signature, header, palette of two colours, end, and the frame of the data. */
const PNG_FRAME_BYTES = 8 + 25 + 18 + 12 + 12;

const CASES = [
  ['url31', 256],
  ['url31', 512],
  ['url31', 1024],
  ['url200', 512],
  ['url200', 1024],
  ['text2000', 1024],
] as const;

/** Prints each PNG's bytes beside what optimisers make of the same picture when they may take seconds for it. */
export async function printPngSizes(worker: BenchWorker): Promise<void> {
  console.log('\n### Bytes of the PNG against optimisers\n');
  console.log('| picture | this project | oxipng 6 | ratio | zopfli, all filters | ratio |');
  console.log('|---|---|---|---|---|---|');
  const pictures: { name: string; size: number; png: Uint8Array }[] = [];
  for (const [content, size] of CASES) {
    pictures.push({ name: `${content}, ${size} px`, size, png: await worker.fetchPicture(content, size) });
  }
  for (const { name, size, png } of pictures) {
    const zopfli = await Promise.all(refilter(readScanlines(png), size).map(zopfliBytes));
    const cells = [(await optimizePng(png)).length, Math.min(...zopfli)].map(
      (bytes) => `${bytes} | ${(png.length / bytes).toFixed(3)}`,
    );
    console.log(`| ${name} | ${png.length} | ${cells.join(' | ')} |`);
  }
}

async function zopfliBytes(scanlines: Uint8Array): Promise<number> {
  return (await zlibAsync(scanlines, { numiterations: 15 })).length + PNG_FRAME_BYTES;
}

/** Rows, all of whose filters are None, under each of the five filters, and None with Up for repeated rows. */
function refilter(scanlines: Uint8Array, size: number): Uint8Array[] {
  const stride = 1 + Math.ceil(size / 8);
  const row = (y: number): Uint8Array => scanlines.subarray(y * stride + 1, (y + 1) * stride);
  const isRepeated = (y: number): boolean => y > 0 && Buffer.from(row(y)).equals(row(y - 1));
  const choices: ((y: number) => number)[] = [
    ...[0, 1, 2, 3, 4].map((filter) => () => filter),
    (y) => (isRepeated(y) ? 2 : 0),
  ];
  return choices.map((choose) => {
    const filtered = new Uint8Array(scanlines.length);
    for (let y = 0; y < size; y++) {
      const above = y === 0 ? new Uint8Array(stride - 1) : row(y - 1);
      filtered[y * stride] = choose(y);
      filtered.set(filterRow(choose(y), row(y), above), y * stride + 1);
    }
    return filtered;
  });
}

/** PNG specification §9.2, for pixels of less than a byte. */
function filterRow(filter: number, row: Uint8Array, above: Uint8Array): Uint8Array {
  return row.map((byte, i) => {
    const [left, up, upLeft] = [row[i - 1] ?? 0, above[i] ?? 0, above[i - 1] ?? 0];
    return byte - ([0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0);
  });
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
