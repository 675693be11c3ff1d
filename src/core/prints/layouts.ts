import type { Gs1Drawing } from '../gs1/identity.ts';
import type { SheetColor } from './label-templates.ts';

/** A print that people set up, stick on or hand out, in its final size in millimetres. Each code has its own. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly kind: 'card' | 'poster' | 'sticker';
  /** Whether it is cut as a circle. */
  readonly isRound: boolean;
  /** Whether it is folded across its middle, to stand: both halves show the same. */
  readonly isFolded: boolean;
}

const FLAT = { isRound: false, isFolded: false } as const;

/** Within a kind, from small to large. */
export const LAYOUTS = {
  business_card: { ...FLAT, width: 85, height: 55, kind: 'card' },
  card_a6: { ...FLAT, width: 105, height: 148, kind: 'card' },
  table_tent: { ...FLAT, width: 148, height: 210, kind: 'card', isFolded: true },
  poster_a4: { ...FLAT, width: 210, height: 297, kind: 'poster' },
  poster_a3: { ...FLAT, width: 297, height: 420, kind: 'poster' },
  sticker_round_50: { ...FLAT, width: 50, height: 50, kind: 'sticker', isRound: true },
  sticker_square_50: { ...FLAT, width: 50, height: 50, kind: 'sticker' },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];

/** In characters. */
export const LONGEST_HEADLINE = 60;
export const LONGEST_LAYOUT_TEXT = 200;

/** What a print shop asks for, unless a request says otherwise. */
export const DEFAULT_LAYOUT_BLEED_MM = 3;

/** A request for prints in one layout: a page for each copy of each code. */
export interface LayoutRequest {
  readonly kind: 'layout';
  readonly layout: LayoutName;
  readonly headline: string | null;
  readonly text: string | null;
  /** Whether marks outside of the print show where it is cut and folded. */
  readonly marks: boolean;
  /** How far the colour of the paper extends beyond the cut. */
  readonly bleedMm: number;
  /** The number of pages for each code. */
  readonly copies: number;
  readonly color: SheetColor;
  readonly gs1?: Gs1Drawing;
}
