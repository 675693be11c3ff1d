import { fromBase64 } from '#core/bytes/base64.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { ImagePosition, LogoImage } from '#core/logos/logo-image.ts';
import { findLogo, findLogoPngs, listLogos } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';

type Db = Pick<Dependencies, 'db'>;

/** An image of the account; null if it has no such image. */
export function readImage({ db }: Db, accountId: string, id: ImageId): Promise<LogoImage | null> {
  return findLogo(db, accountId, id);
}

/** The stored PNG of an image; null if the account has no such image. */
export async function readImageFile(
  { db }: Db,
  accountId: string,
  id: ImageId,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const png = (await findLogoPngs(db, accountId, [id])).get(id);
  return png === undefined ? null : fromBase64(png);
}

/** One page of an account's images, newest first, and the start of the next page; null on the last one. */
export async function readImages(
  { db }: Db,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: ImagePosition | null },
): Promise<{ readonly images: readonly LogoImage[]; readonly next: ImagePosition | null }> {
  const found = await listLogos(db, accountId, { limit: limit + 1, after });
  const images = found.slice(0, limit);
  const last = images.at(-1);
  const next = found.length > limit && last ? { timeMs: last.createdAtMs, id: last.id } : null;
  return { images, next };
}
