import { z } from 'zod';
import { CONTENT_TYPES } from '../core/content.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import { type HexColor, parseHexColor } from '../core/hex-color.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGES } from '../core/scan-range.ts';
import type { QrCodeRequest } from '../service/qr-code-request.ts';
import type { QrCodeFilter } from '../storage/qr-codes.ts';
import { parseCursor } from './cursor.ts';

/** The requests of /v1 in their JSON form. What a target or a colour means is checked further inside. */

const MAX_TITLE_CHARACTERS = 200;
const MAX_SEARCH_CHARACTERS = 200;

/** Unicode "Cc" without exception: a label or a search text has no use for line breaks, and NUL breaks readers. */
const CONTROL_CHARACTER = /\p{Cc}/u;

function plainText(maxCharacters: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode: it holds half of a surrogate pair.')
    .refine((text) => !CONTROL_CHARACTER.test(text), 'must not hold control characters.')
    .refine((text) => [...text].length <= maxCharacters, `must have at most ${maxCharacters} characters.`);
}

const hexColor = z.string().transform((text, ctx): HexColor => {
  const color = parseHexColor(text);
  if (color) return color;
  ctx.addIssue('must be a hex colour of the form "#rrggbb".');
  return z.NEVER;
});

const title = plainText(MAX_TITLE_CHARACTERS).nullable();

export const createBody = z.strictObject({
  type: z.enum(CONTENT_TYPES).default('url'),
  target: z.string(),
  dynamic: z.boolean().default(false),
  title: title.default(null),
  color: z
    .strictObject({
      dark: hexColor.default('#000000' as HexColor),
      light: hexColor.default('#ffffff' as HexColor),
    })
    .prefault({}),
  format: z.enum(IMAGE_FORMATS).default('png'),
  size: z.int().min(128).max(2048).default(1024),
  margin: z.int().min(2).max(16).default(4),
  error_correction: z.enum(ERROR_CORRECTION_LEVELS).default('M'),
});

/** The body of a create in the words of the use case. */
export function toRequest({
  dynamic,
  error_correction,
  ...rest
}: z.output<typeof createBody>): QrCodeRequest {
  return { ...rest, isDynamic: dynamic, errorCorrection: error_correction };
}

export const updateBody = z
  .strictObject({ target: z.string().optional(), title: title.optional() })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold "target", "title" or both.',
    when: ({ issues }) => issues.length === 0,
  });

/** Of the requests that take no query parameters. */
export const noQuery = z.strictObject({});

const instant = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be an ISO 8601 date or timestamp, like "2026-01-31T12:00:00Z".',
  )
  .transform((text) => Date.parse(text));

const cursor = z.string().transform((text, ctx) => {
  const position = parseCursor(text);
  if (position) return position;
  ctx.addIssue('must be the "next_cursor" of an earlier page, unchanged.');
  return z.NEVER;
});

const integerText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number.')
  .transform(Number);

/** The whole list, filtered: an export has no pages. */
export const exportQuery = z.strictObject({
  type: z.enum(CONTENT_TYPES).optional(),
  dynamic: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  q: plainText(MAX_SEARCH_CHARACTERS).optional(),
  created_after: instant.optional(),
  created_before: instant.optional(),
});

export const listQuery = exportQuery.extend({
  limit: integerText.pipe(z.int().min(1).max(100)).default(20),
  cursor: cursor.optional(),
});

/** The filters of a list in the words of the use case. */
export function toFilter(query: z.output<typeof exportQuery>): QrCodeFilter {
  return {
    type: query.type,
    isDynamic: query.dynamic,
    contains: query.q,
    createdAfterMs: query.created_after,
    createdBeforeMs: query.created_before,
  };
}

export const statsQuery = z.strictObject({
  range: z.enum(SCAN_RANGES).default(DEFAULT_SCAN_RANGE),
});
