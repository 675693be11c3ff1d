import type { ImageId } from '#core/logos/image-id.ts';
import type { ImageUser } from '#core/logos/image-uses.ts';
import { err, ok, type Result } from '#core/result.ts';
import { countUses, deleteLogo, findLogo } from '#storage/logos/logos.ts';
import { deletePublicImages } from '#storage/logos/public-images.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';

export type DeleteImageProblem =
  | { readonly reason: 'not_found' }
  /** Number of codes and templates that use it. */
  | { readonly reason: 'in_use'; readonly uses: Readonly<Record<ImageUser, number>> };

/** Deletes an unused image of the account. Deleted codes do not count: they are never drawn again. */
export async function deleteImage(
  deps: Pick<Dependencies, 'db' | 'images' | 'afterResponse' | 'reportFailure'>,
  accountId: string,
  id: ImageId,
): Promise<Result<void, DeleteImageProblem>> {
  const { db, images } = deps;
  if (await deleteLogo(db, accountId, id)) {
    // A preview may have shown it before. What stays, the sweep deletes.
    runAfterResponse(deps, 'image_delete_failed', deletePublicImages(images, [id]));
    return ok(undefined);
  }
  if (!(await findLogo(db, accountId, id))) return err({ reason: 'not_found' });
  return err({ reason: 'in_use', uses: await countUses(db, accountId, id) });
}
