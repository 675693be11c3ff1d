import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { toPublicId } from '../../core/code-id.ts';
import { formatCursor } from '../../core/list-cursor.ts';
import type { CreateResult } from '../../service/create-qr-codes.ts';
import { deleteQrCode } from '../../service/delete-qr-code.ts';
import { readAllQrCodes, readQrCode, readQrCodePage } from '../../service/read-qr-codes.ts';
import { updateQrCode } from '../../service/update-qr-code.ts';
import { answerOnce } from '../answer-once.ts';
import type { AppEnv } from '../app.ts';
import { MAX_BULK_BODY_BYTES, parseBulk } from '../bulk.ts';
import { codeIdOf } from '../code-id-of.ts';
import { formatEntityTag, isKnownTo, NEW_CODE_ENTITY_TAG, parseIfMatch } from '../entity-tag.ts';
import { ApiError, notFound } from '../errors.ts';
import { EXPORT_TYPES, type ExportType, streamExport } from '../export.ts';
import { readJsonBody } from '../json-body.ts';
import { toCreateError, toDeleteError, toUpdateError } from '../problems.ts';
import { toCreatedResource, toResource } from '../resources.ts';
import { takeFromLimit } from '../middleware/limit-rate.ts';
import { createBody, exportQuery, listQuery, noQuery, toFilter, toRequest, updateBody } from '../schemas.ts';
import { readQuery, validate } from '../validation.ts';
import { readStatistics } from './scan-statistics.ts';

/** `/v1/qr`: each handler validates, calls, presents. */
export const qrCodeRoutes = new Hono<AppEnv>()
  .post('/', async (c) => {
    validate(noQuery, readQuery(c.req.url));
    const { json, bytes } = await readJsonBody(c.req.raw);
    const request = toRequest(validate(createBody, json));
    const toAnswer = ([result]: readonly CreateResult[]) => {
      if (!result?.ok) throw toCreateError(result?.error ?? []);
      return JSON.stringify(toCreatedResource({ code: result.value, scans: 0 }, c.env));
    };
    const response = await answerOnce(c, bytes, [request], toAnswer);
    response.headers.set('ETag', NEW_CODE_ENTITY_TAG);
    return response;
  })

  .post('/bulk', async (c) => {
    validate(noQuery, readQuery(c.req.url));
    const { json, bytes } = await readJsonBody(c.req.raw, MAX_BULK_BODY_BYTES);
    const bulk = parseBulk(json);
    await takeFromLimit(c, bulk.size - 1);
    return answerOnce(c, bytes, bulk.requests, (results) => JSON.stringify(bulk.toAnswer(results, c.env)));
  })

  .all('/bulk', allowOnly('POST'))

  .get('/', async (c) => {
    const type = accepts(c, {
      header: 'Accept',
      supports: ['application/json', ...EXPORT_TYPES],
      default: 'application/json',
    });
    if (type !== 'application/json') return exportCodes(c, type as ExportType);
    const { limit, cursor, ...filter } = validate(listQuery, readQuery(c.req.url));
    const page = await readQrCodePage(c.get('deps'), c.get('account').id, {
      limit,
      after: cursor ?? null,
      filter: toFilter(filter),
    });
    return c.json({
      data: page.codes.map((code) => toResource(code, c.env)),
      has_more: page.next !== null,
      next_cursor: page.next && formatCursor(page.next),
    });
  })

  .get('/:id', async (c) => {
    const codeId = codeIdOf(c);
    validate(noQuery, readQuery(c.req.url));
    const code = await readQrCode(c.get('deps'), c.get('account').id, codeId);
    if (!code) throw notFound();
    const entityTag = formatEntityTag(code);
    if (isKnownTo(c.req.header('If-None-Match'), entityTag)) return c.body(null, 304, { ETag: entityTag });
    return c.json(toResource(code, c.env), 200, { ETag: entityTag });
  })

  .patch('/:id', async (c) => {
    const codeId = codeIdOf(c);
    validate(noQuery, readQuery(c.req.url));
    const body = validate(updateBody, (await readJsonBody(c.req.raw)).json);
    const expected = parseIfMatch(c.req.header('If-Match'));
    const editor = { accountId: c.get('account').id, editorId: c.get('apiKeyId') };
    const updated = await updateQrCode(c.get('deps'), editor, codeId, body, expected);
    if (!updated.ok) throw toUpdateError(updated.error);
    return c.json(toResource(updated.value, c.env), 200, { ETag: formatEntityTag(updated.value) });
  })

  .delete('/:id', async (c) => {
    const codeId = codeIdOf(c);
    validate(noQuery, readQuery(c.req.url));
    const expected = parseIfMatch(c.req.header('If-Match'));
    const deleted = await deleteQrCode(c.get('deps'), c.get('account').id, codeId, expected);
    if (!deleted.ok) throw toDeleteError(deleted.error);
    return c.json({ id: toPublicId(codeId), deleted: true });
  })

  .get('/:id/stats', readStatistics)

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:id', allowOnly('GET, HEAD, PATCH, DELETE'))
  .all('/:id/stats', allowOnly('GET, HEAD'));

/** The whole list instead of a page. The first part is read before the answer starts, so that a failure is still an error. */
async function exportCodes(c: Context<AppEnv>, type: ExportType): Promise<Response> {
  const filter = toFilter(validate(exportQuery, readQuery(c.req.url)));
  const pages = readAllQrCodes(c.get('deps'), c.get('account').id, filter);
  const first = await pages.next();
  const extension = type === 'text/csv' ? 'csv' : 'ndjson';
  return c.body(streamExport(pages, first.value ?? [], type, c.env), 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="qr-codes.${extension}"`,
    Vary: 'Accept',
  });
}

/** The answer to other methods than a path has (RFC 9110 §15.5.6). */
export function allowOnly(methods: string) {
  return (c: Context<AppEnv>): never => {
    throw new ApiError('method_not_allowed', `${c.req.method} is not possible here; ${methods} are.`, {
      headers: { Allow: methods },
    });
  };
}
