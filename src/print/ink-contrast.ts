import { LARGEST_LUMA_SHARE, lumasOfChannels } from '#core/styles/contrast.ts';
import { fromChannels, type HexColor, toChannels } from '#core/styles/hex-color.ts';
import type { PrintProblem, PrintProblems } from '#core/prints/print-problem.ts';
import { type Cmyk, type Ink, type Inks, isInOneInk, mixOf } from './ink.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Screen colours of the solid inks of FOGRA39 on white paper: index 1 is cyan, 2 magenta, 4 yellow; sums are the overprints. */
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

/** The screen colour of a mixture of inks, 0 to 255 (Neugebauer's model, which weighs each solid by the paper that it covers). */
function toRgb([cyan, magenta, yellow, black]: Cmyk): Rgb {
  const weights = SOLIDS.map(
    (_, i) => (i & 1 ? cyan : 1 - cyan) * (i & 2 ? magenta : 1 - magenta) * (i & 4 ? yellow : 1 - yellow),
  );
  const channel = (at: 0 | 1 | 2) =>
    black * SOLID_BLACK[at] +
    (1 - black) * SOLIDS.reduce((sum, solid, i) => sum + solid[at] * (weights[i] ?? 0), 0);
  return [channel(0), channel(1), channel(2)];
}

/** Brightness of an ink on white paper, 0 to 1, by the weighting that makes it brighter. */
function brightness(channels: Rgb): number {
  return Math.max(...lumasOfChannels(channels));
}

/** Share of red light that the dark colour reflects, 0 to 1: many till scanners see only red light, so red or orange looks white to them. */
export function redReflectance(inks: Inks, dark: HexColor): number {
  return (isInOneInk(inks) ? channelsOf(inks) : toChannels(dark))[0] / 255;
}

/**
 * The colours whose given inks readers cannot tell from the light one.
 *
 * @param colors all colours of a design, the light one first
 */
export function listMixFaults(inks: Inks, [light, ...darks]: readonly HexColor[]): PrintProblem[] {
  if (inks.space !== 'process' || inks.mixes.size === 0 || !light) return [];
  const paper = mixOf(inks, light);
  return darks.flatMap((color): PrintProblem[] => {
    const luma = lumaBeside(paper, mixOf(inks, color));
    if (luma <= LARGEST_LUMA_SHARE) return [];
    return [{ code: 'cmyk_value_too_light', field: 'cmyk_values', values: { color } }];
  });
}

/**
 * How light a colour that is mixed by the rule may be beside the light one. Presses differ: with ghostscript's profile a mixture comes out
 * lighter than computed by up to 0.11 of the luma of the light colour.
 */
const LARGEST_LUMA_BY_RULE = 0.38;

/** The same inks, with more black in those dark colours of a design that the rule alone would print too light for readers. */
export function darkenMixes(inks: Inks, [light, ...darks]: readonly HexColor[]): Inks {
  if (inks.space !== 'process' || !light) return inks;
  const paper = mixOf(inks, light);
  const isDark = (mix: Cmyk) => lumaBeside(paper, mix) <= LARGEST_LUMA_BY_RULE;
  const mixes = darks.map((color) => [color, mixOf(inks, color)] as const);
  const lightMixes = mixes.filter(([color, mix]) => !inks.mixes.has(color) && !isDark(mix));
  return { ...inks, darkened: new Map(lightMixes.map(([color, mix]) => [color, blacken(mix, isDark)])) };
}

/** The luma of a mixture as a share of that of another one, by the weighting that makes it brighter. */
function lumaBeside(light: Cmyk, dark: Cmyk): number {
  const paper = lumasOfChannels(toRgb(light));
  return Math.max(...lumasOfChannels(toRgb(dark)).map((luma, i) => luma / (paper[i] || 1)));
}

/** A mixture with more black, in whole percent. */
function blacken([cyan, magenta, yellow, black]: Cmyk, isDark: (mix: Cmyk) => boolean): Cmyk {
  let percent = Math.ceil(black * 100);
  while (percent < 100 && !isDark([cyan, magenta, yellow, percent / 100])) percent++;
  return [cyan, magenta, yellow, percent / 100];
}

/** Why readers cannot tell the ink from white paper; null if they can. */
export function findContrastFault(ink: Ink): PrintProblems['ink_too_light'] | null {
  if (brightness(channelsOf(ink)) <= LARGEST_LUMA_SHARE) return null;
  return { darker: ink.space === 'rgb' ? null : darken(ink.cmyk) };
}

/** What a screen shows for an ink. */
export function screenColorOf(ink: Ink): HexColor {
  const [red, green, blue] = channelsOf(ink);
  return fromChannels([Math.round(red), Math.round(green), Math.round(blue)]);
}

function channelsOf(ink: Ink): Rgb {
  return ink.space === 'rgb' ? toChannels(ink.color) : toRgb(ink.cmyk);
}

/** The same inks with as much more black as readers need, in percent. */
function darken(ink: Cmyk): string {
  const mix = blacken(ink, (darker) => brightness(toRgb(darker)) <= LARGEST_LUMA_SHARE);
  return mix.map((share) => Number((share * 100).toFixed(1))).join(',');
}
