import type { ModulePicture } from '../picture/module-picture.ts';

/** The value of the run that ends a row: no byte's. */
export const ROW_END = -1;

/**
 * The scanlines of a PNG of one bit per pixel (PNG §7.2, §9.2), each a filter type, None, and the pixels. Scanlines like the one
 * above are counted, and those that differ are runs of equal bytes: as much work as there are modules, not pixels.
 */
export interface PixelRows {
  /** Bytes of a scanline. */
  readonly stride: number;
  /** By row, where its first scanline is in the stream; at the end, the length of the stream. */
  readonly starts: Uint32Array;
  /** By row, the index of its first run; at the end, the number of runs. */
  readonly firstRuns: Uint32Array;
  /** By run, its byte; `ROW_END` for one of no length at the end of each row. */
  readonly values: Int16Array;
  /** By run, where it begins in its row. */
  readonly offsets: Uint16Array;
}

/**
 * Lays out a picture in `size` × `size` pixels: each module is `floor(size / side)` pixels square, and what is left over widens
 * the quiet zone, evenly on opposite sides.
 */
export function toPixelRows({ side, modules }: ModulePicture, size: number): PixelRows {
  const scale = Math.floor(size / side);
  const before = Math.floor((size - side * scale) / 2);
  const stride = 1 + Math.ceil(size / 8);
  const rows: GrowingRows = { stride, starts: [0], firstRuns: [0], values: [], offsets: [] };
  addRow(rows, [], before);
  for (let row = 0; row < side; row++) {
    addRow(rows, findEdges(modules.subarray(row * side, (row + 1) * side), before, scale), scale);
  }
  addRow(rows, [], size - before - side * scale);
  return {
    stride,
    starts: new Uint32Array(rows.starts),
    firstRuns: new Uint32Array(rows.firstRuns),
    values: new Int16Array(rows.values),
    offsets: new Uint16Array(rows.offsets),
  };
}

/** Where pixels change colour in a row, counted from the start of the scanline: light first, and light after the last. */
function findEdges(cells: Uint8Array, before: number, scale: number): number[] {
  const edges: number[] = [];
  for (let column = 0, colour = 0; column <= cells.length; column++) {
    const cell = cells[column] ?? 0;
    if (cell !== colour) edges.push(8 + before + column * scale);
    colour = cell;
  }
  return edges;
}

/** The same while it is made. */
interface GrowingRows {
  readonly stride: number;
  readonly starts: number[];
  readonly firstRuns: number[];
  readonly values: number[];
  readonly offsets: number[];
}

/** Adds scanlines of one kind, to the last row if they are like it. */
function addRow(rows: GrowingRows, edges: readonly number[], scanlines: number): void {
  if (scanlines === 0) return;
  const { stride, starts, firstRuns, values } = rows;
  const first = values.length;
  addRuns(rows, edges);
  const end = (starts.at(-1) ?? 0) + scanlines * stride;
  if (isLikeRowBefore(rows, first)) {
    values.length = first;
    rows.offsets.length = first;
    starts[starts.length - 1] = end;
  } else {
    firstRuns.push(values.length);
    starts.push(end);
  }
}

function addRuns({ stride, values, offsets }: GrowingRows, edges: readonly number[]): void {
  const first = values.length;
  const add = (value: number, offset: number): void => {
    if (values.length > first && values.at(-1) === value) return;
    values.push(value);
    offsets.push(offset);
  };
  add(0, 0);
  // The byte that is being filled, and the colour of what comes next.
  let offset = 0;
  let byte = 0;
  let colour = 0;
  for (const edge of edges) {
    if (edge >>> 3 > offset) {
      add(byte, offset);
      if (edge >>> 3 > offset + 1) add(colour, offset + 1);
      offset = edge >>> 3;
      byte = colour;
    }
    colour ^= 0xff;
    byte ^= 0xff >>> (edge & 7);
  }
  // Dark modules may end with the scanline.
  if (offset < stride) add(byte, offset);
  if (offset + 1 < stride) add(0, offset + 1);
  values.push(ROW_END);
  offsets.push(stride);
}

function isLikeRowBefore({ firstRuns, values, offsets }: GrowingRows, first: number): boolean {
  const before = firstRuns.at(-2) ?? 0;
  if (firstRuns.length < 2 || values.length - first !== first - before) return false;
  for (let i = 0; i < first - before; i++) {
    if (values[first + i] !== values[before + i] || offsets[first + i] !== offsets[before + i]) return false;
  }
  return true;
}

/** Adler-32 of the stream (RFC 1950 §8.2), of whole runs and rows at a time. */
export function adler32({ stride, starts, firstRuns, values, offsets }: PixelRows): number {
  const PRIME = 65521;
  let low = 1;
  let high = 0;
  for (let row = 0; row + 1 < starts.length; row++) {
    // What one scanline adds: to the low sum, and to the high one if the low began at zero.
    let sum = 0;
    let weighted = 0;
    for (let run = firstRuns[row] ?? 0; values[run] !== ROW_END; run++) {
      const from = offsets[run] ?? 0;
      const length = (offsets[run + 1] ?? 0) - from;
      const value = values[run] ?? 0;
      sum += value * length;
      weighted += value * length * (stride - from - (length - 1) / 2);
    }
    const scanlines = ((starts[row + 1] ?? 0) - (starts[row] ?? 0)) / stride;
    high += scanlines * (stride * low + weighted) + ((stride * scanlines * (scanlines - 1)) / 2) * sum;
    low = (low + scanlines * sum) % PRIME;
    high %= PRIME;
  }
  return ((high << 16) | low) >>> 0;
}
