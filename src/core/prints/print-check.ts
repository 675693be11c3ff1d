import type { FaultOf, NoValues } from '../problem.ts';
import type { HexColor } from '../styles/hex-color.ts';

/** Possible problems with a print. */
export const PRINT_WARNINGS = [
  'module_tiny',
  'module_below_pos',
  'module_above_pos',
  'quiet_zone_narrow',
  'distance_too_far',
  'multi_ink',
  'screen_color',
  'colors_mixed',
  'ink_heavy',
  'red_ink',
  'colors_not_printed',
  'caption_cut',
  'not_for_phones',
  'not_active',
] as const;

/** The values of each warning. Lengths are in millimetres; `codeMm` is the width that the code needs. */
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
  readonly colors_mixed: NoValues;
  /** The sum of all inks, in percent. */
  readonly ink_heavy: { readonly color: string; readonly percent: number; readonly most: number };
  readonly red_ink: NoValues;
  readonly colors_not_printed: NoValues;
  readonly caption_cut: { readonly smallestPt: number; readonly lines: number };
  readonly not_for_phones: NoValues;
  readonly not_active: { readonly status: string };
}

export type PrintWarning = FaultOf<PrintWarnings>;

/** The result of printing a code. Lengths are in millimetres. */
export interface PrintCheck {
  /** Modules per side, without the quiet zone. */
  readonly modules: number;
  /** With nine decimals; anyone who shows it rounds it. */
  readonly moduleMm: number;
  /** Including the quiet zone. */
  readonly widthMm: number;
  /** Including the caption. */
  readonly heightMm: number;
  readonly quietZoneModules: number;
  readonly quietZoneMm: number;
  /** The distance from which a phone can read it. */
  readonly maxDistanceMm: number;
  /** The width that the requested distance needs; null if none was requested. */
  readonly minWidthMm: number | null;
  /** The widths that GS1 allows at the point of sale. */
  readonly pointOfSale: { readonly minWidthMm: number; readonly maxWidthMm: number; readonly fits: boolean };
  /** The printed lines of the caption; null without one. */
  readonly caption: {
    readonly lines: readonly string[];
    readonly sizePt: number;
    readonly isCut: boolean;
  } | null;
  /** The plates that it needs; none while a screen colour still has to be converted. */
  readonly inks: readonly string[];
  /** The process inks of each colour of the design; empty if it is printed otherwise. */
  readonly mixes: readonly PrintedMix[];
  readonly warnings: readonly PrintWarning[];
}

/** A colour of a design as a press mixes it. */
export interface PrintedMix {
  readonly color: HexColor;
  /** Cyan, magenta, yellow and black in percent, with at most one decimal. */
  readonly percents: readonly number[];
  /** Whether the customer gave them. Otherwise they follow the rule. */
  readonly isGiven: boolean;
}
