import * as z from 'zod';
import {
  bulkChanges,
  bulkDeletions,
  codeCount,
  renamedTag,
  tagDeletion,
  tagList,
} from '#contract/codes/organise-responses.ts';
import { bulkChangeBody } from '#contract/codes/bulk-changes.ts';
import { documentedBulkBody } from '#contract/codes/requests.ts';
import { bulkResults, bulkUpserts } from '#contract/codes/responses.ts';
import { documentedBulkUpsertBody } from '#contract/codes/upserts.ts';
import { BULK_RESPONSE, BULK_UPSERT_RESPONSE, CODE, DETAILS } from '../examples.ts';
import type { Documentation } from '../description.ts';

const DELETION = {
  bodyExample: { external_ids: ['menu-1'] },
  response: z.union([bulkDeletions, codeCount]),
  responseHeaders: ['Retry-After', 'RateLimit'],
  example: {
    data: [{ index: 0, status: 200, id: CODE.id, deleted: true }],
    has_more: false,
    next_cursor: null,
  },
} as const;

/** Many codes at once, and the means of organising them. */
export const MANY_CODES = {
  createQrCodes: {
    summary: 'Create up to 100 codes',
    description:
      'Each item of `codes` is a body of `POST /v1/qr` and gets its own result. If one fails, the others still succeed. Each code counts as a request against the plan, and a styled code counts as in `POST /v1/qr`. Codes that exceed the plan, or the drawing time of one request, get the error `rate_limited`. The body can have up to 512 KiB.',
    requestHeaders: ['Idempotency-Key'],
    bodySchema: documentedBulkBody,
    bodyExample: {
      codes: [
        { target: 'https://example.com/menu', dynamic: true },
        { target: 'https://example.com/', color: { dark: '#ffffff' } },
      ],
    },
    response: bulkResults,
    responseHeaders: ['Idempotent-Replayed', 'Retry-After', 'RateLimit'],
    example: BULK_RESPONSE,
    errors: ['idempotency_in_progress', 'idempotency_mismatch'],
  },
  upsertQrCodes: {
    summary: 'Create or update up to 100 codes by external id',
    description:
      'Each item of `codes` is a body of `PUT /v1/qr/ext:{external_id}` with its `external_id`, and gets its own result. If one fails, the others still succeed. Codes that already match are not written. Codes count against the plan as in `POST /v1/qr/bulk`; a code that exists already counts once. The body can have up to 512 KiB.',
    bodySchema: documentedBulkUpsertBody,
    bodyExample: { codes: [{ external_id: 'menu-1', target: 'https://example.com/menu', dynamic: true }] },
    response: bulkUpserts,
    responseHeaders: ['Retry-After', 'RateLimit'],
    example: BULK_UPSERT_RESPONSE,
  },
  updateQrCodes: {
    summary: 'Change up to 100 codes in the same way',
    description:
      'Selects codes by `ids`, `external_ids` or a `filter` (that of the list), and changes each as `PATCH /v1/qr/{id}` does. Returns a result for each code. With a filter, a request changes up to `limit` codes, newest first: continue with `next_cursor` until it is null. With `dry_run`, it counts the codes and changes nothing. Each code counts as a request against the plan.',
    bodySchema: bulkChangeBody,
    bodyExample: { filter: { tag: ['Menus'] }, set: { add_tags: ['Winter'], archived: false } },
    response: z.union([bulkChanges, codeCount]),
    responseHeaders: ['Retry-After', 'RateLimit'],
    example: { data: [{ index: 0, status: 200, code: DETAILS }], has_more: false, next_cursor: null },
  },
  deleteQrCodes: {
    summary: 'Delete up to 100 codes',
    description:
      'Selects codes as `PATCH /v1/qr/bulk` does, and deletes each as `DELETE /v1/qr/{id}` does. Returns a result for each code. Try it with `dry_run` first: a deleted code cannot be restored.',
    ...DELETION,
  },
  deleteQrCodesByPost: {
    summary: 'Delete up to 100 codes with POST',
    description:
      'The same as `DELETE /v1/qr/bulk`, for clients that send no body with a DELETE and proxies that drop it.',
    ...DELETION,
  },
  listTags: {
    summary: 'List the tags of the account',
    description: 'In alphabetical order, each with the number of codes that have it.',
    response: tagList,
    example: { data: [{ name: 'Menus', codes: 312 }], has_more: false, next_cursor: null },
  },
  renameTag: {
    summary: 'Rename a tag or merge it into another one',
    description:
      'If another tag has the new name, the two are merged. With very many codes, merging takes a few minutes; `remaining` is the number of codes that still have the old name.',
    bodyExample: { name: 'Cards' },
    response: renamedTag,
    example: { name: 'Cards', codes: 312, remaining: 0 },
    errors: ['not_found', 'tag_is_merging'],
  },
  deleteTag: {
    summary: 'Remove a tag from all codes',
    description: 'The codes stay.',
    response: tagDeletion,
    example: { name: 'Menus', deleted: true },
    errors: ['not_found', 'tag_is_merging'],
  },
} satisfies Documentation;
