import * as z from 'zod';
import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import type { deletion } from '#contract/codes/responses.ts';
import { deleteQrCode as remove } from '#service/codes/delete.ts';
import { findEditProblems } from '#service/codes/find-problems.ts';
import { readQrCode } from '#service/codes/read.ts';
import { updateQrCode as update } from '#service/codes/update.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import { notFound } from '#contract/problems/api-error.ts';
import { operation } from '../operation.ts';
import { requireValid } from '../validation.ts';
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
  // The handler validates the body, because its code decides what is valid.
  body: z.unknown(),
  async handle({ c, deps, account, editor, found: codeId, body: json }) {
    const body = await requireValid(checkAll(updateBody, json), (rests) =>
      Promise.all(rests.map((rest) => findEditProblems(deps, account.id, codeId, toEditRequest(rest)))),
    );
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
