import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Editor } from '#storage/codes/edits.ts';
import { deleteImages } from '#storage/images/images.ts';
import { deleteQrCode as storeTombstone, markImagesDeleted } from '#storage/codes/qr-codes.ts';
import { recordActivity } from '../accounts/activity.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import { dropRenditionsOf } from '../styles/renditions.ts';
import { findObstacle } from './update.ts';

export type DeleteProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'precondition_failed'; readonly revision: number };

/**
 * Deletes a code: first the row, which stops the redirect, then the images. The code is gone and the caller has nothing to retry, so the
 * sweep handles images that could not be deleted and edge copies that could not be purged.
 */
export async function deleteQrCode(
  deps: Dependencies,
  { accountId, editorId }: Editor,
  codeId: CodeId,
  expected: ExpectedRevisions | null = null,
): Promise<Result<void, DeleteProblem>> {
  const tombstone = await storeTombstone(deps.db, accountId, codeId, expected, deps.nowMs());
  if (!tombstone) return err(await findObstacle(deps, accountId, codeId));
  deps.afterResponse(copyShortLinks(deps, [tombstone]));
  const subjectId = toPublicId(codeId);
  // Independent of each other, and none may fail what is done: one wait for all.
  await Promise.all([
    recordActivity(deps, { accountId, action: 'code.deleted', actorId: editorId, subjectId }),
    removeImages(deps, codeId),
  ]);
  return ok(undefined);
}

/** Deletes the images, and records that after the response: the sweep tries again until it is recorded. */
async function removeImages(deps: Dependencies, codeId: CodeId): Promise<void> {
  try {
    await Promise.all([deleteImages(deps.images, [codeId]), dropRenditionsOf(deps, codeId)]);
    runAfterResponse(deps, 'image_purge_failed', finishDeletion(deps, codeId));
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
}

async function finishDeletion(deps: Dependencies, codeId: CodeId): Promise<void> {
  await deps.imageCache?.purge([codeId]);
  await markImagesDeleted(deps.db, [codeId], deps.nowMs());
}
