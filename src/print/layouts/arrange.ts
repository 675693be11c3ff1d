import type { Box } from '#core/drawing.ts';
import { POINTS_PER_MM } from '../numbers.ts';
import type { Arrangement, Asked, Content, Trial } from './arrangement.ts';
import type { Look, Sizes } from './looks.ts';
import { placeInCircle } from './place-in-circle.ts';
import { setBlock, type Words } from './set-words.ts';

/** Printers lose narrower modules, and so do the cameras of older phones. */
export const LEAST_MODULE_MM = 0.25;

/** The next module and the next size of words to try, as shares of the ones before. */
const MODULE_STEP = 0.94;
const SIZE_STEP = 0.94;

/** How far the code shrinks for words: while they have a pleasant size, and at most. */
const SHRINK = { pleasant: 0.72, smallest: 0.5 } as const;

/** The width of a module where the code is as large as a layout has it, in millimetres. */
export function largestModule(look: Look, { picture, quiet, ...content }: Content): number {
  const isAlone = content.headline === null && content.text === null;
  const most = isAlone ? look.code.alone : look.code.beside;
  const [inner, outer] = [
    Math.min(look.width, look.height) - 2 * look.margin,
    Math.min(look.width, look.height),
  ];
  const side = Math.max(picture.width, picture.height);
  // A circle has less room at the corners of a square.
  const round = look.arrangement === 'round' ? inner / Math.hypot(picture.width, picture.height) : Infinity;
  return Math.min(most / picture.width, inner / side, outer / (side + 2 * quiet), round);
}

/** Places everything; null if the words do not fit. The words are as large as the code leaves room for, before it becomes smaller. */
export function arrange(look: Look, content: Content): Arrangement | null {
  const largest = largestModule(look, content);
  if (content.headline === null && content.text === null) {
    return tryAt(look, content, largest, (sizes) => sizes.largest);
  }
  for (const limit of ['pleasant', 'smallest'] as const) {
    const least = Math.max(LEAST_MODULE_MM, largest * SHRINK[limit]);
    for (let moduleMm = largest; moduleMm >= least * 0.999; moduleMm *= MODULE_STEP) {
      const found = trySizes(look, content, moduleMm, limit);
      if (found) return found;
    }
  }
  return null;
}

/** The largest words that fit beside a code of this size. */
function trySizes(
  look: Look,
  content: Content,
  moduleMm: number,
  limit: 'pleasant' | 'smallest',
): Arrangement | null {
  const { headline, text } = look;
  const isLast = (share: number) =>
    share * headline.largest <= headline[limit] && share * text.largest <= text[limit];
  for (let share = 1; ; share *= SIZE_STEP) {
    const found = tryAt(look, content, moduleMm, (sizes) => Math.max(share * sizes.largest, sizes[limit]));
    if (found || isLast(share)) return found;
  }
}

const PLACE = { stack: placeInStack, side: placeAtSide, round: placeInCircle } as const;

function tryAt(
  look: Look,
  { picture, quiet, hasLogo, headline, text }: Content,
  moduleMm: number,
  sizeOf: (sizes: Sizes) => number,
): Arrangement | null {
  const setter = (words: Words | null, sizes: Sizes) => (width: number) =>
    words && setBlock(words, sizeOf(sizes) / POINTS_PER_MM, width);
  const quietMm = quiet * moduleMm;
  const trial: Trial = {
    moduleMm,
    picture: { width: picture.width * moduleMm, height: picture.height * moduleMm },
    clear: Math.max(look.gap, quietMm),
    quietMm,
    hasLogo: hasLogo && look.logo > 0,
    setHeadline: setter(headline, look.headline),
    setText: setter(text, look.text),
  };
  // A code without words stands in the middle, with its logo inside.
  const isAlone = headline === null && text === null;
  return isAlone ? placeAlone(look, trial) : PLACE[look.arrangement](look, trial, { headline, text });
}

function placeAlone(look: Look, { moduleMm, picture }: Trial): Arrangement {
  const x = (look.width - picture.width) / 2;
  const y = (look.height - picture.height) / 2;
  return { moduleMm, picture: { ...picture, x, y }, logo: null, blocks: [] };
}

/** Something in a column: its height, and how it is placed from its top. */
interface Item {
  readonly height: number;
  /** The least distance to what is above it. */
  readonly above: number;
  readonly kind: 'logo' | 'headline' | 'picture' | 'text';
}

