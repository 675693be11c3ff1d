import type { FaultOf, NoValues } from '../problem.ts';

/** What may go wrong with a print. */
export const PRINT_WARNINGS = [
  'module_tiny',
  'module_below_pos',
  'module_above_pos',
  'quiet_zone_narrow',
  'distance_too_far',
  'multi_ink',
  'screen_color',
  'red_ink',
  'colors_not_printed',
  'style_not_printed',
  'caption_cut',
  'not_active',
] as const;

/** The values of each warning. Lengths are in millimetres, `codeMm` is the width of the code that it takes. */
export interface PrintWarnings extends Record<(typeof PRINT_WARNINGS)[number], object> {
  readonly module_tiny: { readonly moduleMm: number; readonly least: number; readonly codeMm: number };
  readonly module_below_pos: { readonly moduleMm: number; readonly least: number; readonly codeMm: number };
  readonly module_above_pos: { readonly moduleMm: number; readonly most: number };
  readonly quiet_zone_narrow: { readonly modules: number; readonly standard: number };
  readonly distance_too_far: {
    readonly maxDistanceMm: number;
    readonly distanceMm: number;
    readonly codeMm: number;
  };
  readonly multi_ink: { readonly inks: number };
  readonly screen_color: NoValues;
  readonly red_ink: NoValues;
  readonly colors_not_printed: NoValues;
  readonly style_not_printed: { readonly parts: readonly ('gradient' | 'eyes' | 'logo' | 'frame')[] };
  readonly caption_cut: { readonly smallestPt: number; readonly lines: number };
  readonly not_active: { readonly status: string };
}

export type PrintWarning = FaultOf<PrintWarnings>;

/** What a print of a code comes to. Lengths are in millimetres. */
export interface PrintCheck {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** With nine decimals: whoever shows it rounds it. */
  readonly moduleMm: number;
  /** The quiet zone included. */
  readonly widthMm: number;
  /** With the caption. */
  readonly heightMm: number;
  readonly quietZoneModules: number;
  readonly quietZoneMm: number;
  /** From how far a phone reads it. */
  readonly maxDistanceMm: number;
  /** How wide it has to be for the distance asked for; null where none was. */
  readonly minWidthMm: number | null;
  /** The widths that GS1 allows at the point of sale. */
  readonly pointOfSale: { readonly minWidthMm: number; readonly maxWidthMm: number; readonly fits: boolean };
  /** The lines of the caption as they are printed; null without one. */
  readonly caption: {
    readonly lines: readonly string[];
    readonly sizePt: number;
    readonly isCut: boolean;
  } | null;
  /** The plates that it needs; none where a screen's colour is still to be converted. */
  readonly inks: readonly string[];
  readonly warnings: readonly PrintWarning[];
}
