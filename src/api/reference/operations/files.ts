import { redirectTable } from '#contract/exports.ts';
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
    summary: 'Get an image of a code in any size',
    description:
      'PNG or SVG. What you leave out is as in the stored images, whose modules it has. The same request gets the same bytes. Nothing is stored.',
    requestHeaders: ['If-None-Match'],
    response: { files: ['image/png', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['content_too_long', 'not_found'],
  },
  printQrCode: {
    summary: 'Get a code as a file for the press',
    description:
      'PDF 1.4 or PDF/X-1a:2003, EPS, or SVG in millimetres. Send `width_mm` or `module_mm`. The modules are those of the images of the code. The same request gets the same bytes. Nothing is stored.',
    requestHeaders: ['If-None-Match'],
    response: { files: ['application/pdf', 'application/postscript', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['low_contrast', 'content_too_long', 'not_found'],
  },
  checkPrintOfQrCode: {
    summary: 'Check a print of a code before it is made',
    description:
      'Takes the query of `GET /v1/qr/{id}/print`, and `distance_mm`. Says how large modules and quiet zone are, from how far phones read the code, whether it fits the point of sale, which inks it needs, and what may go wrong.',
    response: printCheck,
    example: PRINT_CHECK,
    errors: ['low_contrast', 'content_too_long', 'not_found'],
  },
  printSheets: {
    summary: 'Print codes on sheets of labels',
    description:
      'A PDF of sheets, or of a roll of labels, to be printed at its actual size. Name at most 500 codes in `ids`, or leave that out: then the filters of the query decide. Nothing is stored.',
    bodyExample: { template: 'L7160', start: 4 },
    response: { files: ['application/pdf'] },
    errors: ['not_found'],
  },
  exportFiles: {
    summary: 'Get the files of many codes in one archive',
    description:
      'A ZIP archive of up to 1,000 codes, each in up to five forms, and `index.csv` with a line for each code. Name the codes in `ids`, or leave that out: then the filters of the query decide. It is sent while it is made. Nothing is stored. It counts against the plan as one request for each 300 ms that it is reckoned to take.',
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
    summary: 'Read where all codes lead, for a server that goes on with them',
    description:
      'All codes that match the filters, archived ones too unless `archived` says otherwise, the newest first. Of each code: its paths, where a scan leads now, and what no server without this service can do of it. A response that breaks off was not complete.',
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
      'All codes that match the filters, archived ones too unless `archived` says otherwise. `scans.csv` and `scans.ndjson`: scans by UTC day, as of the last roll-up. `edits.ndjson`: what was changed, when and by whom. The others say where the codes lead, for a server that goes on with them: `_redirects` (Cloudflare Pages, Netlify), `bulk-redirects.csv` (Cloudflare), `redirects.nginx.conf`, `redirects.caddyfile`, `redirects-html.tar.gz` (a page for each path), `redirects.csv`. An export that breaks off was not complete. The codes themselves: `GET /v1/qr/export.ndjson`.',
    response: { files: [...new Set(DOCUMENTED_FILES.map(mediaTypeOf))] },
    errors: ['not_found'],
  },
} satisfies Documentation;
