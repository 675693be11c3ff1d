import { QrCodeServiceError } from './errors.ts';

/** How a call is tried again. What touches the world can be replaced, for tests and other runtimes. */
export interface RetryOptions {
  /** Tries after the first one. Default 4. */
  readonly maxRetries?: number;
  /** The longest single wait, in milliseconds; where the service asks for more, the call fails at once. Default 65,000. */
  readonly maxWaitMs?: number;
  /** How long one try may take, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits so many milliseconds; rejects when the signal fires. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to less than 1. */
  readonly random?: () => number;
  readonly nowMs?: () => number;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Those who were told to wait for the same time must not come back at the same moment. */
const RETRY_AFTER_JITTER_MS = 500;

/**
 * A `fetch` that tries again where that is safe and may help: after 429, after 503, after 409 while the first try with the same
 * `Idempotency-Key` is still being worked on, and after no answer. The body of the answer is read inside the try, so that an
 * answer cut off midway counts as none.
 *
 * A request with `If-Match` is not repeated after no answer: had the first try succeeded, the second would be refused for it.
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

/** The answer, or why there was none. An abort by the caller is thrown: it is no failure. */
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
      ? `No answer within ${timeoutMs} ms.`
      : 'No answer: the service is not reachable.';
    return new QrCodeServiceError('no_answer', why, { cause });
  }
}

function isWorthRetrying(request: Request, outcome: Response | QrCodeServiceError): boolean {
  if (!(outcome instanceof Response)) return !request.headers.has('If-Match');
  // A 409 with Retry-After is `idempotency_in_progress`; the others are there to stay.
  if (outcome.status === 409) return outcome.headers.has('Retry-After');
  return outcome.status === 429 || outcome.status === 503;
}

/** What the service asks for, else twice as long as before; a part of it is left to chance. */
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
