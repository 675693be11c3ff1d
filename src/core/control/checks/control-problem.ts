import type { UnfitContent } from '../../content/content-fault.ts';
import type { PlainTextProblems } from '../../plain-text.ts';
import type { NoValues, ProblemOf } from '../../problem.ts';

/** Possible problems of an owner's control. */
export interface ControlProblems extends PlainTextProblems {
  /** The content of a target is refused, or the text to show. */
  readonly unfit_content: UnfitContent;
  /** The address is known to be harmful. */
  readonly harmful_target: { readonly host: string };
  readonly window_empty: NoValues;
  readonly limit_out_of_range: { readonly most: number };
  /** A limit counts scans, and the code does not. */
  readonly limit_uncounted: NoValues;
  readonly password_too_short: { readonly least: number };
  readonly no_timestamp: NoValues;
  readonly name_empty: NoValues;
  readonly name_padded: NoValues;
  readonly name_taken: NoValues;
  readonly too_many_rules: { readonly rules: number; readonly most: number };
  readonly variants_out_of_range: { readonly least: number; readonly most: number };
  readonly weight_out_of_range: { readonly most: number };
  readonly weights_unequal: { readonly sum: number; readonly whole: number };
  readonly list_empty: NoValues;
  readonly no_country: NoValues;
  readonly no_region: NoValues;
  readonly no_language: NoValues;
  readonly not_among: { readonly names: readonly string[] };
  readonly rule_without_condition: NoValues;
  readonly rule_window_empty: NoValues;
  readonly parameters_out_of_range: { readonly most: number };
  readonly parameter_too_long: { readonly longest: number };
  readonly no_hours: NoValues;
  readonly hours_empty: NoValues;
  readonly no_time_zone: NoValues;
  readonly utm_too_long: { readonly longest: number };
  /** The image of a link preview, or of a brand, is an SVG: chats show none, and no picture with a public address may hold a script. */
  readonly public_svg: NoValues;
  readonly links_too_long: { readonly longest: number };
  readonly no_link_type: NoValues;
  readonly no_link_language: NoValues;
  readonly no_media_type: NoValues;
  /** Only GS1 codes have typed links. */
  readonly links_of_other_type: NoValues;
}

export type ControlProblem = ProblemOf<ControlProblems>;
