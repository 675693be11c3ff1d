import type { PictureShape } from '#core/drawing.ts';
import { type Inks, isInOneInk, type ProcessInks, toCmyk } from './ink.ts';
import { flatten, readLogoPixels, toGrey } from './logo-pixels.ts';

/** A logo as files hold it: a square of samples, a byte each, row by row. */
export interface EmbeddedLogo {
  /** In pixels. */
  readonly side: number;
  readonly samples: Uint8Array;
  /** 1: shades of the one ink, from 0, which is all of it, to 255, bare paper. 3: red, green and blue. 4: the process inks. */
  readonly channels: 1 | 3 | 4;
  /** How much of it covers the paper, 0 to 255; null if all of it does. */
  readonly alpha: Uint8Array | null;
}

/**
 * The picture of a logo in the inks of a file. Where files have no transparency, it lies on its ground.
 *
 * @param png in base64
 * @param hasAlpha whether the format can let the paper show through
 */
export async function embedLogo(
  png: string,
  { ground, isClear }: Pick<PictureShape, 'ground' | 'isClear'>,
  inks: Inks,
  hasAlpha: boolean,
): Promise<EmbeddedLogo> {
  const pixels = await readLogoPixels(png);
  const { side, rgba } = pixels;
  const isOneInk = isInOneInk(inks);
  const rgb = flatten(pixels, ground);
  if (isOneInk) return { side, samples: toGrey(rgb), channels: 1, alpha: null };
  if (inks.space === 'process') return { side, samples: toProcess(rgb, inks), channels: 4, alpha: null };
  if (!hasAlpha || !isClear) return { side, samples: rgb, channels: 3, alpha: null };
  const straight = Uint8Array.from(
    { length: rgb.length },
    (_, i) => rgba[Math.floor(i / 3) * 4 + (i % 3)] ?? 0,
  );
  return { side, samples: straight, channels: 3, alpha: rgba.filter((_, i) => i % 4 === 3) };
}

/** Pixels of a colour whose inks are given have these, as the shapes around the logo do. */
function toProcess(rgb: Uint8Array, { mixes }: ProcessInks): Uint8Array {
  const given = new Map([...mixes].map(([color, mix]) => [Number.parseInt(color.slice(1), 16), mix]));
  const samples = new Uint8Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(from, from + 3);
    const mix = given.get((red << 16) | (green << 8) | blue) ?? toCmyk([red, green, blue]);
    for (const [ink, share] of mix.entries()) samples[to + ink] = Math.round(share * 255);
  }
  return samples;
}
