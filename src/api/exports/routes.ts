import type { z } from 'zod';
import { redirectTable } from '#contract/exports-responses.ts';
import { wholeAccountQuery } from '#contract/exports.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { toFilter } from '#contract/codes/requests.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { toSearchError } from '../codes/problems.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { CODE } from '../examples.ts';
import { type Call, type Caller, operation } from '../operation.ts';
import { toFile } from '../reply.ts';
import {
  contentTypeOf,
  EXPORT_FILES,
  type ExportFile,
  findExportFile,
  mediaTypeOf,
  openFile,
} from '#service/exports/tables.ts';

const JSON_FILE = 'redirects.json';

/** The values of `{file}`; the JSON file has a separate operation. */
export const DOCUMENTED_FILES = EXPORT_FILES.filter((file) => file !== JSON_FILE);

/** A separate operation, because its JSON has a schema. */
export const getRedirects = operation({
  method: 'get',
  path: `/v1/exports/${JSON_FILE}`,
  summary: 'Export where all codes lead',
  description:
    'All codes that match the filters, newest first, including archived ones unless `archived` says otherwise. For each code: its paths, where a scan leads now, and which of its settings only this service can carry out. If the response breaks off, it is incomplete.',
  find: (): ExportFile => JSON_FILE,
  query: wholeAccountQuery,
  repeatable: REPEATABLE_FILTERS,
  response: redirectTable,
  example: {
    base: 'https://go.example.com',
    redirects: [
      {
        id: CODE.id,
        external_id: 'menu-1',
        paths: ['/menu-2027', `/${CODE.id.slice(3)}`],
        target: CODE.target,
        status_code: 302,
        status: 'active',
        left_out: null,
        lost: ['ends_at'],
      },
    ],
    codes: 1,
  },
  handle: sendFile,
});

export const getExport = operation({
  method: 'get',
  path: '/v1/exports/{file}',
  summary: 'Export scans, edits or redirects as a file',
  description:
    'All codes that match the filters, including archived ones unless `archived` says otherwise. `scans.csv` and `scans.ndjson`: scans by UTC day, as of the last roll-up. `edits.ndjson`: what changed, when, and who changed it. The other files contain redirects for other servers: `_redirects` (Cloudflare Pages, Netlify), `bulk-redirects.csv` (Cloudflare), `redirects.nginx.conf` (with `redirects.nginx-once.conf`, the same for each host), `redirects.caddyfile`, `redirects-html.tar.gz` (a page for each path), `redirects.csv`. If an export breaks off, it is incomplete. For the codes themselves, use `GET /v1/qr/export.ndjson`.',
  find: readFileName,
  query: wholeAccountQuery,
  repeatable: REPEATABLE_FILTERS,
  response: { files: [...new Set(DOCUMENTED_FILES.map(mediaTypeOf))] },
  handle: sendFile,
});

type ExportCall = Call<ExportFile, z.output<typeof wholeAccountQuery>>;

async function sendFile({ deps, actor, found: file, query }: ExportCall) {
  const opened = await openFile(deps, actor.account.id, { file, filter: toFilter(query) });
  if (!opened.ok) throw toSearchError(opened.error);
  await recordActivity(deps, actor, { action: 'codes.exported', note: file });
  return toFile(opened.value, contentTypeOf(file), file);
}

function readFileName({ params }: Caller): ExportFile {
  const file = findExportFile(params['file'] ?? '');
  if (file) return file;
  throw new ApiError('not_found', `There is no such export. These are: ${EXPORT_FILES.join(', ')}.`);
}
