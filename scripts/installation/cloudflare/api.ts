/** A refusal of Cloudflare's API, or no response at all (status 0). */
export class CloudflareError extends Error {
  readonly status: number;
  /** Cloudflare's own number for the error; 0 if it gave none. */
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.name = 'CloudflareError';
    this.status = status;
    this.code = code;
  }

  /** Whether the same request can succeed a moment later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  get isForbidden(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

export interface CloudflareApi {
  /** Reads one resource. Reads are safe to repeat, so passing failures are retried. */
  get<T>(path: string): Promise<T>;
  /** Reads one resource; null if it does not exist. */
  find<T>(path: string): Promise<T | null>;
  /** Reads all pages of a list. */
  list<T>(path: string): Promise<T[]>;
  /** Sends a change once. Before retrying, the caller has to check whether it was made. */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>;
}

export interface CloudflareApiOptions {
  readonly token: string;
  readonly baseUrl?: string | undefined;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
}

export const CLOUDFLARE_API_URL = 'https://api.cloudflare.com/client/v4';

const TIMEOUT_MS = 60_000;
const READ_ATTEMPTS = 4;
const PAGE_SIZE = 50;

interface Envelope<T> {
  readonly success: boolean;
  readonly result: T;
  readonly errors?: readonly { readonly code: number; readonly message: string }[];
  readonly result_info?: { readonly total_pages?: number };
}

export function openCloudflareApi(options: CloudflareApiOptions): CloudflareApi {
  const read = async <T>(path: string): Promise<Envelope<T>> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request<T>(options, 'GET', path);
      } catch (error) {
        const isPassing = error instanceof CloudflareError && error.isPassing;
        if (!isPassing || attempt === READ_ATTEMPTS) throw error;
        await options.sleep(retryDelayMs(attempt));
      }
    }
  };
  const get = async <T>(path: string): Promise<T> => (await read<T>(path)).result;
  return {
    get,
    async find<T>(path: string) {
      try {
        return await get<T>(path);
      } catch (error) {
        if (error instanceof CloudflareError && error.status === 404) return null;
        throw error;
      }
    },
    async list<T>(path: string) {
      const all: T[] = [];
      const join = path.includes('?') ? '&' : '?';
      for (let page = 1; ; page++) {
        const { result, result_info: info } = await read<T[]>(
          `${path}${join}page=${page}&per_page=${PAGE_SIZE}`,
        );
        all.push(...result);
        if (page >= (info?.total_pages ?? 1)) return all;
      }
    },
    async send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
      return (await request<T>(options, method, path, body)).result;
    },
  };
}

/** Doubles with each attempt, with a random part, so that installations that failed together do not retry together. */
export function retryDelayMs(attempt: number): number {
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random());
}

async function request<T>(
  { token, baseUrl = CLOUDFLARE_API_URL, fetch: fetchUrl }: CloudflareApiOptions,
  method: string,
  path: string,
  body?: unknown,
): Promise<Envelope<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetchUrl(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CloudflareError(0, 0, `no response: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const envelope = parseEnvelope<T>(text);
  if (response.ok && envelope?.success) return envelope;
  const [error] = envelope?.errors ?? [];
  throw new CloudflareError(response.status, error?.code ?? 0, error?.message ?? text.slice(0, 200));
}

function parseEnvelope<T>(text: string): Envelope<T> | null {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}
