import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { formatLogoPicture } from '#core/logos/logo-picture.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { type LogoImage, MAX_IMAGES, MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE } from '#core/logos/logo-image.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import { toFileName } from '#core/files/file-name.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import { countLogos, findLogoByFile, insertLogo } from '#storage/logos/logos.ts';
import type { UsualProblem } from '#contract/usual-problem.ts';
import type { Dependencies } from '../dependencies.ts';

export type UploadProblem =
  /** Why this installation draws no logos. */
  | { readonly reason: 'not_drawn'; readonly message: string }
  | { readonly reason: 'file_too_large'; readonly limit: number }
  | { readonly reason: 'not_an_image'; readonly message: string }
  | { readonly reason: 'invalid_image'; readonly code: string; readonly message: string }
  | Extract<UsualProblem, { readonly reason: 'too_many' | 'quota_exceeded' }>;

export interface LogoUpload {
  /** As it was sent; it may be empty. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Of the kinds of files that logos are made from. */
const LOGO_EXTENSIONS = ['.png', '.jpg', '.jpeg', '.svg'];

/**
 * Stores an image of an account for the middle of its symbols. Uploading the same file again gives the existing image. The stored picture
 * is made again from pixels or paths: nothing else of the file is kept.
 */
export async function uploadImage(
  deps: Dependencies,
  { account }: Pick<Actor, 'account'>,
  { name, bytes: file }: LogoUpload,
): Promise<Result<LogoImage, UploadProblem>> {
  const { db, budget } = deps;
  if (!budget.drawsStyles) {
    return err({ reason: 'not_drawn', message: `Symbols are drawn without logos here: ${budget.reason}.` });
  }
  if (file.length > MAX_UPLOAD_BYTES) return err({ reason: 'file_too_large', limit: MAX_UPLOAD_BYTES });
  const sha256 = await sha256Hex(file);
  const [known, images] = await Promise.all([
    findLogoByFile(db, account.id, sha256),
    countLogos(db, account.id),
  ]);
  if (known) return ok(known);
  if (images >= MAX_IMAGES) return err(tooMany());
  // Loaded on first use: most requests draw no logo.
  const { makeLogo } = await import('#symbol/logos/make-logo.ts');
  const made = await makeLogo(file, MAX_UPLOAD_SIDE);
  if (!made.ok) {
    const { code, message } = made.error;
    return err(
      code === 'not_an_image' ? { reason: code, message } : { reason: 'invalid_image', code, message },
    );
  }
  const { picture, ...size } = made.value;
  const id = createRandomId('img', deps.randomBytes(RANDOM_ID_BYTES)) as ImageId;
  const createdAtMs = deps.nowMs();
  const logo = {
    id,
    name: toFileName(name, LOGO_EXTENSIONS),
    sha256,
    ...size,
    createdAtMs,
    picture: formatLogoPicture(picture),
  };
  const limit = PLANS[account.plan].quotas.stored_bytes;
  try {
    return ok(await insertLogo(db, { ...logo, accountId: account.id }, limit));
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error;
    if ((await countLogos(db, account.id)) >= MAX_IMAGES) return err(tooMany());
    const { stored_bytes: used } = await readCodeUsage(db, account.id, deps.nowMs());
    return err({ reason: 'quota_exceeded', quota: 'stored_bytes', limit, used });
  }
}

function tooMany(): UploadProblem {
  return { reason: 'too_many', things: 'images', limit: MAX_IMAGES };
}
