import type { NoValues, ProblemOf } from '../problem.ts';
import type { CaptionField } from './caption.ts';
import type { LayoutName } from './layouts.ts';

/** The possible problems of a request for a print file. Lengths are in millimetres; `side` is the width in modules, with the quiet zone. */
export interface PrintProblems {
  readonly print_width_required: {
    readonly side: number;
    readonly exampleMm: number;
    readonly moduleMm: number;
  };
  readonly print_widths_exclude: {
    readonly side: number;
    readonly widthMm: number;
    readonly moduleMm: number;
    /** The module that results from the width, and the width that results from the module. */
    readonly madeModuleMm: number;
    readonly madeWidthMm: number;
  };
  /** A standard has the side of the symbol without its quiet zone; `widthMm` is the width with it. */
  readonly print_side_fixed: { readonly sideMm: number; readonly widthMm: number };
  /** A sheet would give it another. */
  readonly sheet_side_fixed: { readonly sideMm: number };
  readonly print_too_narrow: { readonly least: number; readonly side: number };
  readonly module_too_narrow: ModuleRange;
  readonly module_too_wide: ModuleRange;
  readonly growth_too_large: { readonly most: number; readonly moduleMm: number };
  readonly distance_too_large: { readonly distanceMm: number; readonly widthMm: number };
  readonly standard_needs_pdf: NoValues;
  readonly x1a_needs_inks: NoValues;
  readonly x4_needs_rgb: NoValues;
  readonly condition_needs_x1a: NoValues;
  readonly svg_has_no_inks: NoValues;
  readonly no_ink: NoValues;
  readonly no_cmyk: NoValues;
  /** `odd` is a character that names cannot contain. */
  readonly no_ink_name: { readonly odd: string | null };
  readonly ink_name_reserved: { readonly name: string };
  readonly alternate_required: NoValues;
  readonly no_alternate: NoValues;
  readonly alternate_needs_spot: NoValues;
  readonly values_need_cmyk: NoValues;
  readonly no_cmyk_values: { readonly part: string };
  readonly cmyk_values_twice: { readonly color: string };
  readonly cmyk_value_unused: { readonly color: string; readonly colors: readonly string[] };
  readonly cmyk_value_too_light: { readonly color: string };
  /** `darker` contains the same inks with enough black; null for a screen colour. */
  readonly ink_too_light: { readonly darker: string | null };
  readonly caption_absent: { readonly caption: Exclude<CaptionField, 'none'> };
  readonly caption_not_drawn: { readonly missing: string };
  readonly caption_too_long: { readonly leastMm: number };
  /** `larger` is the smallest layout with enough room, of the same kind if it has one. */
  readonly layout_too_small: { readonly layout: LayoutName; readonly larger: LayoutName | null };
  readonly words_too_long: { readonly larger: LayoutName | null };
}

interface ModuleRange {
  readonly least: number;
  readonly most: number;
  readonly side: number;
  readonly widthMm: number;
}

export type PrintProblem = ProblemOf<PrintProblems>;
