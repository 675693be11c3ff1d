import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  bulkResults,
  deletion,
  health,
  qrCode,
  qrCodeDetails,
  qrCodeList,
  scanStatistics,
} from '../responses.ts';
import { createBody, documentedBulkBody, listQuery, statsQuery, updateBody } from '../schemas.ts';

/** One operation of the interface, as far as its own part goes: what all of them share is added by the document. */
export interface Operation {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic?: true;
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  readonly answer: z.ZodType;
  readonly answerHeaders?: readonly ('ETag' | 'Idempotent-Replayed')[];
  readonly example: unknown;
  /** Other successes: statuses without a body, and other media types. */
  readonly isNotModifiedPossible?: true;
  readonly exportTypes?: readonly string[];
  /** Errors of this operation beyond those that every one may have. */
  readonly errors: readonly ErrorCode[];
}

const CODE = {
  id: 'qr_k7m2p9qa',
  type: 'url',
  target: 'https://example.com/menu',
  dynamic: true,
  short_url: 'https://go.example.com/k7m2p9qa',
  image_url: 'https://cdn.example.com/qr/k7m2p9qa.png',
  svg_url: 'https://cdn.example.com/qr/k7m2p9qa.svg',
  scans: 0,
  created_at: '2026-11-21T12:00:00.000Z',
};

const DETAILS = {
  ...CODE,
  title: 'Menu',
  color: { dark: '#000000', light: '#ffffff' },
  format: 'png',
  size: 1024,
  margin: 4,
  error_correction: 'M',
  updated_at: '2026-11-21T12:00:00.000Z',
};

const STATISTICS = {
  id: CODE.id,
  total_scans: 3,
  unique_scans: 2,
  range: 'last_7_days',
  by_day: ['15', '16', '17', '18', '19', '20', '21'].map((day) => ({
    date: `2026-11-${day}`,
    scans: day === '21' ? 3 : 0,
  })),
  by_device: { mobile: 2, desktop: 1, tablet: 0 },
};

const BULK_ANSWER = {
  data: [
    { index: 0, status: 200, code: CODE },
    {
      index: 1,
      status: 400,
      error: {
        code: 'low_contrast',
        message: 'The colours are too alike to be scanned reliably.',
        errors: [
          {
            field: 'color',
            code: 'low_contrast',
            message: 'The colours are too alike to be scanned reliably.',
          },
        ],
      },
    },
  ],
};

const WRITE_ERRORS = [
  'malformed_json',
  'invalid_request',
  'insufficient_scope',
  'payload_too_large',
  'unsupported_media_type',
] as const;

export const OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/qr',
    operationId: 'createQrCode',
    summary: 'Create a code',
    description: 'Both images exist before the answer does.',
    requestHeaders: ['Idempotency-Key'],
    body: {
      schema: createBody,
      example: { target: 'https://example.com/menu', dynamic: true, title: 'Menu' },
    },
    answer: qrCode,
    answerHeaders: ['ETag', 'Idempotent-Replayed'],
    example: CODE,
    errors: [
      ...WRITE_ERRORS,
      'low_contrast',
      'content_too_long',
      'idempotency_in_progress',
      'idempotency_mismatch',
    ],
  },
  {
    method: 'get',
    path: '/v1/qr',
    operationId: 'listQrCodes',
    summary: 'List the codes of the account',
    description:
      'Newest first, page by page. With `Accept: text/csv` or `application/x-ndjson` the whole filtered list is streamed as an export, without `limit` and `cursor`.',
    query: listQuery,
    answer: qrCodeList,
    example: { data: [DETAILS], has_more: true, next_cursor: 'aGQ5c2Z6ejF3MA' },
    exportTypes: ['text/csv', 'application/x-ndjson'],
    errors: ['invalid_request'],
  },
  {
    method: 'post',
    path: '/v1/qr/bulk',
    operationId: 'createQrCodes',
    summary: 'Create up to 100 codes',
    description:
      'Each code of `codes` is a body as for one; each gets its own result, and one failure does not undo the others. Each counts as a request against the plan. At most 512 KiB.',
    requestHeaders: ['Idempotency-Key'],
    body: {
      schema: documentedBulkBody,
      example: {
        codes: [
          { target: 'https://example.com/menu', dynamic: true },
          { target: 'https://example.com/', color: { dark: '#ffffff' } },
        ],
      },
    },
    answer: bulkResults,
    answerHeaders: ['Idempotent-Replayed'],
    example: BULK_ANSWER,
    errors: [...WRITE_ERRORS, 'idempotency_in_progress', 'idempotency_mismatch'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}',
    operationId: 'getQrCode',
    summary: 'Read a code',
    description: 'The nine fields of a code, then what else its owner chose.',
    requestHeaders: ['If-None-Match'],
    answer: qrCodeDetails,
    answerHeaders: ['ETag'],
    example: DETAILS,
    isNotModifiedPossible: true,
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'patch',
    path: '/v1/qr/{id}',
    operationId: 'updateQrCode',
    summary: 'Change where a dynamic code leads, or its title',
    description: 'The images stay as they are. Every scan follows the edit within 30 seconds.',
    requestHeaders: ['If-Match'],
    body: { schema: updateBody, example: { target: 'https://example.com/winter-menu' } },
    answer: qrCodeDetails,
    answerHeaders: ['ETag'],
    example: { ...DETAILS, target: 'https://example.com/winter-menu' },
    errors: [...WRITE_ERRORS, 'not_found', 'code_not_dynamic', 'precondition_failed'],
  },
  {
    method: 'delete',
    path: '/v1/qr/{id}',
    operationId: 'deleteQrCode',
    summary: 'Delete a code',
    description: 'Its images go with it, its short link answers 410, and its id is never issued again.',
    requestHeaders: ['If-Match'],
    answer: deletion,
    example: { id: CODE.id, deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found', 'precondition_failed'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/stats',
    operationId: 'getScanStatistics',
    summary: 'Read the scans of a dynamic code',
    description:
      'By day and by device; more on request. A scan is one GET redirected for a person. With `Accept: text/csv` the daily table.',
    query: statsQuery,
    answer: scanStatistics,
    example: STATISTICS,
    exportTypes: ['text/csv'],
    errors: ['invalid_request', 'not_found', 'code_not_dynamic'],
  },
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Whether each binding answers',
    description: 'Needs no key. 503 where a binding does not answer, with what to do about it.',
    isPublic: true,
    answer: health,
    example: { status: 'ok', checks: { DB: { ok: true }, IMAGES: { ok: true } } },
    errors: [],
  },
];
