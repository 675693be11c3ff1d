import { explainQuota, type QuotaName, type QuotaProblem } from '#core/accounts/quota.ts';

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

/** The quota that a request would exceed. */
export interface QuotaUse {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
}

/** A response that is an error. Programs read the code, which is the contract. People read the message, which may change. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  readonly quota: QuotaUse | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: readonly FieldError[];
      headers?: Readonly<Record<string, string>>;
      quota?: QuotaUse;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = options.fields ?? [];
    this.headers = options.headers ?? {};
    this.quota = options.quota ?? null;
  }
}

/** A request has fewer fields than this. A body with thousands of unknown fields must not produce a larger response. */
const MAX_FIELD_ERRORS = 20;

/** A 400 that names the fields at fault. */
export function invalidFields(fields: readonly FieldError[], code: ErrorCode = 'invalid_request'): ApiError {
  const named = fields.slice(0, MAX_FIELD_ERRORS);
  const rest = fields.length > named.length ? [`And ${fields.length - named.length} more.`] : [];
  return new ApiError(code, [...named.map((field) => field.message), ...rest].join(' '), { fields: named });
}

export function quotaExceeded(problem: QuotaProblem): ApiError {
  const { quota, limit, used } = problem;
  return new ApiError('quota_exceeded', explainQuota(problem), { quota: { name: quota, limit, used } });
}

export function notFound(): ApiError {
  return new ApiError('not_found', 'There is no QR code with this id in your account.');
}

export function unavailable(): ApiError {
  return new ApiError('unavailable', 'A part of the service is not available. Retry the request.');
}

/** A 409: the operation needs a dynamic code. `consequence` says what a static code lacks. */
export function codeNotDynamic(consequence: string): ApiError {
  return new ApiError(
    'code_not_dynamic',
    `This code is static: ${consequence}. To have that, create the code with "dynamic": true.`,
  );
}
