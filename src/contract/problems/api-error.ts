import type { z } from 'zod';
import { explainQuota } from './quota-phrases.ts';
import type { QuotaName, QuotaProblem } from '#core/accounts/quota.ts';
import { toErrorCode, toFieldError } from './api-phrases.ts';
import type { Problem } from './problems.ts';
import type { errorBody } from '../codes/responses.ts';
import { ERROR_STATUS, type ErrorCode, type FieldError, titleOfError } from './error-codes.ts';

/** The quota that a request would exceed. */
export interface QuotaUse {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
}

/** An error response. Programs read the code, which is part of the contract. People read the message, which may change. */
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

/**
 * The body of an error response: what this interface has always said, and the same in the members of RFC 9457.
 *
 * @param origin of the interface, where `type` is explained
 */
export function toErrorBody(
  code: ErrorCode,
  said: {
    readonly message: string;
    readonly errors?: readonly FieldError[];
    readonly quota?: QuotaUse | null;
  },
  { origin, requestId }: { readonly origin: string; readonly requestId: string },
): z.output<typeof errorBody> {
  const { message, errors = [], quota } = said;
  return {
    code,
    message,
    type: `${origin}/docs/errors#${code}`,
    title: titleOfError(code),
    status: ERROR_STATUS[code],
    detail: message,
    request_id: requestId,
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
    ...(quota ? { quota } : {}),
  };
}

/** More than the number of fields in any request. A body with thousands of unknown fields must not produce a larger response. */
const MAX_FIELD_ERRORS = 20;

/** A 400 that lists every problem. */
export function invalid(problems: readonly Problem[]): ApiError {
  const named = problems.slice(0, MAX_FIELD_ERRORS).map(toFieldError);
  return invalidFields(named, toErrorCode(problems), problems.length);
}

/** A 400 that names the fields at fault. `count` is the number of all of them. */
export function invalidFields(
  fields: readonly FieldError[],
  code: ErrorCode = 'invalid_request',
  count = fields.length,
): ApiError {
  const named = fields.slice(0, MAX_FIELD_ERRORS);
  const rest = count > named.length ? [`And ${count - named.length} more.`] : [];
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

/** Results of many items are stored, those of a request for a day: a hundred refusals must not take more room than a hundred created codes. */
export const MAX_ITEM_FIELD_ERRORS = 3;

/** The error of one item among many: a code in a bulk request, or a row in a file, some of whose errors may be left out already. */
export function toItemError({ code, message, fields, quota }: ApiError, isShort = false) {
  const named = fields.slice(0, MAX_ITEM_FIELD_ERRORS);
  const isCut = isShort || fields.length > named.length;
  return {
    code,
    message: isCut ? [...named.map((field) => field.message), 'And more.'].join(' ') : message,
    ...(named.length > 0 ? { errors: named } : {}),
    ...(quota ? { quota } : {}),
  };
}
