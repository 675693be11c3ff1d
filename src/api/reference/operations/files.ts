import { redirectTable } from '#contract/exports-responses.ts';
import { printCheck } from '#contract/prints/print.ts';
import { EXPORT_FILES, mediaTypeOf } from '#service/exports/tables.ts';
import { CODE, PRINT_CHECK } from '../examples.ts';
import type { Documentation } from '../description.ts';

const JSON_FILE = 'redirects.json';

/** The values of `{file}`; the JSON file has a separate operation. */
export const DOCUMENTED_FILES = EXPORT_FILES.filter((file) => file !== JSON_FILE);

/** Files of codes: for screens, for print, and for export. */
export const FILES = {
  getImageOfQrCode: {
    summary: 'Download an image of a code in any size',
    description:
      'PNG or SVG, with the modules of the stored images. Parameters that you leave out are those of the stored images. The same request returns the same bytes. The service stores nothing. A large PNG of a styled code counts against the plan as one request for each 300 ms that it is reckoned to take.',
    requestHeaders: ['If-None-Match'],
    response: { files: ['image/png', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['content_too_long', 'not_found'],
  },
  printQrCode: {
    summary: 'Download a print file of a code',
    description:
      'PDF 1.4 or PDF/X-1a:2003, EPS, or SVG in millimetres. Send `width_mm` or `module_mm`. The modules are those of the code’s images. The same request returns the same bytes. The service stores nothing.',
    requestHeaders: ['If-None-Match'],
    response: { files: ['application/pdf', 'application/postscript', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['low_contrast', 'content_too_long', 'not_found'],
  },
  checkPrintOfQrCode: {
    summary: 'Check a code before you print it',
    description:
      'Takes the query of `GET /v1/qr/{id}/print`, and `distance_mm`. Returns how large the modules and the quiet zone are, from what distance phones can read the code, whether it fits the point of sale, which inks it needs, and what may go wrong.',
    response: printCheck,
    example: PRINT_CHECK,
    errors: ['low_contrast', 'content_too_long', 'not_found'],
  },
  printSheets: {
    summary: 'Print codes on label sheets, cards, posters, stickers or table tents',
    description:
      'A PDF of label sheets or of a roll of labels; or, with a layout as `template`, a page for each code, with bleed and marks for the print shop. Print it at its actual size (100 %). List up to 500 codes in `ids`, or leave it out to select codes with the filters in the query. The file is streamed, and the service stores nothing. It counts against the plan as one request for each 300 ms that it is reckoned to take.',
    bodyExample: { template: 'L7160', start: 4 },
    response: { files: ['application/pdf'] },
    errors: ['not_found'],
  },
  exportFiles: {
    summary: 'Download the files of many codes as a ZIP archive',
    description:
      'A ZIP archive of up to 1,000 codes, each in up to five forms, and `index.csv` with a line for each code. List the codes in `ids`, or leave it out to select codes with the filters in the query. The archive is streamed, and the service stores nothing. It counts against the plan as one request for each 300 ms that it is reckoned to take.',
    bodyExample: {
      files: [
        { format: 'png', size: 1024 },
        { format: 'pdf', width_mm: 25 },
      ],
      name: '{external_id}-{title}.{format}',
    },
    response: { files: ['application/zip'] },
    errors: ['low_contrast', 'not_found'],
  },
  getRedirects: {
    summary: 'Export where all codes lead',
    description:
      'All codes that match the filters, newest first, including archived ones unless `archived` says otherwise. For each code: its paths, where a scan leads now, and which of its settings only this service can carry out. If the response breaks off, it is incomplete.',
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
  },
  getExport: {
    summary: 'Export scans, edits or redirects as a file',
    description:
      'All codes that match the filters, including archived ones unless `archived` says otherwise. `scans.csv` and `scans.ndjson`: scans by UTC day, as of the last roll-up. `edits.ndjson`: what changed, when, and who changed it. The other files contain redirects for other servers: `_redirects` (Cloudflare Pages, Netlify), `bulk-redirects.csv` (Cloudflare), `redirects.nginx.conf`, `redirects.caddyfile`, `redirects-html.tar.gz` (a page for each path), `redirects.csv`. If an export breaks off, it is incomplete. For the codes themselves, use `GET /v1/qr/export.ndjson`.',
    response: { files: [...new Set(DOCUMENTED_FILES.map(mediaTypeOf))] },
    errors: ['not_found'],
  },
} satisfies Documentation;
