import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import {
  activityList,
  bulkResults,
  bulkUpserts,
  deletion,
  health,
  qrCode,
  qrCodeDetails,
  qrCodeList,
  scanStatistics,
  usage,
} from '../contract/responses.ts';
import {
  activityQuery,
  createBody,
  documentedBulkBody,
  exportQuery,
  listQuery,
  statsCsvQuery,
  statsQuery,
  updateBody,
} from '../contract/requests.ts';
import { documentedBulkUpsertBody } from '../contract/upserts.ts';
import {
  ACTIVITY,
  BULK_RESPONSE,
  BULK_UPSERT_RESPONSE,
  CODE,
  CODES_CSV,
  DETAILS,
  STATISTICS,
  STATISTICS_CSV,
  USAGE,
} from './examples.ts';

/** What one operation of the interface has of its own. The document adds what all operations share. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic?: true;
  /** `QR codes`, or `Service` where it is public, unless this says otherwise. */
  readonly tag?: 'Account';
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** The schema of its JSON, or another media type: one for each operation, because generators merge several into one type. */
  readonly response: z.ZodType | 'text/csv' | 'application/x-ndjson';
  readonly responseHeaders?: readonly ('ETag' | 'Idempotent-Replayed' | 'Upsert')[];
  readonly example: unknown;
  /** Another success, without a body. */
  readonly isNotModifiedPossible?: true;
  /** Errors of this operation beyond those that every one may have. */
  readonly errors: readonly ErrorCode[];
}

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
    description: 'Both images exist when you get the response.',
    requestHeaders: ['Idempotency-Key'],
    body: {
      schema: createBody,
      example: { target: 'https://example.com/menu', dynamic: true, title: 'Menu' },
    },
    response: qrCode,
    responseHeaders: ['ETag', 'Idempotent-Replayed'],
    example: CODE,
    errors: [
      ...WRITE_ERRORS,
      'quota_exceeded',
      'low_contrast',
      'content_too_long',
      'unsafe_target',
      'not_found',
      'code_not_dynamic',
      'external_id_taken',
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
      'The newest codes come first, page by page. With `status` or `q`, a page may hold fewer codes than `limit`, even none, while `has_more` is true. With `Accept: text/csv` or `application/x-ndjson`, the response is that of `GET /v1/qr/export.csv` or `export.ndjson`.',
    query: listQuery,
    response: qrCodeList,
    example: { data: [DETAILS], has_more: true, next_cursor: 'aGQ5c2Z6ejF3MA' },
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/qr/export.csv',
    operationId: 'exportQrCodesAsCsv',
    summary: 'Export the codes of the account for a spreadsheet',
    description:
      'All codes that match the filters, the newest first, as CSV with a header line. A text that a spreadsheet would run as a formula has an apostrophe in front.',
    query: exportQuery,
    response: 'text/csv',
    example: CODES_CSV,
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/qr/export.ndjson',
    operationId: 'exportQrCodesAsNdjson',
    summary: 'Export the codes of the account for a program',
    description:
      'All codes that match the filters, the newest first: on each line the JSON of `GET /v1/qr/{id}`.',
    query: exportQuery,
    response: 'application/x-ndjson',
    example: `${JSON.stringify(DETAILS)}\n`,
    errors: ['invalid_request'],
  },
  {
    method: 'post',
    path: '/v1/qr/bulk',
    operationId: 'createQrCodes',
    summary: 'Create up to 100 codes',
    description:
      'Each item of `codes` is a body of `POST /v1/qr` and gets its own result. A code that fails does not undo the others. Each code counts as a request against the plan; the codes that the plan does not allow now get the error `rate_limited`. The body may have 512 KiB.',
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
    response: bulkResults,
    responseHeaders: ['Idempotent-Replayed'],
    example: BULK_RESPONSE,
    errors: [...WRITE_ERRORS, 'idempotency_in_progress', 'idempotency_mismatch'],
  },
  {
    method: 'put',
    path: '/v1/qr/bulk',
    operationId: 'upsertQrCodes',
    summary: 'Create or update up to 100 codes by external id',
    description:
      'Each item of `codes` is a body of `PUT /v1/qr/ext:{external_id}` with its `external_id`, and gets its own result. A code that fails does not undo the others. Codes that are as they were sent are not written. Each code counts as a request against the plan; the codes that the plan does not allow now get the error `rate_limited`. The body may have 512 KiB.',
    body: {
      schema: documentedBulkUpsertBody,
      example: { codes: [{ external_id: 'menu-1', target: 'https://example.com/menu', dynamic: true }] },
    },
    response: bulkUpserts,
    example: BULK_UPSERT_RESPONSE,
    errors: WRITE_ERRORS,
  },
  {
    method: 'put',
    path: '/v1/qr/{id}',
    operationId: 'upsertQrCode',
    summary: 'Create a code, or update it, by its external id',
    description:
      'The id is `ext:` and the external id. Where you have no code with it, the service creates one; otherwise it changes what differs and can change. Fields that you leave out stay as they are. Where the printed symbol differs, the status is 409 `immutable_field`. What changes nothing keeps the `ETag` and `updated_at`. `If-None-Match` may be `*`: then the code must be new. A retry needs no `Idempotency-Key`.',
    requestHeaders: ['If-Match', 'If-None-Match'],
    body: {
      schema: createBody,
      example: { target: 'https://example.com/menu', dynamic: true, title: 'Menu' },
    },
    response: qrCodeDetails,
    responseHeaders: ['ETag', 'Upsert'],
    example: DETAILS,
    errors: [
      ...WRITE_ERRORS,
      'quota_exceeded',
      'low_contrast',
      'content_too_long',
      'unsafe_target',
      'code_not_dynamic',
      'immutable_field',
      'precondition_failed',
    ],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}',
    operationId: 'getQrCode',
    summary: 'Read a code',
    description: 'The response has the nine fields of a code, then the other choices of its owner.',
    requestHeaders: ['If-None-Match'],
    response: qrCodeDetails,
    responseHeaders: ['ETag'],
    example: DETAILS,
    isNotModifiedPossible: true,
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'patch',
    path: '/v1/qr/{id}',
    operationId: 'updateQrCode',
    summary: 'Change where a dynamic code leads, what happens on a scan, or the title of any code',
    description:
      'The images do not change. What changes nothing keeps the `ETag` and `updated_at`. Every scan follows the edit within 30 seconds.',
    requestHeaders: ['If-Match'],
    body: { schema: updateBody, example: { target: 'https://example.com/winter-menu' } },
    response: qrCodeDetails,
    responseHeaders: ['ETag'],
    example: { ...DETAILS, target: 'https://example.com/winter-menu' },
    errors: [
      ...WRITE_ERRORS,
      'unsafe_target',
      'quota_exceeded',
      'not_found',
      'code_not_dynamic',
      'external_id_taken',
      'precondition_failed',
    ],
  },
  {
    method: 'delete',
    path: '/v1/qr/{id}',
    operationId: 'deleteQrCode',
    summary: 'Delete a code',
    description:
      'The service deletes the images too. The short link responds with 410, and no other code ever gets the id.',
    requestHeaders: ['If-Match'],
    response: deletion,
    example: { id: CODE.id, deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found', 'precondition_failed'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/stats',
    operationId: 'getScanStatistics',
    summary: 'Read the scans of a dynamic code',
    description:
      'The scans by day and by device; more with `include`. A scan is one GET request of a person that the short link redirected. With `Accept: text/csv`, the response is that of `GET /v1/qr/{id}/stats.csv`.',
    query: statsQuery,
    response: scanStatistics,
    example: STATISTICS,
    errors: ['invalid_request', 'not_found', 'code_not_dynamic'],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/stats.csv',
    operationId: 'getScanStatisticsAsCsv',
    summary: 'Read the daily scans of a dynamic code for a spreadsheet',
    description: 'The daily table of `GET /v1/qr/{id}/stats` as CSV with a header line.',
    query: statsCsvQuery,
    response: 'text/csv',
    example: STATISTICS_CSV,
    errors: ['invalid_request', 'not_found', 'code_not_dynamic'],
  },
  {
    method: 'get',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'Account',
    summary: 'Read what the plan allows and what the account uses',
    description:
      'A request that would exceed a quota gets 403 `quota_exceeded`. In a bulk, the codes that have room are created.',
    response: usage,
    example: USAGE,
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/audit',
    tag: 'Account',
    operationId: 'listActivities',
    summary: 'Read the audit log of the account',
    description:
      'Who signed in, invited, removed, created, revoked, exported or deleted what: newest first, page by page. Entries are kept for 400 days.',
    query: activityQuery,
    response: activityList,
    example: { data: [ACTIVITY], has_more: false, next_cursor: null },
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    summary: 'Check each binding',
    description:
      'This request needs no key. The status is 503 where a binding does not respond; the response says how to fix it.',
    isPublic: true,
    response: health,
    example: { status: 'ok', checks: { DB: { ok: true }, IMAGES: { ok: true } } },
    errors: [],
  },
];
