import * as z from 'zod';
import { codeQuery, historyQuery, pickFields } from '#contract/codes/queries.ts';
import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import type { deletion } from '#contract/codes/responses.ts';
import { deleteQrCode as remove } from '#service/codes/delete.ts';
import { findEditProblems } from '#service/codes/find-problems.ts';
import { readHistory } from '#service/codes/history.ts';
import { readQrCode } from '#service/codes/read.ts';
import { updateQrCode as update } from '#service/codes/update.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import { notFound } from '#contract/problems/api-error.ts';
import { operation } from '../operation.ts';
import { toPage } from '../page.ts';
import { requireValid } from '../validation.ts';
import { formatEntityTag, isKnownTo, parseIfMatch } from './entity-tag.ts';
import { toUpsertError } from '#service/codes/refusals.ts';
import { toDeleteError } from './problems.ts';
import { readCodeId } from './read-code-id.ts';
import { toDeletionResource, toEditResource, toResource } from '#contract/resources.ts';

/** `/v1/qr/{id}` */

export const getQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}',
  find: readCodeId,
  query: codeQuery,
  async handle({ c, deps, account, found: codeId, query: { fields } }) {
    const code = await readQrCode(deps, account.id, codeId);
    if (!code) throw notFound();
    const entityTag = formatEntityTag(code);
    c.header('ETag', entityTag);
    if (isKnownTo(c.req.header('If-None-Match'), entityTag)) return c.body(null, 304);
    return pickFields(toResource(code, c.env), fields);
  },
});

export const getHistoryOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/history',
  find: readCodeId,
  query: historyQuery,
  async handle({ deps, account, found: codeId, query: { limit, cursor: before = null } }) {
    if (!(await findQrCode(deps.db, account.id, codeId))) throw notFound();
    const { edits, next } = await readHistory(deps, account.id, codeId, { limit, before });
    return toPage(edits.map(toEditResource), next === null ? null : String(next));
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
    const updated = await update(deps, editor, { codeId, request: toEditRequest(body), expected });
    if (!updated.ok) throw toUpsertError(updated.error);
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
