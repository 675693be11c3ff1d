import type { CodeId } from '../core/code-id.ts';
import { deleteImages } from '../storage/images.ts';
import { deleteQrCode as storeTombstone, markImagesDeleted } from '../storage/qr-codes.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * Deletes a code: first the row, which stops the redirect, then the images. Images that could not be deleted are left to the sweep,
 * because the code is gone already and the caller has nothing to retry. False where the account has no such code.
 */
export async function deleteQrCode(deps: Dependencies, accountId: string, codeId: CodeId): Promise<boolean> {
  const isDeleted = await storeTombstone(deps.db, accountId, codeId, deps.nowMs());
  if (!isDeleted) return false;
  try {
    await deleteImages(deps.images, [codeId]);
    await markImagesDeleted(deps.db, [codeId], deps.nowMs());
  } catch (error) {
    deps.reportFailure('image_delete_failed', error);
  }
  return true;
}
