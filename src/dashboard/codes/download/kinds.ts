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
  { group: 'paper', title: 'On paper', hint: null },
  { group: 'press', title: 'For the press', hint: 'For a print shop that asks for inks.' },
] as const;

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
  labels: {
    group: 'paper',
    title: 'Labels',
    words: 'Sheets of sticky labels, or a roll.',
    fields: 'labels',
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
