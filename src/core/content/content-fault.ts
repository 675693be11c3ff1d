import type { FaultOf, NoValues } from '../problem.ts';
import type { FieldFault } from './fields/field-fault.ts';
import type { ContentType } from './static-content.ts';

interface Named {
  readonly name: string;
}

/** Everything that can be wrong with a content. docs/decisions/static-content.md lists what each type accepts. */
export interface ContentFaults {
  readonly empty: NoValues;
  readonly too_long: { readonly type: ContentType; readonly length: number; readonly longest: number };
  readonly half_surrogate: NoValues;
  /** `allowed` says whether the type takes tabs and line breaks, or no control character. */
  readonly control_character: {
    readonly type: ContentType;
    readonly character: string;
    readonly position: number;
    readonly allowed: 'white_space' | 'none';
  };

  /** `scheme` is another one than http and https; null if there is none. */
  readonly url_without_host: { readonly scheme: string | null };
  readonly url_with_white_space: NoValues;
  readonly url_with_backslash: NoValues;
  readonly url_not_parsed: NoValues;
  readonly url_with_credentials: NoValues;
  readonly url_host_malformed: NoValues;
  readonly url_of_short_link: { readonly host: string };
  readonly url_not_public: { readonly host: string; readonly kind: UnsafeHost };
  readonly url_too_long_encoded: { readonly length: number; readonly longest: number };

  readonly no_geo: NoValues;
  readonly degrees_out_of_range: {
    readonly name: 'latitude' | 'longitude';
    readonly degrees: string;
    readonly most: number;
  };

  /** `trunkPrefix` is "(0)", which is dialled only within a country; null if there is none. */
  readonly no_phone_number: { readonly trunkPrefix: string | null; readonly type: 'phone' | 'sms' };
  readonly sms_query_malformed: NoValues;

  readonly no_email: NoValues;
  readonly mailto_without_address: NoValues;
  readonly mailto_query_malformed: NoValues;
  readonly mailto_field_unknown: Named & { readonly known: readonly string[] };
  readonly mailto_no_addresses: Named;
  readonly mailto_not_encoded: Named;
  readonly mailto_control_character: Named;

  readonly no_wifi: NoValues;
  readonly wifi_unfinished: NoValues;
  readonly wifi_field_unknown: Named & { readonly known: readonly string[] };
  readonly wifi_field_twice: Named;
  readonly wifi_no_field: { readonly text: string };
  readonly wifi_field_open: Named;
  readonly wifi_escape_unknown: Named & { readonly character: string };
  readonly wifi_not_escaped: Named & { readonly character: string };
  readonly wifi_security_unknown: { readonly security: string; readonly known: readonly string[] };
  readonly wifi_without_name: NoValues;
  readonly wifi_name_too_long: { readonly bytes: number; readonly longest: number };
  readonly wifi_hidden_malformed: { readonly hidden: string };
  readonly wifi_password_unused: NoValues;
  readonly wifi_without_password: NoValues;

  /** The account has no such file. */
  readonly no_file: NoValues;

  readonly line_malformed: { readonly line: number; readonly text: string };
  readonly end_of_nothing: { readonly line: number; readonly component: string };
  readonly line_outside: { readonly line: number };
  readonly component_open: { readonly component: string };
  readonly no_vcard: NoValues;
  readonly vcard_version_unknown: { readonly version: string };
  readonly vcard_version_late: NoValues;
  readonly vcard_without_name: NoValues;
  readonly vcard_without_structured_name: NoValues;
  readonly no_payment: { readonly type: ContentType };
  readonly payment_part_missing: { readonly field: string };
  readonly payment_part_too_long: {
    readonly field: string;
    readonly length: number;
    readonly longest: number;
  };
  readonly payment_part: {
    readonly field: string;
    readonly fault: Exclude<FieldFault, { readonly code: 'required' }>;
  };
  readonly no_event: NoValues;
  readonly event_without_start: NoValues;
  readonly event_time_malformed: { readonly name: 'DTSTART' | 'DTEND'; readonly value: string };
  readonly event_without_title: NoValues;
  readonly event_end_and_duration: NoValues;
  readonly event_ends_early: { readonly start: string; readonly end: string };
}

export type ContentFault = FaultOf<ContentFaults>;

/** Why a host is not reachable for everybody: its address, or its name. */
export type UnsafeHost = 'address' | 'name';

/** What is wrong with a content of a type. */
export interface UnfitContent {
  readonly type: ContentType;
  readonly fault: ContentFault;
}
