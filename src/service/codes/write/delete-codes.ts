import type { DeleteProblem } from '#contract/codes/write-problems.ts';
import type { Actor } from '#core/accounts/account.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { deleteQrCodes, markImagesDeleted } from '#storage/codes/delete.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { deleteImages } from '#storage/images/images.ts';
import { prepareActivity } from '../../accounts/activity.ts';
import type { Dependencies } from '../../dependencies.ts';
import { copyShortLinks } from '../../links/copy-short-links.ts';
import { runAfterResponse } from '../../run-after-response.ts';

/** The wish that a code is deleted. */
export interface Deletion {
  readonly kind: 'delete';
  /** Null for a name that no code has. */
  readonly codeId: CodeId | null;
  /** The code is deleted only at one of these revisions; null or absent for any. */
  readonly expected?: ExpectedRevisions | null;
}

/**
 * Deletes codes: first the rows, which stops the redirects, then the images. The codes are gone and the caller has nothing to retry, so the
 * sweep handles images that could not be deleted and edge copies that could not be purged. A missing code does not keep the others. Gives
 * one result for each wish: of two for the same code, the second finds nothing.
 */
export async function deleteCodes<Wish extends Deletion>(
  deps: Dependencies,
  actor: Actor,
  wishes: readonly Wish[],
): Promise<readonly (readonly [Wish, Result<null, DeleteProblem>])[]> {
  // Wishes that share their revisions are deleted together.
  const groups = Map.groupBy(wishes, ({ expected }) => expected ?? null);
  const results = await Promise.all(
    [...groups].map(([expected, group]) => deleteAt(deps, actor, group, expected)),
  );
  return results.flat();
}

const NOT_FOUND = err({ reason: 'not_found' } as const);

function wasIn(deleted: Set<CodeId>, { codeId }: Deletion): boolean {
  return codeId !== null && deleted.delete(codeId);
}

/** Deletes codes that are at one of the expected revisions, or at any if that is null. */
async function deleteAt<Wish extends Deletion>(
  deps: Dependencies,
  actor: Actor,
  wishes: readonly Wish[],
  expected: ExpectedRevisions | null,
): Promise<readonly (readonly [Wish, Result<null, DeleteProblem>])[]> {
  const deleted = await removeCodes(deps, actor, wishes, expected);
  const open = wishes.filter((wish) => !wasIn(deleted, wish));
  const left = expected === null ? [] : open.flatMap(({ codeId }) => codeId ?? []);
  const codes = left.length === 0 ? [] : await findQrCodes(deps.db, actor.account.id, left);
  const revisions = new Map(codes.map(({ codeId, revision }) => [codeId, revision]));
  return wishes.map((wish) => {
    const revision = wish.codeId === null ? undefined : revisions.get(wish.codeId);
    const problem =
      revision === undefined ? NOT_FOUND : err({ reason: 'precondition_failed', revision } as const);
    return [wish, open.includes(wish) ? problem : ok(null)] as const;
  });
}

/** Gives the ids of the codes that it deleted. */
async function removeCodes(
  deps: Dependencies,
  actor: Actor,
  wishes: readonly Deletion[],
  expected: ExpectedRevisions | null,
): Promise<Set<CodeId>> {
  const codeIds = wishes.flatMap(({ codeId }) => codeId ?? []);
  if (codeIds.length === 0) return new Set();
  const toEntry = (codeId: CodeId) =>
    prepareActivity(deps, { action: 'code.deleted', actorId: actor.id, subjectId: toPublicId(codeId) });
  const entries = new Map(codeIds.map((codeId) => [codeId, toEntry(codeId)]));
  const tombstones = await deleteQrCodes(
    deps.db,
    { accountId: actor.account.id, codeIds, entries, expected },
    deps.nowMs(),
  );
  const deleted = tombstones.map(({ codeId }) => codeId);
  if (deleted.length > 0) {
    deps.afterResponse(copyShortLinks(deps, tombstones));
    await removeImages(deps, deleted);
  }
  return new Set(deleted);
}

/** Deletes the images, and records that after the response: the sweep tries again until it is recorded. */
async function removeImages(deps: Dependencies, codeIds: readonly CodeId[]): Promise<void> {
  try {
    await deleteImages(deps.images, codeIds);
    runAfterResponse(deps, 'image_purge_failed', finishDeletion(deps, codeIds));
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
}

async function finishDeletion(deps: Dependencies, codeIds: readonly CodeId[]): Promise<void> {
  await deps.imageCache?.purge(codeIds);
  await markImagesDeleted(deps.db, codeIds, deps.nowMs());
}
