import type { CodeStyle } from '#core/styles/style.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findLogoPictures } from '#storage/logos/logos.ts';
import type { LogoPicture } from '#core/drawing.ts';
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
export function findPictures(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codes: readonly Styled[],
): Promise<Pictures> {
  return findLogoPictures(db, accountId, listLogoImages(codes));
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
