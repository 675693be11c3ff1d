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

export interface PrintWarning {
  readonly code: (typeof PRINT_WARNINGS)[number];
  /** What may go wrong, and what would be better. */
  readonly message: string;
}

/** What a print of a code comes to. Lengths are in millimetres. */
export interface PrintCheck {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
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
  /** The same in one sentence. */
  readonly summary: string;
}
