/** A colour `#rrggbb`: six hexadecimal digits in either case, opaque. Made only by `parseHexColor`. */
export type HexColor = string & { readonly __brand: 'HexColor' };

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** Reads a colour of the form `#rrggbb` and keeps it as it was sent; null for anything else (names, `#rgb`, alpha). */
export function parseHexColor(text: string): HexColor | null {
  return isHexColor(text) ? text : null;
}

/** The red, green and blue channels of a colour, 0 to 255 each. */
export function toChannels(color: HexColor): [red: number, green: number, blue: number] {
  const rgb = Number.parseInt(color.slice(1), 16);
  return [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
}

/** The colour with three channels, whole numbers from 0 to 255, in lower case. */
export function fromChannels(channels: readonly [red: number, green: number, blue: number]): HexColor {
  const text = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  if (!isHexColor(text))
    throw new RangeError(`channels are whole numbers from 0 to 255: ${channels.join(', ')}`);
  return text;
}

function isHexColor(text: string): text is HexColor {
  return HEX_COLOR.test(text);
}
