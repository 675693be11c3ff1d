import type { LayoutName } from '#core/prints/layouts.ts';

/** Heights of an em, in points: the largest, the smallest that looks well, and the smallest that is printed. */
export interface Sizes {
  readonly largest: number;
  readonly pleasant: number;
  readonly smallest: number;
}

/** The measures of a layout, or of each half of a folded one, in millimetres. */
export interface Look {
  /** Where its words and its logo stand: above and below the code, or beside it. */
  readonly arrangement: 'stack' | 'side' | 'round';
  readonly width: number;
  readonly height: number;
  /** What stays free inside the trim. */
  readonly margin: number;
  /** The least distance between its parts. */
  readonly gap: number;
  /** The largest width of the code, without its quiet zone, beside words and alone. */
  readonly code: { readonly beside: number; readonly alone: number };
  /** The side of the logo; 0 if the layout has it only in the code. */
  readonly logo: number;
  readonly headline: Sizes;
  readonly text: Sizes;
}

const POSTER_A4: Look = {
  arrangement: 'stack',
  width: 210,
  height: 297,
  margin: 20,
  gap: 12,
  code: { beside: 122, alone: 150 },
  logo: 32,
  headline: { largest: 62, pleasant: 36, smallest: 16 },
  text: { largest: 26, pleasant: 17, smallest: 10 },
};

/** Paper of the next size of ISO 216: everything is larger by the root of two. */
function enlarge(look: Look): Look {
  const grow = (length: number) => length * Math.SQRT2;
  const growSizes = ({ largest, pleasant, smallest }: Sizes): Sizes => {
    return { largest: grow(largest), pleasant: grow(pleasant), smallest };
  };
  return {
    ...look,
    width: 297,
    height: 420,
    margin: grow(look.margin),
    gap: grow(look.gap),
    code: { beside: grow(look.code.beside), alone: grow(look.code.alone) },
    logo: grow(look.logo),
    headline: growSizes(look.headline),
    text: growSizes(look.text),
  };
}

export const LOOKS: Readonly<Record<LayoutName, Look>> = {
  business_card: {
    arrangement: 'side',
    width: 85,
    height: 55,
    margin: 6,
    gap: 5,
    code: { beside: 33, alone: 38 },
    logo: 11,
    headline: { largest: 15, pleasant: 10, smallest: 6 },
    text: { largest: 8, pleasant: 6.5, smallest: 5 },
  },
  card_a6: {
    arrangement: 'stack',
    width: 105,
    height: 148,
    margin: 10,
    gap: 7,
    code: { beside: 62, alone: 76 },
    logo: 17,
    headline: { largest: 28, pleasant: 18, smallest: 9 },
    text: { largest: 12.5, pleasant: 9.5, smallest: 6.5 },
  },
  table_tent: {
    arrangement: 'side',
    width: 148,
    height: 105,
    margin: 11,
    gap: 9,
    code: { beside: 62, alone: 72 },
    logo: 20,
    headline: { largest: 30, pleasant: 18, smallest: 10 },
    text: { largest: 13, pleasant: 10, smallest: 7 },
  },
  poster_a4: POSTER_A4,
  poster_a3: enlarge(POSTER_A4),
  sticker_square_50: {
    arrangement: 'stack',
    width: 50,
    height: 50,
    margin: 4,
    gap: 2,
    code: { beside: 29, alone: 36 },
    logo: 0,
    headline: { largest: 14, pleasant: 9, smallest: 5 },
    text: { largest: 7.5, pleasant: 6, smallest: 5 },
  },
  sticker_round_50: {
    arrangement: 'round',
    width: 50,
    height: 50,
    margin: 3.5,
    gap: 1.5,
    code: { beside: 25, alone: 30 },
    logo: 0,
    headline: { largest: 12, pleasant: 8, smallest: 5 },
    text: { largest: 7, pleasant: 6, smallest: 5 },
  },
};
