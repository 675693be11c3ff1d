import { codeQuery, historyQuery, pickFields } from '#contract/codes/queries.ts';
import { editList } from '#contract/codes/history-responses.ts';
import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import { deletion, qrCodeDetails } from '#contract/codes/responses.ts';
import { findEditProblems } from '#service/codes/find-problems.ts';
import { readHistory } from '#service/codes/history.ts';
import { readQrCode, withScans } from '#service/codes/read.ts';
import { writeCode } from '#service/codes/write/write.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import { notFound } from '#contract/problems/api-error.ts';
import { CODE, DETAILS, EDIT } from '../examples.ts';
import { operation } from '../operation.ts';
import { toPage } from '../lists/page.ts';
import { reply } from '../reply.ts';
import { requireValid } from '../validation.ts';
import { formatEntityTag, parseIfMatch } from './entity-tag.ts';
import { toUpsertError } from '#contract/codes/refusals.ts';
import { readCodeId } from './read-code-id.ts';
import { toDeletionResource, toEditResource, toResource } from '#contract/resources.ts';

/** `/v1/qr/{id}` */

export const getQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}',
  summary: 'Read a code',
  description: 'All fields of the code.',
  requestHeaders: ['If-None-Match'],
  find: readCodeId,
  query: codeQuery,
  response: qrCodeDetails,
  responseHeaders: ['ETag'],
  example: DETAILS,
  async handle({ deps, actor, hosts, found: codeId, query: { fields } }) {
    const code = await readQrCode(deps, actor.account.id, codeId);
    if (!code) throw notFound();
    return reply(pickFields(toResource(code, hosts), fields), { ETag: formatEntityTag(code) });
  },
});

export const getHistoryOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/history',
  summary: 'Read the history of a code',
  description:
    'The edits of the code, newest first. Tags have the names that they had then. The plan says how many entries a code keeps; the oldest one then combines all earlier edits.',
  find: readCodeId,
  query: historyQuery,
  response: editList,
  example: { data: [EDIT], has_more: false, next_cursor: null },
  async handle({ deps, actor, found: codeId, query: { limit, cursor: before = null } }) {
    if (!(await findQrCode(deps.db, actor.account.id, codeId))) throw notFound();
    const { items, next } = await readHistory(deps, actor.account.id, codeId, { limit, before });
    return toPage(items.map(toEditResource), next === null ? null : String(next));
  },
});

export const updateQrCode = operation({
  method: 'patch',
  path: '/v1/qr/{id}',
  summary: 'Change a code',
  description:
    'Changes where a dynamic code leads and what happens on a scan, or the title, tags, metadata and archive state of any code. Its images never change. If nothing differs, `ETag` and `updated_at` stay the same. Scans follow the edit within 30 seconds.',
  requestHeaders: ['If-Match'],
  find: readCodeId,
  body: updateBody,
  bodyExample: { target: 'https://example.com/winter-menu' },
  // Its code decides what is valid.
  read: ({ deps, actor, found: codeId }, json) =>
    requireValid(checkAll(updateBody, json), (rests) =>
      Promise.all(rests.map((rest) => findEditProblems(deps, actor.account.id, codeId, toEditRequest(rest)))),
    ),
  response: qrCodeDetails,
  responseHeaders: ['ETag'],
  example: { ...DETAILS, target: 'https://example.com/winter-menu' },
  errors: ['unsafe_target', 'quota_exceeded', 'code_not_dynamic', 'external_id_taken', 'precondition_failed'],
  async handle({ deps, actor, hosts, found: codeId, body, ifMatch }) {
    const expected = parseIfMatch(ifMatch);
    const written = await writeCode(deps, actor, {
      kind: 'edit',
      codeId,
      request: toEditRequest(body),
      expected,
    });
    if (!written.ok) throw toUpsertError(written.error);
    const code = await withScans(deps, written.value.code);
    return reply(toResource(code, hosts), { ETag: formatEntityTag(code) });
  },
});

export const deleteQrCode = operation({
  method: 'delete',
  path: '/v1/qr/{id}',
  summary: 'Delete a code',
  description:
    'The service deletes the images too. The short link responds with 410, and no other code ever gets the id.',
  requestHeaders: ['If-Match'],
  find: readCodeId,
  response: deletion,
  example: { id: CODE.id, deleted: true },
  errors: ['precondition_failed'],
  async handle({ deps, actor, found: codeId, ifMatch }) {
    const expected = parseIfMatch(ifMatch);
    const deleted = await writeCode(deps, actor, { kind: 'delete', codeId, expected });
    if (!deleted.ok) throw toUpsertError(deleted.error);
    return toDeletionResource(codeId);
  },
});
