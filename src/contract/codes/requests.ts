import { defaultMargin } from '#core/styles/style.ts';
import * as z from 'zod';
import { toIssue } from '../problems/issue.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import type { NewCode, EditRequest } from '#core/codes/code-request.ts';
import { parsePublicId } from '#core/codes/code-id.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { readOwnTexts } from '#core/codes/own-texts.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import { findSearchProblem, MAX_SEARCH_WORDS } from '#core/lists/search.ts';
import { LONGEST_HOST, readHost } from '#core/domains/host.ts';
import { LONGEST_OWN_PATH, parseOwnPath } from '#core/links/own-path.ts';
import { checkShortCode, type ShortCode } from '#core/links/short-code.ts';
import { DEFAULT_FORMAT, LONGEST_SEARCH } from '#core/codes/limits.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { checkedText, flag, plainText } from '../parsed-text.ts';
import { err, ok } from '#core/result.ts';
import type { Values } from '#core/content/fields/field.ts';
import { content, documentedContent } from './content.ts';
import { controlFields, toControlRequest } from './control.ts';
import { gs1 } from '../gs1/identity.ts';
import { externalId, textsOfCreate, textsOfEdit } from './own-texts.ts';
import { filingFields, filingFilters, tagChanges, toFilingFilter, toFilingRequest } from './filing.ts';
import { colors, errorCorrection, imageSize, margin, styleOfCreate, toCodeStyle } from '../styles/styles.ts';

/** The requests of /v1 in their JSON form. The service layer checks what a target or a colour means. */

export const codeName = z
  .string()
  .refine(
    (text) => parsePublicId(text) !== null || parseExternalAddress(text) !== null,
    'must be the id of a code, like "qr_k7m2p9qa", or "ext:" and an external id, like "ext:sku-1".',
  )
  .meta({ pattern: '^(qr_[0-9a-hjkmnp-tv-z]{8}|ext:[A-Za-z0-9._:@-]{1,255})$' });
/** What else it may be depends on its host. */
export const linkPath = checkedText((text) =>
  text.length > LONGEST_OWN_PATH ? err({ code: 'own_path_malformed', values: {} }) : ok(text),
);
const shortCode = linkPath
  .meta({ minLength: 1, maxLength: LONGEST_OWN_PATH })
  .describe(
    'The end of the short link, instead of the id. It is unique on the host for ever, and can never be changed. On the host of the service: 3 to 64 of the characters A–Z, 0–9 and -, regardless of case. On your own `domain`: also . _ ~ and inner slashes, and it keeps its case.',
  );
export const domainHost = checkedText(readHost).meta({ maxLength: LONGEST_HOST });
/** Also one that an earlier version of the rules let somebody choose. */
const knownShortCode = checkedText((text) => {
  const known = parseOwnPath(text);
  return known ? ok(known) : checkShortCode(text);
}).meta({ maxLength: LONGEST_OWN_PATH });
const target = z
  .string()
  .describe('Where the code leads, or what it contains. Its `type` decides what is valid.');
/** Already composed: `composeTarget` puts the target in its place. */
const composed = content as unknown as z.ZodType<Values>;

const { title, ...filedTexts } = textsOfCreate;

export const createBody = z
  .strictObject({
    type: z
      .enum(CONTENT_TYPES)
      .default('url')
      .describe(
        'The type of the content. A dynamic code has one of `url`, `text`, `vcard`, `event`, `wifi`, `file` and `gs1`. A code of type `file` must be dynamic, and its target is the id of a file of `/v1/files`. So must a code of type `gs1`, whose symbol identifies a product, and whose target is a URL.',
      ),
    target,
    content: composed.optional(),
    dynamic: z.boolean().default(false).describe('A dynamic code can be edited, and its scans are counted.'),
    title,
    color: colors,
    format: z
      .enum(IMAGE_FORMATS)
      .default(DEFAULT_FORMAT)
      .describe('The preferred image format. The service makes both.'),
    size: imageSize,
    margin: margin.optional(),
    error_correction: errorCorrection,
    ...controlFields,
    ...filedTexts,
    ...filingFields,
    domain: domainHost
      .nullish()
      .describe(
        'The host of the short link: one of your active domains, or null for that of the service; a GS1 code then has the host of the service for those. The default is your default domain, if the code is dynamic. It is printed, so it can never be changed.',
      ),
    short_code: shortCode.nullable().default(null),
    gs1,
    style: styleOfCreate.nullable().default(null),
  })
  .meta({ id: 'CreateQrCode' });

const oneOfTwo = { target: target.optional(), content: documentedContent.optional() };

/** The body of a create, for the documentation: one of `target` and `content`. */
export const documentedCreateBody = createBody.extend(oneOfTwo).meta({ id: 'CreateQrCode' });

export const MAX_BULK_CODES = 100;

