import { type Context, Hono } from 'hono';
import { toPublicId } from '../../core/code-id.ts';
import { createQrCode } from '../../service/create-qr-code.ts';
import { deleteQrCode } from '../../service/delete-qr-code.ts';
import { readQrCode, readQrCodePage } from '../../service/read-qr-codes.ts';
import { updateQrCode } from '../../service/update-qr-code.ts';
import type { AppEnv } from '../app.ts';
import { codeIdOf } from '../code-id-of.ts';
import { formatCursor } from '../cursor.ts';
import { ApiError, notFound } from '../errors.ts';
import { readJsonBody } from '../json-body.ts';
import { toCreateError, toUpdateError } from '../problems.ts';
import { toCreatedResource, toResource } from '../resources.ts';
import { createBody, listQuery, readQuery, updateBody, validate } from '../schemas.ts';
import { readStatistics } from './scan-statistics.ts';

/** `/v1/qr`: each handler validates, calls, presents. */
export const qrCodeRoutes = new Hono<AppEnv>()
  .post('/', async (c) => {
    const body = validate(createBody, await readJsonBody(c.req.raw));
    const { dynamic, error_correction, ...rest } = body;
    const request = { ...rest, isDynamic: dynamic, errorCorrection: error_correction };
    const created = await createQrCode(c.get('deps'), c.get('account').id, request);
    if (!created.ok) throw toCreateError(created.error);
    return c.json(toCreatedResource(created.value, c.env));
  })

  .get('/', async (c) => {
    const query = validate(listQuery, readQuery(c.req.url));
    const page = await readQrCodePage(c.get('deps'), c.get('account').id, {
      limit: query.limit,
      after: query.cursor ?? null,
      filter: {
        type: query.type,
        isDynamic: query.dynamic,
        contains: query.q,
        createdAfterMs: query.created_after,
        createdBeforeMs: query.created_before,
      },
    });
    return c.json({
      data: page.codes.map((code) => toResource(code, c.env)),
      has_more: page.next !== null,
      next_cursor: page.next && formatCursor(page.next),
    });
  })

  .get('/:id', async (c) => {
    const code = await readQrCode(c.get('deps'), c.get('account').id, codeIdOf(c));
    if (!code) throw notFound();
    return c.json(toResource(code, c.env));
  })

  .patch('/:id', async (c) => {
    const codeId = codeIdOf(c);
    const body = validate(updateBody, await readJsonBody(c.req.raw));
    const updated = await updateQrCode(c.get('deps'), c.get('account').id, codeId, body);
    if (!updated.ok) throw toUpdateError(updated.error);
    return c.json(toResource(updated.value, c.env));
  })

  .delete('/:id', async (c) => {
    const codeId = codeIdOf(c);
    if (!(await deleteQrCode(c.get('deps'), c.get('account').id, codeId))) throw notFound();
    return c.json({ id: toPublicId(codeId), deleted: true });
  })

  .get('/:id/stats', readStatistics)

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:id', allowOnly('GET, HEAD, PATCH, DELETE'))
  .all('/:id/stats', allowOnly('GET, HEAD'));

function allowOnly(methods: string) {
  return (c: Context<AppEnv>): never => {
    throw new ApiError('method_not_allowed', `${c.req.method} is not possible here; ${methods} are.`, {
      headers: { Allow: methods },
    });
  };
}
