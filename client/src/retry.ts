import { QrCodeServiceError } from './errors.ts';

/** How the client retries a call. Tests and other runtimes can pass their own functions. */
export interface RetryOptions {
  /** The number of retries after the first try. Default 4. */
  readonly maxRetries?: number;
  /** The longest single wait, in milliseconds. Where the service asks for a longer one, the call fails at once. Default 65,000. */
  readonly maxWaitMs?: number;
  /** The longest time of one try, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits for `ms` milliseconds. Rejects when the signal fires. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to less than 1. */
  readonly random?: () => number;
  readonly nowMs?: () => number;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Callers that the service tells to wait equally long must not retry at the same moment. */
const RETRY_AFTER_JITTER_MS = 500;

/**
 * A `fetch` that retries where that is safe and may help: after 429, after 503, after 409 while the first request with the same
 * `Idempotency-Key` is in progress, and without a response. Each try reads the whole body, so an incomplete response counts as none.
 *
 * It does not retry a request with a precondition without a response: if the first try succeeded, the service would refuse the second. Nor
 * one that gives a secret: the second try would give another, and the first would be valid and lost.
 */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { maxRetries = 4, maxWaitMs = 65_000, sleep = sleepFor, random = Math.random } = options;
  const nowMs = options.nowMs ?? Date.now;

  return async (request) => {
    for (let retries = 0; ; retries++) {
      const outcome = await tryOnce(request.clone(), options);
      const isLast = retries >= maxRetries || !isWorthRetrying(request, outcome);
      const waitMs = isLast ? Infinity : toWaitMs(outcome, retries, random(), nowMs());
      if (waitMs <= maxWaitMs) await sleep(waitMs, request.signal);
      else if (outcome instanceof Response) return outcome;
      else throw outcome;
    }
  };
}

/** Gives the response, or the reason why there is none. Throws where the caller aborts: that is not a failure. */
async function tryOnce(
  request: Request,
  { fetch = globalThis.fetch, timeoutMs = 30_000 }: RetryOptions,
): Promise<Response | QrCodeServiceError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    const response = await fetch(new Request(request, { signal }));
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } catch (cause) {
    request.signal.throwIfAborted();
    const why = timeout.aborted
      ? `The service did not respond within ${timeoutMs} ms.`
      : 'The service is not reachable.';
    const idempotencyKey = request.headers.get('Idempotency-Key');
    return new QrCodeServiceError('no_response', why, { cause, idempotencyKey });
  }
}

function isWorthRetrying(request: Request, outcome: Response | QrCodeServiceError): boolean {
  if (!(outcome instanceof Response))
    return !(request.headers.has('If-Match') || request.headers.has('If-None-Match') || givesSecret(request));
  // A 409 with Retry-After is `idempotency_in_progress`. A retry does not help against the others.
  if (outcome.status === 409) return outcome.headers.has('Retry-After');
  return outcome.status === 429 || outcome.status === 503;
}

function givesSecret({ method, url }: Request): boolean {
  return method === 'POST' && /\/v1\/webhooks(?:\/[^/]+\/rotate)?$/.test(new URL(url).pathname);
}

/** Gives the wait that the service asks for, or twice the wait before. Part of it is random. */
function toWaitMs(
  outcome: Response | QrCodeServiceError,
  retries: number,
  random: number,
  nowMs: number,
): number {
  const asked =
    outcome instanceof Response ? parseRetryAfter(outcome.headers.get('Retry-After'), nowMs) : null;
  if (asked !== null) return asked + random * RETRY_AFTER_JITTER_MS;
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries);
  return backoff / 2 + (random * backoff) / 2;
}

/** Milliseconds to wait, from seconds or an HTTP date (RFC 9110 §10.2.3); null where it is neither. */
function parseRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resume, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resume();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
