import { seededRandom } from '#scripts/support/seeded-random.ts';
import type { RgbaPicture } from '../read-symbol.ts';

/** What happens to a picture on its way into a phone, in three variants, each with a random part. */
export const PHOTOS = [
  'out of focus and pale',
  'turned, tilted and noisy',
  'unevenly lit and compressed',
] as const;
export type Photo = (typeof PHOTOS)[number];

/** Shades of grey, not always whole numbers. */
interface Shades {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/**
 * A photo of a picture whose modules are four pixels wide.
 * @param seed the same seed, photo and size give the same light, rotation and noise: a picture and its twin are taken alike
 */
export function takePhoto(picture: RgbaPicture, photo: Photo, seed: number): RgbaPicture {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const paper = expose(toShades(picture));
  switch (photo) {
    case 'out of focus and pale': {
      const blurred = blur(paper, between(0.7, 1.5));
      const [contrast, middle] = [between(0.4, 0.7), between(100, 150)];
      const pale = mapShades(blurred, (value) => middle + (value - 127.5) * contrast);
      return toPicture(addNoise(pale, between(2, 6), seed));
    }
    case 'turned, tilted and noisy': {
      const turned = tilt(paper, between(-8, 8), between(-0.06, 0.06), between(-0.06, 0.06));
      return toPicture(addNoise(blur(turned, between(0.4, 0.8)), between(4, 20), seed));
    }
    case 'unevenly lit and compressed': {
      const { width, height } = paper;
      const [turn, dark, reach] = [between(0, 2 * Math.PI), between(0.3, 0.6), between(1, 3)];
      const lit = mapShades(blur(paper, between(0.6, 1.3)), (value, x, y) => {
        const along = (x / width - 0.5) * Math.cos(turn) + (y / height - 0.5) * Math.sin(turn);
        return (30 + 0.8 * value) * (dark + (1 - dark) / (1 + Math.exp((8 * along) / reach)));
      });
      return toPicture(compress(addNoise(lit, 3, seed), between(1, 4)));
    }
  }
}

/** Luminance as a camera sees it: ITU-R BT.601. */
function toShades({ width, height, data }: RgbaPicture): Shades {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++)
    values[i] = 0.299 * data[4 * i]! + 0.587 * data[4 * i + 1]! + 0.114 * data[4 * i + 2]!;
  return { width, height, values };
}

/** Scales the picture so that its lightest part is white: a camera adjusts its exposure to that. */
function expose(shades: Shades): Shades {
  const lightest = shades.values.reduce((most, value) => Math.max(most, value), 1);
  return mapShades(shades, (value) => (value * 255) / lightest);
}

function toPicture({ width, height, values }: Shades): RgbaPicture {
  const data = new Uint8ClampedArray(4 * values.length).fill(255);
  for (let i = 0; i < values.length; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = values[i]!;
  return { width, height, data };
}

function mapShades(
  { width, height, values }: Shades,
  change: (value: number, x: number, y: number) => number,
): Shades {
  return {
    width,
    height,
    values: values.map((value, i) => change(value, i % width, Math.floor(i / width))),
  };
}

/** A Gaussian blur, along the rows and then the columns; the picture is extended at its edges. */
function blur({ width, height, values }: Shades, sigma: number): Shades {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-(((i - reach) / sigma) ** 2) / 2),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const pass = (from: Float32Array, lines: number, length: number, across: number, along: number) => {
    const to = new Float32Array(from.length);
    const line = new Float32Array(length + 2 * reach);
    for (let l = 0; l < lines; l++) {
      for (let i = 0; i < line.length; i++)
        line[i] = from[l * across + Math.min(length - 1, Math.max(0, i - reach)) * along]!;
      for (let i = 0; i < length; i++) {
        let value = 0;
        for (let k = 0; k < weights.length; k++) value += line[i + k]! * weights[k]!;
        to[l * across + i * along] = value / sum;
      }
    }
    return to;
  };
  return { width, height, values: pass(pass(values, height, width, width, 1), width, height, 1, width) };
}

/** Approximately normal, except in the tails: the sum of three numbers. */
function addNoise(shades: Shades, deviation: number, seed: number): Shades {
  let state = seed | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return mapShades(shades, (value) => value + (next() + next() + next() - 1.5) * 2 * deviation);
}

/** Rotated by degrees and seen from the side, on a grey table; the size stays the same. */
function tilt({ width, height, values }: Shades, degrees: number, tiltX: number, tiltY: number): Shades {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  // Wide enough to keep the corners inside.
  const grown = { width: Math.ceil(1.45 * width), height: Math.ceil(1.45 * height) };
  const turned = new Float32Array(grown.width * grown.height);
  for (let y = 0, at = 0; y < grown.height; y++) {
    for (let x = 0; x < grown.width; x++, at++) {
      const [u, v] = [x - grown.width / 2, y - grown.height / 2];
      const depth = 1 + (tiltX * u) / width + (tiltY * v) / height;
      turned[at] = sample(
        { width, height, values },
        (cos * u + sin * v) / depth + width / 2,
        (cos * v - sin * u) / depth + height / 2,
      );
    }
  }
  return { ...grown, values: turned };
}

/** The value between four pixels. */
function sample({ width, height, values }: Shades, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 140;
  const at = top * width + left;
  const [dx, dy] = [x - left, y - top];
  const above = values[at]! * (1 - dx) + values[at + 1]! * dx;
  const below = values[at + width]! * (1 - dx) + values[at + width + 1]! * dx;
  return above * (1 - dy) + below * dy;
}

/** The quantisation steps for the luminance of a JPEG (ITU-T T.81 Table K.1). */
const STEPS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/** The cosines of a transform over eight pixels: `COSINES[8 * frequency + place]`. */
const COSINES = Float32Array.from(
  { length: 64 },
  (_, i) => Math.cos(((2 * (i % 8) + 1) * (i >> 3) * Math.PI) / 16) * (i < 8 ? Math.SQRT1_2 : 1) * 0.5,
);

/** Applies the loss of a JPEG, with its quantisation steps multiplied by a factor. */
function compress({ width, height, values }: Shades, coarseness: number): Shades {
  const result = values.slice();
  const [block, half] = [new Float32Array(64), new Float32Array(64)];
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let i = 0; i < 64; i++) block[i] = values[(top + (i >> 3)) * width + left + (i & 7)]! - 128;
      transform(block, half, false);
      transform(half, block, false);
      for (let i = 0; i < 64; i++) {
        const step = STEPS[i]! * coarseness;
        block[i] = Math.round(block[i]! / step) * step;
      }
      transform(block, half, true);
      transform(half, block, true);
      for (let i = 0; i < 64; i++) result[(top + (i >> 3)) * width + left + (i & 7)] = block[i]! + 128;
    }
  }
  return { width, height, values: result };
}

/** Eight cosine transforms along the rows of a block, or their inverses, with the result transposed. */
function transform(from: Float32Array, to: Float32Array, isInverse: boolean): void {
  for (let row = 0; row < 8; row++) {
    for (let k = 0; k < 8; k++) {
      let sum = 0;
      for (let i = 0; i < 8; i++) sum += from[8 * row + i]! * COSINES[isInverse ? 8 * i + k : 8 * k + i]!;
      to[8 * k + row] = sum;
    }
  }
}
