import type { components } from './schema.d.ts';

type ErrorBody = components['schemas']['Error'];

/** Any other text, without which editors would no longer offer the codes that are known. */
type Unknown = string & {};

/** What is wrong with one field of the request. `field` is its path in the body, or the name of the parameter or header. */
export type FieldError = components['schemas']['FieldError'];

/** A quota of the plan: what it allows, and what the account uses. */
export type QuotaUse = components['schemas']['QuotaUse'];

/**
 * The codes of the contract, and two of the client itself: `no_response` (the service did not respond, after all retries) and
 * `unexpected_response` (the response is not one of this service). A later version of the service may add codes.
 */
export type ErrorCode = components['schemas']['ErrorCode'] | 'no_response' | 'unexpected_response' | Unknown;

/** A failed call: the service refused it, or the last retry failed. */
export class QrCodeServiceError extends Error {
  readonly code: ErrorCode;
  /** The status of the HTTP response; 0 without one. */
  readonly status: number;
  /** The id of the request in the log of the service. The operator can look it up. */
  readonly requestId: string | null;
  /** Every invalid field; empty where the error is not about fields. */
  readonly fields: readonly FieldError[];
  /** With `quota_exceeded`: the quota, what the plan allows, and what the account uses. */
  readonly quota: QuotaUse | null;
  /**
   * The key of the failed `create` or `createMany`; null for other calls. Where nobody knows what came of the request, as after
   * `no_response`, call again with this key: that creates nothing twice.
   */
  readonly idempotencyKey: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      status?: number;
      requestId?: string | null;
      fields?: readonly FieldError[];
      quota?: QuotaUse | null;
      idempotencyKey?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'QrCodeServiceError';
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
    this.quota = details.quota ?? null;
    this.idempotencyKey = details.idempotencyKey ?? null;
  }
}

/** @param body the body of the response, parsed if it is JSON */
export function toError(
  response: Response,
  body: unknown,
  idempotencyKey: string | null = null,
): QrCodeServiceError {
  const requestId = response.headers.get('X-Request-Id');
  const { status } = response;
  if (isErrorBody(body)) {
    const { code, message, errors: fields = [], quota = null } = body;
    const details = { status, requestId, fields, quota, idempotencyKey };
    return new QrCodeServiceError(code, message, details);
  }
  return new QrCodeServiceError(
    'unexpected_response',
    `The response (status ${response.status}) is not one of the QR Code Service. Is the URL right?`,
    { status, requestId, idempotencyKey },
  );
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as ErrorBody).code === 'string' &&
    typeof (body as ErrorBody).message === 'string'
  );
}