/** The tops of items below each other. What is left over goes to all distances alike; null if there is not enough room. */
function stack(items: readonly Item[], top: number, bottom: number): number[] | null {
  const used = items.reduce((sum, { height, above }, i) => sum + height + (i === 0 ? 0 : above), 0);
  const spare = bottom - top - used;
  if (spare < -1e-9) return null;
  const more = spare / (items.length + 1);
  let y = top + spare / 2;
  const extra = items.map(({ above }, i) => (i === 0 ? 0 : Math.min(more, above)));
  y -= extra.reduce((sum, length) => sum + length, 0) / 2;
  return items.map(({ height, above }, i) => {
    y += i === 0 ? 0 : above + (extra[i] ?? 0);
    const at = y;
    y += height;
    return at;
  });
}

/** Logo, headline, code and text below each other, centred. */
function placeInStack(
  look: Look,
  trial: Trial,
  { headline: hasHeadline, text: hasText }: Asked,
): Arrangement | null {
  const { width, height, margin, gap } = look;
  const headline = trial.setHeadline(width - 2 * margin);
  const text = trial.setText(width - 2 * margin);
  if ((hasHeadline && !headline) || (hasText && !text)) return null;
  const items: Item[] = [
    ...(trial.hasLogo ? [{ kind: 'logo', height: look.logo, above: 0 } as const] : []),
    ...(headline ? [{ kind: 'headline', height: headline.height, above: gap } as const] : []),
    { kind: 'picture', height: trial.picture.height, above: trial.clear },
    ...(text ? [{ kind: 'text', height: text.height, above: trial.clear } as const] : []),
  ];
  const edge = Math.max(margin, trial.quietMm);
  const tops = stack(items, items[0]?.kind === 'picture' ? edge : margin, height - (text ? margin : edge));
  if (!tops) return null;
  const topOf = (kind: Item['kind']) => tops[items.findIndex((item) => item.kind === kind)] ?? 0;
  const middle = { x: width / 2, isCentred: true };
  return {
    moduleMm: trial.moduleMm,
    picture: { ...trial.picture, x: (width - trial.picture.width) / 2, y: topOf('picture') },
    logo: trial.hasLogo ? squareAt((width - look.logo) / 2, topOf('logo'), look.logo) : null,
    blocks: [
      ...(headline ? [{ ...headline, ...middle, top: topOf('headline') }] : []),
      ...(text ? [{ ...text, ...middle, top: topOf('text') }] : []),
    ],
  };
}

/** Logo, headline and text at the left, the code at the right. */
function placeAtSide(
  look: Look,
  trial: Trial,
  { headline: hasHeadline, text: hasText }: Asked,
): Arrangement | null {
  const { width, height, margin, gap } = look;
  const { picture, moduleMm } = trial;
  const edge = Math.max(margin, trial.quietMm);
  if (picture.height > height - 2 * edge + 1e-9) return null;
  const x = width - edge - picture.width;
  const room = x - trial.clear - margin;
  const headline = trial.setHeadline(room);
  const text = trial.setText(room);
  if ((hasHeadline && !headline) || (hasText && !text)) return null;
  const logo = Math.min(room, look.logo);
  const items: Item[] = [
    ...(trial.hasLogo ? [{ kind: 'logo', height: logo, above: 0 } as const] : []),
    ...(headline ? [{ kind: 'headline', height: headline.height, above: gap } as const] : []),
    ...(text ? [{ kind: 'text', height: text.height, above: headline ? 0.55 * gap : gap } as const] : []),
  ];
  const used = items.reduce((sum, item, i) => sum + item.height + (i === 0 ? 0 : item.above), 0);
  const spare = height - 2 * margin - used;
  if (spare < -1e-9) return null;
  let y = margin + spare / 2;
  const tops = items.map((item, i) => (y += i === 0 ? 0 : item.above + (items[i - 1]?.height ?? 0)));
  const topOf = (kind: Item['kind']) => tops[items.findIndex((item) => item.kind === kind)] ?? 0;
  const left = { x: margin, isCentred: false };
  return {
    moduleMm,
    picture: { ...picture, x, y: (height - picture.height) / 2 },
    logo: trial.hasLogo ? squareAt(margin, topOf('logo'), logo) : null,
    blocks: [
      ...(headline ? [{ ...headline, ...left, top: topOf('headline') }] : []),
      ...(text ? [{ ...text, ...left, top: topOf('text') }] : []),
    ],
  };
}

function squareAt(x: number, y: number, side: number): Box {
  return { x, y, width: side, height: side };
}
