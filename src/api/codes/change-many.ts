import type { QrCodeFilter } from '#core/lists/filter.ts';
import * as z from 'zod';
import { findSharedProblems } from '#service/codes/find-problems.ts';
import { requireValid } from '../validation.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { toExternalAddress } from '#core/codes/external-id.ts';
import { type BoundCursor, formatBoundCursor } from '#core/lists/cursor.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { changeQrCodes, countNamed, countQrCodes, findCodeIds } from '#service/codes/change-many.ts';
import { writeCodes } from '#service/codes/write/write.ts';
import { findQrCodePage } from '#service/codes/read.ts';
import { bulkChangeBody, bulkDeletionBody, readBulkChange } from '#contract/codes/bulk-changes.ts';
import { MAX_BULK_CODES, toEditRequest } from '#contract/codes/requests.ts';
import { bulkChanges, bulkDeletions, codeCount } from '#contract/codes/organise-responses.ts';
import { CODE, DETAILS } from '../examples.ts';
import { type Call, type Caller, operation } from '../operation.ts';
import { reply } from '../reply.ts';
import { toNext, toPage } from '../lists/page.ts';
import { type ApiError, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { MAX_BULK_BODY_BYTES, toFailure } from './bulk.ts';
import { toUpsertError } from '#contract/codes/refusals.ts';
import { toSearchError } from './problems.ts';
import { toDeletionResource, toResource } from '#contract/resources.ts';

type Changes = z.output<typeof bulkChanges>;
type Deletions = z.output<typeof bulkDeletions>;
/** The maximum number of codes that a dry run counts: more would read too many rows in one request. */
const MAX_COUNTED_CODES = 1_000;

type DeletionCall = Call<undefined, object, z.output<typeof bulkDeletionBody>>;
type Chosen = Omit<DeletionCall['body'], 'dry_run'>;

export const updateQrCodes = operation({
  method: 'patch',
  path: '/v1/qr/bulk',
  summary: 'Change up to 100 codes in the same way',
  description:
    'Selects codes by `ids`, `external_ids` or a `filter` (that of the list), and changes each as `PATCH /v1/qr/{id}` does. Returns a result for each code. With a filter, a request changes up to `limit` codes, newest first: continue with `next_cursor` until it is null. With `dry_run`, it counts the codes and changes nothing. Each code counts as a request against the plan.',
  body: bulkChangeBody,
  bodyExample: { filter: { tag: ['Menus'] }, set: { add_tags: ['Winter'], archived: false } },
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  // Names the faults of meaning beside those of types.
  read: ({ deps, actor }, json) =>
    requireValid(readBulkChange(json), (rests) =>
      Promise.all(rests.map((rest) => findSharedProblems(deps, actor.account.id, rest))),
    ),
  reads: ({ dry_run }) => dry_run,
  response: z.union([bulkChanges, codeCount]),
  responseHeaders: ['Retry-After', 'RateLimit'],
  example: { data: [{ index: 0, status: 200, code: DETAILS }], has_more: false, next_cursor: null },
  async handle({ body: { set, dry_run, ...chosen }, ...call }) {
    if (dry_run) return countChosen(call, chosen);
    const { deps, actor, plan, hosts } = call;
    const { codeIds, admitted, next, headers } = await choose(call, chosen);
    const request = toEditRequest({ ...set, external_id: undefined });
    const results = await changeQrCodes(deps, actor, codeIds.slice(0, admitted), request);
    const data = codeIds.map((codeId, index): Changes['data'][number] => {
      const result = results[index];
      if (!result) return toFailureOf(index, codeId, plan.usedUp());
      if (!result.ok) return toFailureOf(index, codeId, toUpsertError(result.error));
      return { index, status: 200, code: toResource(result.value, hosts) };
    });
    return reply(toPage(data, next), headers);
  },
});

const deletion = {
  body: bulkDeletionBody,
  bodyExample: { external_ids: ['menu-1'] },
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  reads: ({ dry_run }: DeletionCall['body']) => dry_run,
  response: z.union([bulkDeletions, codeCount]),
  responseHeaders: ['Retry-After', 'RateLimit'],
  example: {
    data: [{ index: 0, status: 200, id: CODE.id, deleted: true }],
    has_more: false,
    next_cursor: null,
  },
  async handle({ body: { dry_run, ...chosen }, ...call }: DeletionCall) {
    if (dry_run) return countChosen(call, chosen);
    const { deps, actor, plan } = call;
    const { codeIds, admitted, next, headers } = await choose(call, chosen);
    const wishes = codeIds.slice(0, admitted).map((codeId) => ({ kind: 'delete', codeId }) as const);
    const results = await writeCodes(deps, actor, wishes);
    const data = codeIds.map((codeId, index): Deletions['data'][number] => {
      const result = results[index];
      if (!result) return toFailureOf(index, codeId, plan.usedUp());
      if (!result.ok || codeId === null)
        return toFailureOf(index, codeId, result.ok ? notFound() : toUpsertError(result.error));
      const { id, deleted } = toDeletionResource(codeId);
      return { index, status: 200, id, deleted };
    });
    return reply(toPage(data, next), headers);
  },
} as const;

export const deleteQrCodes = operation({
  method: 'delete',
  path: '/v1/qr/bulk',
  summary: 'Delete up to 100 codes',
  description:
    'Selects codes as `PATCH /v1/qr/bulk` does, and deletes each as `DELETE /v1/qr/{id}` does. Returns a result for each code. Try it with `dry_run` first: a deleted code cannot be restored.',
  ...deletion,
});

/** For clients that send no body with a DELETE, and proxies that drop it. */
export const deleteQrCodesByPost = operation({
  method: 'post',
  path: '/v1/qr/bulk/delete',
  summary: 'Delete up to 100 codes with POST',
  description:
    'The same as `DELETE /v1/qr/bulk`, for clients that send no body with a DELETE and proxies that drop it.',
  ...deletion,
});

/** The codes of a request; the plan admits only the first ones now. */
interface Choice {
  readonly codeIds: readonly (CodeId | null)[];
  readonly admitted: number;
  /** Where the next request with the same filter starts; null if nothing is left, or there was no filter. */
  readonly next: string | null;
  /** When to send the others. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds the codes, and counts each as a request against the plan. With a filter, codes that the plan does not admit are left for the next
 * request.
 */
async function choose(
  { deps, actor, plan }: Caller,
  { ids, external_ids, filter, limit, cursor }: Chosen,
): Promise<Choice> {
  const most = Math.min(MAX_BULK_CODES, deps.budget.bulkCodes, PLANS[actor.account.plan].requestsPerMinute);
  if (!filter) {
    const field = ids ? 'ids' : 'external_ids';
    const names = namesOf({ ids, external_ids });
    if (names.length > most) throw tooMany(field, most, names.length);
    const codeIds = await findCodeIds(deps, actor.account.id, names);
    const { count: admitted, headers } = await plan.admit(onceEach(codeIds));
    return { codeIds, admitted, next: null, headers };
  }
  const page = await findQrCodePage(deps, actor.account.id, {
    limit: Math.min(limit, most),
    after: readCursor(cursor, filter),
    filter,
  });
  if (!page.ok) throw toSearchError(page.error);
  const { codes, next } = page.value;
  const { count: admitted, headers } = await plan.admit(onceEach(codes));
  const taken = codes.slice(0, admitted);
  const isAll = taken.length === codes.length;
  const end = isAll ? next : (taken.at(-1)?.position ?? null);
  return {
    codeIds: taken.map(({ codeId }) => codeId),
    admitted,
    next: formatNext(end, filter),
    headers,
  };
}

function namesOf({ ids, external_ids = [] }: Pick<Chosen, 'ids' | 'external_ids'>): readonly string[] {
  return ids ?? external_ids.map(toExternalAddress);
}

async function countChosen(
  { deps, actor }: Caller,
  { ids, external_ids, filter, cursor }: Chosen,
): Promise<z.output<typeof codeCount>> {
  if (!filter) {
    const codes = await countNamed(deps, actor.account.id, namesOf({ ids, external_ids }));
    return { dry_run: true, codes, ...toNext(null) };
  }
  const after = readCursor(cursor, filter);
  const counted = await countQrCodes(deps, actor.account.id, filter, { after, most: MAX_COUNTED_CODES });
  if (!counted.ok) throw toSearchError(counted.error);
  const { codes, next } = counted.value;
  return { dry_run: true, codes, ...toNext(formatNext(next, filter)) };
}

/** A change draws nothing. */
function onceEach(codes: readonly unknown[]): number[] {
  return codes.map(() => 1);
}

/** A cursor works only with its own filter: with another one, it would skip codes unnoticed. */
function readCursor(cursor: BoundCursor | undefined, filter: QrCodeFilter): ListPosition | null {
  if (!cursor || cursor.isFor(JSON.stringify(filter))) return cursor?.position ?? null;
  const message = '"cursor" must be of a request with the same "filter": send that filter, unchanged.';
  throw invalidFields([{ field: 'cursor', code: 'conflict', message }]);
}

function formatNext(next: ListPosition | null, filter: QrCodeFilter): string | null {
  return next && formatBoundCursor(next, JSON.stringify(filter));
}

function toFailureOf(index: number, codeId: CodeId | null, error: ApiError) {
  return { ...toFailure(index, error), ...(codeId === null ? {} : { id: toPublicId(codeId) }) };
}

function tooMany(field: string, most: number, sent: number): ApiError {
  const message = `"${field}" must hold at most ${most} codes, not ${sent}: this is what your plan and this service allow in a request. Send them in several.`;
  return invalidFields([{ field, code: 'too_big', message }]);
}
