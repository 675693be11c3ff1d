import type { CodeStyle } from '#core/styles/style.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findLogoPngs } from '#storage/logos/logos.ts';
import type { LogoPicture } from '#symbol/style/draw-picture.ts';
import type { Dependencies } from '../dependencies.ts';

/** The pictures of logos, by the ids of their images. */
export type Pictures = ReadonlyMap<ImageId, LogoPicture>;

interface Styled {
  readonly style?: CodeStyle | null | undefined;
}

/** The distinct images of these codes' logos. */
export function listLogoImages(codes: readonly Styled[]): ImageId[] {
  return [...new Set(codes.flatMap(({ style }) => style?.logo?.image ?? []))];
}

/** The pictures of the codes' logos, without images that the account does not have. Queries nothing if no code has a logo. */
export async function findPictures(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codes: readonly Styled[],
): Promise<Pictures> {
  const pngs = await findLogoPngs(db, accountId, listLogoImages(codes));
  return new Map([...pngs].map(([id, png]) => [id, { png }]));
}

/** The picture of a code's logo; null if it has none. */
export function takePicture(pictures: Pictures, { style }: Styled): Result<LogoPicture | null, Problem> {
  if (!style?.logo) return ok(null);
  const picture = pictures.get(style.logo.image);
  const { image } = style.logo;
  return picture
    ? ok(picture)
    : err({ code: 'logo_not_found', field: 'style.logo.image', values: { image } });
}
