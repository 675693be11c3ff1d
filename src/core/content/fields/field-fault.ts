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
  readonly field_password_required: NoValues;
  readonly field_password_unused: NoValues;

  readonly field_no_time: NoValues;
  readonly field_time_skipped: { readonly zone: string };
  readonly field_time_unlike_start: NoValues;
  readonly field_ends_early: { readonly startsAt: string };
  readonly no_time_zone: NoValues;

  /** The standard of the payment has no such character. */
  readonly field_character: { readonly character: string; readonly position: number };
  readonly no_iban: NoValues;
  readonly iban_of_other_country: { readonly country: string; readonly countries: readonly string[] };
  readonly iban_length: { readonly length: number; readonly right: number; readonly country: string };
  /** `right` has the check digits that belong to the rest of what was given. */
  readonly check_digits: { readonly given: string; readonly right: string };
  readonly no_bic: NoValues;
  readonly no_purpose: NoValues;
  readonly no_country: NoValues;
  readonly no_amount: NoValues;
  readonly amount_out_of_range: NoValues;
  readonly no_creditor_reference: NoValues;
  readonly no_swiss_reference: NoValues;
  readonly zip_with_country: { readonly given: string; readonly right: string };
  readonly no_procedures: NoValues;
  readonly reference_and_text: NoValues;
  readonly qr_iban_without_reference: NoValues;
  readonly qr_reference_without_iban: NoValues;
  /** Two texts together, in characters. */
  readonly texts_too_long: { readonly length: number; readonly longest: number };
  /** The text of the symbol, in UTF-8. */
  readonly payment_too_long: { readonly bytes: number; readonly longest: number };
}

export type FieldFault = FaultOf<FieldFaults>;
