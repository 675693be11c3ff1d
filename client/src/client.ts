import createFetchClient from 'openapi-fetch';
import { QrCodeServiceError, toError } from './errors.ts';
import { createRetryingFetch, type RetryOptions } from './retry.ts';
import type { components, operations, paths } from './schema.d.ts';

type Schemas = components['schemas'];

export type CreateQrCode = Schemas['CreateQrCode'];
export type UpdateQrCode = Schemas['UpdateQrCode'];
export type QrCode = Schemas['QrCode'];
export type QrCodeDetails = Schemas['QrCodeDetails'];
export type ScanStatistics = Schemas['ScanStatistics'];
export type Deletion = Schemas['Deletion'];
export type BulkResult = Schemas['BulkResults']['data'][number];

type ListQuery = NonNullable<operations['listQrCodes']['parameters']['query']>;
type StatisticsQuery = NonNullable<operations['getScanStatistics']['parameters']['query']>;

/** Which codes to list: those that are all that is asked for. */
export type ListFilter = Omit<ListQuery, 'limit' | 'cursor' | 'dynamic'> & { dynamic?: boolean };

/** A code, and the name of this state of it: send it as `ifMatch` to change what you have seen, and nothing else. */
export interface Tagged<Code> {
  readonly code: Code;
  readonly etag: string | null;
}

export interface ClientOptions extends RetryOptions {
  /** Of the service: `https://api.example.com`. */
  readonly apiUrl: string;
  /** `qr_live_…`. Keep it on your server. */
  readonly apiKey: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** Default: a new one for each call, kept over its retries. Give your own where a call may outlive its process. */
  readonly idempotencyKey?: string;
}

export interface EditOptions extends CallOptions {
  /** The `etag` that the change is based on: `precondition_failed` where the code has changed since. */
  readonly ifMatch?: string | null;
}

/** The `/v1` interface of the QR Code Service. Every method throws a `QrCodeServiceError` where it fails for good. */
export class QrCodeClient {
  readonly #api: ReturnType<typeof createFetchClient<paths>>;

  /** @throws TypeError where `apiUrl` is no https URL (http is for this machine alone: the key would travel in the clear) */
  constructor({ apiUrl, apiKey, ...retryOptions }: ClientOptions) {
    requireSafeUrl(apiUrl);
    this.#api = createFetchClient<paths>({
      baseUrl: apiUrl,
      headers: { Authorization: `Bearer ${apiKey}` },
      fetch: createRetryingFetch(retryOptions),
    });
  }

  /** Makes a code. However often it is tried, there will be one. */
  async create(body: CreateQrCode, options: CreateOptions = {}): Promise<Tagged<QrCode>> {
    const params = { header: { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } };
    return toTagged(await unwrap(this.#api.POST('/v1/qr', { params, body, ...signalOf(options) })));
  }

  /** Makes up to 100 codes: one result for each, in order. One failure does not undo the others. */
  async createMany(codes: CreateQrCode[], options: CreateOptions = {}): Promise<BulkResult[]> {
    const params = { header: { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } };
    const call = this.#api.POST('/v1/qr/bulk', { params, body: { codes }, ...signalOf(options) });
    return (await unwrap(call)).data.data;
  }

  async get(id: string, options: CallOptions = {}): Promise<Tagged<QrCodeDetails>> {
    const params = { path: { id } };
    return toTagged(await unwrap(this.#api.GET('/v1/qr/{id}', { params, ...signalOf(options) })));
  }

  /** Changes where a dynamic code leads, its title, or both. */
  async update(id: string, body: UpdateQrCode, options: EditOptions = {}): Promise<Tagged<QrCodeDetails>> {
    const params = { path: { id }, header: ifMatchOf(options) };
    return toTagged(await unwrap(this.#api.PATCH('/v1/qr/{id}', { params, body, ...signalOf(options) })));
  }

  /** Deletes a code for good. `not_found` where it is gone already, also by a first try whose answer was lost. */
  async delete(id: string, options: EditOptions = {}): Promise<Deletion> {
    const params = { path: { id }, header: ifMatchOf(options) };
    return (await unwrap(this.#api.DELETE('/v1/qr/{id}', { params, ...signalOf(options) }))).data;
  }

  /** The scans of a dynamic code, by UTC day and by device. */
  async statistics(
    id: string,
    { signal, ...query }: StatisticsQuery & CallOptions = {},
  ): Promise<ScanStatistics> {
    const params = { path: { id }, query };
    const call = this.#api.GET('/v1/qr/{id}/stats', { params, ...signalOf({ signal }) });
    return (await unwrap(call)).data;
  }

  /** The account's codes, newest first, all of them: pages are read as the loop gets there. */
  async *list(
    { dynamic, ...filter }: ListFilter = {},
    options: CallOptions & { pageSize?: number } = {},
  ): AsyncGenerator<QrCodeDetails, void, void> {
    const query: ListQuery = { ...filter, limit: options.pageSize ?? 100 };
    if (dynamic !== undefined) query.dynamic = dynamic ? 'true' : 'false';
    do {
      const call = this.#api.GET('/v1/qr', { params: { query }, ...signalOf(options) });
      const { data: page } = await unwrap(call);
      yield* page.data;
      if (page.next_cursor === null) return;
      query.cursor = page.next_cursor;
    } while (true);
  }
}

function requireSafeUrl(apiUrl: string): void {
  const { protocol, hostname } = new URL(apiUrl);
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isThisMachine))
    throw new TypeError(`"apiUrl" must be an https URL, not "${apiUrl}": the key would travel in the clear.`);
}

function signalOf({ signal }: { readonly signal?: AbortSignal | undefined }): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function ifMatchOf({ ifMatch }: EditOptions): { 'If-Match'?: string } {
  return ifMatch ? { 'If-Match': ifMatch } : {};
}

/** What openapi-fetch gives, as an answer or an error thrown. A string would be an export, which is never asked for. */
async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<{ data: Exclude<Data, string>; response: Response }> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new QrCodeServiceError('unexpected_answer', 'The answer is not JSON. Is the URL right?', { cause });
  });
  if (data === undefined || typeof data === 'string') throw toError(response, error);
  return { data: data as Exclude<Data, string>, response };
}

function toTagged<Code>({ data, response }: { data: Code; response: Response }): Tagged<Code> {
  return { code: data, etag: response.headers.get('ETag') };
}
