import * as z from 'zod';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { parseBoundCursor } from '#core/lists/cursor.ts';
import { cursorOf } from '../lists.ts';
import {
  codeName,
  editFields,
  exportQuery,
  MAX_BULK_CODES,
  refuseBoth,
  toEditRequest,
  toFilter,
} from './requests.ts';
import { externalId } from './own-texts.ts';
import { checkAll, type Refused } from '../problems/check-all.ts';
import { check } from '../problems/validation.ts';
import type { Problem } from '../problems/problems.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import { isObject } from '#core/is-object.ts';
import { inField } from '#core/problem.ts';
import { err, type Result } from '#core/result.ts';

/** Changes to many codes: a choice of codes, and what to do with them. */

const text = z.string();

/** The filters of the list as JSON: a boolean for `dynamic`, arrays for tags, an object for metadata. */
const filter = z
  .strictObject({
    ...Object.fromEntries(Object.keys(exportQuery.shape).map((name) => [name, text.optional()])),
    dynamic: z.boolean().optional(),
    tag: z.array(text).optional(),
    tag_any: z.array(text).optional(),
    metadata: z.record(text, text).optional(),
  })
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'must hold at least one filter; "archived" with "any" stands for all codes.',
    when: ({ issues }) => issues.length === 0,
  })
  .transform((fields, ctx): QrCodeFilter => {
    const { dynamic, metadata, ...rest } = fields;
    const checked = exportQuery.safeParse(
      {
        ...rest,
        ...(dynamic === undefined ? {} : { dynamic: String(dynamic) }),
        ...(metadata === undefined ? {} : { metadata: Object.entries(metadata) }),
      },
      { reportInput: true },
    );
    if (checked.success) return toFilter(checked.data);
    ctx.issues.push(...(checked.error.issues as unknown as typeof ctx.issues));
    return z.NEVER;
  })
  .describe('Selects codes that match every filter. The filters are those of the list.');

const chosen = {
  ids: z
    .array(codeName)
    .min(1)
    .max(MAX_BULK_CODES)
    .optional()
    .describe('The codes: `qr_…`, or `ext:` and an external id.'),
  external_ids: z
    .array(externalId)
    .min(1)
    .max(MAX_BULK_CODES)
    .optional()
    .describe('The same codes by external id, without `ext:`.'),
  filter: filter.optional(),
  limit: z
    .int()
    .min(1)
    .max(MAX_BULK_CODES)
    .default(MAX_BULK_CODES)
    .describe('With `filter`: how many codes this request may change.'),
  cursor: cursorOf(parseBoundCursor).describe(
    'With `filter`: `next_cursor` of the previous request with the same filter.',
  ),
  dry_run: z.boolean().default(false).describe('Changes nothing, and counts the codes.'),
};

/** Exactly one of the three chooses the codes. */
function namesCodesOnce(body: { ids?: unknown; external_ids?: unknown; filter?: unknown }): boolean {
  return [body.ids, body.external_ids, body.filter].filter((value) => value !== undefined).length === 1;
}

const ONCE = {
  error: 'must hold one of "ids", "external_ids" and "filter".',
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

/** A body of `PATCH /v1/qr/{id}`, without what one code alone can have. */
const changes = z
  .strictObject(editFields)
  .omit({ external_id: true })
  .superRefine(refuseBoth)
  .refine((fields) => Object.keys(fields).length > 0, {
    error: 'must hold at least one field to change, like "archived" or "add_tags".',
    when: ({ issues }) => issues.length === 0,
  });

export const bulkChangeBody = z
  .strictObject({ ...chosen, set: changes.describe('A body of `PATCH /v1/qr/{id}`.') })
  .refine(namesCodesOnce, ONCE)
  .meta({ id: 'BulkChange' });

type BulkChange = z.output<typeof bulkChangeBody>;

/** Reads a change of many codes. The rest of a refused one is its `set`, whose problems are named as in the body. */
export function readBulkChange(json: unknown): Result<BulkChange, Refused<EditRequest>> {
  const body = check(bulkChangeBody, json);
  if (body.ok) return body;
  const set = checkAll(changes, isObject(json) ? json['set'] : undefined);
  const { rest, problems, join } = set.ok
    ? { rest: set.value, problems: [], join: (found: readonly Problem[]) => found }
    : set.error;
  return err({
    problems: body.error,
    rest: rest && toEditRequest(rest),
    join: (found) => [
      ...body.error,
      ...join(found)
        .slice(problems.length)
        .map((problem) => inField(`set.${problem.field}`, problem)),
    ],
  });
}

export const bulkDeletionBody = z
  .strictObject(chosen)
  .refine(namesCodesOnce, ONCE)
  .meta({ id: 'BulkDelete' });
