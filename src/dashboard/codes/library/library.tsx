import { perLanguage, say } from '#languages/say.ts';
import { Hono } from 'hono';
import { parseFileId } from '#core/files/file-id.ts';
import { formatFileCursor, parseFileCursor, toFileUrl } from '#core/files/stored-file.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import type { ImageUser } from '#core/logos/image-uses.ts';
import { MAX_IMAGES } from '#core/logos/logo-image.ts';
import { deleteFile, readFiles } from '#service/files/files.ts';
import { deleteImage } from '#service/logos/delete.ts';
import { readImages } from '#service/logos/read.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Form } from '../../frame/forms/form.ts';
import { found, PageError, pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { takeUploads } from '../../frame/forms/take-uploads.ts';
import { IMAGE } from '../form/design/logo.tsx';
import { LIBRARY_PATH, LibraryPage } from './library-page.tsx';
import { FILE, takeSentFile } from './take-file.ts';

const FILES_PER_PAGE = 50;

/** `/codes/library`: the files that codes open, and the images that they show. The forms of codes can upload both too. */
export const libraryRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showLibrary(c))
  .post('/files', addFile)
  .post('/files/upload', takeSentFile)
  .post('/files/:file_id/delete', removeFile)
  .post('/images', addImage)
  .post('/images/:image_id/delete', removeImage);

/** @param form with the problem of a file that was sent; 422 if there is one */
async function showLibrary(c: DashboardContext, form: Form = new Form()): Promise<Response> {
  const { account } = c.get('person');
  const deps = c.get('deps');
  const after = parseFileCursor(c.req.query('after') ?? '');
  const [files, images, used] = await Promise.all([
    readFiles(deps, account.id, { limit: FILES_PER_PAGE, after }),
    after ? { items: [] } : readImages(deps, account.id, { limit: MAX_IMAGES, after: null }),
    readUsage(deps.db, account.id, deps.nowMs()),
  ]);
  return renderPage(
    c,
    { title: say('Library'), section: 'Codes', status: form.status },
    <LibraryPage
      files={files.items.map((file) => ({ ...file, url: toFileUrl(deps.shortUrlBase, file) }))}
      images={images.items}
      usedBytes={used.file_bytes}
      plan={account.plan}
      form={form}
      isFirst={after === null}
      next={files.next && formatFileCursor(files.next)}
    />,
  );
}

async function addFile(c: DashboardContext): Promise<Response> {
  const form = await takeUploads(c, [[FILE, 'file']], FILE);
  return form.hasErrors ? showLibrary(c, form) : redirectSaying(c, LIBRARY_PATH, 'file_stored');
}

async function removeFile(c: DashboardContext): Promise<Response> {
  const id = found(parseFileId(c.req.param('file_id') ?? ''));
  const deleted = await deleteFile(c.get('deps'), c.get('person').account.id, id);
  if (deleted.ok) return redirectSaying(c, LIBRARY_PATH, 'file_deleted');
  if (deleted.error.reason === 'not_found') throw pageNotFound();
  throw notDeleted(say('This file is in use, and was not deleted. You can delete it once no code opens it.'));
}

async function addImage(c: DashboardContext): Promise<Response> {
  const form = await takeUploads(c, [[IMAGE, 'logo']], IMAGE);
  return form.hasErrors ? showLibrary(c, form) : redirectSaying(c, LIBRARY_PATH, 'image_stored');
}

async function removeImage(c: DashboardContext): Promise<Response> {
  const id = found(parseImageId(c.req.param('image_id') ?? ''));
  const deleted = await deleteImage(c.get('deps'), c.get('person').account.id, id);
  if (deleted.ok) return redirectSaying(c, LIBRARY_PATH, 'image_deleted');
  if (deleted.error.reason === 'not_found') throw pageNotFound();
  throw notDeleted(sayUses(deleted.error.uses));
}

function notDeleted(why: string): PageError {
  return new PageError(409, say('Not deleted'), why, {
    href: LIBRARY_PATH,
    label: say('Back to the library'),
  });
}

const listFormat = perLanguage((locale) => new Intl.ListFormat(locale));

/** Why an image is not deleted: how many of each kind use it. */
function sayUses({ codes, templates, brand }: Readonly<Record<ImageUser, number>>): string {
  const uses = [
    codes > 0 ? say('{count, plural, one {# code} other {# codes}}', { count: codes }) : '',
    templates > 0 ? say('{count, plural, one {# template} other {# templates}}', { count: templates }) : '',
    brand > 0 ? say('your brand') : '',
  ].filter((use) => use !== '');
  return say('This image is in use: {uses}. You can delete it once nothing uses it.', {
    uses: listFormat().format(uses),
  });
}