/** A bulk body, with at most as many items as one request allows. */
export function bulkOf(code: z.ZodType) {
  return z.strictObject({ codes: z.array(code).min(1).max(MAX_BULK_CODES) });
}

/** A bulk body as a whole. Each code is validated separately, so that an invalid one does not affect the others. */
export const bulkBody = bulkOf(z.unknown());

/** A bulk body with only valid codes, for the documentation. */
export const documentedBulkBody = bulkOf(documentedCreateBody).meta({ id: 'BulkCreate' });

/** The body of a create, as the use case takes it. */
export function toNewCode(body: z.output<typeof createBody>): NewCode {
  const { type, color, format, size } = body;
  return {
    type,
    target: body.target,
    content: body.content,
    ...readOwnTexts(body),
    color,
    format,
    size,
    margin: body.margin ?? defaultMargin(body.style),
    isDynamic: body.dynamic,
    errorCorrection: body.error_correction,
    control: toControlRequest(body),
    filing: toFilingRequest(body),
    host: body.domain,
    shortCode: body.short_code,
    style: toCodeStyle(body.style),
    gs1: body.gs1 ?? null,
  };
}

const { title: changedTitle, ...changedTexts } = textsOfEdit;

/** The fields of a code that can be changed. */
export const editFields = {
  target: target.optional(),
  content: content.optional(),
  title: changedTitle,
  ...controlFields,
  ...changedTexts,
  ...filingFields,
  ...tagChanges,
};

/** A change of a target is one of the two. */
export function refuseBoth(
  body: { readonly target?: unknown; readonly content?: unknown },
  ctx: z.core.$RefinementCtx,
): void {
  if (body.target === undefined || body.content === undefined) return;
  ctx.addIssue({ ...toIssue({ code: 'content_and_target', values: {} }), path: ['content'] });
}

export const updateBody = z
  .strictObject(editFields)
  .superRefine(refuseBoth)
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold at least one field to change, like "target" or "title".',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'UpdateQrCode', minProperties: 1 });

/** The body of an edit, as the use case takes it. */
export function toEditRequest(body: Partial<z.output<typeof updateBody>>): EditRequest {
  return {
    target: body.target,
    content: body.content,
    ...readOwnTexts(body),
    control: toControlRequest(body),
    filing: toFilingRequest(body),
  };
}

/** The query of a request without parameters. */
export const noQuery = z.strictObject({});

export const instant = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be an ISO 8601 date or timestamp, like "2026-01-31T12:00:00Z".',
  )
  .transform((text) => Date.parse(text))
  .describe('ISO 8601 date or timestamp.');

/** The filters of the list. An export has the same filters, but no pages. */
export const exportQuery = z.strictObject({
  type: z.enum(CONTENT_TYPES).optional().describe('Only codes of this type.'),
  dynamic: flag.optional().describe('Only dynamic codes, or only static ones.'),
  status: z.enum(CODE_STATUSES).optional().describe('Only codes of this status.'),
  q: plainText(LONGEST_SEARCH, findSearchProblem)
    .optional()
    .describe(
      `Only codes whose title, target or added names contain each word of this text, in either case and any order, with or without accents: at most ${MAX_SEARCH_WORDS} words. Also codes whose short link, short code, id, external id or tag is the whole text.`,
    ),
  created_after: instant.optional().describe('Only codes created after this ISO 8601 date or timestamp.'),
  created_before: instant.optional().describe('Only codes created before this ISO 8601 date or timestamp.'),
  updated_after: instant.optional().describe('Only codes changed after this ISO 8601 date or timestamp.'),
  external_id: externalId.optional().describe('Only the code with this external id, archived or not.'),
  domain: domainHost.optional().describe('Only codes whose short link has this host.'),
  short_code: knownShortCode
    .optional()
    .describe(
      'Only the code with this short code, archived or not: on `domain`, or else on the host of the service.',
    ),
  target: z
    .literal('broken')
    .optional()
    .describe('`broken`: only codes with an address that does not work. Addresses are checked once a week.'),
  ...filingFilters,
});

/** The filters of a list, as the use case takes them. */
export function toFilter(query: z.output<typeof exportQuery>): QrCodeFilter {
  return {
    type: query.type,
    isDynamic: query.dynamic,
    status: query.status,
    contains: query.q,
    createdAfterMs: query.created_after,
    createdBeforeMs: query.created_before,
    updatedAfterMs: query.updated_after,
    externalId: query.external_id,
    host: query.domain,
    // On the host of the service, case makes no difference.
    shortCode: query.domain ? query.short_code : (query.short_code?.toLowerCase() as ShortCode | undefined),
    isBroken: query.target === undefined ? undefined : true,
    ...toFilingFilter(query, query.external_id !== undefined || query.short_code !== undefined),
  };
}
