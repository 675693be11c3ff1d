import * as z from 'zod';
import { bulkChangeBody, bulkDeletionBody } from '#contract/bulk-changes.ts';
import {
  bulkChanges,
  bulkDeletions,
  codeCount,
  renamedTag,
  tagDeletion,
  tagList,
} from '#contract/organise-responses.ts';
import { tagBody, tagQuery } from '#contract/tags.ts';
import { CODE, DETAILS } from './examples.ts';
import { type Operation, WRITE_ERRORS } from './operation.ts';

/** What keeps order among many codes. */
export const ORGANISE_OPERATIONS: readonly Operation[] = [
  {
    method: 'patch',
    path: '/v1/qr/bulk',
    operationId: 'updateQrCodes',
    summary: 'Change up to 100 codes in the same way',
    description:
      'Names the codes by `ids`, `external_ids` or a `filter` (that of the list), and changes each as `PATCH /v1/qr/{id}` does, with a result for each. With a filter, a request changes up to `limit` codes, the newest first: go on with `next_cursor` until it is null. With `dry_run`, it counts the codes and changes nothing. Each code counts as a request against the plan.',
    body: {
      schema: bulkChangeBody,
      example: { filter: { tag: ['Menus'] }, set: { add_tags: ['Winter'], archived: false } },
    },
    response: z.union([bulkChanges, codeCount]),
    example: { data: [{ index: 0, status: 200, code: DETAILS }], has_more: false, next_cursor: null },
    errors: WRITE_ERRORS,
  },
  {
    method: 'delete',
    path: '/v1/qr/bulk',
    operationId: 'deleteQrCodes',
    summary: 'Delete up to 100 codes',
    description:
      'Names the codes as `PATCH /v1/qr/bulk` does, and deletes each as `DELETE /v1/qr/{id}` does, with a result for each. Ask with `dry_run` first: a deleted code never comes back.',
    body: { schema: bulkDeletionBody, example: { external_ids: ['menu-1'] } },
    response: z.union([bulkDeletions, codeCount]),
    example: {
      data: [{ index: 0, status: 200, id: CODE.id, deleted: true }],
      has_more: false,
      next_cursor: null,
    },
    errors: WRITE_ERRORS,
  },
  {
    method: 'get',
    path: '/v1/tags',
    operationId: 'listTags',
    summary: 'List the tags of the account',
    description: 'In alphabetical order, page by page, each with the number of codes that have it.',
    query: tagQuery,
    response: tagList,
    example: { data: [{ name: 'Menus', codes: 312 }], has_more: false, next_cursor: null },
    errors: ['invalid_request'],
  },
  {
    method: 'patch',
    path: '/v1/tags/{name}',
    operationId: 'renameTag',
    summary: 'Rename a tag, or merge it into another one',
    description:
      'Where another tag has the new name, the two become one. Of very many codes the rest gets the other tag within some minutes; `remaining` says how many that are, and until then they have the name before.',
    body: { schema: tagBody, example: { name: 'Cards' } },
    response: renamedTag,
    example: { name: 'Cards', codes: 312, remaining: 0 },
    errors: [...WRITE_ERRORS, 'not_found', 'tag_is_merging'],
  },
  {
    method: 'delete',
    path: '/v1/tags/{name}',
    operationId: 'deleteTag',
    summary: 'Take a tag from all codes',
    description: 'The codes stay.',
    response: tagDeletion,
    example: { name: 'Menus', deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found', 'tag_is_merging'],
  },
];
