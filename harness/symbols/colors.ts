import { parseHexColor, type HexColor } from '#core/styles/hex-color.ts';

/** A valid colour, for tests. */
export function hexColor(text: string): HexColor {
  const color = parseHexColor(text);
  if (color === null) throw new Error(`${text} is not a colour`);
  return color;
}

export const BLACK_ON_WHITE = { dark: hexColor('#000000'), light: hexColor('#ffffff') };
