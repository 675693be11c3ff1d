import { printQuery } from '../contract/print.ts';
import type { Operation } from './operation.ts';

/** What makes files for the press of codes. */
export const PRINT_OPERATIONS: readonly Operation[] = [
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
];
