import { toHex } from '#core/bytes/hex.ts';
import type { GradientFill } from '#core/drawing.ts';
import { type DevicePaint, type Inks, paintEnds, toPaint } from './ink.ts';
import { formatNumbers } from './numbers.ts';

/** What PDF and PostScript write alike. */

/** The names of colour spaces that need no definition. */
export const DEVICE_SPACES: Readonly<Record<DevicePaint['space'], string>> = {
  grey: '/DeviceGray',
  rgb: '/DeviceRGB',
  cmyk: '/DeviceCMYK',
};

/** A shading (PDF 1.4 §4.6.3, PostScript Language Reference §4.9.3, types 2 and 3), in the unit of its outlines. */
export function writeShading(fill: GradientFill, inks: Inks): string {
  const [from, to] = paintEnds(inks, fill);
  const space = DEVICE_SPACES[from.space];
  const ends = `/C0[${formatNumbers(...from.shares)}]/C1[${formatNumbers(...to.shares)}]`;
  const [type, coordinates] =
    fill.type === 'linear'
      ? [2, formatNumbers(...fill.start, ...fill.end)]
      : [3, formatNumbers(...fill.centre, 0, ...fill.centre, fill.radius)];
  return `<</ShadingType ${type}/ColorSpace${space}/Coords[${coordinates}]/Extend[true true]\n/Function<</FunctionType 2/Domain[0 1]${ends}/N 1>>>>`;
}

/** Shades on a line of text: no line of PostScript may exceed 255 characters (DSC 3.0 §3). */
const SHADES_PER_LINE = 16;

/**
 * A colour space of the shades of one ink, from black, which is all of it, to bare paper (PDF 1.4 §4.5.5, PostScript Language Reference
 * §4.8.4, Indexed).
 *
 * @param spotSpace how the file refers to the space of a spot colour
 */
export function writeShades(inks: Inks, spotSpace: string): string {
  const shades = Array.from({ length: 256 }, (_, grey) => {
    const paint = toPaint(inks, [grey, grey, grey]);
    return (paint.space === 'spot' ? [paint.tint] : paint.shares).map((share) => Math.round(share * 255));
  });
  const lines: string[] = [];
  for (let i = 0; i < shades.length; i += SHADES_PER_LINE)
    lines.push(toHex(Uint8Array.from(shades.slice(i, i + SHADES_PER_LINE).flat())));
  const base = inks.space === 'spot' ? spotSpace : DEVICE_SPACES[inks.space === 'rgb' ? 'rgb' : 'cmyk'];
  return `[/Indexed ${base} 255 <\n${lines.join('\n')}>]`;
}
