import type { NoValues, ProblemOf } from '../problem.ts';
import type { ImageId } from '../logos/image-id.ts';
import type { ScanFault, StyleProblems } from '../styles/style.ts';
import type { Gs1Problems } from '../gs1/gs1-problem.ts';
import type { LinkHost } from '../links/link-address.ts';
import type { CodeId } from './code-id.ts';
import type { ErrorCorrectionLevel } from './error-correction.ts';

/** Why a symbol cannot be drawn. */
interface SymbolProblems {
  readonly content_too_long: {
    /** Length of the content in UTF-8 bytes. */
    readonly contentBytes: number;
    /** UTF-8 bytes of arbitrary text that the largest symbol holds at this level; digits and upper case need less room. */
    readonly largestBytes: number;
    readonly errorCorrection: ErrorCorrectionLevel;
  };
  readonly symbol_too_large: {
    /** The version that the content needs, and the largest one that may be drawn. */
    readonly version: number;
    readonly largestVersion: number;
    /** Why this service draws no larger one; null if no service could. */
    readonly reason: string | null;
  };
  /** They do not fit a Data Matrix of at most `side` modules on a side. */
  readonly elements_too_long: {
    readonly characters: number;
    readonly side: number;
    /** As above. */
    readonly reason: string | null;
  };
  readonly size_too_small: {
    readonly size: number;
    /** The smallest size in pixels at which every module, and the letters of a frame, have enough pixels. */
    readonly smallestSize: number;
    /** The width of the picture in modules, and the pixels that each module needs. */
    readonly side: number;
    readonly perModule: number;
    /** The text of the frame if its letters need more pixels than the modules; otherwise null. */
    readonly smallText: string | null;
  };
  readonly logo_without_room: { readonly version: number };
  /** A logo has room only if its size is "auto". */
  readonly logo_size_impossible: {
    /** The share of the side that a logo of size "auto" would take. */
    readonly share: number;
  };
  readonly logo_too_large: { readonly size: number; readonly largestSize: number };
  /** A reader could not get the content from a bad photo of the symbol. The field is the likeliest cause. */
  readonly unscannable: { readonly cause: ScanFault };
}

export type SymbolProblem = ProblemOf<SymbolProblems>;

/** What can be wrong with a new code but not with an edit. */
export interface NewCodeProblems extends StyleProblems, SymbolProblems, Gs1Problems {
  readonly type_not_dynamic: NoValues;
  readonly type_only_dynamic: NoValues;
  readonly control_of_static_code: NoValues;
  /** The standard of a payment says how its symbol looks. */
  readonly payment_look: NoValues;
  /** A Data Matrix has no shapes, logos and frames. */
  /** Another code of the account has it: a living one, or, if `holder` is null, an earlier one of the same request. */
  readonly external_id_taken: { readonly externalId: string; readonly holder: CodeId | null };
  /** Another code has or had it: one of any account, or an earlier one of the same request. */
  readonly short_code_taken: { readonly shortCode: string; readonly isInRequest: boolean };
  /** The account has no such domain, or it is not active. */
  readonly domain_not_ready: { readonly host: LinkHost };
  /** The fields of a GS1 code belong to its type. */
  readonly gs1_of_other_type: NoValues;
  /** What a GS1 code identifies is its name. */
  readonly short_code_of_key: NoValues;
  /** Another code of the account identifies the same on the host. */
  readonly key_taken: { readonly key: string; readonly isInRequest: boolean };
  /** The service has no host for GS1 codes. */
  readonly gs1_needs_domain: NoValues;
  /** The operator has not approved the company prefix of the key for the account. */
  readonly gs1_prefix_not_approved: { readonly key: string; readonly host: LinkHost };
  /** The budget of the service has no room for it. */
  readonly style_not_drawn: NoValues;
  /** The account has no such image. */
  readonly logo_not_found: { readonly image: ImageId };
}
