import { importJob, importList, importRows } from '#contract/imports-responses.ts';
import { IMPORT, IMPORT_ROW } from '../examples.ts';
import type { Documentation } from '../description.ts';

/** Codes from files. */
export const IMPORTS = {
  startImport: {
    summary: 'Import codes from a file',
    description:
      'The body is the file, at most 10 MiB and 10,000 rows: CSV (UTF-8; comma, semicolon or tab) or NDJSON. Files of Bitly, Dub, Shlink, YOURLS and our own export are recognised by their columns. Each row becomes the body of `PUT /v1/qr/ext:{external_id}`, and is checked in the same way. Codes are dynamic unless the file says otherwise. A row without `external_id` gets one, made from its id or short link in the old service, or from its target: so importing the same file again changes nothing. The service processes the rows after the response, one import per account at a time. Rows count against the quotas of the plan, not against its requests.',
    textBody: {
      'text/csv':
        'long url,short url,title,tags\r\nhttps://example.com/,https://links.example/spring,Spring,print|sale\r\n',
      'application/x-ndjson': '{"target":"https://example.com/","external_id":"sku-1","title":"Spring"}\n',
    },
    response: importJob,
    example: {
      ...IMPORT,
      status: 'queued',
      counts: { ...IMPORT.counts, done: 0, created: 0, failed: 0 },
      can_start: false,
    },
    errors: ['import_in_progress'],
  },
  listImports: {
    summary: 'List the imports of the account',
    description: 'Newest first. The latest 20 are kept, each for 30 days after it is done.',
    response: importList,
    example: { data: [IMPORT], has_more: false, next_cursor: null },
  },
  getImport: {
    summary: 'Read the progress of an import',
    description:
      'Each of these requests lets an unfinished import continue; otherwise it continues every ten minutes. Ask every few seconds until it is `done`.',
    response: importJob,
    example: IMPORT,
    errors: ['not_found'],
  },
  listImportRows: {
    summary: 'List the results of an import row by row',
    description: 'The finished rows, in the order of the file. For a dry run: what would happen to them.',
    response: importRows,
    example: { data: [IMPORT_ROW], has_more: false, next_cursor: null },
    errors: ['not_found'],
  },
  runImport: {
    summary: 'Start an import after its dry run',
    description:
      'Runs the same file with the same options; you need not send it again. The report starts over.',
    response: importJob,
    example: { ...IMPORT, status: 'queued', dry_run: false, can_start: false },
    errors: ['not_found', 'import_in_progress', 'import_not_ready'],
  },
  cancelImport: {
    summary: 'Cancel an import',
    description: 'Codes that it has created remain. Cancelling a finished import changes nothing.',
    response: importJob,
    example: { ...IMPORT, status: 'cancelled', can_start: false },
    errors: ['not_found'],
  },
} satisfies Documentation;
