import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import { LAYOUT_NAMES, type LayoutName } from '#core/prints/layouts.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';

/** A kind of download as a person chooses it. */
export interface Card {
  readonly group: (typeof GROUPS)[number]['group'];
  readonly title: string;
  /** What it is for. */
  readonly words: string;
  /** The fields that it has besides, as the stylesheet calls them. */
  readonly fields: string;
  /** The print file that it is; absent for other files. */
  readonly print?: Pick<PrintRequest, 'format' | 'standard'>;
}

export const GROUPS = [
  { group: 'ready', title: 'Ready to print', hint: null },
  { group: 'paper', title: 'On paper', hint: 'With your words, in the colours of the code.' },
  { group: 'press', title: 'For the press', hint: 'If your print shop asks for one of these.' },
] as const;

function layout(name: LayoutName, words: string): Card {
  return { group: 'paper', title: LAYOUT_TITLES[name], words, fields: 'layout sheet printer' };
}

/** Every kind of download, in the order of its group. */
export const CARDS = {
  pdf: {
    group: 'ready',
    title: 'PDF',
    words: 'For office printers, print shops and online printers.',
    fields: 'width look printer',
    print: { format: 'pdf', standard: 'pdf-1.4' },
  },
  png: { group: 'ready', title: 'PNG', words: 'For Word, websites and messages.', fields: 'pixels' },
  svg: {
    group: 'ready',
    title: 'SVG',
    words: 'For designers. Sharp at any size.',
    fields: 'width look details',
    print: { format: 'svg', standard: 'pdf-1.4' },
  },
  table_tent: layout('table_tent', 'One A5 sheet, folded once to stand on a table.'),
  card_a6: layout('card_a6', 'To hand out or to put into a holder.'),
  business_card: layout('business_card', '85 × 55 mm.'),
  poster_a4: layout('poster_a4', 'For a door, a wall or a window.'),
  poster_a3: layout('poster_a3', 'To be read from across a room.'),
  sticker_round_50: layout('sticker_round_50', '50 mm across.'),
  sticker_square_50: layout('sticker_square_50', '50 × 50 mm.'),
  labels: {
    group: 'paper',
    title: 'Labels',
    words: 'Sheets of sticky labels, or a roll.',
    fields: 'labels sheet',
  },
  inks: {
    group: 'press',
    title: 'PDF in inks',
    words: 'CMYK, black alone or a spot colour.',
    fields: 'width ink details',
    print: { format: 'pdf', standard: 'pdf-1.4' },
  },
  'x-1a': {
    group: 'press',
    title: 'PDF/X-1a',
    words: 'The standard for offset presses: inks only, nothing transparent.',
    fields: 'width ink details',
    print: { format: 'pdf', standard: 'x-1a' },
  },
  'x-4': {
    group: 'press',
    title: 'PDF/X-4',
    words: 'The newer standard: in screen colours, which the print shop converts.',
    fields: 'width look details',
    print: { format: 'pdf', standard: 'x-4' },
  },
  eps: {
    group: 'press',
    title: 'EPS',
    words: 'For older layout programs and engraving machines.',
    fields: 'width ink details',
    print: { format: 'eps', standard: 'pdf-1.4' },
  },
} as const satisfies Record<string, Card>;

export type Kind = keyof typeof CARDS;
export const KINDS = Object.keys(CARDS) as Kind[];

export function parseKind(text: string | undefined): Kind | null {
  return KINDS.find((kind) => kind === text) ?? null;
}

/** The layout of a kind; null if it has none. */
export function layoutOf(kind: string): LayoutName | null {
  return LAYOUT_NAMES.find((name) => name === kind) ?? null;
}
