import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import { LAYOUT_NAMES, type LayoutName } from '#core/prints/layouts.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import { type PlainMessage, say } from '#languages/say.ts';

/** A kind of download as a person chooses it. */
export interface Card {
  readonly group: (typeof GROUPS)[number]['group'];
  readonly title: PlainMessage | FormatName;
  /** What it is for; null for layouts, which are drawn and measured instead. */
  readonly words: PlainMessage | null;
  /** The fields that it has besides, as the stylesheet calls them. */
  readonly fields: string;
  /** The print file that it is; absent for other files. */
  readonly print?: Pick<PrintRequest, 'format' | 'standard'>;
}

/** The same in every language. */
const FORMAT_NAMES = ['PDF', 'PNG', 'SVG', 'PDF/X-1a', 'PDF/X-4', 'EPS'] as const;
type FormatName = (typeof FORMAT_NAMES)[number];

export const GROUPS = [
  { group: 'ready', title: 'Standard formats' },
  { group: 'paper', title: 'Layouts and labels' },
  { group: 'press', title: 'Formats for print shops' },
] as const satisfies readonly { readonly group: string; readonly title: PlainMessage }[];

function layout(name: LayoutName): Card {
  return { group: 'paper', title: LAYOUT_TITLES[name], words: null, fields: 'layout sheet printer' };
}

/** Every kind of download, in the order of its group. */
export const CARDS = {
  pdf: {
    group: 'ready',
    title: 'PDF',
    words: 'For any printer, yours or a print shop’s.',
    fields: 'width look printer',
    print: { format: 'pdf', standard: 'pdf-1.4' },
  },
  png: { group: 'ready', title: 'PNG', words: 'For Word, websites and messages.', fields: 'pixels' },
  svg: {
    group: 'ready',
    title: 'SVG',
    words: 'For designers. Sharp at any size.',
    fields: 'width look printer',
    print: { format: 'svg', standard: 'pdf-1.4' },
  },
  table_tent: layout('table_tent'),
  card_a6: layout('card_a6'),
  business_card: layout('business_card'),
  poster_a4: layout('poster_a4'),
  poster_a3: layout('poster_a3'),
  sticker_round_50: layout('sticker_round_50'),
  sticker_square_50: layout('sticker_square_50'),
  labels: { group: 'paper', title: 'Sticky labels', words: 'Sheets or rolls', fields: 'labels sheet' },
  inks: {
    group: 'press',
    title: 'PDF in CMYK',
    words: 'Or in black alone, or in a spot colour.',
    fields: 'width ink printer',
    print: { format: 'pdf', standard: 'pdf-1.4' },
  },
  'x-1a': {
    group: 'press',
    title: 'PDF/X-1a',
    words: 'The standard for offset printing: inks only, no transparency.',
    fields: 'width ink printer',
    print: { format: 'pdf', standard: 'x-1a' },
  },
  'x-4': {
    group: 'press',
    title: 'PDF/X-4',
    words: 'The newer standard, in screen colours that the print shop converts.',
    fields: 'width look printer',
    print: { format: 'pdf', standard: 'x-4' },
  },
  eps: {
    group: 'press',
    title: 'EPS',
    words: 'For older layout programs and engraving machines.',
    fields: 'width ink printer',
    print: { format: 'eps', standard: 'pdf-1.4' },
  },
} as const satisfies Record<string, Card>;

export type Kind = keyof typeof CARDS;
export const KINDS = Object.keys(CARDS) as Kind[];

export function parseKind(text: string | undefined): Kind | null {
  return KINDS.find((kind) => kind === text) ?? null;
}

export function nameKind(kind: Kind): string {
  const { title }: Card = CARDS[kind];
  return isFormatName(title) ? title : say(title);
}

function isFormatName(title: Card['title']): title is FormatName {
  return (FORMAT_NAMES as readonly string[]).includes(title);
}

/** The layout of a kind; null if it has none. */
export function layoutOf(kind: string): LayoutName | null {
  return LAYOUT_NAMES.find((name) => name === kind) ?? null;
}
