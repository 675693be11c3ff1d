import type { CodeStyle } from '#core/styles/style.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findLogoPictures } from '#storage/logos/logos.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { Dependencies } from '../dependencies.ts';

/** The pictures of images, by their ids. */
export type Pictures = ReadonlyMap<ImageId, LogoPicture>;

interface Styled {
  readonly style?: CodeStyle | null | undefined;
}

interface Previewed {
  readonly control?:
    | { readonly preview?: { readonly image?: ImageId | null | undefined } | null | undefined }
    | null
    | undefined;
}

/** The distinct images of these codes' logos and link previews. */
export function listImages(codes: readonly (Styled & Previewed)[]): ImageId[] {
  const ofLogos = codes.flatMap(({ style }) => style?.logo?.image ?? []);
  return [...new Set([...ofLogos, ...listPreviewImages(codes)])];
}

/** The distinct images of these link previews. */
export function listPreviewImages(codes: readonly Previewed[]): ImageId[] {
  return [...new Set(codes.flatMap(({ control }) => control?.preview?.image ?? []))];
}

/** The pictures of the codes' images, without those that the account does not have. Queries nothing if no code has one. */
export function findPictures(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codes: readonly (Styled & Previewed)[],
): Promise<Pictures> {
  return findLogoPictures(db, accountId, listImages(codes));
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

/** What is wrong with the image of a code's link preview. */
export function listPreviewProblems(pictures: Pictures, code: Previewed): Problem[] {
  return listPreviewImages([code]).flatMap(
    (image) => findPublicProblem(pictures, image, 'preview.image') ?? [],
  );
}

/** Why an image cannot become public; null if it can. */
export function findPublicProblem(pictures: Pictures, image: ImageId, field: string): Problem | null {
  const picture = pictures.get(image);
  if (!picture) return { code: 'logo_not_found', field, values: { image } };
  return 'png' in picture ? null : { code: 'public_svg', field, values: {} };
}
