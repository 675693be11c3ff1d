import { CloudflareError, failureOf, noResponse, readAnswer, type Answer } from './answer.ts';

export interface CloudflareApi {
  /** Reads one resource. Reads are safe to repeat, so passing failures are retried. */
  get<T>(path: string): Promise<T>;
  /** Reads one resource; null if it does not exist. */
  find<T>(path: string): Promise<T | null>;
  /** Reads all pages of a list. */
  list<T>(path: string): Promise<T[]>;
  /** Sends a query that changes nothing, and so is retried as reads are. */
  ask<T>(path: string, body: unknown): Promise<T>;
  /** The same, for the endpoints for statistics, whose answers have no envelope. A text is sent as it is. */
  askPlain(path: string, body: string | object): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Sends a change once; again only if Cloudflare refused it for the number of requests. Before any other retry, the caller has to check
   * whether the change was made.
   */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>;
}

export interface CloudflareApiOptions {
  readonly token: string;
  readonly baseUrl?: string | undefined;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  /** Tells the waiting person why nothing seems to happen. */
  readonly notify: (line: string) => void;
}

export const CLOUDFLARE_API_URL = 'https://api.cloudflare.com/client/v4';

/** D1 itself ends a query after 30 seconds. */
const TIMEOUT_MS = 35_000;
const ATTEMPTS = 4;
const PAGE_SIZE = 50;
/** Cloudflare counts requests for five minutes. */
const LONGEST_WAIT_MS = 300_000;
const SHORTEST_WAIT_AFTER_LIMIT_MS = 10_000;

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Whether the answer has no envelope. */
  readonly isPlain?: boolean;
}

export function openCloudflareApi(options: CloudflareApiOptions): CloudflareApi {
  const read = (question: Question) => retrying(options, question, ({ isPassing }) => isPassing);
  const get = async <T>(path: string): Promise<T> =>
    requireResult(await read({ method: 'GET', path }), isObject) as T;
  return {
    get,
    async find<T>(path: string) {
      try {
        return await get<T>(path);
      } catch (error) {
        if (error instanceof CloudflareError && error.isAbsent) return null;
        throw error;
      }
    },
    async list<T>(path: string) {
      const all: T[] = [];
      const join = path.includes('?') ? '&' : '?';
      for (let page = 1; ; page++) {
        const answer = await read({
          method: 'GET',
          path: `${path}${join}page=${page}&per_page=${PAGE_SIZE}`,
        });
        all.push(...(requireResult(answer, isListOfObjects) as T[]));
        if (page >= (answer.envelope?.result_info?.total_pages ?? 1)) return all;
      }
    },
    async ask<T>(path: string, body: unknown) {
      return requireResult(await read({ method: 'POST', path, body }), isListOfObjects) as T;
    },
    async askPlain(path, body) {
      const answer = await read({ method: 'POST', path, body, isPlain: true });
      if (isObject(answer.json)) return answer.json;
      throw failureOf(answer);
    },
    async send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
      const question = { method, path, body };
      const answer = await retrying(options, question, ({ status }) => status === 429);
      // What was made with POST is described in the response; other changes may say nothing.
      return requireResult(answer, method === 'POST' ? isObject : () => true) as T;
    },
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

/** A success without the thing that was asked for is a failure, which is told here rather than where the thing is used. */
function requireResult(answer: Answer, isWhole: (result: unknown) => boolean): unknown {
  const { result } = answer.envelope ?? {};
  if (isWhole(result)) return result;
  throw failureOf(answer);
}

/** Sends a request, and again after failures that `canRepeat` allows; each wait is as long as Cloudflare asks for, and is shown. */
async function retrying(
  options: CloudflareApiOptions,
  question: Question,
  canRepeat: (error: CloudflareError) => boolean,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(options, question);
    } catch (error) {
      if (!(error instanceof CloudflareError) || !canRepeat(error) || attempt === ATTEMPTS) throw error;
      const waitMs = waitAfter(error, attempt);
      if (waitMs > LONGEST_WAIT_MS) throw error;
      const seconds = Math.ceil(waitMs / 1000);
      options.notify(`${'waiting'.padEnd(13)} ${seconds} s, then trying again: ${error.message}`);
      await options.sleep(waitMs);
    }
  }
}

function waitAfter({ status, retryAfterMs }: CloudflareError, attempt: number): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const delayMs = retryDelayMs(attempt);
  return status === 429 ? Math.max(SHORTEST_WAIT_AFTER_LIMIT_MS, delayMs) : delayMs;
}

/** Doubles with each attempt, with a random part, so that installations that failed together do not retry together. */
export function retryDelayMs(attempt: number): number {
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random());
}

async function request(
  { token, baseUrl = CLOUDFLARE_API_URL, fetch: fetchUrl }: CloudflareApiOptions,
  { method, path, body, isPlain = false }: Question,
): Promise<Answer> {
  const sent =
    typeof body === 'string'
      ? { type: 'text/plain', text: body }
      : body === undefined
        ? null
        : { type: 'application/json', text: JSON.stringify(body) };
  const init = {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(sent ? { 'Content-Type': sent.type } : {}) },
    ...(sent ? { body: sent.text } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const answer = await fetchUrl(baseUrl + path, init)
    .then(readAnswer)
    .catch((error: unknown) => {
      throw noResponse(error);
    });
  const isGood = answer.isOk && (isPlain || answer.envelope?.success === true);
  if (!isGood) throw failureOf(answer);
  return answer;
}
