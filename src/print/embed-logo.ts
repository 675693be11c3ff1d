import type { PictureShape } from '#core/drawing.ts';
import { type DevicePaint, type Inks, isInOneInk, type ProcessInks, toCmyk } from './ink.ts';
import { flatten, type LogoFile, readLogoPixels, toGrey } from './logo-pixels.ts';

/** A logo as files hold it: a square of samples, a byte each, row by row. */
export interface EmbeddedLogo {
  /** In pixels. */
  readonly side: number;
  readonly samples: Uint8Array;
  /** What the samples are: `shades` are those of the one ink, from 0, which is all of it, to 255, bare paper. */
  readonly space: DevicePaint['space'] | 'shades';
  /** How much of it covers the paper, 0 to 255; null if all of it does. */
  readonly alpha: Uint8Array | null;
}

/**
 * The picture of a logo in the inks of a file. Where files have no transparency, it lies on its ground.
 *
 * @param hasAlpha whether the format can let the paper show through
 */
export async function embedLogo(
  file: LogoFile,
  { ground, isClear }: Pick<PictureShape, 'ground' | 'isClear'>,
  inks: Inks,
  hasAlpha: boolean,
): Promise<EmbeddedLogo> {
  const pixels = await readLogoPixels(file);
  const { side, rgba } = pixels;
  const rgb = flatten(pixels, ground);
  if (isInOneInk(inks)) return { side, samples: toGrey(rgb), space: 'shades', alpha: null };
  if (inks.space === 'process') return { side, samples: toProcess(rgb, inks), space: 'cmyk', alpha: null };
  if (!hasAlpha || !isClear) return { side, ...asDesigned(rgb), alpha: null };
  const straight = new Uint8Array(rgb.length);
  const alpha = new Uint8Array(side * side);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    for (let i = 0; i < 3; i++) straight[3 * pixel + i] = rgba[4 * pixel + i] ?? 0;
    alpha[pixel] = rgba[4 * pixel + 3] ?? 255;
  }
  return { side, ...asDesigned(straight), alpha };
}

/** A logo without any hue is in shades of grey, as such colours of shapes are. */
function asDesigned(rgb: Uint8Array): Pick<EmbeddedLogo, 'samples' | 'space'> {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return { samples: rgb, space: 'rgb' };
  return { samples: toGrey(rgb), space: 'grey' };
}

/** Pixels of a colour whose inks are given have these, as the shapes around the logo do. Logos repeat few colours: each is mixed once. */
function toProcess(rgb: Uint8Array, { mixes }: ProcessInks): Uint8Array {
  const toBytes = (mix: readonly number[]) => mix.map((share) => Math.round(share * 255));
  const known = new Map(
    [...mixes].map(([color, mix]) => [Number.parseInt(color.slice(1), 16), toBytes(mix)]),
  );
  const samples = new Uint8Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    const [red, green, blue] = [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
    const color = (red << 16) | (green << 8) | blue;
    let mixed = known.get(color);
    if (!mixed) known.set(color, (mixed = toBytes(toCmyk([red, green, blue]))));
    for (let ink = 0; ink < 4; ink++) samples[to + ink] = mixed[ink] ?? 0;
  }
  return samples;
}
