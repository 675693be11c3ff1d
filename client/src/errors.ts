import type { components } from './schema.d.ts';

type ErrorBody = components['schemas']['Error'];

/** What is wrong with one field of the request: its path in the body, or the name of the parameter or header. */
export type FieldError = components['schemas']['FieldError'];

/**
 * The codes of the contract, and two of the client itself: `no_answer` (nothing came back, after all retries) and
 * `unexpected_answer` (something else than this service answered). A later version of the service may add codes.
 */
export type ErrorCode = ErrorBody['code'] | 'no_answer' | 'unexpected_answer';

/** A call that failed for good: the service refused it, or the retries are used up. */
export class QrCodeServiceError extends Error {
  readonly code: ErrorCode;
  /** Of the HTTP answer; 0 where there was none. */
  readonly status: number;
  /** The request's name in the log of the service, for its operator. */
  readonly requestId: string | null;
  /** Every field at fault; empty where no field is. */
  readonly fields: readonly FieldError[];

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      status?: number;
      requestId?: string | null;
      fields?: readonly FieldError[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'QrCodeServiceError';
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
  }
}

/** @param body what the answer held, parsed where it was JSON */
export function toError(response: Response, body: unknown): QrCodeServiceError {
  const requestId = response.headers.get('X-Request-Id');
  if (isErrorBody(body)) {
    const { code, message, errors = [] } = body;
    return new QrCodeServiceError(code, message, { status: response.status, requestId, fields: errors });
  }
  return new QrCodeServiceError(
    'unexpected_answer',
    `The answer (status ${response.status}) is not one of the QR Code Service. Is the URL right?`,
    { status: response.status, requestId },
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
