import type { Encoding } from '#core/imports/encoding.ts';
/** Every error code of the contract, with its status. */
export const ERROR_STATUS = {
  malformed_json: 400,
  invalid_request: 400,
  low_contrast: 400,
  unscannable: 400,
  content_too_long: 400,
  unsafe_target: 400,
  unauthorized: 401,
  https_required: 403,
  insufficient_scope: 403,
  account_suspended: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  code_not_dynamic: 409,
  external_id_taken: 409,
  import_in_progress: 409,
  import_not_ready: 409,
  short_code_taken: 409,
  immutable_field: 409,
  tag_is_merging: 409,
  limit_reached: 409,
  image_in_use: 409,
  file_in_use: 409,
  domain_in_use: 409,
  name_taken: 409,
  name_is_printed: 409,
  idempotency_in_progress: 409,
  length_required: 411,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A code in words, the same for each error of its kind: the `title` of RFC 9457 §3.1.3. */
export function titleOfError(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ').replace(/\b(https|json)\b/, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The problem with one field: `field` is its path in the body, or the name of the query parameter. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** Of a file that is not UTF-8: the encoding that it may have, and cells that show whether it has. */
  readonly guess?: Encoding;
  readonly sample?: string[];
}
