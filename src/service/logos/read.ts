import type { ImageId } from '#core/logos/image-id.ts';
import type { ImagePosition, LogoImage } from '#core/logos/logo-image.ts';
import { type Page, takePage } from '#core/lists/take-page.ts';
import { findLogoPictures, listLogos } from '#storage/logos/logos.ts';
import type { Dependencies } from '../dependencies.ts';
import { fromBase64 } from '#core/bytes/base64.ts';
import type { LogoPicture } from '#core/drawing.ts';
import { LOGO_UNITS, placePaths } from '#core/logos/logo-picture.ts';

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

interface LogoFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'image/png' | 'image/svg+xml';
  readonly extension: 'png' | 'svg';
}

/** The stored picture of a logo as a file. */
export async function toLogoFile(picture: LogoPicture): Promise<LogoFile> {
  if ('png' in picture)
    return { bytes: new Uint8Array(fromBase64(picture.png)), type: 'image/png', extension: 'png' };
  const { writeSvg } = await import('#symbol/picture/write-svg.ts');
  const page = { width: LOGO_UNITS, height: LOGO_UNITS, unit: '', title: '' } as const;
  const svg = await writeSvg(placePaths(picture.paths, { x: 0, y: 0, side: LOGO_UNITS }), page);
  return { bytes: new Uint8Array(new TextEncoder().encode(svg)), type: 'image/svg+xml', extension: 'svg' };
}
