import * as z from 'zod';
import { parsedText } from './parsed-text.ts';

/** What all lists of /v1 share: the parameters that choose a page, and the page itself. */

export const MAX_PAGE = 100;
const USUAL_PAGE = 20;

export const integerText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number.')
  .transform(Number);

/** The size of a page. */
export function limitOf(things: string, usual = USUAL_PAGE) {
  return integerText
    .pipe(z.int().min(1).max(MAX_PAGE))
    .prefault(String(usual))
    .meta({
      type: 'integer',
      pattern: undefined,
      minimum: 1,
      maximum: MAX_PAGE,
      description: `The number of ${things} on a page.`,
    });
}

export function cursorOf<Position>(parse: (text: string) => Position | null) {
  return parsedText(parse, 'must be the "next_cursor" of an earlier page, unchanged.')
    .optional()
    .describe('`next_cursor` of the previous page.');
}

/** The query of a list so short that its usual page holds all of it. Its cursors are ids. */
export function shortListQuery(things: string) {
  return z.strictObject({
    limit: limitOf(things, MAX_PAGE),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  });
}

/** The query of a list that may be long. */
export function longListQuery<Position>(things: string, parse: (text: string) => Position | null) {
  return z.strictObject({ limit: limitOf(things), cursor: cursorOf(parse) });
}

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page. Null on the last page.'),
  });
}

/** A list of a resource, which is named after it. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return pageOf(item).meta({ id: `${item.meta()?.id}List` });
}

/** The response to the deletion of a resource: `webhook`. */
export function deletionOf<More extends z.ZodRawShape>(name: string, more: More) {
  const id = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Deletion`;
  return z.object({ id: z.string(), deleted: z.literal(true), ...more }).meta({ id });
}
