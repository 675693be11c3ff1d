import { type Context, Hono } from 'hono';
import { pickAccepted } from '#core/accept-header.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { deleteQrCode } from '#service/codes/delete.ts';
import { readAllQrCodes, readQrCode } from '#service/codes/read.ts';
import { updateQrCode } from '#service/codes/update.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../json-body.ts';
import { exportQuery, noQuery, toEditRequest, toFilter, updateBody } from '#contract/requests.ts';
import { REPEATABLE_FILTERS } from '#contract/labels.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import { notFound } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { readDailyTable, readStatistics } from '../scans/read-statistics.ts';
import { readCodeId } from './read-code-id.ts';
import { changeBulk, deleteBulk } from './change-many.ts';
import { createBulk, createCode } from './create.ts';
import { editorOf } from './editor.ts';
import { formatEntityTag, isKnownTo, parseIfMatch } from './entity-tag.ts';
import { EXPORT_TYPES, type ExportType, streamExport } from './export.ts';
import { toDeleteError, toSearchError, toUpdateError } from './problems.ts';
import { readImage } from './image.ts';
import { printCode, readPrintCheck } from './print.ts';
import { addRendition, readRenditions, removeRendition } from './renditions.ts';
import { upsertBulk, upsertCode } from './upsert.ts';
import { listCodes } from './list.ts';
import { toDeletionResource, toResource } from './resources.ts';

/** `/v1/qr`: each handler validates, calls a use case and presents its result. */
export const qrCodeRoutes = new Hono<AppEnv>()
  .post('/', createCode)

  .post('/bulk', createBulk)
  .put('/bulk', upsertBulk)
  .patch('/bulk', changeBulk)
  .delete('/bulk', deleteBulk)
  .all('/bulk', allowOnly('POST, PUT, PATCH, DELETE'))

  .get('/', async (c) => {
    const type = pickAccepted(c.req.header('Accept'), ['application/json', ...EXPORT_TYPES]);
    if (type !== null && type !== 'application/json') return exportCodes(c, type);
    return listCodes(c);
  })

  .get('/export.csv', (c) => exportCodes(c, 'text/csv'))
  .get('/export.ndjson', (c) => exportCodes(c, 'application/x-ndjson'))
  .all('/export.csv', allowOnly('GET, HEAD'))
  .all('/export.ndjson', allowOnly('GET, HEAD'))

  .get('/:id', async (c) => {
    const codeId = await readCodeId(c);
    validateQuery(noQuery, readQuery(c.req.url));
    const code = await readQrCode(c.get('deps'), c.get('account').id, codeId);
    if (!code) throw notFound();
    const entityTag = formatEntityTag(code);
    if (isKnownTo(c.req.header('If-None-Match'), entityTag)) return c.body(null, 304, { ETag: entityTag });
    return c.json(toResource(code, c.env), 200, { ETag: entityTag });
  })

  .patch('/:id', async (c) => {
    const codeId = await readCodeId(c);
    validateQuery(noQuery, readQuery(c.req.url));
    const body = validate(updateBody, (await readJsonBody(c.req.raw)).json);
    const expected = parseIfMatch(c.req.header('If-Match'));
    const updated = await updateQrCode(c.get('deps'), editorOf(c), codeId, toEditRequest(body), expected);
    if (!updated.ok) throw toUpdateError(updated.error);
    return c.json(toResource(updated.value, c.env), 200, { ETag: formatEntityTag(updated.value) });
  })

  .put('/:id', upsertCode)

  .delete('/:id', async (c) => {
    const codeId = await readCodeId(c);
    validateQuery(noQuery, readQuery(c.req.url));
    const expected = parseIfMatch(c.req.header('If-Match'));
    const deleted = await deleteQrCode(c.get('deps'), editorOf(c), codeId, expected);
    if (!deleted.ok) throw toDeleteError(deleted.error);
    return c.json(toDeletionResource(codeId));
  })

  .get('/:id/stats', readStatistics)
  .get('/:id/stats.csv', readDailyTable)

  .get('/:id/image', readImage)
  .get('/:id/print', printCode)
  .get('/:id/print-check', readPrintCheck)

  .post('/:id/renditions', addRendition)
  .get('/:id/renditions', readRenditions)
  .delete('/:id/renditions/:rendition_id', removeRendition)

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:id', allowOnly('GET, HEAD, PUT, PATCH, DELETE'))
  .all('/:id/stats', allowOnly('GET, HEAD'))
  .all('/:id/stats.csv', allowOnly('GET, HEAD'))
  .all('/:id/image', allowOnly('GET, HEAD'))
  .all('/:id/print', allowOnly('GET, HEAD'))
  .all('/:id/print-check', allowOnly('GET, HEAD'))
  .all('/:id/renditions', allowOnly('GET, HEAD, POST'))
  .all('/:id/renditions/:rendition_id', allowOnly('DELETE'));

/** Responds with the whole list instead of a page. Reads the first part before the response starts, so that its failure is still an error. */
async function exportCodes(c: Context<AppEnv>, type: ExportType): Promise<Response> {
  const filter = toFilter(validateQuery(exportQuery, readQuery(c.req.url, REPEATABLE_FILTERS)));
  const codes = await readAllQrCodes(c.get('deps'), c.get('account').id, filter);
  if (!codes.ok) throw toSearchError(codes.error);
  const extension = type === 'text/csv' ? 'csv' : 'ndjson';
  const activity = { accountId: c.get('account').id, actorId: c.get('apiKeyId') };
  await recordActivity(c.get('deps'), { ...activity, action: 'codes.exported', note: extension });
  return c.body(streamExport(codes.value, type, c.env), 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="qr-codes.${extension}"`,
    Vary: 'Accept',
  });
}
