import type { ImageId } from '#core/logos/image-id.ts';
import type { ImageUser } from '#core/logos/image-uses.ts';
import { err, ok, type Result } from '#core/result.ts';
import { countUses, deleteLogo, findLogo } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';

export type DeleteImageProblem =
  | { readonly reason: 'not_found' }
  /** Number of codes, templates and renditions that use it. */
  | { readonly reason: 'in_use'; readonly uses: Readonly<Record<ImageUser, number>> };

/** Deletes an unused image of the account. Deleted codes do not count: they are never drawn again. */
export async function deleteImage(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  id: ImageId,
): Promise<Result<void, DeleteImageProblem>> {
  if (await deleteLogo(db, accountId, id)) return ok(undefined);
  if (!(await findLogo(db, accountId, id))) return err({ reason: 'not_found' });
  return err({ reason: 'in_use', uses: await countUses(db, accountId, id) });
}
