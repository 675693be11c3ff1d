import type { ImageId } from '#core/logos/image-id.ts';
import type { ImagePosition, LogoImage } from '#core/logos/logo-image.ts';
import { type Page, takePage } from '#core/lists/take-page.ts';
import { findLogoPictures, listLogos } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';
import { type LogoFile, toLogoFile } from './logo-file.ts';

type Db = Pick<Dependencies, 'db'>;

/** The stored picture of an image as a file; null if the account has no such image. */
export async function readImageFile({ db }: Db, accountId: string, id: ImageId): Promise<LogoFile | null> {
  const picture = (await findLogoPictures(db, accountId, [id])).get(id);
  if (!picture) return null;
  return toLogoFile(picture);
}

/** One page of an account's images, newest first, and the start of the next page; null on the last one. */
export async function readImages(
  { db }: Db,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: ImagePosition | null },
): Promise<Page<LogoImage, ImagePosition>> {
  const found = await listLogos(db, accountId, { limit: limit + 1, after });
  return takePage(found, limit, ({ createdAtMs, id }) => ({ timeMs: createdAtMs, id }));
}
