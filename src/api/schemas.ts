import { z } from 'zod';
import { CONTENT_TYPES } from '../core/content.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import { type HexColor, parseHexColor } from '../core/hex-color.ts';
import { parseCursor } from '../core/list-cursor.ts';
import { findPlainTextProblem } from '../core/plain-text.ts';
import {
  DEFAULT_COLOR,
  DEFAULT_ERROR_CORRECTION,
  DEFAULT_FORMAT,
  IMAGE_SIZE,
  LONGEST_SEARCH,
  LONGEST_TITLE,
  MARGIN,
} from '../core/qr-code-limits.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';
import { isScanDimension, SCAN_DIMENSIONS, type ScanDimension } from '../core/scan-dimension.ts';
import { SCAN_RANGES } from '../core/scan-range.ts';
import { parseTimeZone, type TimeZone } from '../core/time-zone.ts';
import type { QrCodeRequest } from '../service/qr-code-request.ts';
import type { QrCodeFilter } from '../storage/qr-codes.ts';

/** The requests of /v1 in their JSON form. What a target or a colour means is checked further inside. */

function plainText(longest: number) {
  return z
    .string()
    .superRefine((text, ctx) => {
      const problem = findPlainTextProblem(text, longest);
      if (problem !== null) ctx.addIssue(problem);
    })
    .meta({ maxLength: longest });
}

const hexColor = z.string().transform((text, ctx): HexColor => {
  const color = parseHexColor(text);
  if (color) return color;
  ctx.addIssue('must be a hex colour of the form "#rrggbb".');
  return z.NEVER;
});

const HEX_COLOR = { pattern: '^#[0-9a-fA-F]{6}$' };

const title = plainText(LONGEST_TITLE).nullable().describe('A label for yourself.');
const target = z.string().describe('Where the code leads, or what it holds: checked for its `type`.');

export const createBody = z
  .strictObject({
    type: z.enum(CONTENT_TYPES).default('url').describe('What the code holds. Dynamic codes: `url`.'),
    target,
    dynamic: z.boolean().default(false).describe('`true` makes the code editable and tracked.'),
    title: title.default(null),
    color: z
      .strictObject({
        dark: hexColor.default(DEFAULT_COLOR.dark).meta(HEX_COLOR),
        light: hexColor.default(DEFAULT_COLOR.light).meta(HEX_COLOR),
      })
      .prefault({})
      .describe('Dark must be darker than light by a luma difference of at least 0.45.'),
    format: z
      .enum(IMAGE_FORMATS)
      .default(DEFAULT_FORMAT)
      .describe('The image that you prefer; both are made.'),
    size: z
      .int()
      .min(IMAGE_SIZE.min)
      .max(IMAGE_SIZE.max)
      .default(IMAGE_SIZE.default)
      .describe('Width and height of the images, in pixels.'),
    margin: z
      .int()
      .min(MARGIN.min)
      .max(MARGIN.max)
      .default(MARGIN.default)
      .describe('Quiet zone, in modules.'),
    error_correction: z
      .enum(ERROR_CORRECTION_LEVELS)
      .default(DEFAULT_ERROR_CORRECTION)
      .describe('Raised where a higher level needs no larger symbol.'),
  })
  .meta({ id: 'CreateQrCode' });

const MAX_BULK_CODES = 100;

function bulkOf(code: z.ZodType) {
  return z.strictObject({ codes: z.array(code).min(1).max(MAX_BULK_CODES) });
}

/** A bulk body as a whole. Each code is checked by itself, so that one that fails does not refuse the others. */
export const bulkBody = bulkOf(z.unknown());

/** A bulk body whose codes are all right: what the documentation shows. */
export const documentedBulkBody = bulkOf(createBody).meta({ id: 'BulkCreate' });

/** The body of a create in the words of the use case. */
export function toRequest({
  dynamic,
  error_correction,
  ...rest
}: z.output<typeof createBody>): QrCodeRequest {
  return { ...rest, isDynamic: dynamic, errorCorrection: error_correction };
}

export const updateBody = z
  .strictObject({ target: target.optional(), title: title.optional() })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold "target", "title" or both.',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'UpdateQrCode', minProperties: 1 });

/** Of the requests that take no query parameters. */
export const noQuery = z.strictObject({});

const instant = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be an ISO 8601 date or timestamp, like "2026-01-31T12:00:00Z".',
  )
  .transform((text) => Date.parse(text))
  .describe('ISO 8601 date or timestamp.');

const cursor = z
  .string()
  .transform((text, ctx) => {
    const position = parseCursor(text);
    if (position) return position;
    ctx.addIssue('must be the "next_cursor" of an earlier page, unchanged.');
    return z.NEVER;
  })
  .describe('`next_cursor` of the page before.');

const integerText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number.')
  .transform(Number);

/** The whole list, filtered: an export has no pages. */
export const exportQuery = z.strictObject({
  type: z.enum(CONTENT_TYPES).optional().describe('Only codes of this type.'),
  dynamic: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('Only dynamic codes, or only static ones.'),
  q: plainText(LONGEST_SEARCH).optional().describe('Title or target contains it, in either case.'),
  created_after: instant.optional().describe('Made later than this ISO 8601 date or timestamp.'),
  created_before: instant.optional().describe('Made earlier than this ISO 8601 date or timestamp.'),
});

export const listQuery = exportQuery.extend({
  limit: integerText.pipe(z.int().min(1).max(100)).prefault('20').meta({
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    maximum: 100,
    description: 'Codes to a page.',
  }),
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

const day = z.iso.date('must be a date of the form "YYYY-MM-DD".').optional();

const dimensions = z.string().transform((text, ctx): ScanDimension[] => {
  const names = [...new Set(text.split(','))];
  if (names.every(isScanDimension)) return names;
  ctx.addIssue(`must be one or more of ${SCAN_DIMENSIONS.join(', ')}, with commas between them.`);
  return z.NEVER;
});

const timeZone = z.string().transform((text, ctx): TimeZone => {
  const zone = parseTimeZone(text);
  if (zone) return zone;
  ctx.addIssue('must be a name of the IANA time zone database, like "Europe/Berlin" or "UTC".');
  return z.NEVER;
});

export const statsQuery = z.strictObject({
  range: z
    .enum(SCAN_RANGES)
    .optional()
    .describe('Days up to today; `last_30_days` where no dates are given either.'),
  from: day.describe('First day, instead of a range.'),
  to: day.describe('Last day, instead of a range.'),
  tz: timeZone.optional().describe('IANA time zone whose days are meant; UTC by default.'),
  include: dimensions.default([]).meta({
    default: undefined,
    description: `More to tell, with commas between: ${SCAN_DIMENSIONS.join(', ')}.`,
  }),
});
