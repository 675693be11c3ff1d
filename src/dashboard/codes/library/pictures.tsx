import { parseFileId } from '#core/files/file-id.ts';
import type { StoredFile } from '#core/files/stored-file.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import { readImageFile } from '#service/logos/read.ts';
import { findFile } from '#storage/files/files.ts';
import { openObject } from '#storage/files/objects.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { SVG_POLICY } from '../page/images.ts';

/** A page may show fifty files, each as it is: larger ones have an icon. */
const MOST_SHOWN_BYTES = 1024 * 1024;

type Shown = Pick<StoredFile, 'id' | 'contentType' | 'bytes'>;

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
  const file = fileId && (await findFile(deps.db, accountId, fileId));
  const bytes = file && isShown(file) ? await openObject(deps.files, file.id) : null;
  return bytes && file && { bytes, type: file.contentType };
}

function isShown({ contentType, bytes }: Shown): boolean {
  return contentType !== 'application/pdf' && bytes <= MOST_SHOWN_BYTES;
}

/** An image of the account, or a file that is one. */
export function Picture({ id, size }: { readonly id: string; readonly size: number }) {
  return <img src={`/codes/pictures/${id}`} width={size} height={size} alt="" loading="lazy" />;
}

/** The picture of a file; of a document, an icon. */
export function FilePicture({ file }: { readonly file: Shown }) {
  return isShown(file) ? <Picture id={file.id} size={40} /> : <Icon name="file-text" size={40} />;
}
