import { darkenTo, type SymbolColor } from './contrast.ts';
import type { Frame } from './frame.ts';
import type { HexColor } from './hex-color.ts';
import { type CodeStyle, DARK_ENOUGH_LUMA, type EyeShape, type ModuleShape, PLAIN_STYLE } from './style.ts';

/** A finished look to start from. Its eyes are dark enough to cost no scans, in the hue of the rest. */
export interface Design {
  readonly style: CodeStyle;
  readonly color: SymbolColor;
}

/** A test has each read by all readers. */
export const DESIGNS = {
  menu: design(['rounded', 'rounded'], ['#4a2c0a', '#fffaf0'], ['ribbon', 'See the menu']),
  shop: design(['dot', 'rounded'], ['#0b3d2e', '#ffffff'], ['bag', 'Shop online']),
  ticket: design(['classy', 'leaf'], ['#3a0a4a', '#ffffff'], ['ticket', 'Your ticket']),
  contact: design(['rounded', 'rounded'], ['#123a63', '#ffffff'], ['card', 'Save my contact']),
  download: design(['gapped', 'rounded'], ['#1c2a80', '#ffffff'], ['phone', 'Get the app']),
  wifi: design(['bars_v', 'rounded'], ['#0a3a4a', '#ffffff'], ['bubble', 'Join our Wi-Fi']),
  event: design(['classy', 'rounded'], ['#5a0f1e', '#fff8f4'], ['circle', 'Programme']),
  review: design(['square', 'square'], ['#1a1a1a', '#ffffff'], ['underline', 'Rate your visit']),
} as const satisfies Readonly<Record<string, Design>>;

export type DesignId = keyof typeof DESIGNS;

export function isDesignId(id: string): id is DesignId {
  return Object.hasOwn(DESIGNS, id);
}

function design(
  [modules, shape]: readonly [ModuleShape, EyeShape],
  [dark, light]: readonly [dark: string, light: string],
  [kind, text]: readonly [Frame['kind'], string],
): Design {
  const body = dark as HexColor;
  const eyes = darkenTo(body, [DARK_ENOUGH_LUMA, DARK_ENOUGH_LUMA]);
  return {
    style: {
      ...PLAIN_STYLE,
      modules,
      eyes: { shape, color: eyes === body ? null : eyes },
      frame: { kind, text, color: null },
    },
    color: { dark: body, light: light as HexColor },
  };
}
