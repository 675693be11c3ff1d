import createFetchClient from 'openapi-fetch';
import { type Api, eachItem, requireSafeUrl, requireText, signalOf, unwrap, writeQuery } from './calls.ts';
import { createRetryingFetch } from './retry.ts';
import type { paths } from './schema.d.ts';
import type {
  Activity,
  ActivityFilter,
  BulkChange,
  BulkChanges,
  BulkDelete,
  BulkDeletions,
  BulkResult,
  CallOptions,
  ClientOptions,
  CodeCount,
  CreateOptions,
  CreateQrCode,
  Deletion,
  Edit,
  EditOptions,
  ExportFile,
  ExportFiles,
  ExportType,
  ImageQuery,
  Import,
  ImportOptions,
  ImportRow,
  ListFilter,
  ListQuery,
  ListSort,
  PrintQuery,
  PrintSheets,
  QrCode,
  QrCodeDetails,
  RedirectTable,
  RenamedTag,
  ReplaceLinks,
  RowsQuery,
  ScanStatistics,
  AccountStatistics,
  AccountStatisticsQuery,
  StatisticsQuery,
  Tag,
  Tagged,
  UpdateQrCode,
  Upserted,
  UpsertOptions,
  UpsertOutcome,
  UpsertQrCode,
  UpsertResult,
  Usage,
} from './types.ts';
import { WebhookCalls } from './webhooks.ts';

/** The `/v1` interface of the QR Code Service. Every method throws a `QrCodeServiceError` where the call fails. */
export class QrCodeClient extends WebhookCalls {
  readonly #api: Api;

  /** @throws TypeError where `apiUrl` is not an https URL. Only a local service may use http, which does not encrypt the key. */
  constructor({ apiUrl, apiKey, ...retryOptions }: ClientOptions) {
    requireSafeUrl(apiUrl);
    const api = createFetchClient<paths>({
      baseUrl: apiUrl,
      headers: { Authorization: `Bearer ${apiKey}` },
      querySerializer: writeQuery,
      fetch: createRetryingFetch(retryOptions),
    });
    super(api);
    this.#api = api;
  }

