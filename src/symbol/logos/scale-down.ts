/** RGBA pixels, a byte for each channel, colours multiplied by alpha. */
export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Fits a picture into the middle of a square and scales it down if necessary: each pixel is the mean of the pixels that it covers. The rest
 * is transparent.
 *
 * @param side side of the square in pixels, at most the longer side of the picture
 */
export function scaleDown({ pixels, width, height }: Pixels, side: number): Uint8Array {
  const scale = Math.max(width, height) / side;
  const offsetX = (side - width / scale) / 2;
  const offsetY = (side - height / scale) / 2;
  // Unscaled pixels are copied.
  const [left, top] = scale === 1 ? [Math.floor(offsetX), Math.floor(offsetY)] : [offsetX, offsetY];
  const columns = listCovers(side, scale, left, width);
  const rows = listCovers(side, scale, top, height);
  const square = new Uint8Array(4 * side * side);
  for (const [y, across] of rows.entries()) {
    for (const [x, along] of columns.entries()) {
      square.set(meanOf(pixels, width, across, along, scale * scale), 4 * (y * side + x));
    }
  }
  return square;
}

/** The pixels that one pixel of the square covers, and how much of each. */
type Cover = readonly (readonly [at: number, share: number])[];

function listCovers(side: number, scale: number, offset: number, length: number): Cover[] {
  return Array.from({ length: side }, (_, i) => {
    const from = (i - offset) * scale;
    const cover: [number, number][] = [];
    for (let at = Math.max(0, Math.floor(from)); at < Math.min(length, from + scale); at++) {
      const share = Math.min(at + 1, from + scale) - Math.max(at, from);
      if (share > 1e-6) cover.push([at, share]);
    }
    return cover;
  });
}

function meanOf(pixels: Uint8Array, width: number, rows: Cover, columns: Cover, area: number): number[] {
  const sums = [0, 0, 0, 0];
  for (const [y, height] of rows) {
    for (const [x, share] of columns) {
      const at = 4 * (y * width + x);
      for (let i = 0; i < 4; i++) sums[i] = (sums[i] ?? 0) + height * share * (pixels[at + i] ?? 0);
    }
  }
  return sums.map((sum) => Math.round(sum / area));
}
