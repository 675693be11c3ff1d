import * as z from 'zod';
import { pageOf } from '../lists.ts';
import { bulkFailed, count, id, qrCodeDetails } from './responses.ts';

/** The responses for tags, and for changes to many codes. */

const tag = {
  name: z.string().describe('In the spelling of its first use.'),
  codes: count.describe('The number of codes with this tag, including archived ones.'),
};

export const tagList = pageOf(z.object(tag).meta({ id: 'Tag' })).meta({ id: 'TagList' });

export const renamedTag = z
  .object({
    ...tag,
    remaining: count.describe(
      'Codes that still have the old name. It takes a few minutes to rename it everywhere.',
    ),
  })
  .meta({ id: 'RenamedTag' });

export const tagDeletion = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ id: 'TagDeletion' });

const changeFailed = bulkFailed.extend({ id: id.optional() }).meta({
  id: 'BulkChangeFailed',
  description: 'A code that a bulk change did not change. Only this result has `error`.',
});

const bulkNext = {
  has_more: z.boolean().describe('With `filter`: whether more codes may match.'),
  next_cursor: z.string().nullable().describe('The `cursor` of the next request with this filter.'),
};

export const bulkChanges = z
  .object({
    data: z.array(
      z.union([
        z.object({ index: count, status: z.literal(200), code: qrCodeDetails }).meta({ id: 'BulkChanged' }),
        changeFailed,
      ]),
    ),
    ...bulkNext,
  })
  .meta({ id: 'BulkChanges', description: 'One result for each code.' });

export const bulkDeletions = z
  .object({
    data: z.array(
      z.union([
        z
          .object({ index: count, status: z.literal(200), id, deleted: z.literal(true) })
          .meta({ id: 'BulkDeleted' }),
        changeFailed,
      ]),
    ),
    ...bulkNext,
  })
  .meta({ id: 'BulkDeletions', description: 'One result for each code.' });

export const codeCount = z
  .object({
    dry_run: z.literal(true),
    codes: count.describe(
      'The number of codes that the request would affect; with `filter`, up to 1,000 from `cursor` on.',
    ),
    has_more: z.boolean().describe('Whether there may be more codes.'),
    next_cursor: z.string().nullable().describe('The `cursor` for counting the others.'),
  })
  .meta({ id: 'CodeCount' });
