import * as z from 'zod';
import { LIST_SORTS } from '#core/lists/sort.ts';
import { cursorOf, limitOf, MAX_PAGE } from '../lists.ts';
import { namesAmong } from '../parsed-text.ts';
import { codeName, exportQuery } from './requests.ts';
import { qrCodeDetails } from './responses.ts';

/** The queries that read codes. */

type Details = z.output<typeof qrCodeDetails>;
type Field = keyof Details;

const fields = namesAmong(Object.keys(qrCodeDetails.shape) as Field[])
  .optional()
  .describe(
    'Only these fields of each code, separated by commas: `id,target`. The response then lacks all other fields, even those that its schema requires. Default: all fields.',
  );

export const codeQuery = z.strictObject({ fields });

export const listQuery = exportQuery.extend({
  ids: z
    .array(codeName)
    .max(MAX_PAGE)
    .optional()
    .describe(
      `Only these codes, archived or not, in this order, separated by commas: \`qr_…\`, or \`ext:\` and an external id. At most ${MAX_PAGE}, all on one page. Leaves out ids that are not codes of your account. Can only be combined with \`fields\`.`,
    ),
  fields,
  limit: limitOf('codes'),
  cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  sort: z
    .enum(LIST_SORTS)
    .default('-created_at')
    .describe(
      'What comes first: the newest, the oldest, what was changed last, what has most scans, what was scanned last (these two as of the last roll-up of scans, within an hour), or by title from A to Z, without a title last.',
    ),
});

export const historyQuery = z.strictObject({
  limit: limitOf('edits'),
  cursor: cursorOf((text) => (/^\d{1,15}$/.test(text) ? Number(text) : null)),
});

/** The fields of a code that a request asks for: all without a choice. */
export function pickFields(code: Details, chosen: readonly Field[] | undefined): Details {
  if (!chosen) return code;
  const wanted: ReadonlySet<string> = new Set(chosen);
  return Object.fromEntries(Object.entries(code).filter(([field]) => wanted.has(field))) as Details;
}
