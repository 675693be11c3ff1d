import type { Context } from 'hono';
import { readListPage } from '#service/codes/list-page.ts';
import type { AppEnv } from '../app-env.ts';
import { REPEATABLE_FILTERS } from '#contract/labels.ts';
import { listQuery, toFilter } from '#contract/requests.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { toListError } from './problems.ts';
import { toListResource } from './resources.ts';

/** `GET /v1/qr`, as a page */
export async function listCodes(c: Context<AppEnv>): Promise<Response> {
  const { limit, cursor, sort, ...query } = validateQuery(
    listQuery,
    readQuery(c.req.url, REPEATABLE_FILTERS),
  );
  const page = await readListPage(c.get('deps'), c.get('account').id, {
    sort,
    limit,
    filter: toFilter(query),
    cursor: cursor ?? null,
    parameters: describeList(c.req.url),
  });
  if (!page.ok) throw toListError(page.error);
  const { codes, nextCursor } = page.value;
  return c.json(toListResource(codes, nextCursor, c.env), 200, toLink(c.req.url, nextCursor));
}

/** The parameters of a list, in one order: what its cursors are bound to. */
function describeList(url: string): string {
  const parameters = new URL(url).searchParams;
  parameters.delete('limit');
  parameters.delete('cursor');
  parameters.sort();
  return parameters.toString();
}

/** Where the next page is (RFC 8288). */
function toLink(text: string, cursor: string | null): Record<string, string> {
  if (cursor === null) return {};
  const url = new URL(text);
  url.searchParams.set('cursor', cursor);
  return { Link: `<${url.href}>; rel="next"` };
}
