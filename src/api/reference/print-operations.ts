import { filesBody } from '#contract/files.ts';
import { imageQuery } from '#contract/image.ts';
import { printCheck, printCheckQuery, printQuery } from '#contract/print.ts';
import { PRINT_CHECK } from './examples.ts';
import { exportQuery } from '#contract/requests.ts';
import { sheetBody } from '#contract/sheets.ts';
import type { Operation } from './operation.ts';

/** What makes files of codes, for screens and for the press. */
export const PRINT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/qr/{id}/image',
    operationId: 'getImageOfQrCode',
    summary: 'Get an image of a code in any size',
    description:
      'PNG or SVG. What you leave out is as in the stored images, whose modules it has. The same request gets the same bytes. Nothing is stored.',
    query: imageQuery,
    requestHeaders: ['If-None-Match'],
    response: { files: ['image/png', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['invalid_request', 'content_too_long', 'not_found'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/print',
    operationId: 'printQrCode',
    summary: 'Get a code as a file for the press',
    description:
      'PDF 1.4 or PDF/X-1a:2003, EPS, or SVG in millimetres. Send `width_mm` or `module_mm`. The modules are those of the images of the code. The same request gets the same bytes. Nothing is stored.',
    query: printQuery,
    requestHeaders: ['If-None-Match'],
    response: { files: ['application/pdf', 'application/postscript', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    isNotModifiedPossible: true,
    errors: ['invalid_request', 'low_contrast', 'content_too_long', 'not_found'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/print-check',
    operationId: 'checkPrintOfQrCode',
    summary: 'Check what a print of a code would come to',
    description:
      'Takes the query of `GET /v1/qr/{id}/print`, and `distance_mm`. Says how large modules and quiet zone are, from how far phones read the code, whether it fits the point of sale, which inks it needs, and what may go wrong.',
    query: printCheckQuery,
    response: printCheck,
    example: PRINT_CHECK,
    errors: ['invalid_request', 'low_contrast', 'content_too_long', 'not_found'],
  },
  {
    method: 'post',
    path: '/v1/sheets',
    operationId: 'printSheets',
    summary: 'Print codes on sheets of labels',
    description:
      'A PDF of sheets, or of a roll of labels, to be printed at its actual size. Name at most 500 codes in `ids`, or leave that out: then the filters of the query decide. Nothing is stored.',
    query: exportQuery,
    body: { schema: sheetBody, example: { template: 'L7160', start: 4 } },
    response: { files: ['application/pdf'] },
    errors: [
      'malformed_json',
      'invalid_request',
      'insufficient_scope',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
    ],
  },
  {
    method: 'post',
    path: '/v1/exports/files',
    operationId: 'exportFiles',
    summary: 'Get the files of many codes in one archive',
    description:
      'A ZIP archive of up to 1,000 codes, each in up to five forms, and `index.csv` with a line for each code. Name the codes in `ids`, or leave that out: then the filters of the query decide. It is sent while it is made. Nothing is stored.',
    query: exportQuery,
    body: {
      schema: filesBody,
      example: {
        files: [
          { format: 'png', size: 1024 },
          { format: 'pdf', width_mm: 25 },
        ],
        name: '{external_id}-{title}.{format}',
      },
    },
    response: { files: ['application/zip'] },
    errors: [
      'malformed_json',
      'invalid_request',
      'low_contrast',
      'insufficient_scope',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
    ],
  },
];
