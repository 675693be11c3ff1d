import { parseFileId } from '#core/files/file-id.ts';
import { isSmallPicture, type StoredFile } from '#core/files/stored-file.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import { readSmallPicture } from '#service/files/files.ts';
import { readImageFile } from '#service/logos/read.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { SVG_POLICY } from '#core/http/svg-policy.ts';

/** `GET /codes/pictures/{id}`: the stored form of an image of the account, or a file of it that is a small picture. */
export async function showPicture(c: DashboardContext): Promise<Response> {
  const found = await findPicture(c, c.req.param('id') ?? '');
  if (!found) throw pageNotFound();
  c.header('Cache-Control', 'private, no-cache');
  c.header('Content-Security-Policy', SVG_POLICY);
  return c.body(found.bytes, 200, { 'Content-Type': found.type });
}

async function findPicture(c: DashboardContext, text: string) {
  const deps = c.get('deps');
  const accountId = c.get('person').account.id;
  const imageId = parseImageId(text);
  if (imageId) return readImageFile(deps, accountId, imageId);
  const fileId = parseFileId(text);
  return fileId && readSmallPicture(deps, accountId, fileId);
}

/** An image of the account, or a file that is one. */
export function Picture({ id, size }: { readonly id: string; readonly size: number }) {
  return <img src={`/codes/pictures/${id}`} width={size} height={size} alt="" loading="lazy" />;
}

/** The picture of a file; of a document, an icon. */
export function FilePicture({ file }: { readonly file: Pick<StoredFile, 'id' | 'contentType' | 'bytes'> }) {
  return isSmallPicture(file) ? <Picture id={file.id} size={40} /> : <Icon name="file-text" size={40} />;
}
