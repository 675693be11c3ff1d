import * as z from 'zod';
import type { LinkRequest } from '#core/control/checks/control-request.ts';
import {
  LONGEST_CONTEXT,
  LONGEST_LINK_TITLE,
  MAX_LINKS,
  MOST_CONTEXTS,
  MOST_LANGUAGES,
  type TypedLink,
} from '#core/gs1/typed-link.ts';

/** The typed links of a GS1 code. */

const text = z.string();

const link = z
  .strictObject({
    type: text.describe('A link type of the GS1 Web Vocabulary, like `gs1:pip` or `gs1:recallStatus`.'),
    href: text.meta({ format: 'uri' }),
    title: text
      .nullish()
      .meta({ minLength: 1, maxLength: LONGEST_LINK_TITLE })
      .describe('Default: the name of the type.'),
    languages: z
      .array(text)
      .max(MOST_LANGUAGES)
      .optional()
      .describe('Like `de` or `de-AT`. None: for all readers.'),
    media_type: text.nullish().describe('Like `text/html`.'),
    contexts: z
      .array(text.meta({ minLength: 1, maxLength: LONGEST_CONTEXT }))
      .max(MOST_CONTEXTS)
      .optional()
      .describe('For whom the link is, as you name it: a market, a role. None: for everybody.'),
    forward_query: z.boolean().optional().describe('Passes the query of a scan on. Default: true.'),
  })
  .meta({ id: 'TypedLink' });

/** Replaces all of them. */
export const links = z.array(link).max(MAX_LINKS);

/** All links of a code besides its default link, which is its target. */
export const linksBody = z.strictObject({ links }).meta({ id: 'ReplaceLinks' });

export function toLinkRequests(sent: z.output<typeof links>): readonly LinkRequest[] {
  return sent.map(({ media_type: mediaType, forward_query: forwardsQuery, ...same }) => ({
    ...same,
    mediaType,
    forwardsQuery,
  }));
}

const texts: z.ZodType<readonly string[]> = z.array(text);

/** In responses. */
export const shownLinks = z
  .array(
    z.object({
      type: text,
      href: text,
      title: text,
      languages: texts,
      media_type: text.nullable(),
      contexts: texts,
      forward_query: z.boolean(),
    }),
  )
  .nullable()
  .describe('Where a GS1 code leads besides its target. Null if it has none.');

export function toShownLinks(stored: readonly TypedLink[] | undefined): z.output<typeof shownLinks> {
  if (!stored) return null;
  return stored.map(({ type, mediaType, forwardsQuery, ...same }) => ({
    type: `gs1:${type}`,
    ...same,
    media_type: mediaType,
    forward_query: forwardsQuery,
  }));
}
