import { type Context, Hono } from 'hono';
import { recordActivity } from '#service/accounts/activity.ts';
import type { AppEnv } from '../app-env.ts';
import { toSearchError } from '../codes/problems.ts';
import { leavingQuery } from '#contract/exports.ts';
import { REPEATABLE_FILTERS } from '#contract/labels.ts';
import { toFilter } from '#contract/requests.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { ApiError } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { streamFiles } from './archive.ts';
import { contentTypeOf, EXPORT_FILES, type ExportFile, findExportFile, openFile } from './files.ts';

/** `/v1/exports` */
export const exportRoutes = new Hono<AppEnv>()
  .post('/files', streamFiles)
  .all('/files', allowOnly('POST'))
  // An operation of its own in the document, because its JSON has a schema.
  .get('/redirects.json', (c) => sendFile(c, 'redirects.json'))
  .get('/:file', (c) => sendFile(c, readFileName(c.req.param('file'))))
  .all('/redirects.json', allowOnly('GET, HEAD'))
  .all('/:file', allowOnly('GET, HEAD'));

async function sendFile(c: Context<AppEnv>, file: ExportFile): Promise<Response> {
  const filter = toFilter(validateQuery(leavingQuery, readQuery(c.req.url, REPEATABLE_FILTERS)));
  const accountId = c.get('account').id;
  const opened = await openFile(c.get('deps'), accountId, { file, filter });
  if (!opened.ok) throw toSearchError(opened.error);
  const activity = { accountId, actorId: c.get('apiKeyId') };
  await recordActivity(c.get('deps'), { ...activity, action: 'codes.exported', note: file });
  return c.body(opened.value, 200, {
    'Content-Type': contentTypeOf(file),
    'Content-Disposition': `attachment; filename="${file}"`,
  });
}

function readFileName(text: string): ExportFile {
  const file = findExportFile(text);
  if (file) return file;
  throw new ApiError('not_found', `There is no such export. These are: ${EXPORT_FILES.join(', ')}.`);
}
