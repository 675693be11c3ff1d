import { z } from 'zod';
import {
  type Answer,
  CloudflareError,
  countPages,
  failureOf,
  noResponse,
  readAnswer,
  unknownForm,
} from './answer.ts';
import { subjectOf } from './subject.ts';

/** Each request names the form of the result, of the parts that are used: a result of another form is a failure. */
export interface CloudflareApi {
  /** Reads one resource. Reads are safe to repeat, so passing failures are retried. */
  get<T>(path: string, form: z.ZodType<T>): Promise<T>;
  /** Reads one resource; null if it does not exist. */
  find<T>(path: string, form: z.ZodType<T>): Promise<T | null>;
  /** Reads all pages of a list. `form` is that of an item. */
  list<T>(path: string, form: z.ZodType<T>): Promise<T[]>;
  /** Sends a query that changes nothing, and so is retried as reads are. */
  ask<T>(path: string, body: unknown, form: z.ZodType<T>): Promise<T>;
  /** The same, for the endpoints for statistics, whose answers have no envelope. A text is sent as it is. */
  askPlain<T>(path: string, body: string | object, form: z.ZodType<T>): Promise<T>;
  /**
   * Sends a change once; again only if Cloudflare refused it for the number of requests. Before any other retry, the caller has to check
   * whether the change was made.
   */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, form: z.ZodType<T>): Promise<T>;
}

/** A thing, or a list, of which nothing is used but that it is there. */
export const ANYTHING = z.union([z.looseObject({}), z.array(z.unknown())]);
/** The result of a change that says nothing. */
export const NOTHING = z.unknown();

/** With what requests are made: a token that may be renewed while a command runs. */
export interface Credentials {
  readonly token: () => string;
  /** Whether there is a newer token than the refused one. `isExpired` if Cloudflare says that it knows no such token. */
  renew(refused: string, isExpired: boolean): Promise<boolean>;
}

/** A token that nothing renews. */
export function withToken(token: string): Credentials {
  return { token: () => token, renew: () => Promise.resolve(false) };
}

export interface CloudflareApiOptions {
  readonly credentials: Credentials;
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
  const wait = createWait(options);
  const read = (question: Question) => retrying({ ...options, wait }, question, ({ isPassing }) => isPassing);
  const get = async <T>(path: string, form: z.ZodType<T>): Promise<T> =>
    readResult(await read({ method: 'GET', path }), form);
  return {
    get,
    async find(path, form) {
      try {
        return await get(path, form);
      } catch (error) {
        if (error instanceof CloudflareError && error.isAbsent) return null;
        throw error;
      }
    },
    async list<T>(path: string, form: z.ZodType<T>) {
      const all: T[] = [];
      const join = path.includes('?') ? '&' : '?';
      for (let page = 1; ; page++) {
        const answer = await read({
          method: 'GET',
          path: `${path}${join}page=${page}&per_page=${PAGE_SIZE}`,
        });
        const items = readResult(answer, z.array(form));
        all.push(...items);
        if (items.length === 0 || page >= countPages(answer, PAGE_SIZE)) return all;
      }
    },
    async ask(path, body, form) {
      return readResult(await read({ method: 'POST', path, body }), form);
    },
    async askPlain(path, body, form) {
      const answer = await read({ method: 'POST', path, body, isPlain: true });
      return readForm(answer, answer.json, form);
    },
    async send(method, path, body, form) {
      const question = { method, path, body };
      const answer = await retrying({ ...options, wait }, question, ({ status }) => status === 429);
      return readResult(answer, form);
    },
  };
}

/** A success without the thing that was asked for is a failure, which is told here rather than where the thing is used. */
function readResult<T>(answer: Answer, form: z.ZodType<T>): T {
  return readForm(answer, answer.envelope?.result, form);
}

function readForm<T>(answer: Answer, value: unknown, form: z.ZodType<T>): T {
  const read = form.safeParse(value);
  if (read.success) return read.data;
  throw typeof value === 'object' && value !== null ? unknownForm(answer, read.error) : failureOf(answer);
}

type Wait = (ms: number, line: string) => Promise<void>;

/** Waits, and says so unless other requests are already waiting about as long: when Cloudflare fails, it fails for all of them. */
function createWait({ sleep, notify }: CloudflareApiOptions): Wait {
  const waits: number[] = [];
  return async (ms, line) => {
    if (ms > 2 * Math.max(0, ...waits)) notify(line);
    waits.push(ms);
    await sleep(ms);
    waits.splice(waits.indexOf(ms), 1);
  };
}

/** Sends a request, and again after failures that `canRepeat` allows; each wait is as long as Cloudflare asks for. */
async function retrying(
  options: CloudflareApiOptions & { readonly wait: Wait },
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
      const subject = subjectOf(question.path);
      await options.wait(
        waitMs,
        `${'waiting'.padEnd(13)} ${subject}: ${seconds} s, then trying again: ${error.message}`,
      );
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

/** Sends a request, and once more if its token was refused and there is a newer one. A refused request changed nothing. */
async function request(options: CloudflareApiOptions, question: Question): Promise<Answer> {
  const { credentials } = options;
  const token = credentials.token();
  try {
    return await requestWith(token, options, question);
  } catch (error) {
    const isRefused = error instanceof CloudflareError && error.isForbidden;
    if (!isRefused || !(await credentials.renew(token, error.status === 401))) throw error;
    return requestWith(credentials.token(), options, question);
  }
}

async function requestWith(
  token: string,
  { baseUrl = CLOUDFLARE_API_URL, fetch: fetchUrl }: CloudflareApiOptions,
  { method, path, body, isPlain = false }: Question,
): Promise<Answer> {
  // `fetch` itself names the type of a text and of a form.
  const isSentAsItIs = typeof body === 'string' || body === undefined || body instanceof FormData;
  const init = {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(isSentAsItIs ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isSentAsItIs ? body : JSON.stringify(body) }),
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
