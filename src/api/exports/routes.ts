import type { z } from 'zod';
import { wholeAccountQuery } from '#contract/exports.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { toFilter } from '#contract/codes/requests.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { toSearchError } from '../codes/problems.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { type ApiRequest, operation } from '../operation.ts';
import {
  contentTypeOf,
  EXPORT_FILES,
  type ExportFile,
  findExportFile,
  openFile,
} from '#service/exports/tables.ts';

/** A separate operation, because its JSON has a schema. */
export const getRedirects = operation({
  method: 'get',
  path: '/v1/exports/redirects.json',
  find: (): ExportFile => 'redirects.json',
  query: wholeAccountQuery,
  repeatable: REPEATABLE_FILTERS,
  handle: sendFile,
});

export const getExport = operation({
  method: 'get',
  path: '/v1/exports/{file}',
  find: (c) => readFileName(c.req.param('file') ?? ''),
  query: wholeAccountQuery,
  repeatable: REPEATABLE_FILTERS,
  handle: sendFile,
});

type ExportRequest = ApiRequest<ExportFile, z.output<typeof wholeAccountQuery>, undefined>;

async function sendFile({ c, deps, editor, found: file, query }: ExportRequest): Promise<Response> {
  const { accountId, editorId: actorId } = editor;
  const opened = await openFile(deps, accountId, { file, filter: toFilter(query) });
  if (!opened.ok) throw toSearchError(opened.error);
  await recordActivity(deps, { accountId, actorId, action: 'codes.exported', note: file });
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
