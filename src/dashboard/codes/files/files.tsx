import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { parseFileId } from '#core/files/file-id.ts';
import { formatFileCursor, parseFileCursor, type StoredFile, toFileUrl } from '#core/files/stored-file.ts';
import { deleteFile, readFile, readFiles } from '#service/files/files.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { requireEditor } from '../../accounts/sign-in/require-session.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { DeleteFilePage, FILES_PATH, FilesPage } from './files-page.tsx';
import { takeFile, takeSentFile } from './take-file.ts';

const FILES_PER_PAGE = 50;

/** `/codes/files`: the files of the account that codes open. Forms of such codes can upload them too. */
export const fileRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showFiles(c))
  .post('/', addFile)
  .post('/upload', takeSentFile)
  .get('/:file_id/delete', requireEditor, askToDelete)
  .post('/:file_id/delete', removeFile);

/** @param form with the problem of a file that was sent; 422 if there is one */
async function showFiles(c: DashboardContext, form: Form = new Form()): Promise<Response> {
  const { account } = c.get('person');
  const deps = c.get('deps');
  const after = parseFileCursor(c.req.query('after') ?? '');
  const [page, used] = await Promise.all([
    readFiles(deps, account.id, { limit: FILES_PER_PAGE, after }),
    readUsage(deps.db, account.id, deps.nowMs()),
  ]);
  return renderPage(
    c,
    { title: say('Files'), section: 'Codes', status: form.hasErrors ? 422 : 200 },
    <FilesPage
      files={page.files.map((file) => ({ ...file, url: toFileUrl(deps.shortUrlBase, file) }))}
      usedBytes={used.file_bytes}
      plan={account.plan}
      form={form}
      isFirst={after === null}
      next={page.next && formatFileCursor(page.next)}
    />,
  );
}

/** `POST /codes/files`: keeps the file of the form. */
async function addFile(c: DashboardContext): Promise<Response> {
  const form = await takeFile(c, 'file');
  return form.hasErrors ? showFiles(c, form) : redirectSaying(c, FILES_PATH, 'file_stored');
}

async function askToDelete(c: DashboardContext): Promise<Response> {
  return renderDeletion(c, await findFile(c));
}

async function removeFile(c: DashboardContext): Promise<Response> {
  const file = await findFile(c);
  const deleted = await deleteFile(c.get('deps'), c.get('person').account.id, file.id);
  if (deleted.ok) return redirectSaying(c, FILES_PATH, 'file_deleted');
  // Read again, because a code may open it only since.
  return renderDeletion(c, await findFile(c), 409);
}

function renderDeletion(c: DashboardContext, file: StoredFile, status: 200 | 409 = 200): Promise<Response> {
  return renderPage(
    c,
    { title: say('Delete a file'), section: 'Codes', status },
    <DeleteFilePage file={file} />,
  );
}

async function findFile(c: DashboardContext): Promise<StoredFile> {
  const id = parseFileId(c.req.param('file_id') ?? '');
  const file = id && (await readFile(c.get('deps'), c.get('person').account.id, id));
  if (!file) throw pageNotFound();
  return file;
}
