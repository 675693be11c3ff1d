import { fromBase64 } from '#core/bytes/base64.ts';
import type { Control } from '#core/control/control.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { findLogoPictures, listShownLogos } from '#storage/logos/logos.ts';
import { deletePublicImages, listPublicImages, putPublicImage } from '#storage/logos/public-images.ts';
import type { Dependencies } from '../dependencies.ts';

/** A copy is stored a moment before the code that shows it, so younger copies may still get their code. */
const UNUSED_AGE_MS = 60 * 60 * 1000;

/** Makes images of an account public, before a code shows them; null for any account. Gives their sides in pixels. */
export async function publishImages(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  accountId: string | null,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, number>> {
  const sides = new Map<ImageId, number>();
  for (const [id, picture] of await findLogoPictures(db, accountId, ids)) {
    if (!('png' in picture)) continue;
    const png = fromBase64(picture.png);
    await putPublicImage(images, id, png);
    // The width in IHDR (PNG, 3rd edition, §11.2.1).
    sides.set(id, new DataView(png.buffer, png.byteOffset).getUint32(16));
  }
  return sides;
}

/** Control with the side of the image that its link preview shows: those who share a link want to know it before they load the image. */
export function withImageSide<Of extends Control | null | undefined>(
  control: Of,
  sides: ReadonlyMap<ImageId, number>,
): Of {
  const imageSide = control?.preview?.image && sides.get(control.preview.image);
  return control?.preview && imageSide ? { ...control, preview: { ...control.preview, imageSide } } : control;
}

/**
 * Makes public copies follow the link previews and brands that show them: deletes those that none shows, and stores those that are missing, because
 * the database was restored or a deletion came between.
 *
 * @param idPrefix of the images that this run looks at
 */
export async function sweepPublicImages(deps: Dependencies, idPrefix: string): Promise<void> {
  const copies = await listPublicImages(deps.images, idPrefix);
  const shown = await listShownLogos(deps.db, idPrefix);
  const youngest = deps.nowMs() - UNUSED_AGE_MS;
  const unused = copies.filter(({ id, storedAtMs }) => !shown.has(id) && storedAtMs < youngest);
  await deletePublicImages(
    deps.images,
    unused.map(({ id }) => id),
  );
  const stored = new Set(copies.map(({ id }) => id));
  const missing = [...shown].filter((id) => !stored.has(id));
  await publishImages(deps, null, missing.slice(0, deps.budget.imageDeletes));
}
