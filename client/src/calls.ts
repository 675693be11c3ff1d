import type createFetchClient from 'openapi-fetch';
import { createQuerySerializer } from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { QrCodeServiceError, toError } from './errors.ts';

/** What all calls of the client share. */

export type Api = ReturnType<typeof createFetchClient<paths>>;

/** Throws a TypeError where a URL would send the key unencrypted. */
export function requireSafeUrl(apiUrl: string): void {
  const { protocol, hostname } = new URL(apiUrl);
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isThisMachine))
    throw new TypeError(`"apiUrl" must be an https URL, not "${apiUrl}": http does not encrypt the key.`);
}

/** Throws a TypeError where a header would be empty: it may be lost on the way, and then the call would have no condition. */
export function requireText(option: string, text: string | null): string {
  if (text !== null && text.trim() !== '') return text;
  const what = text === null ? 'null' : 'empty';
  throw new TypeError(
    `"${option}" is ${what}, and the call would go without it: pass a text, or leave it out.`,
  );
}

/** Lists that the document writes with commas (`explode: false`). All others repeat the parameter. */
const JOINED = ['ids', 'fields', 'include', 'domain_map'];

const writeParameters = createQuerySerializer();

/** Writes the query of a request as the document describes it. */
export function writeQuery(query: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    JOINED.includes(name) && Array.isArray(value) ? value.join(',') : value,
  ]);
  return writeParameters(Object.fromEntries(entries));
}

export function signalOf({ signal }: { readonly signal?: AbortSignal | undefined }): {
  signal?: AbortSignal;
} {
  return signal ? { signal } : {};
}

/** Gives the response of openapi-fetch, or throws its error. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
  idempotencyKey: string | null = null,
): Promise<{ data: Data; response: Response }> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new QrCodeServiceError('unexpected_response', 'The response is not JSON. Is the URL right?', {
      cause,
      idempotencyKey,
    });
  });
  if (data === undefined) throw toError(response, error, idempotencyKey);
  return { data, response };
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** Gives the items of all pages of a list. Reads each page when the loop reaches it. */
export async function* eachItem<Item>(
  readPage: (cursor: { cursor?: string }) => Parameters<typeof unwrap<Page<Item>>>[0],
): AsyncGenerator<Item, void, void> {
  let cursor: { cursor?: string } = {};
  do {
    const { data: page } = await unwrap(readPage(cursor));
    yield* page.data;
    if (page.next_cursor === null) return;
    cursor = { cursor: page.next_cursor };
  } while (true);
}
