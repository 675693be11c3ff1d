import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import type { z } from 'zod';
import { listQuery, pickFields } from '#contract/codes/queries.ts';
import { exportQuery, toFilter } from '#contract/codes/requests.ts';
import { qrCodeList } from '#contract/codes/responses.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { type ListPage, readListPage } from '#service/lists/list-page.ts';
import { readNamedCodes } from '#service/lists/select-codes.ts';
import { readAllQrCodes } from '#service/codes/read.ts';
import { CODES_CSV, DETAILS } from '../examples.ts';
import { type Call, operation } from '../operation.ts';
import { toPage } from '../lists/page.ts';
import { reply, Reply, toFile } from '../reply.ts';
import { type ExportType, streamExport } from '#service/exports/codes.ts';
import { toListError, toSearchError } from './problems.ts';
import { refuseFilters } from './selection.ts';
import { toResource } from '#contract/resources.ts';

const EXPORT = { query: exportQuery, repeatable: REPEATABLE_FILTERS } as const;

export const exportQrCodesAsCsv = operation({
  method: 'get',
  path: '/v1/qr/export.csv',
  summary: 'Export codes as CSV',
  description:
    'All codes that match the filters, newest first, as CSV with a header line. Text that a spreadsheet would run as a formula starts with an apostrophe. Archived codes are left out unless you send `archived=any`.',
  ...EXPORT,
  response: 'text/csv',
  example: CODES_CSV,
  handle: (call) => exportAs(call, 'text/csv', 'csv'),
});

export const exportQrCodesAsNdjson = operation({
  method: 'get',
  path: '/v1/qr/export.ndjson',
  summary: 'Export codes as NDJSON',
  description:
    'All codes that match the filters, newest first. Each line has the JSON of `GET /v1/qr/{id}`. Archived codes are left out unless you send `archived=any`.',
  ...EXPORT,
  response: 'application/x-ndjson',
  example: `${JSON.stringify(DETAILS)}\n`,
  handle: (call) => exportAs(call, 'application/x-ndjson', 'ndjson'),
});

/** The whole list instead of a page. The first part is read before the response starts, so that a failure can still become an error response. */
async function exportAs(
  { deps, actor, hosts, query }: Call<undefined, z.output<typeof exportQuery>>,
  type: ExportType,
  extension: string,
) {
  const codes = await readAllQrCodes(deps, actor.account.id, toFilter(query));
  if (!codes.ok) throw toSearchError(codes.error);
  await recordActivity(deps, actor, { action: 'codes.exported', note: extension });
  const { body, headers } = toFile(
    streamExport(codes.value, type, hosts),
    `${type}; charset=utf-8`,
    `qr-codes.${extension}`,
  );
  return new Reply<never>(body, { ...headers, Vary: 'Accept' });
}

type ListCall = Call<undefined, z.output<typeof listQuery>>;

export const listQrCodes = operation({
  method: 'get',
  path: '/v1/qr',
  summary: 'List the codes of the account',
  description:
    'Newest codes first, unless you `sort`. Leaves out archived codes unless you send `archived`. With `status` or `q`, a page may hold fewer codes than `limit`, even none, while `has_more` is true. With `Accept: text/csv` or `application/x-ndjson`, the response is that of `GET /v1/qr/export.csv` or `export.ndjson`.',
  accepts: { 'text/csv': exportQrCodesAsCsv, 'application/x-ndjson': exportQrCodesAsNdjson },
  query: listQuery,
  repeatable: REPEATABLE_FILTERS,
  response: qrCodeList,
  responseHeaders: ['Link'],
  example: { data: [DETAILS], has_more: true, next_cursor: 'aGQ5c2Z6ejF3MA-1k2m3n' },
  async handle(call) {
    const { hosts, url, query } = call;
    const { codes, nextCursor } = query.ids ? await readNamed(call, query.ids) : await readPage(call);
    const data = codes.map((code) => pickFields(toResource(code, hosts), query.fields));
    return reply(toPage(data, nextCursor), nextCursor === null ? {} : { Link: toLink(url, nextCursor) });
  },
});

async function readNamed({ deps, actor, url }: ListCall, names: readonly string[]): Promise<ListPage> {
  refuseFilters(url, '"ids"', ['ids', 'fields']);
  return { codes: await readNamedCodes(deps, actor.account.id, names), nextCursor: null };
}

async function readPage({ deps, actor, url, query }: ListCall): Promise<ListPage> {
  const { limit, cursor = null, sort, ...filters } = query;
  const parameters = describeList(url);
  const request = { sort, limit, filter: toFilter(filters), cursor, parameters };
  const page = await readListPage(deps, actor.account.id, request);
  if (!page.ok) throw toListError(page.error);
  return page.value;
}

/** The parameters of a list, in a fixed order. Its cursors are bound to them. */
function describeList(url: URL): string {
  const parameters = new URLSearchParams(url.searchParams);
  for (const name of ['limit', 'cursor', 'fields']) parameters.delete(name);
  parameters.sort();
  return parameters.toString();
}

/** The address of the next page (RFC 8288). */
function toLink(url: URL, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor);
  return `<${next.href}>; rel="next"`;
}
