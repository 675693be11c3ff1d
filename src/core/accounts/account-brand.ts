import { remember } from '../bounded-map.ts';
import { isObject } from '../is-object.ts';
import { type ImageId, parseImageId } from '../logos/image-id.ts';
import { fromChannels, type HexColor, parseHexColor, toChannels } from '../styles/hex-color.ts';
import { parseName } from './name.ts';

/** What an account shows of itself on the pages of its codes; null for what it does not show. */
export interface AccountBrand {
  readonly name: string | null;
  readonly color: HexColor | null;
  readonly logo: ImageId | null;
}

export const NO_ACCOUNT_BRAND: AccountBrand = { name: null, color: null, logo: null };

export const LONGEST_BRAND_NAME = 50;

/** The name without spaces around it; null if it cannot be one. */
export function parseBrandName(text: string): string | null {
  const name = parseName(text);
  return name !== null && name.length <= LONGEST_BRAND_NAME ? name : null;
}

/** Reads a stored brand from the result of `JSON.parse`; null if it shows nothing. */
export function parseAccountBrand(value: unknown): AccountBrand | null {
  const { name, color, logo } = isObject(value) ? value : {};
  const brand = {
    name: typeof name === 'string' ? name : null,
    color: typeof color === 'string' ? parseHexColor(color) : null,
    logo: typeof logo === 'string' ? parseImageId(logo) : null,
  };
  return (brand.name ?? brand.color ?? brand.logo) ? brand : null;
}

/** The pages' own colours, behind all text. */
export const LIGHT_PAGE = '#ffffff' as HexColor;
export const DARK_PAGE = '#171b1d' as HexColor;

/** Where an account has none. */
export const OWN_COLOR = '#00646f' as HexColor;

/** WCAG 2.2, 1.4.3. */
const CONTRAST_OF_TEXT = 4.5;

/** A colour as pages show it: as it is behind the text of a button; and as text, changed as little as it takes to be read. */
export interface ShownColors {
  /** Black or white, whichever is read better on the colour: one always has a contrast of 4.5. */
  readonly buttonText: HexColor;
  readonly light: HexColor;
  readonly dark: HexColor;
}

/** Few colours are shown by one isolate. */
export const toShownColors = remember(100, (color: HexColor): ShownColors => {
  const [black, white] = ['#000000' as HexColor, '#ffffff' as HexColor];
  return {
    buttonText: contrastOf(color, white) >= CONTRAST_OF_TEXT ? white : black,
    light: mixUntilRead(color, black, LIGHT_PAGE),
    dark: mixUntilRead(color, white, DARK_PAGE),
  };
});

/** The colour with the least of another one that lets it be read on a page. */
function mixUntilRead(color: HexColor, other: HexColor, page: HexColor): HexColor {
  const [from, to] = [toChannels(color), toChannels(other)];
  for (let percent = 0; percent < 100; percent++) {
    const mix = (i: 0 | 1 | 2) => Math.round(from[i] + ((to[i] - from[i]) * percent) / 100);
    const mixed = fromChannels([mix(0), mix(1), mix(2)]);
    if (contrastOf(mixed, page) >= CONTRAST_OF_TEXT) return mixed;
  }
  return other;
}

/** WCAG 2.2, contrast ratio. */
export function contrastOf(one: HexColor, other: HexColor): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: HexColor): number {
  const [red, green, blue] = toChannels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
