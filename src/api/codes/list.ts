import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import type { z } from 'zod';
import { listQuery, pickFields } from '#contract/codes/queries.ts';
import { exportQuery, toFilter } from '#contract/codes/requests.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { type ListPage, readListPage } from '#service/lists/list-page.ts';
import { readNamedCodes } from '#service/lists/select-codes.ts';
import { readAllQrCodes } from '#service/codes/read.ts';
import { type ApiContext, operation } from '../operation.ts';
import { toPage } from '../page.ts';
import { type ExportType, streamExport } from '#service/exports/codes.ts';
import { toListError, toSearchError } from './problems.ts';
import { refuseFilters } from './selection.ts';
import { toResource } from '#contract/resources.ts';

export const exportQrCodesAsCsv = exportAs('text/csv', 'csv');
export const exportQrCodesAsNdjson = exportAs('application/x-ndjson', 'ndjson');

/** The whole list instead of a page. The first part is read before the response starts, so that a failure can still become an error response. */
function exportAs(type: ExportType, extension: string) {
  return operation({
    method: 'get',
    path: `/v1/qr/export.${extension}`,
    query: exportQuery,
    repeatable: REPEATABLE_FILTERS,
    async handle({ c, deps, editor: { accountId, editorId: actorId }, query }) {
      const codes = await readAllQrCodes(deps, accountId, toFilter(query));
      if (!codes.ok) throw toSearchError(codes.error);
      await recordActivity(deps, { accountId, actorId, action: 'codes.exported', note: extension });
      return c.body(streamExport(codes.value, type, c.env), 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="qr-codes.${extension}"`,
        Vary: 'Accept',
      });
    },
  });
}

export const listQrCodes = operation({
  method: 'get',
  path: '/v1/qr',
  accepts: { 'text/csv': exportQrCodesAsCsv, 'application/x-ndjson': exportQrCodesAsNdjson },
  query: listQuery,
  repeatable: REPEATABLE_FILTERS,
  async handle({ c, account, query }) {
    const { codes, nextCursor } = query.ids
      ? await readNamed(c, query.ids)
      : await readPage(c, account.id, query);
    if (nextCursor !== null) c.header('Link', toLink(c.req.url, nextCursor));
    const data = codes.map((code) => pickFields(toResource(code, c.env), query.fields));
    return toPage(data, nextCursor);
  },
});

async function readNamed(c: ApiContext, names: readonly string[]): Promise<ListPage> {
  refuseFilters(c, '"ids"', ['ids', 'fields']);
  return { codes: await readNamedCodes(c.get('deps'), c.get('account').id, names), nextCursor: null };
}

async function readPage(
  c: ApiContext,
  accountId: string,
  { limit, cursor, sort, ...query }: z.output<typeof listQuery>,
): Promise<ListPage> {
  const filter = toFilter(query);
  const parameters = describeList(c.req.url);
  const page = await readListPage(c.get('deps'), accountId, {
    sort,
    limit,
    filter,
    cursor: cursor ?? null,
    parameters,
  });
  if (!page.ok) throw toListError(page.error);
  return page.value;
}

/** The parameters of a list, in a fixed order. Its cursors are bound to them. */
function describeList(url: string): string {
  const parameters = new URL(url).searchParams;
  for (const name of ['limit', 'cursor', 'fields']) parameters.delete(name);
  parameters.sort();
  return parameters.toString();
}

/** The address of the next page (RFC 8288). */
function toLink(text: string, cursor: string): string {
  const url = new URL(text);
  url.searchParams.set('cursor', cursor);
  return `<${url.href}>; rel="next"`;
}
