import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { toRenditionImage } from '#core/styles/rendition.ts';
import type { Actor } from '#core/accounts/account.ts';
import { deleteQrCodes as storeTombstones, markImagesDeleted } from '#storage/codes/delete.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { deleteImages } from '#storage/images/images.ts';
import { type NamedRendition, forgetRenditions } from '#storage/styles/renditions.ts';
import { prepareActivity } from '../accounts/activity.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';

export type DeleteProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'precondition_failed'; readonly revision: number };

/** Deletes a code as `deleteQrCodes` does, if it is at one of the expected revisions. */
export async function deleteQrCode(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  expected: ExpectedRevisions | null = null,
): Promise<Result<void, DeleteProblem>> {
  if ((await removeCodes(deps, actor, [codeId], expected)).has(codeId)) return ok(undefined);
  const code = expected && (await findQrCode(deps.db, actor.account.id, codeId));
  return err(code ? { reason: 'precondition_failed', revision: code.revision } : { reason: 'not_found' });
}

/**
 * Deletes codes: first the rows, which stops the redirects, then the images. The codes are gone and the caller has nothing to retry, so the
 * sweep handles images that could not be deleted and edge copies that could not be purged. A missing code does not keep the others. Gives
 * one result for each, in order: of a code that is named twice, the second finds nothing.
 */
export async function deleteQrCodes(
  deps: Dependencies,
  actor: Actor,
  codeIds: readonly (CodeId | null)[],
): Promise<readonly Result<void, DeleteProblem>[]> {
  const known = codeIds.filter((codeId) => codeId !== null);
  const deleted = new Set(known.length === 0 ? [] : await removeCodes(deps, actor, known, null));
  return codeIds.map((codeId) =>
    codeId !== null && deleted.delete(codeId) ? ok(undefined) : err({ reason: 'not_found' }),
  );
}

/** Gives the ids of the codes that it deleted. */
async function removeCodes(
  deps: Dependencies,
  actor: Actor,
  codeIds: readonly CodeId[],
  expected: ExpectedRevisions | null,
): Promise<ReadonlySet<CodeId>> {
  const toEntry = (codeId: CodeId) =>
    prepareActivity(deps, { action: 'code.deleted', actorId: actor.id, subjectId: toPublicId(codeId) });
  const entries = new Map(codeIds.map((codeId) => [codeId, toEntry(codeId)]));
  const { tombstones, renditions } = await storeTombstones(
    deps.db,
    { accountId: actor.account.id, codeIds, entries, expected },
    deps.nowMs(),
  );
  const deleted = tombstones.map(({ codeId }) => codeId);
  if (deleted.length > 0) {
    deps.afterResponse(copyShortLinks(deps, tombstones));
    await removeImages(deps, deleted, renditions);
  }
  return new Set(deleted);
}

/** Deletes the images, and records that after the response: the sweep tries again until it is recorded. */
async function removeImages(
  deps: Dependencies,
  codeIds: readonly CodeId[],
  renditions: readonly NamedRendition[],
): Promise<void> {
  const names = [...codeIds, ...renditions.map(toRenditionImage)];
  try {
    await deleteImages(deps.images, names);
    runAfterResponse(deps, 'image_purge_failed', finishDeletion(deps, codeIds, renditions));
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
}

async function finishDeletion(
  deps: Dependencies,
  codeIds: readonly CodeId[],
  renditions: readonly NamedRendition[],
): Promise<void> {
  await deps.imageCache?.purge([...codeIds, ...renditions.map(toRenditionImage)]);
  await markImagesDeleted(deps.db, codeIds, deps.nowMs());
  if (renditions.length > 0) await forgetRenditions(deps.db, renditions);
}
