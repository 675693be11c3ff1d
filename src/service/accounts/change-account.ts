import type { AccountChange } from '#contract/account.ts';
import type { Account, Actor } from '#core/accounts/account.ts';
import type { AccountBrand } from '#core/accounts/account-brand.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { UsualProblem } from '#contract/usual-problem.ts';
import { changeAccountBrand } from '#storage/accounts/account-brands.ts';
import { findLogoPictures, isLogoMissing } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';
import { publishImages } from '../logos/public-images.ts';
import { findPublicProblem } from '../styles/logo-pictures.ts';
import { findHarm, joinHarm, listShown, screenTargets } from '../targets/screen-targets.ts';
import { recordActivity } from './activity.ts';

interface Changed {
  readonly account: Account;
  readonly brand: AccountBrand;
}

/**
 * Changes the name of an account, and what the pages of its codes show of it; null takes something away. Both names are screened like all
 * that strangers see.
 */
export async function changeOwnAccount(
  deps: Dependencies,
  actor: Actor,
  change: AccountChange,
): Promise<Result<Changed, UsualProblem>> {
  const { account } = actor;
  const { name = account.name, brand } = change;
  const shown = [...listShown('name', name), ...listShown('brand.name', brand.name)];
  const images = brand.logo ? [brand.logo] : [];
  const [refusals, pictures] = await Promise.all([
    screenTargets(deps, account.id, shown),
    findLogoPictures(deps.db, account.id, images),
  ]);
  const unfit = images.flatMap((image) => findPublicProblem(pictures, image, 'brand.logo') ?? []);
  const problems = joinHarm(findHarm(refusals, shown), unfit);
  if (problems.length > 0) return err({ reason: 'refused', problems });
  await publishImages(deps, account.id, images);
  try {
    const changed = await changeAccountBrand(deps.db, account.id, brand, name);
    const note = [
      ...(name === account.name ? [] : ['name']),
      ...(Object.keys(brand).length > 0 ? ['brand'] : []),
    ];
    if (note.length > 0)
      await recordActivity(deps, actor, { action: 'account.changed', note: note.join(' ') });
    return ok({ account: { ...account, name }, brand: changed });
  } catch (error) {
    // Somebody has just deleted the logo: the next attempt says so.
    if (isLogoMissing(error)) return changeOwnAccount(deps, actor, change);
    throw error;
  }
}
