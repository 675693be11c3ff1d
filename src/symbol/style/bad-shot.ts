/** The effects of a bad photo on a picture, in the order in which they happen; docs/decisions/styles.md gives the figures. */
const BLUR_SIGMA = 1.1;
const CONTRAST = 0.5;
/** Share of the light that remains on the right side. */
const LIGHT_LEFT = 0.5;
const NOISE = 6;

/**
 * One bad photo of a picture, always the same: well exposed, out of focus, pale, lit from the left, with noise.
 *
 * @param rgba pixels of the picture, their colours multiplied by alpha
 * @param width in pixels; the height follows
 * @param paper colour behind transparent parts of the picture, 0 to 255 for each channel
 * @returns RGBA pixels, grey and opaque
 */
export function takeBadShot(
  rgba: Uint8Array,
  width: number,
  paper: readonly [number, number, number],
): Uint8ClampedArray {
  const blurred = blur(stretch(toLuma(rgba, paper)), width);
  const noise = seededNoise(width);
  const shot = new Uint8ClampedArray(rgba.length);
  for (let at = 0; at < blurred.length;) {
    for (let x = 0; x < width; x++, at++) {
      const pale = 127.5 + ((blurred[at] ?? 0) - 127.5) * CONTRAST;
      const light = 1 - ((1 - LIGHT_LEFT) * x) / width;
      const value = pale * light + noise() * NOISE;
      shot[4 * at] = shot[4 * at + 1] = shot[4 * at + 2] = value;
      shot[4 * at + 3] = 255;
    }
  }
  return shot;
}

/** ITU-R BT.601. */
function toLuma(rgba: Uint8Array, [red, green, blue]: readonly [number, number, number]): Float32Array {
  const luma = new Float32Array(rgba.length / 4);
  const paper = 0.299 * red + 0.587 * green + 0.114 * blue;
  for (let i = 0; i < luma.length; i++) {
    const alpha = (rgba[4 * i + 3] ?? 0) / 255;
    const own = 0.299 * (rgba[4 * i] ?? 0) + 0.587 * (rgba[4 * i + 1] ?? 0) + 0.114 * (rgba[4 * i + 2] ?? 0);
    luma[i] = own + paper * (1 - alpha);
  }
  return luma;
}

/** Stretches to the full range, because the colour rule decides whether colours are far enough apart. */
function stretch(luma: Float32Array): Float32Array {
  let [low, high] = [255, 0];
  for (const value of luma) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return luma.map((value) => ((value - low) / Math.max(1, high - low)) * 255);
}

/** A Gaussian blur, first along the rows and then along the columns; edge pixels repeat outwards. */
function blur(pixels: Float32Array, width: number): Float32Array {
  const reach = Math.ceil(3 * BLUR_SIGMA);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * BLUR_SIGMA ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const along = (from: Float32Array, step: number, count: number, across: number) => {
    const to = new Float32Array(from.length);
    const line = new Float32Array(reach + count + reach);
    for (let start = 0, end = (from.length / count) * across; start < end; start += across) {
      for (let at = 0; at < count; at++) line[reach + at] = from[start + at * step] ?? 0;
      line.fill(line[reach] ?? 0, 0, reach).fill(line[reach + count - 1] ?? 0, reach + count);
      for (let at = 0; at < count; at++) {
        let value = 0;
        for (let k = 0; k < weights.length; k++) value += (line[at + k] ?? 0) * (weights[k] ?? 0);
        to[start + at * step] = value / sum;
      }
    }
    return to;
  };
  return along(along(pixels, 1, width, width), width, pixels.length / width, 1);
}

/**
 * Numbers around 0, most of them between -1 and 1, the same for the same seed (the sum of two xorshift32 numbers: a triangular
 * distribution).
 */
function seededNoise(seed: number): () => number {
  let state = seed | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  return () => next() + next() - 1;
}
