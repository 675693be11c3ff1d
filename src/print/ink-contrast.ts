import { LARGEST_LUMA_SHARE, lumasOfChannels } from '#core/styles/contrast.ts';
import { toChannels } from '#core/styles/hex-color.ts';
import type { PrintProblems } from '#core/prints/print-problem.ts';
import type { Cmyk, Ink } from './ink.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** What a screen shows of the solid inks of FOGRA39 on white paper: index 1 is cyan, 2 magenta, 4 yellow, their sums the overprints. */
const SOLIDS: readonly Rgb[] = [
  [255, 255, 255],
  [0, 159, 227],
  [230, 0, 126],
  [49, 39, 131],
  [255, 237, 0],
  [0, 150, 64],
  [227, 6, 19],
  [60, 55, 53],
];
const SOLID_BLACK: Rgb = [29, 29, 27];

/**
 * What a screen shows of a mixture of inks, 0 to 255 (Neugebauer's model, each solid weighed by the paper that it covers). Dots grow in print,
 * so a mixture comes out darker than this: a rule for dark colours errs to the safe side.
 */
function toRgb([cyan, magenta, yellow, black]: Cmyk): Rgb {
  const weights = SOLIDS.map(
    (_, i) => (i & 1 ? cyan : 1 - cyan) * (i & 2 ? magenta : 1 - magenta) * (i & 4 ? yellow : 1 - yellow),
  );
  const channel = (at: 0 | 1 | 2) =>
    black * SOLID_BLACK[at] +
    (1 - black) * SOLIDS.reduce((sum, solid, i) => sum + solid[at] * (weights[i] ?? 0), 0);
  return [channel(0), channel(1), channel(2)];
}

/** How bright an ink is on white paper, 0 to 1: the brighter one of what readers see. */
function brightness(channels: Rgb): number {
  return Math.max(...lumasOfChannels(channels));
}

/** How much red light an ink gives back, 0 to 1: many scanners at tills see by it alone, and red or orange looks white to them. */
export function redReflectance(ink: Ink): number {
  return channelsOf(ink)[0] / 255;
}

/** What keeps readers from telling the ink from white paper; null where they can. */
export function findContrastFault(ink: Ink): PrintProblems['ink_too_light'] | null {
  const measured = brightness(channelsOf(ink));
  if (measured <= LARGEST_LUMA_SHARE) return null;
  return {
    luma: Math.ceil(measured * 1000) / 1000,
    most: LARGEST_LUMA_SHARE,
    darker: ink.space === 'rgb' ? null : darken(ink.cmyk),
  };
}

function channelsOf(ink: Ink): Rgb {
  return ink.space === 'rgb' ? toChannels(ink.color) : toRgb(ink.cmyk);
}

/** The same inks with as little more black as readers need, in percent. */
function darken([cyan, magenta, yellow, black]: Cmyk): string {
  let percent = Math.ceil(black * 100);
  while (brightness(toRgb([cyan, magenta, yellow, percent / 100])) > LARGEST_LUMA_SHARE) percent++;
  return `${[cyan, magenta, yellow].map((share) => Number((share * 100).toFixed(1))).join(',')},${percent}`;
}
