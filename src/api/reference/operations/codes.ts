import { accountStatistics } from '#contract/scans/account-statistics-responses.ts';
import { createBody, updateBody } from '#contract/codes/requests.ts';
import { editList } from '#contract/codes/history-responses.ts';
import { deletion, qrCode, qrCodeDetails, qrCodeList } from '#contract/codes/responses.ts';
import { scanStatistics } from '#contract/scans/statistics-responses.ts';
import {
  ACCOUNT_STATISTICS,
  CODE,
  CODES_CSV,
  DETAILS,
  EDIT,
  NEW_CODE,
  STATISTICS,
  STATISTICS_CSV,
} from '../examples.ts';
import type { Documentation } from '../description.ts';

/** One code: its life and its scans. */
export const CODES = {
  createQrCode: {
    summary: 'Create a code',
    description:
      'When you get the response, both images exist. A styled code counts against the plan as one request for each 300 ms that it is reckoned to take to draw: one with a short link and 1,024 pixels, at most seven.',
    requestHeaders: ['Idempotency-Key'],
    bodySchema: createBody,
    bodyExample: NEW_CODE,
    response: qrCode,
    responseHeaders: ['ETag', 'Idempotent-Replayed', 'Symbol-Version'],
    example: CODE,
    errors: [
      'quota_exceeded',
      'low_contrast',
      'unscannable',
      'content_too_long',
      'unsafe_target',
      'not_found',
      'code_not_dynamic',
      'external_id_taken',
      'short_code_taken',
      'idempotency_in_progress',
      'idempotency_mismatch',
    ],
  },
  listQrCodes: {
    summary: 'List the codes of the account',
    description:
      'Newest codes first, unless you `sort`. Leaves out archived codes unless you send `archived`. With `status` or `q`, a page may hold fewer codes than `limit`, even none, while `has_more` is true. With `Accept: text/csv` or `application/x-ndjson`, the response is that of `GET /v1/qr/export.csv` or `export.ndjson`.',
    response: qrCodeList,
    responseHeaders: ['Link'],
    example: { data: [DETAILS], has_more: true, next_cursor: 'aGQ5c2Z6ejF3MA-1k2m3n' },
  },
  exportQrCodesAsCsv: {
    summary: 'Export codes as CSV',
    description:
      'All codes that match the filters, newest first, as CSV with a header line. Text that a spreadsheet would run as a formula starts with an apostrophe. Archived codes are left out unless you send `archived=any`.',
    response: 'text/csv',
    example: CODES_CSV,
  },
  exportQrCodesAsNdjson: {
    summary: 'Export codes as NDJSON',
    description:
      'All codes that match the filters, newest first. Each line has the JSON of `GET /v1/qr/{id}`. Archived codes are left out unless you send `archived=any`.',
    response: 'application/x-ndjson',
    example: `${JSON.stringify(DETAILS)}\n`,
  },
  upsertQrCode: {
    summary: 'Create or update a code by external id',
    description:
      'The id is `ext:` and the external id. If you have no code with this external id, the service creates one; otherwise it changes the fields that differ. Fields that you leave out do not change. If the printed symbol would have to change, the status is 409 `immutable_field`. If nothing differs, `ETag` and `updated_at` stay the same. With `If-None-Match: *`, the code must be new. A retry needs no `Idempotency-Key`.',
    requestHeaders: ['If-Match', 'If-None-Match'],
    bodySchema: createBody,
    bodyExample: NEW_CODE,
    response: qrCodeDetails,
    responseHeaders: ['ETag', 'Upsert'],
    example: DETAILS,
    errors: [
      'short_code_taken',
      'quota_exceeded',
      'low_contrast',
      'unscannable',
      'content_too_long',
      'unsafe_target',
      'code_not_dynamic',
      'immutable_field',
      'precondition_failed',
    ],
  },
  getQrCode: {
    summary: 'Read a code',
    description: 'All fields of the code.',
    requestHeaders: ['If-None-Match'],
    response: qrCodeDetails,
    responseHeaders: ['ETag'],
    example: DETAILS,
    isNotModifiedPossible: true,
    errors: ['not_found'],
  },
  updateQrCode: {
    summary: 'Change a code',
    description:
      'Changes where a dynamic code leads and what happens on a scan, or the title, tags, metadata and archive state of any code. Its images never change. If nothing differs, `ETag` and `updated_at` stay the same. Scans follow the edit within 30 seconds.',
    requestHeaders: ['If-Match'],
    bodySchema: updateBody,
    bodyExample: { target: 'https://example.com/winter-menu' },
    response: qrCodeDetails,
    responseHeaders: ['ETag'],
    example: { ...DETAILS, target: 'https://example.com/winter-menu' },
    errors: [
      'unsafe_target',
      'quota_exceeded',
      'not_found',
      'code_not_dynamic',
      'external_id_taken',
      'precondition_failed',
    ],
  },
  deleteQrCode: {
    summary: 'Delete a code',
    description:
      'The service deletes the images too. The short link responds with 410, and no other code ever gets the id.',
    requestHeaders: ['If-Match'],
    response: deletion,
    example: { id: CODE.id, deleted: true },
    errors: ['not_found', 'precondition_failed'],
  },
  getHistoryOfQrCode: {
    summary: 'Read the history of a code',
    description:
      'The edits of the target, the title and what happens on a scan, newest first. Tags, metadata, `external_id` and `archived` have no history. The plan says how many entries a code keeps; the oldest one then combines all earlier edits.',
    response: editList,
    example: { data: [EDIT], has_more: false, next_cursor: null },
    errors: ['not_found'],
  },
  getScanStatistics: {
    summary: 'Read the scan statistics of a code',
    description:
      'Scans by day and by device, and more with `include`. A scan is one GET request by a person that the short link redirected. With `Accept: text/csv`, the response is that of `GET /v1/qr/{id}/stats.csv`.',
    response: scanStatistics,
    example: STATISTICS,
    errors: ['not_found', 'code_not_dynamic'],
  },
  getScanStatisticsAsCsv: {
    summary: 'Download the daily scans of a code as CSV',
    description: 'The daily table of `GET /v1/qr/{id}/stats` as CSV with a header line.',
    response: 'text/csv',
    example: STATISTICS_CSV,
    errors: ['not_found', 'code_not_dynamic'],
  },
  getAccountStatistics: {
    summary: 'Read the scan statistics of the account or of a tag',
    description:
      'The scans of all codes by day and by device, the most scanned, rising and falling codes, and the number of new codes; more with `include` and `compare`.',
    response: accountStatistics,
    example: ACCOUNT_STATISTICS,
  },
} satisfies Documentation;
