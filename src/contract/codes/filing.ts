import * as z from 'zod';
import { checkedText } from '../parsed-text.ts';
import { toIssue } from '../problems/issue.ts';
import type { FilingRequest } from '#core/codes/filing.ts';
import { MAX_ANY_TAGS, type QrCodeFilter } from '#core/lists/filter.ts';
import { findKeyProblem, METADATA_LIMITS, type MetadataRequest } from '#core/codes/metadata.ts';
import { parseTag, TAG_LIMITS } from '#core/codes/tags.ts';

/** Tags, metadata and the archive in their JSON form. Only types are checked here; `changeFiling` checks what the values mean. */

const tags = z.array(z.string().meta({ minLength: 1, maxLength: TAG_LIMITS.characters }));

/** zod would drop a key named `__proto__`, so it does not read the keys. */
const metadata = z
  .unknown()
  .transform((value, ctx): MetadataRequest => {
    if (value === null || isMetadata(value)) return value;
    ctx.addIssue(toIssue({ code: 'metadata_malformed', values: {} }));
    return z.NEVER;
  })
  .meta({
    type: ['object', 'null'],
    additionalProperties: { type: ['string', 'null'], maxLength: METADATA_LIMITS.valueCharacters },
    maxProperties: METADATA_LIMITS.keys,
    description: `Your own data: up to ${METADATA_LIMITS.keys} keys of ${METADATA_LIMITS.keyCharacters} characters. Never put secrets there. Merged with the existing metadata; null removes a key.`,
  });

function isMetadata(value: unknown): value is Readonly<Record<string, string | null>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => entry === null || typeof entry === 'string')
  );
}

export const filingFields = {
  tags: tags.optional().meta({
    maxItems: TAG_LIMITS.perCode,
    description: 'Tags group codes. Upper and lower case (A–Z) are the same. Replaces all tags of the code.',
  }),
  metadata: metadata.optional(),
  archived: z
    .boolean()
    .optional()
    .describe('Hides the code from lists. Scans are still redirected and counted.'),
};

/** The other way of changing tags. */
export const tagChanges = {
  add_tags: tags.optional().describe('Tags to add. Not together with `tags`.'),
  remove_tags: tags.optional().describe('Tags to remove. Not together with `tags`.'),
};

interface FilingBody {
  readonly tags?: readonly string[] | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
  readonly metadata?: MetadataRequest | undefined;
  readonly archived?: boolean | undefined;
}

/** The fields as the use case takes them; undefined if none was sent. */
export function toFilingRequest(body: FilingBody): FilingRequest | undefined {
  const request = {
    tags: body.tags,
    addTags: body.add_tags,
    removeTags: body.remove_tags,
    metadata: body.metadata,
    isArchived: body.archived,
  };
  return Object.values(request).some((value) => value !== undefined) ? request : undefined;
}

/** Parameters that may be repeated, and those with keys in brackets. */
export const REPEATABLE_FILTERS = ['tag', 'tag_any', 'metadata', 'metadata[]'];

const MAX_METADATA_FILTERS = 3;

export const tagName = checkedText(parseTag);

/** `metadata=key:value`; or `metadata[key]=value`, which takes keys with colons, and which few generators of clients can write. */
const metadataEntry = z
  .union([z.string(), z.tuple([z.string(), z.string()])])
  .transform((sent, ctx): readonly [string, string] => {
    const colon = typeof sent === 'string' ? sent.indexOf(':') : -1;
    if (typeof sent === 'string' && colon === -1) {
      ctx.addIssue('must be a key and a value, like "site:Berlin".');
      return z.NEVER;
    }
    const entry = typeof sent === 'string' ? ([sent.slice(0, colon), sent.slice(colon + 1)] as const) : sent;
    const problem = findKeyProblem(entry[0]);
    if (problem) ctx.addIssue(toIssue(problem));
    return entry;
  })
  .meta({ type: 'string', anyOf: undefined });

export const filingFilters = {
  tag: z
    .array(tagName)
    .max(TAG_LIMITS.perCode)
    .optional()
    .describe('Only codes with this tag. Repeat it for codes with all of these tags.'),
  tag_any: z
    .array(tagName)
    .max(MAX_ANY_TAGS)
    .optional()
    .describe(`Only codes with at least one of these tags. Repeat it for up to ${MAX_ANY_TAGS} tags.`),
  metadata: z
    .array(metadataEntry)
    .max(MAX_METADATA_FILTERS)
    .optional()
    .describe(
      `Only codes with this metadata, as key and value: \`site:Berlin\`. Repeat it for codes with all of them. Put a key with a colon in brackets: \`metadata[a:b]=c\`.`,
    ),
  archived: z
    .enum(['false', 'true', 'any'])
    .optional()
    .meta({ default: 'false' })
    .describe(
      '`true`: only archived codes; `any`: archived codes, too. With `external_id` or `short_code`, the default is `any`.',
    ),
};

type FilingQuery = z.output<z.ZodObject<typeof filingFilters>>;

/** The filters as the use case takes them. A request for one code by its address means that code, even if it is archived. */
export function toFilingFilter(
  { tag, tag_any, metadata: entries, archived: sent }: FilingQuery,
  isAddressed: boolean,
): Pick<QrCodeFilter, 'tags' | 'anyTags' | 'metadata' | 'isArchived'> {
  const archived = sent ?? (isAddressed ? 'any' : 'false');
  return {
    tags: tag,
    anyTags: tag_any,
    metadata: entries,
    isArchived: archived === 'any' ? undefined : archived === 'true',
  };
}
