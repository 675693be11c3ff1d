import type { CaptionField } from './caption.ts';

/** A request for a print file. Lengths are in millimetres. */
export interface PrintRequest {
  readonly format: PrintFormat;
  /** The width of the symbol with its quiet zone, or the width of one module: exactly one of the two. */
  readonly widthMm: number | undefined;
  readonly moduleMm: number | undefined;
  /** Quiet zone in modules, instead of the code's own. */
  readonly margin: number | undefined;
  /** `design`, `cmyk`, `k`, `cmyk:c,m,y,k`, `spot:NAME` or `rgb`. */
  readonly color: string;
  /** The substitute for a spot colour if its ink is missing: `c,m,y,k` in percent. */
  readonly alternate: string | undefined;
  /** The process inks of colours of the design with `cmyk`: `rrggbb:c,m,y,k` in percent, with semicolons between. */
  readonly cmykValues: string | undefined;
  /** The background of the symbol; without it, as designed where the colours are. */
  readonly paper: Paper | undefined;
  readonly bleedMm: number;
  readonly marks: boolean;
  readonly standard: PdfStandard;
  /** The intended printing condition of an X-1a file. */
  readonly condition: PrintingCondition | undefined;
  /** How much wider the press makes a dark line: each edge moves in by half of that. */
  readonly growthMm: number;
  /** The text below the symbol. */
  readonly caption: CaptionField;
}

export const PRINT_FORMATS = ['pdf', 'eps', 'svg'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

export const PAPERS = ['none', 'white'] as const;
type Paper = (typeof PAPERS)[number];

/** The colours where a request names none: PDF/X-1a has no screen colours. */
export function defaultColor(standard: PdfStandard): string {
  return standard === 'x-1a' ? 'cmyk' : 'design';
}

export const PDF_STANDARDS = ['pdf-1.4', 'x-1a', 'x-4'] as const;
export type PdfStandard = (typeof PDF_STANDARDS)[number];

/** Conditions from the ICC's registry (www.color.org) for sheet-fed and web offset in Europe, America and Japan. */
export const PRINTING_CONDITIONS = [
  'FOGRA39',
  'FOGRA51',
  'FOGRA52',
  'CGATS TR 006',
  'CGATS21_CRPC6',
  'JC200103',
] as const;
export type PrintingCondition = (typeof PRINTING_CONDITIONS)[number];
export const DEFAULT_CONDITION: PrintingCondition = 'FOGRA39';

/** The bounds of lengths, in millimetres. */
export const WIDTH_MM = { min: 5, max: 2000 } as const;
export const MODULE_MM = { min: 0.1, max: 50 } as const;
export const BLEED_MM = { min: 0, max: 10 } as const;
export const GROWTH_MM = { min: 0, max: 0.1 } as const;

/** The possible reading distances of a print, in millimetres. */
export const DISTANCE_MM = { min: 10, max: 100_000 } as const;
