import type { QrCodeFilter } from '#core/lists/filter.ts';
import * as z from 'zod';
import { isObject } from '#core/is-object.ts';
import { findSharedProblems } from '#service/codes/find-problems.ts';
import { requireValid } from '../validation.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { toExternalAddress } from '#core/codes/external-id.ts';
import { type BoundCursor, formatBoundCursor } from '#core/lists/cursor.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { changeQrCodes, countNamed, countQrCodes, findCodeIds } from '#service/codes/change-many.ts';
import { deleteQrCodes as removeQrCodes } from '#service/codes/delete.ts';
import { findQrCodePage } from '#service/codes/read.ts';
import { bulkDeletionBody, readBulkChange } from '#contract/codes/bulk-changes.ts';
import { MAX_BULK_CODES, toEditRequest } from '#contract/codes/requests.ts';
import type { bulkChanges, bulkDeletions, codeCount } from '#contract/codes/organise-responses.ts';
import { type ApiContext, type ApiRequest, operation } from '../operation.ts';
import { toNext, toPage } from '../page.ts';
import { type ApiError, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { planUsedUp, payForCodes } from '../middleware/limit-rate.ts';
import { MAX_BULK_BODY_BYTES, toFailure } from './bulk.ts';
import { toUpsertError } from '#service/codes/refusals.ts';
import { toDeleteError, toSearchError } from './problems.ts';
import { toDeletionResource, toResource } from '#contract/resources.ts';

type Changes = z.output<typeof bulkChanges>;
type Deletions = z.output<typeof bulkDeletions>;
/** The maximum number of codes that a dry run counts: more would read too many rows in one request. */
const MAX_COUNTED_CODES = 1_000;

type DeletionRequest = ApiRequest<undefined, object, z.output<typeof bulkDeletionBody>>;
type Chosen = Omit<DeletionRequest['body'], 'dry_run'>;

export const updateQrCodes = operation({
  method: 'patch',
  path: '/v1/qr/bulk',
  // The handler validates the body, and names the faults of meaning beside those of types.
  body: z.unknown(),
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  reads: (json) => isObject(json) && json['dry_run'] === true,
  async handle({ c, deps, editor, body: json }) {
    const { set, dry_run, ...chosen } = await requireValid(readBulkChange(json), (rests) =>
      Promise.all(rests.map((rest) => findSharedProblems(deps, rest))),
    );
    if (dry_run) return countChosen(c, chosen);
    const { codeIds, admitted, next } = await choose(c, chosen);
    const request = toEditRequest({ ...set, external_id: undefined });
    const results = await changeQrCodes(deps, editor, codeIds.slice(0, admitted), request);
    const data = codeIds.map((codeId, index): Changes['data'][number] => {
      const result = results[index];
      if (!result) return toFailureOf(index, codeId, planUsedUp(c));
      if (!result.ok) return toFailureOf(index, codeId, toUpsertError(result.error));
      return { index, status: 200, code: toResource(result.value, c.env) };
    });
    return toPage(data, next);
  },
});

const deletion = {
  body: bulkDeletionBody,
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  reads: ({ dry_run }: z.output<typeof bulkDeletionBody>) => dry_run,
  async handle({ c, deps, editor, body: { dry_run, ...chosen } }: DeletionRequest) {
    if (dry_run) return countChosen(c, chosen);
    const { codeIds, admitted, next } = await choose(c, chosen);
    const results = await removeQrCodes(deps, editor, codeIds.slice(0, admitted));
    const data = codeIds.map((codeId, index): Deletions['data'][number] => {
      const result = results[index];
      if (!result) return toFailureOf(index, codeId, planUsedUp(c));
      if (!result.ok || codeId === null)
        return toFailureOf(index, codeId, result.ok ? notFound() : toDeleteError(result.error));
      const { id, deleted } = toDeletionResource(codeId);
      return { index, status: 200, id, deleted };
    });
    return toPage(data, next);
  },
};

export const deleteQrCodes = operation({ method: 'delete', path: '/v1/qr/bulk', ...deletion });

/** For clients that send no body with a DELETE, and proxies that drop it. */
export const deleteQrCodesByPost = operation({ method: 'post', path: '/v1/qr/bulk/delete', ...deletion });

/** The codes of a request; the plan admits only the first ones now. */
interface Choice {
  readonly codeIds: readonly (CodeId | null)[];
  readonly admitted: number;
  /** Where the next request with the same filter starts; null if nothing is left, or there was no filter. */
  readonly next: string | null;
}

/**
 * Finds the codes, and counts each as a request against the plan. With a filter, codes that the plan does not admit are left for the next
 * request.
 */
async function choose(c: ApiContext, { ids, external_ids, filter, limit, cursor }: Chosen): Promise<Choice> {
  const { id: accountId, plan } = c.get('account');
  const { budget } = c.get('deps');
  const most = Math.min(MAX_BULK_CODES, budget.bulkCodes, PLANS[plan].requestsPerMinute);
  if (!filter) {
    const field = ids ? 'ids' : 'external_ids';
    const names = namesOf({ ids, external_ids });
    if (names.length > most) throw tooMany(field, most, names.length);
    const codeIds = await findCodeIds(c.get('deps'), accountId, names);
    return { codeIds, admitted: await payForCodes(c, onceEach(codeIds)), next: null };
  }
  const page = await findQrCodePage(c.get('deps'), accountId, {
    limit: Math.min(limit, most),
    after: readCursor(cursor, filter),
    filter,
  });
  if (!page.ok) throw toSearchError(page.error);
  const { codes, next } = page.value;
  const admitted = await payForCodes(c, onceEach(codes));
  const taken = codes.slice(0, admitted);
  const isAll = taken.length === codes.length;
  const end = isAll ? next : (taken.at(-1)?.position ?? null);
  return {
    codeIds: taken.map(({ codeId }) => codeId),
    admitted,
    next: formatNext(end, filter),
  };
}

function namesOf({ ids, external_ids = [] }: Pick<Chosen, 'ids' | 'external_ids'>): readonly string[] {
  return ids ?? external_ids.map(toExternalAddress);
}

async function countChosen(
  c: ApiContext,
  { ids, external_ids, filter, cursor }: Chosen,
): Promise<z.output<typeof codeCount>> {
  const { id: accountId } = c.get('account');
  if (!filter) {
    const codes = await countNamed(c.get('deps'), accountId, namesOf({ ids, external_ids }));
    return { dry_run: true, codes, ...toNext(null) };
  }
  const after = readCursor(cursor, filter);
  const counted = await countQrCodes(c.get('deps'), accountId, filter, { after, most: MAX_COUNTED_CODES });
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