  /** Creates a code. Retries create no second one. */
  async create(body: CreateQrCode, options: CreateOptions = {}): Promise<Tagged<QrCode>> {
    const key = keyOf(options);
    const params = { header: { 'Idempotency-Key': key } };
    return toTagged(await unwrap(this.#api.POST('/v1/qr', { params, body, ...signalOf(options) }), key));
  }

  /**
   * Creates up to 100 codes. Gives one result for each, in order: `'code' in result` tells a new code from an error. A code that fails does
   * not undo the others. Those that the plan does not allow now have the error `rate_limited`: send them in another call.
   */
  async createMany(codes: CreateQrCode[], options: CreateOptions = {}): Promise<BulkResult[]> {
    const key = keyOf(options);
    const params = { header: { 'Idempotency-Key': key } };
    const call = this.#api.POST('/v1/qr/bulk', { params, body: { codes }, ...signalOf(options) });
    return (await unwrap(call, key)).data.data;
  }

  /**
   * Makes the code with your external id what `body` says: creates it where there is none, changes it where it differs, and writes nothing
   * where it is so already. Fields that you leave out stay as they are. Throws `immutable_field` where what is printed would differ.
   */
  async upsert(externalId: string, body: CreateQrCode, options: UpsertOptions = {}): Promise<Upserted> {
    const header = { ...ifMatchOf(options), ...(options.mustBeNew ? { 'If-None-Match': '*' } : {}) };
    const params = { path: { id: addressOf(externalId) }, header };
    const response = await unwrap(this.#api.PUT('/v1/qr/{id}', { params, body, ...signalOf(options) }));
    const upsert = response.response.headers.get('Upsert') as UpsertOutcome;
    return { ...toTagged(response), upsert };
  }

  /**
   * Upserts up to 100 codes by their `external_id`. Gives one result for each, in order: `'code' in result` tells a code from an error. A code
   * that fails does not undo the others. Those that the plan does not allow now have the error `rate_limited`: send them in another call.
   */
  async upsertMany(codes: UpsertQrCode[], options: CallOptions = {}): Promise<UpsertResult[]> {
    return (await unwrap(this.#api.PUT('/v1/qr/bulk', { body: { codes }, ...signalOf(options) }))).data.data;
  }

  /** Reads a code by its id; by its external id as `addressOf` writes it, like every method that takes an id. */
  async get(id: string, options: CallOptions = {}): Promise<Tagged<QrCodeDetails>> {
    const params = { path: { id } };
    return toTagged(await unwrap(this.#api.GET('/v1/qr/{id}', { params, ...signalOf(options) })));
  }

  /** Changes where a dynamic code leads, its title, or what happens on a scan. */
  async update(id: string, body: UpdateQrCode, options: EditOptions = {}): Promise<Tagged<QrCodeDetails>> {
    const params = { path: { id }, header: ifMatchOf(options) };
    return toTagged(await unwrap(this.#api.PATCH('/v1/qr/{id}', { params, body, ...signalOf(options) })));
  }

  /** Replaces all links of a GS1 code; its target stays. */
  async setLinks(id: string, body: ReplaceLinks, options: EditOptions = {}): Promise<Tagged<QrCodeDetails>> {
    const params = { path: { id }, header: ifMatchOf(options) };
    return toTagged(await unwrap(this.#api.PUT('/v1/qr/{id}/links', { params, body, ...signalOf(options) })));
  }

  /** Deletes a code for ever. Throws `not_found` where it is deleted already, also by a first try whose response was lost. */
  async delete(id: string, options: EditOptions = {}): Promise<Deletion> {
    const params = { path: { id }, header: ifMatchOf(options) };
    return (await unwrap(this.#api.DELETE('/v1/qr/{id}', { params, ...signalOf(options) }))).data;
  }

  /**
   * Changes up to 100 codes in the same way, with a result for each. With a `filter`, call it again with `cursor: next_cursor` until that is null.
   */
  async updateMany(body: BulkChange, options: CallOptions = {}): Promise<BulkChanges> {
    const call = this.#api.PATCH('/v1/qr/bulk', { body: { ...body, dry_run: false }, ...signalOf(options) });
    return (await unwrap(call)).data as BulkChanges;
  }

  /** Deletes up to 100 codes for ever, with a result for each. Count them with `countMany` first. */
  async deleteMany(body: BulkDelete, options: CallOptions = {}): Promise<BulkDeletions> {
    const call = this.#api.DELETE('/v1/qr/bulk', { body: { ...body, dry_run: false }, ...signalOf(options) });
    return (await unwrap(call)).data as BulkDeletions;
  }

  /** Counts the codes that `updateMany` and `deleteMany` would reach, up to 1,000. */
  async countMany(body: BulkDelete, options: CallOptions = {}): Promise<CodeCount> {
    const call = this.#api.DELETE('/v1/qr/bulk', { body: { ...body, dry_run: true }, ...signalOf(options) });
    return (await unwrap(call)).data as CodeCount;
  }

  /** Gives all tags of the account in the order of their letters. Reads each page when the loop reaches it. */
  tags(options: CallOptions = {}): AsyncGenerator<Tag, void, void> {
    return eachItem((cursor) =>
      this.#api.GET('/v1/tags', { params: { query: { limit: 100, ...cursor } }, ...signalOf(options) }),
    );
  }

  /** Gives a tag another name, or merges it into the tag that has the name. */
  async renameTag(name: string, newName: string, options: CallOptions = {}): Promise<RenamedTag> {
    const params = { path: { name } };
    const call = this.#api.PATCH('/v1/tags/{name}', {
      params,
      body: { name: newName },
      ...signalOf(options),
    });
    return (await unwrap(call)).data;
  }

  /** Takes a tag from all codes, which stay. */
  async deleteTag(name: string, options: CallOptions = {}): Promise<void> {
    await unwrap(this.#api.DELETE('/v1/tags/{name}', { params: { path: { name } }, ...signalOf(options) }));
  }

  /** The scans of a dynamic code, by UTC day and by device. */
  async statistics(
    id: string,
    { signal, ...query }: StatisticsQuery & CallOptions = {},
  ): Promise<ScanStatistics> {
    const params = { path: { id }, query };
    return (await unwrap(this.#api.GET('/v1/qr/{id}/stats', { params, ...signalOf({ signal }) }))).data;
  }

  /**
   * The scans of all codes, or with `tag` of those that have it: totals, days, and which codes rose and fell. With `filter`, of matching scans
   * only, and without what counts codes.
   */
  async stats({ signal, ...query }: AccountStatisticsQuery & CallOptions = {}): Promise<AccountStatistics> {
    const call = this.#api.GET('/v1/stats', { params: { query }, ...signalOf({ signal }) });
    return (await unwrap(call)).data;
  }

  /** What the plan of the account allows, and what the account uses. */
  async usage(options: CallOptions = {}): Promise<Usage> {
    return (await unwrap(this.#api.GET('/v1/usage', { ...signalOf(options) }))).data;
  }

  /** Gives all codes of the account, newest first unless `sort` says otherwise. Reads each page when the loop reaches it. */
  list(
    filter: ListFilter = {},
    options: CallOptions & { pageSize?: number; sort?: ListSort } = {},
  ): AsyncGenerator<QrCodeDetails, void, void> {
    const query: ListQuery = {
      ...toQuery(filter),
      ...(options.sort ? { sort: options.sort } : {}),
      limit: options.pageSize ?? 100,
    };
    return eachItem((cursor) =>
      this.#api.GET('/v1/qr', { params: { query: { ...query, ...cursor } }, ...signalOf(options) }),
    );
  }

  /** Reads up to 100 codes, in the order of their ids. Leaves out those that do not exist. */
  async getMany(ids: readonly string[], options: CallOptions = {}): Promise<QrCodeDetails[]> {
    const params = { query: { ids: [...ids] } };
    return (await unwrap(this.#api.GET('/v1/qr', { params, ...signalOf(options) }))).data.data;
  }

  /** Gives the edits of a code, newest first: what changed, when, and who changed it. Reads each page when the loop reaches it. */
  history(id: string, options: CallOptions = {}): AsyncGenerator<Edit, void, void> {
    return eachItem((cursor) => {
      const params = { path: { id }, query: { limit: 100, ...cursor } };
      return this.#api.GET('/v1/qr/{id}/history', { params, ...signalOf(options) });
    });
  }

  /**
   * Gives all codes that match every filter as one text. In CSV, texts that a spreadsheet would run as a formula have an apostrophe in front.
   * For a very long list, give the client a larger `timeoutMs`.
   */
  async export(type: ExportType, filter: ListFilter = {}, options: CallOptions = {}): Promise<string> {
    const path = type === 'text/csv' ? '/v1/qr/export.csv' : '/v1/qr/export.ndjson';
    const params = { query: toQuery(filter) };
    return (await unwrap(this.#api.GET(path, { params, parseAs: 'text', ...signalOf(options) }))).data;
  }

  /** Reads where all codes lead, archived ones too, and what no server without this service can do of them. */
  async redirects(filter: ListFilter = {}, options: CallOptions = {}): Promise<RedirectTable> {
    const params = { query: toQuery(filter) };
    return (await unwrap(this.#api.GET('/v1/exports/redirects.json', { params, ...signalOf(options) }))).data;
  }

  /** Gives a file to take along: scans, edits, or redirects for another server. For a large account, give the client a larger `timeoutMs`. */
  async exportFile(
    file: ExportFile,
    filter: ListFilter = {},
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    const params = { path: { file }, query: toQuery(filter) };
    const call = this.#api.GET('/v1/exports/{file}', {
      params,
      parseAs: 'arrayBuffer',
      ...signalOf(options),
    });
    return new Uint8Array((await unwrap(call)).data);
  }

  /**
   * The whole account as ZIP archives: codes with all names, files, templates, scans by day, and redirects of each host. A large account has
   * several, each asked for when the loop reaches it. For one of a gigabyte, give the client a larger `timeoutMs`.
   */
  async *everything(options: CallOptions = {}): AsyncGenerator<ReadableStream<Uint8Array>, void, void> {
    for (let part = 1, isLast = false; !isLast; part++) {
      const params = { query: { part } };
      const call = this.#api.GET('/v1/exports/everything.zip', {
        params,
        parseAs: 'stream',
        ...signalOf(options),
      });
      const { data, response } = await unwrap<ReadableStream<Uint8Array> | null>(call);
      isLast = !response.headers.has('Link');
      if (data) yield data;
    }
  }

  /**
   * Sends a file of codes, as text or as its bytes. Nothing changes unless `dryRun` is `false`: read what would happen with `importRows`, then run it with `runImport`. The
   * service works on it afterwards: call `getImport` every second or so until its `status` is `done`, `failed` or `cancelled`.
   */
  async startImport(
    file: string | Uint8Array,
    { type = 'text/csv', dryRun = true, columns, signal, ...query }: ImportOptions = {},
  ): Promise<Import> {
    const call = this.#api.POST('/v1/imports', {
      params: {
        query: {
          ...query,
          dry_run: dryRun,
          ...(columns ? { columns: JSON.stringify(columns) } : {}),
        },
      },
      headers: { 'Content-Type': type },
      body: file as string,
      bodySerializer: (text) => text,
      ...signalOf({ signal }),
    });
    return (await unwrap(call)).data;
  }

  /** Reads how far an import is; it goes on after each of these calls. */
  async getImport(id: string, options: CallOptions = {}): Promise<Import> {
    const params = { path: { import_id: id } };
    return (await unwrap(this.#api.GET('/v1/imports/{import_id}', { params, ...signalOf(options) }))).data;
  }

  /** Runs a dry run for real, within a day of it. */
  async runImport(id: string, options: CallOptions = {}): Promise<Import> {
    const params = { path: { import_id: id } };
    const call = this.#api.POST('/v1/imports/{import_id}/start', { params, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Takes back what an import did, within a day: an import of its own, whose rows say what became of each code. */
  async undoImport(id: string, options: CallOptions = {}): Promise<Import> {
    const params = { path: { import_id: id } };
    const call = this.#api.POST('/v1/imports/{import_id}/undo', { params, ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Stops an import. Codes that it made stay. */
  async cancelImport(id: string, options: CallOptions = {}): Promise<Import> {
    const params = { path: { import_id: id } };
    return (await unwrap(this.#api.DELETE('/v1/imports/{import_id}', { params, ...signalOf(options) }))).data;
  }

  /** Gives what became of the rows of an import, or in a dry run would, in their order. Reads each page when the loop reaches it. */
  importRows(
    id: string,
    options: CallOptions & { state?: RowsQuery['state'] } = {},
  ): AsyncGenerator<ImportRow, void, void> {
    const query: RowsQuery = { limit: 100, ...(options.state ? { state: options.state } : {}) };
    const path = { import_id: id };
    return eachItem((cursor) =>
      this.#api.GET('/v1/imports/{import_id}/rows', {
        params: { path, query: { ...query, ...cursor } },
        ...signalOf(options),
      }),
    );
  }

  /** An image of a code, in any size: PNG or SVG. */
  async image(id: string, query: ImageQuery = {}, options: CallOptions = {}): Promise<Blob> {
    const params = { path: { id }, query };
    const call = this.#api.GET('/v1/qr/{id}/image', { params, parseAs: 'blob', ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** A code for the press: a PDF unless `format` says otherwise. Give it `width_mm` or `module_mm`. */
  async print(id: string, query: PrintQuery, options: CallOptions = {}): Promise<Blob> {
    const params = { path: { id }, query };
    const call = this.#api.GET('/v1/qr/{id}/print', { params, parseAs: 'blob', ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Labels, or pages in a layout, as a PDF: of the codes in `ids`, or without it of those that match every filter. */
  async printSheets(body: PrintSheets, filter: ListFilter = {}, options: CallOptions = {}): Promise<Blob> {
    const params = { query: toQuery(filter) };
    const call = this.#api.POST('/v1/sheets', { params, body, parseAs: 'blob', ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /**
   * A ZIP archive of the files of many codes: of those in `ids`, or without it of those that match every filter. It is held in memory; for
   * very many codes, give the client a larger `timeoutMs`.
   */
  async exportFiles(body: ExportFiles, filter: ListFilter = {}, options: CallOptions = {}): Promise<Blob> {
    const params = { query: toQuery(filter) };
    const call = this.#api.POST('/v1/exports/files', { params, body, parseAs: 'blob', ...signalOf(options) });
    return (await unwrap(call)).data;
  }

  /** Gives the entries of the audit log that match every filter, newest first. Reads each page when the loop reaches it. */
  activities({
    pageSize = 100,
    signal,
    ...filter
  }: ActivityFilter & CallOptions & { pageSize?: number } = {}): AsyncGenerator<Activity, void, void> {
    const query = { ...filter, limit: pageSize };
    return eachItem((cursor) =>
      this.#api.GET('/v1/audit', { params: { query: { ...query, ...cursor } }, ...signalOf({ signal }) }),
    );
  }
}

/** The id that stands for an external id: `ext:sku-1`. */
export function addressOf(externalId: string): string {
  return `ext:${externalId}`;
}

/** An object becomes `metadata[key]=value`, which takes every key. */
function toQuery({ metadata, ...filter }: ListFilter): ListQuery {
  return metadata ? { ...filter, metadata: metadata as unknown as string[] } : filter;
}

/** Throws where `ifMatch` is sent and empty: without the header, the edit would overwrite any change. */
function ifMatchOf({ ifMatch }: EditOptions): { 'If-Match'?: string } {
  return ifMatch === undefined ? {} : { 'If-Match': requireText('ifMatch', ifMatch) };
}

function keyOf({ idempotencyKey }: CreateOptions): string {
  return idempotencyKey === undefined ? crypto.randomUUID() : requireText('idempotencyKey', idempotencyKey);
}

function toTagged<Code>({ data, response }: { data: Code; response: Response }): Tagged<Code> {
  return { code: data, etag: response.headers.get('ETag') };
}
