import { leavingQuery, redirectTable } from '#contract/exports.ts';
import { EXPORT_FILES, mediaTypeOf } from '../exports/files.ts';
import { CODE } from './examples.ts';
import type { Operation } from './operation.ts';

const JSON_FILE = 'redirects.json';

/** The values of `{file}`: the file of JSON has an operation of its own. */
export const DOCUMENTED_FILES = EXPORT_FILES.filter((file) => file !== JSON_FILE);

/** The operations of /v1/exports. */
export const EXPORT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: `/v1/exports/${JSON_FILE}`,
    operationId: 'getRedirects',
    tag: 'Exports',
    summary: 'Read where all codes lead, for a server that goes on with them',
    description:
      'All codes that match the filters, archived ones too unless `archived` says otherwise, the newest first. Of each code: its paths, where a scan leads now, and what no server without this service can do of it. A response that breaks off was not complete.',
    query: leavingQuery,
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
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/exports/{file}',
    operationId: 'getExport',
    tag: 'Exports',
    summary: 'Export scans, edits or redirects as a file',
    description:
      'All codes that match the filters, archived ones too unless `archived` says otherwise. `scans.csv` and `scans.ndjson`: scans by UTC day, as of the last roll-up. `edits.ndjson`: what was changed, when and by whom. The others say where the codes lead, for a server that goes on with them: `_redirects` (Cloudflare Pages, Netlify), `bulk-redirects.csv` (Cloudflare), `redirects.nginx.conf`, `redirects.caddyfile`, `redirects-html.tar.gz` (a page for each path), `redirects.csv`. An export that breaks off was not complete. The codes themselves: `GET /v1/qr/export.ndjson`.',
    query: leavingQuery,
    response: { files: [...new Set(DOCUMENTED_FILES.map(mediaTypeOf))] },
    errors: ['invalid_request', 'not_found'],
  },
];
