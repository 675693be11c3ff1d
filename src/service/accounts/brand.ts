import type { AccountBrand } from '#core/accounts/account-brand.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { changeAccountBrand } from '#storage/accounts/account-brands.ts';
import { findLogoPictures, isLogoMissing } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';
import { publishImages } from '../logos/public-images.ts';
import { findPublicProblem } from '../styles/logo-pictures.ts';
import { findHarm, joinHarm, listShown, screenTargets } from '../targets/screen-targets.ts';

/** Changes what the pages of an account's codes show of it; null takes something away. Its name is screened like all that strangers see. */
export async function changeBrand(
  deps: Dependencies,
  accountId: string,
  change: Partial<AccountBrand>,
): Promise<Result<AccountBrand, Problem[]>> {
  const shown = listShown('brand.name', change.name);
  const images = change.logo ? [change.logo] : [];
  const [refusals, pictures] = await Promise.all([
    screenTargets(deps, accountId, shown),
    findLogoPictures(deps.db, accountId, images),
  ]);
  const unfit = images.flatMap((image) => findPublicProblem(pictures, image, 'brand.logo') ?? []);
  const problems = joinHarm(findHarm(refusals, shown), unfit);
  if (problems.length > 0) return err(problems);
  await publishImages(deps, accountId, images);
  try {
    return ok(await changeAccountBrand(deps.db, accountId, change));
  } catch (error) {
    // Somebody has just deleted the logo: the next attempt says so.
    if (isLogoMissing(error)) return changeBrand(deps, accountId, change);
    throw error;
  }
}
