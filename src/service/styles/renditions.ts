import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import {
  hashRendition,
  MAX_RENDITIONS,
  type Rendition,
  type RenditionFields,
  toRenditionId,
  toRenditionImage,
} from '#core/styles/rendition.ts';
import { withLogoFit } from '#core/styles/style.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Actor } from '#core/accounts/account.ts';
import { deleteImages, IMAGE_CACHED_MS, replaceImages } from '#storage/images/images.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import {
  type DeletedRendition,
  findRendition,
  forgetRenditions,
  insertRendition,
  listDeletedRenditions,
  listRenditions,
  markRenditionDeleted,
} from '#storage/styles/renditions.ts';
import { recordActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { drawNewSymbol, storeImages } from '../images/draw.ts';
import { findPictures, takePicture } from './logo-pictures.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { listBudgetProblems, listLookProblems, listPaymentProblems } from '../codes/new-code.ts';
import { describePrinted } from '../prints/printed-symbol.ts';

export type RenditionProblem =
  | { readonly reason: 'not_found' | 'not_drawable' | 'too_many_renditions' | 'rendition_is_deleted' }
  | { readonly reason: 'refused'; readonly problems: readonly CreateProblem[] };

/**
 * Draws another rendition of a code's content, and stores its images, then its row, so that an existing rendition has its images. The same design
 * again gives the existing rendition. The code's own images stay untouched.
 */
export async function createRendition(
  deps: Dependencies,
  code: QrCode,
  fields: RenditionFields,
): Promise<Result<Rendition, RenditionProblem>> {
  const picture = takePicture(await findPictures(deps, code.accountId, [fields]), fields);
  const problems = [
    ...listLookProblems(fields),
    ...listPaymentProblems(code.type, fields),
    ...listBudgetProblems(fields, deps.budget),
  ];
  if (!picture.ok) problems.push(picture.error);
  if (!picture.ok || problems.length > 0) return err({ reason: 'refused', problems });
  const printed = describePrinted(deps, { ...code, ...fields });
  if (!printed) return err({ reason: 'not_drawable' });
  const { codeId } = code;
  const hash = await hashRendition(printed[0], code.errorCorrection, fields);
  const [found, others] = await Promise.all([
    findRendition(deps.db, codeId, hash),
    listRenditions(deps.db, [codeId]),
  ]);
  if (found) return found.isDeleted ? err({ reason: 'rendition_is_deleted' }) : ok(found.rendition);
  if ((others.get(codeId)?.length ?? 0) >= MAX_RENDITIONS) return err({ reason: 'too_many_renditions' });

  const [text, style] = printed;
  const symbol = await drawNewSymbol(deps, text, { ...style, picture: picture.value, version: null });
  if (!symbol.ok) return err({ reason: 'refused', problems: symbol.error });
  const rendition: Rendition = {
    ...fields,
    style: fields.style && withLogoFit(fields.style, symbol.value.logo),
    codeId,
    hash,
    symbolVersion: symbol.value.version,
    errorCorrection: symbol.value.errorCorrection,
    createdAtMs: deps.nowMs(),
  };
  const stored = await storeImages(deps, () =>
    replaceImages(deps.images, toRenditionImage(rendition), symbol.value),
  );
  if (!stored.ok) return err({ reason: 'refused', problems: stored.error });
  // Images without a row are left to the sweep: another request may be about to add their row.
  const isInserted = await insertRendition(deps.db, rendition, MAX_RENDITIONS);
  return isInserted ? ok(rendition) : findWinner(deps, code, rendition);
}

/** Why a drawn rendition was not stored: others stored it first, reached the limit, or deleted the code or its logo. */
async function findWinner(
  { db }: Dependencies,
  { accountId, codeId }: QrCode,
  { hash, style }: Rendition,
): Promise<Result<Rendition, RenditionProblem>> {
  const found = await findRendition(db, codeId, hash);
  if (found) return found.isDeleted ? err({ reason: 'rendition_is_deleted' }) : ok(found.rendition);
  if (!(await findQrCode(db, accountId, codeId))) return err({ reason: 'not_found' });
  const picture = takePicture(await findPictures({ db }, accountId, [{ style }]), { style });
  return err(
    picture.ok ? { reason: 'too_many_renditions' } : { reason: 'refused', problems: [picture.error] },
  );
}

/**
 * Deletes a rendition of a code that the caller has found in the actor's account. Images that could not be deleted are left to the sweep,
 * because the rendition is already hidden.
 */
export async function deleteRendition(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  hash: string,
): Promise<Result<void, RenditionProblem>> {
  const deletedAtMs = deps.nowMs();
  if (!(await markRenditionDeleted(deps.db, codeId, hash, deletedAtMs))) return err({ reason: 'not_found' });
  const subjectId = toPublicId(codeId);
  const note = toRenditionId({ hash });
  const dropped = drop(deps, [{ codeId, hash, deletedAtMs }]).catch((error: unknown) =>
    deps.reportFailure('image_delete_failed', error),
  );
  await Promise.all([recordActivity(deps, actor, { action: 'rendition.deleted', subjectId, note }), dropped]);
  return ok(undefined);
}

/** The sweep's part: deletes remaining images of deleted renditions. */
export async function retryRenditionDeletes(deps: Dependencies): Promise<number> {
  const deleted = await listDeletedRenditions(deps.db, null, deps.budget.imageDeletes);
  await drop(deps, deleted);
  return deleted.length;
}

async function drop(deps: Dependencies, deleted: readonly DeletedRendition[]): Promise<void> {
  if (deleted.length === 0) return;
  await deleteImages(deps.images, deleted.map(toRenditionImage));
  // By then every edge copy has expired by itself, so an invalid token holds up nothing.
  const isRecent = ({ deletedAtMs }: DeletedRendition) => deps.nowMs() - deletedAtMs < IMAGE_CACHED_MS;
  const recent = deleted.filter(isRecent);
  await forgetRenditions(
    deps.db,
    deleted.filter((one) => !isRecent(one)),
  );
  if (recent.length > 0) await deps.imageCache?.purge(recent.map(toRenditionImage));
  await forgetRenditions(deps.db, recent);
}
