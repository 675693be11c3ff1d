import type { Context } from 'hono';
import {
  formatBoundCursor,
  formatPlaceCursor,
  parseBoundCursor,
  parsePlaceCursor,
} from '#core/codes/list-cursor.ts';
import type { OtherSort } from '#core/codes/list-sort.ts';
import { readQrCodePage } from '#service/codes/read.ts';
import { readSortedPage } from '#service/codes/sorted-list.ts';
import type { AppEnv } from '../app-env.ts';
import { REPEATABLE_FILTERS } from '../contract/labels.ts';
import { listQuery, toFilter } from '../contract/requests.ts';
import { readQuery, validate } from '../contract/validation.ts';
import { type ApiError, invalidFields } from '../errors.ts';
import { toSearchError } from './problems.ts';
import { toListResource } from './resources.ts';

/** `GET /v1/qr`, as a page */
export async function listCodes(c: Context<AppEnv>): Promise<Response> {
  const { limit, cursor, sort, ...query } = validate(listQuery, readQuery(c.req.url, REPEATABLE_FILTERS));
  const parameters = describeList(c.req.url);
  const request = { limit, filter: toFilter(query) };
  const page =
    sort === '-created_at'
      ? await readNewest(c, request, cursor, parameters)
      : await readSorted(c, { ...request, sort }, cursor, parameters);
  return c.json(toListResource(page.codes, page.next, c.env), 200, toLink(c.req.url, page.next));
}

type Request = Omit<Parameters<typeof readQrCodePage>[2], 'after'>;

async function readNewest(
  c: Context<AppEnv>,
  request: Request,
  cursor: string | undefined,
  parameters: string,
) {
  const bound = cursor === undefined ? null : parseBoundCursor(cursor);
  if (cursor !== undefined && bound === null && !cursor.includes('_')) throw invalidCursor();
  if (cursor !== undefined && !bound?.isFor(parameters)) throw foreignCursor();
  const after = bound?.position ?? null;
  const page = await readQrCodePage(c.get('deps'), c.get('account').id, { ...request, after });
  if (!page.ok) throw toSearchError(page.error);
  const { codes, next } = page.value;
  return { codes, next: next && formatBoundCursor(next, parameters) };
}

async function readSorted(
  c: Context<AppEnv>,
  request: Request & { readonly sort: OtherSort },
  cursor: string | undefined,
  parameters: string,
) {
  const after = cursor === undefined ? null : parsePlaceCursor(cursor, request.sort, parameters);
  if (cursor !== undefined && after === null) throw foreignCursor();
  const page = await readSortedPage(c.get('deps'), c.get('account').id, { ...request, after });
  if (!page.ok) throw toSearchError(page.error);
  const { codes, next } = page.value;
  return { codes, next: next && formatPlaceCursor(next, parameters) };
}

function invalidCursor(): ApiError {
  const message = '"cursor" must be the "next_cursor" of an earlier page, unchanged.';
  return invalidFields([{ field: 'cursor', code: 'invalid_value', message }]);
}

function foreignCursor(): ApiError {
  const message =
    '"cursor" must be of a page of this list: send the same parameters with it; only "limit" may change.';
  return invalidFields([{ field: 'cursor', code: 'conflict', message }]);
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
