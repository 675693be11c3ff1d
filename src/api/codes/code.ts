import type { z } from 'zod';
import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import type { deletion } from '#contract/codes/responses.ts';
import { deleteQrCode as remove } from '#service/codes/delete.ts';
import { readQrCode } from '#service/codes/read.ts';
import { updateQrCode as update } from '#service/codes/update.ts';
import { notFound } from '#contract/problems/api-error.ts';
import { operation } from '../operation.ts';
import { formatEntityTag, isKnownTo, parseIfMatch } from './entity-tag.ts';
import { toUpdateError } from '#service/codes/refusals.ts';
import { toDeleteError } from './problems.ts';
import { readCodeId } from './read-code-id.ts';
import { toDeletionResource, toResource } from '#contract/resources.ts';

/** `/v1/qr/{id}` */

export const getQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}',
  find: readCodeId,
  async handle({ c, deps, account, found: codeId }) {
    const code = await readQrCode(deps, account.id, codeId);
    if (!code) throw notFound();
    const entityTag = formatEntityTag(code);
    c.header('ETag', entityTag);
    return isKnownTo(c.req.header('If-None-Match'), entityTag) ? c.body(null, 304) : toResource(code, c.env);
  },
});

export const updateQrCode = operation({
  method: 'patch',
  path: '/v1/qr/{id}',
  find: readCodeId,
  body: updateBody,
  async handle({ c, deps, editor, found: codeId, body }) {
    const expected = parseIfMatch(c.req.header('If-Match'));
    const updated = await update(deps, editor, codeId, toEditRequest(body), expected);
    if (!updated.ok) throw toUpdateError(updated.error);
    c.header('ETag', formatEntityTag(updated.value));
    return toResource(updated.value, c.env);
  },
});

export const deleteQrCode = operation({
  method: 'delete',
  path: '/v1/qr/{id}',
  find: readCodeId,
  async handle({ c, deps, editor, found: codeId }): Promise<z.output<typeof deletion>> {
    const expected = parseIfMatch(c.req.header('If-Match'));
    const deleted = await remove(deps, editor, codeId, expected);
    if (!deleted.ok) throw toDeleteError(deleted.error);
    return toDeletionResource(codeId);
  },
});
