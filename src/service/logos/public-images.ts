import { fromBase64 } from '#core/bytes/base64.ts';
import type { Control } from '#core/control/control.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { isBound } from '#storage/bucket.ts';
import { findLogoPictures, listShownLogos } from '#storage/logos/logos.ts';
import { deletePublicImages, listPublicImages, putPublicImage } from '#storage/logos/public-images.ts';
import type { Dependencies } from '../dependencies.ts';

/** A copy is stored a moment before the code that shows it, so younger copies may still get their code. */
const UNUSED_AGE_MS = 60 * 60 * 1000;

/**
 * Makes images of an account public, before a code shows them; null for any account. Gives their sides in pixels. Without a bucket they are
 * read from the database when somebody asks for them.
 */
export async function publishImages(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  accountId: string | null,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, number>> {
  const sides = new Map<ImageId, number>();
  for (const [id, picture] of await findLogoPictures(db, accountId, ids)) {
    const png = pngOf(picture);
    if (!png) continue;
    if (isBound(images)) await putPublicImage(images, id, png);
    // The width in IHDR (PNG, 3rd edition, §11.2.1).
    sides.set(id, new DataView(png.buffer, png.byteOffset).getUint32(16));
  }
  return sides;
}

/** The bytes of a picture that can be public; null for one of paths. */
export function pngOf(picture: LogoPicture): Uint8Array<ArrayBuffer> | null {
  return 'png' in picture ? new Uint8Array(fromBase64(picture.png)) : null;
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
