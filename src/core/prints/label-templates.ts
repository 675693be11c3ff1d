import type { Gs1Drawing } from '../gs1/identity.ts';
import type { CaptionField } from './caption.ts';

/** A centred sheet of equal labels. Lengths are in millimetres. */
export interface LabelTemplate {
  readonly sheet: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  readonly label: { readonly width: number; readonly height: number };
  /** The gap between columns. Rows touch each other. */
  readonly gap: number;
}

const INCH = 25.4;
const A4 = { width: 210, height: 297 } as const;
const LETTER = { width: 8.5 * INCH, height: 11 * INCH } as const;

/** Sheets by Avery, which other manufacturers copy under their own numbers. */
export const LABEL_TEMPLATES = {
  L7160: { sheet: A4, columns: 3, rows: 7, label: { width: 63.5, height: 38.1 }, gap: 2.54 },
  L7163: { sheet: A4, columns: 2, rows: 7, label: { width: 99.1, height: 38.1 }, gap: 2.5 },
  L7165: { sheet: A4, columns: 2, rows: 4, label: { width: 99.1, height: 67.7 }, gap: 2.5 },
  L4731: { sheet: A4, columns: 7, rows: 27, label: { width: 25.4, height: 10 }, gap: 2.5 },
  '5160': {
    sheet: LETTER,
    columns: 3,
    rows: 10,
    label: { width: 2.625 * INCH, height: INCH },
    gap: 0.125 * INCH,
  },
  '5163': {
    sheet: LETTER,
    columns: 2,
    rows: 5,
    label: { width: 4 * INCH, height: 2 * INCH },
    gap: 0.1875 * INCH,
  },
  '5167': {
    sheet: LETTER,
    columns: 4,
    rows: 20,
    label: { width: 1.75 * INCH, height: 0.5 * INCH },
    gap: 0.3125 * INCH,
  },
} as const satisfies Record<string, LabelTemplate>;

export const TEMPLATE_NAMES = [
  ...(Object.keys(LABEL_TEMPLATES) as (keyof typeof LABEL_TEMPLATES)[]),
  'roll',
] as const;

/** The roll of a label printer has one label on each page, in a size that the caller gives. */
export function rollOf(width: number, height: number): LabelTemplate {
  return { sheet: { width, height }, columns: 1, rows: 1, label: { width, height }, gap: 0 };
}

export const ROLL_MM = { min: 8, max: 300 } as const;
export const COPIES = { min: 1, max: 100 } as const;
export const OFFSET_MM = { min: -10, max: 10 } as const;

/** The maximum numbers of codes in one sheet request, and of their labels or pages with all copies. */
export const MAX_SHEET_CODES = 500;
export const MAX_SHEET_COPIES = 10_000;

/** A request for label sheets. */
export interface LabelRequest {
  readonly kind: 'labels';
  readonly template: LabelTemplate;
  /** The first unused label, from 1. */
  readonly start: number;
  /** The number of labels for each code, one after the other. */
  readonly copies: number;
  /** How far everything is moved right and down, in millimetres, because printers shift. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Whether the edges of the labels are drawn, for a test on plain paper. */
  readonly guides: boolean;
  /** The text on each label besides its code. */
  readonly caption: CaptionField;
  readonly color: SheetColor;
  readonly gs1?: Gs1Drawing;
}

/** As designed, or all in black ink. */
export const SHEET_COLORS = ['design', 'k'] as const;
export type SheetColor = (typeof SHEET_COLORS)[number];

/** The position of a label on its sheet, counted from 0: along its row, then down. Its upper left corner, in millimetres. */
export function placeLabel(
  { sheet, columns, rows, label, gap }: LabelTemplate,
  position: number,
): { readonly x: number; readonly y: number } {
  const left = (sheet.width - columns * label.width - (columns - 1) * gap) / 2;
  const top = (sheet.height - rows * label.height) / 2;
  return {
    x: left + (position % columns) * (label.width + gap),
    y: top + Math.floor(position / columns) * label.height,
  };
}
