import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Editor } from '#storage/codes/edits.ts';
import type { ImageCache } from '#storage/images/cache.ts';
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
  await recordActivity(deps, { accountId, action: 'code.deleted', actorId: editorId, subjectId });
  try {
    await deleteImages(deps.images, [codeId]);
    await dropRenditionsOf(deps, codeId);
    // The sweep tries again until it is marked.
    if (deps.imageCache)
      runAfterResponse(deps, 'image_purge_failed', purgeImages(deps, deps.imageCache, codeId));
    else await markImagesDeleted(deps.db, [codeId], deps.nowMs());
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
  return ok(undefined);
}

async function purgeImages(deps: Dependencies, cache: ImageCache, codeId: CodeId): Promise<void> {
  await cache.purge([codeId]);
  await markImagesDeleted(deps.db, [codeId], deps.nowMs());
}
