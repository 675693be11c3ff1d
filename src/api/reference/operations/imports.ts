import { importJob, importList, importRows } from '#contract/imports.ts';
import { IMPORT, IMPORT_ROW } from '../examples.ts';
import type { Documentation } from '../description.ts';

/** Codes from files. */
export const IMPORTS = {
  startImport: {
    summary: 'Import codes from a file',
    description:
      'The body is the file, at most 10 MiB and 10,000 rows: CSV (UTF-8; comma, semicolon or tab) or NDJSON. Files of Bitly, Dub, Shlink, YOURLS and our own export are recognised by their columns. Each row becomes the body of `PUT /v1/qr/ext:{external_id}`, and is checked as such; codes are dynamic unless the file says otherwise. A row without `external_id` gets one, made of its id or short link where it comes from, else of its target: so the same file changes nothing the second time. The service works on the rows after the response, one import of an account at a time. Rows count against the quotas of the plan, not against its requests.',
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
    description: 'The newest come first. The latest 20 are kept, each for 30 days after it is done.',
    response: importList,
    example: { data: [IMPORT], has_more: false, next_cursor: null },
  },
  getImport: {
    summary: 'Read how far an import is',
    description:
      'An import that is under way goes on after each of these requests, as it does every ten minutes by itself: ask every few seconds until it is `done`.',
    response: importJob,
    example: IMPORT,
    errors: ['not_found'],
  },
  listImportRows: {
    summary: 'Read what became of the rows of an import',
    description:
      'Rows that are done, in the order of the file, page by page. In a dry run: what would become of them.',
    response: importRows,
    example: { data: [IMPORT_ROW], has_more: false, next_cursor: null },
    errors: ['not_found'],
  },
  runImport: {
    summary: 'Start the import of a dry run',
    description: 'The same file with the same options, without sending it again. The report begins anew.',
    response: importJob,
    example: { ...IMPORT, status: 'queued', dry_run: false, can_start: false },
    errors: ['not_found', 'import_in_progress', 'import_not_ready'],
  },
  cancelImport: {
    summary: 'Cancel an import',
    description: 'Codes that it made stay. An import that is done stays as it is.',
    response: importJob,
    example: { ...IMPORT, status: 'cancelled', can_start: false },
    errors: ['not_found'],
  },
} satisfies Documentation;
