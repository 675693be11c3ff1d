import type { CodeId } from '../core/code-id.ts';
import type { ExpectedRevisions } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import { deleteImages } from '../storage/images.ts';
import { deleteQrCode as storeTombstone, markImagesDeleted } from '../storage/qr-codes.ts';
import { copyShortLinks } from './copy-short-links.ts';
import type { Dependencies } from './dependencies.ts';
import { findObstacle } from './update-qr-code.ts';

export type DeleteProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'precondition_failed'; readonly revision: number };

/**
 * Deletes a code: first the row, which stops the redirect, then the images. Images that could not be deleted are left to the sweep,
 * because the code is gone already and the caller has nothing to retry.
 */
export async function deleteQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  expected: ExpectedRevisions | null = null,
): Promise<Result<void, DeleteProblem>> {
  const tombstone = await storeTombstone(deps.db, accountId, codeId, expected, deps.nowMs());
  if (!tombstone) return err(await findObstacle(deps, accountId, codeId));
  deps.afterAnswer(copyShortLinks(deps, [tombstone]));
  try {
    await deleteImages(deps.images, [codeId]);
    await markImagesDeleted(deps.db, [codeId], deps.nowMs());
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
  return ok(undefined);
}
