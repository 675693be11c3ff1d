import type { Context } from 'hono';
import type { AppEnv } from './app.ts';

/** The one table of error codes and their statuses. Nobody else writes an error's status or body. */
export const ERROR_STATUS = {
  malformed_json: 400,
  invalid_request: 400,
  low_contrast: 400,
  content_too_long: 400,
  unauthorized: 401,
  https_required: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  code_not_dynamic: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with one field: `field` is its path in the body or the name of the query parameter. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** An answer that is an error. The message is for people and may change; the code is the contract. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: readonly FieldError[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = options.fields ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Enough for every field that there is; a body of thousands of unknown ones must not make a larger answer. */
const MAX_FIELD_ERRORS = 20;

/** A 400 for fields at fault: its code is theirs where they agree on one of the table's, else `invalid_request`. */
export function invalidFields(fields: readonly FieldError[], code: ErrorCode = 'invalid_request'): ApiError {
  const named = fields.slice(0, MAX_FIELD_ERRORS);
  const rest = fields.length > named.length ? [`And ${fields.length - named.length} more.`] : [];
  return new ApiError(code, [...named.map((field) => field.message), ...rest].join(' '), { fields: named });
}

export function notFound(): ApiError {
  return new ApiError('not_found', 'There is no QR code with this id in your account.');
}

export function unavailable(): ApiError {
  return new ApiError('unavailable', 'A part of the service is not available right now. Please try again.');
}

export function renderError(c: Context<AppEnv>, error: ApiError): Response {
  const { code, message, fields, headers } = error;
  c.set('errorCode', code);
  const body = {
    code,
    message,
    request_id: c.get('requestId'),
    ...(fields.length > 0 ? { errors: fields } : {}),
  };
  return c.json(body, ERROR_STATUS[code], { ...headers });
}
