import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery, listQuery, toFilter } from '#contract/codes/requests.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { readListPage } from '#service/lists/list-page.ts';
import { readAllQrCodes } from '#service/codes/read.ts';
import { operation } from '../operation.ts';
import { type ExportType, streamExport } from '#service/exports/codes.ts';
import { toListError, toSearchError } from './problems.ts';
import { toListResource } from '#contract/resources.ts';

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
  async handle({ c, deps, account, query: { limit, cursor = null, sort, ...query } }) {
    const page = await readListPage(deps, account.id, {
      sort,
      limit,
      filter: toFilter(query),
      cursor,
      parameters: describeList(c.req.url),
    });
    if (!page.ok) throw toListError(page.error);
    const { codes, nextCursor } = page.value;
    if (nextCursor !== null) c.header('Link', toLink(c.req.url, nextCursor));
    return toListResource(codes, nextCursor, c.env);
  },
});

/** The parameters of a list, in a fixed order. Its cursors are bound to them. */
function describeList(url: string): string {
  const parameters = new URL(url).searchParams;
  parameters.delete('limit');
  parameters.delete('cursor');
  parameters.sort();
  return parameters.toString();
}

/** The address of the next page (RFC 8288). */
function toLink(text: string, cursor: string): string {
  const url = new URL(text);
  url.searchParams.set('cursor', cursor);
  return `<${url.href}>; rel="next"`;
}
