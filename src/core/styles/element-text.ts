import { toHumanReadable } from '../gs1/digital-link.ts';
import type { Gs1Identity } from '../gs1/identity.ts';
import { heightOfLines, setTexts } from '../typeface/set-text.ts';
import { loadTypeface, type Typeface } from '../typeface/typeface.ts';
import { sizeFrame } from './frame-size.ts';
import type { CodeStyle } from './style.ts';

/** What people read below a symbol of GS1: a text for each element. */
export interface ElementText {
  readonly texts: readonly string[];
  readonly typeface: Typeface;
}

/** A picture with its frame and the text below that, in modules; `top` is where the text begins below the upper edge. */
export type WholeSize = ReturnType<typeof sizeWhole>;

/**
 * Heights of an em, in modules. At the narrowest modules of the point of sale, 0.396 mm, capitals are then 1.8 mm high, as GS1 has them, and
 * the digits of a GTIN below a small Data Matrix stay in one line.
 */
const EM = { largest: 6.4, smallest: 2.7 } as const;

/** The text of a code that has one; null for others. */
export async function loadElementText(gs1: Gs1Identity | null): Promise<ElementText | null> {
  return gs1?.hasText ? { texts: toHumanReadable(gs1), typeface: await loadTypeface('regular') } : null;
}

/**
 * The size of a picture with the text of its elements, which stands below the quiet zone, almost as wide as the picture.
 *
 * @param modules on a side of the symbol
 * @param margin the quiet zone around it
 */
export function sizeWhole(
  { style, text }: { readonly style: Pick<CodeStyle, 'frame'> | null; readonly text?: ElementText | null },
  modules: number,
  margin: number,
) {
  const size = sizeFrame(style?.frame ?? null, modules + 2 * margin);
  if (!text) return { ...size, text: null };
  const { typeface } = text;
  const set = setTexts(typeface, text.texts, { width: size.width - Math.min(4, 2 * margin), ...EM });
  const height = Math.ceil(set.size * heightOfLines(set.lines.length));
  return { ...size, height: size.height + height + margin, text: { ...set, top: size.height, typeface } };
}
