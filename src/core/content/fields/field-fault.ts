import type { FaultOf, NoValues } from '../../problem.ts';

/** What can be wrong with one field of a content, beside its kind and its bounds. */
export interface FieldFaults {
  readonly required: NoValues;
  /** `trunkPrefix` is "(0)", which is dialled only within a country; null if there is none. */
  readonly field_no_phone: { readonly trunkPrefix: string | null; readonly takesExtension: boolean };
  readonly field_no_email: NoValues;
  readonly field_no_url: NoValues;
  /** In UTF-8. */
  readonly field_too_many_bytes: { readonly bytes: number; readonly longest: number };
  readonly field_needs_other: { readonly fields: readonly string[] };

  readonly field_no_wpa_password: NoValues;
  readonly field_password_required: { readonly security: string };
  readonly field_password_unused: NoValues;

  readonly field_no_time: NoValues;
  readonly field_time_skipped: { readonly zone: string };
  readonly field_time_unlike_start: NoValues;
  readonly field_ends_early: { readonly startsAt: string };
  readonly no_time_zone: NoValues;
}

export type FieldFault = FaultOf<FieldFaults>;
