import { z } from 'zod';
import { CONTENT_TYPES } from '../core/content.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';
import { SCAN_RANGES } from '../core/scan-range.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/** The answers of /v1 in their JSON form: what the OpenAPI document says of them, and what every answer of the tests is held against. */

const id = z.string().regex(/^qr_[0-9a-hjkmnp-tv-z]{8}$/);
const url = z.string().meta({ format: 'uri' });
const timestamp = z.string().meta({ format: 'date-time' });
const count = z.int().min(0);
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

export const qrCode = z
  .strictObject({
    id: id.describe('The code: `qr_` and its code id.'),
    type: z.enum(CONTENT_TYPES).describe('What it holds.'),
    target: z.string().describe('Where it leads, or what it holds, as it was sent.'),
    dynamic: z.boolean().describe('Whether it can be edited and is tracked.'),
    short_url: url.describe('The short link. Deleted codes answer 410 there.'),
    image_url: url.describe('The PNG.'),
    svg_url: url.describe('The SVG.'),
    scans: count.describe('Scans of its whole life.'),
    created_at: timestamp,
  })
  .meta({ id: 'QrCode', description: 'A QR code: exactly these nine fields.' });

export const qrCodeDetails = qrCode
  .extend({
    title: z.string().nullable(),
    color: z.strictObject({ dark: color, light: color }),
    format: z.enum(IMAGE_FORMATS).describe('The image that its owner prefers; both exist.'),
    size: z.int().describe('Width and height of the images, in pixels.'),
    margin: z.int().describe('Quiet zone, in modules.'),
    error_correction: z.enum(ERROR_CORRECTION_LEVELS).describe('The level that the symbol was drawn with.'),
    updated_at: timestamp,
  })
  .meta({ id: 'QrCodeDetails', description: 'A QR code with what else its owner chose.' });

export const qrCodeList = z
  .strictObject({
    data: z.array(qrCodeDetails),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ id: 'QrCodeList' });

export const deletion = z.strictObject({ id, deleted: z.literal(true) }).meta({ id: 'Deletion' });

/** A breakdown, on request: the 50 most frequent values (null where it is unknown), then `other`. */
function countsBy(dimension: string, value: z.ZodType) {
  return z
    .array(z.strictObject({ [dimension]: value.nullable(), scans: count }))
    .optional()
    .describe(`With \`include=${dimension}\`.`);
}

export const scanStatistics = z
  .strictObject({
    id,
    total_scans: count.describe('The sum of `by_day`, and of `by_device`.'),
    unique_scans: count.describe('Distinct visitors in the range.'),
    range: z.string().describe(`The period: ${SCAN_RANGES.join(', ')}, or \`<from>/<to>\`.`),
    by_day: z
      .array(z.strictObject({ date: z.string().meta({ format: 'date' }), scans: count }))
      .describe('Every UTC day of the range, zeros too, oldest first.'),
    by_device: z.strictObject({ mobile: count, desktop: count, tablet: count }),
    estimated: z.literal(true).optional().describe('There where so many scans came that they were sampled.'),
    tz: z.string().optional().describe('The time zone that was asked for.'),
    by_country: countsBy('country', z.string()),
    by_city: countsBy('city', z.string()),
    by_os: countsBy('os', z.string()),
    by_browser: countsBy('browser', z.string()),
    by_referrer: countsBy('referrer', z.string()),
    by_hour: countsBy('hour', z.int().min(0).max(23)),
    by_language: countsBy('language', z.string()),
  })
  .meta({ id: 'ScanStatistics' });

const fieldError = z
  .strictObject({
    field: z.string().describe('Path in the body, or name of the parameter or header.'),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'FieldError' });

const code = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

export const errorBody = z
  .strictObject({
    code: code.describe('What went wrong, for programs. The contract.'),
    message: z.string().describe('What went wrong and what would be right, for people. May change.'),
    request_id: z.string(),
    errors: z.array(fieldError).optional().describe('The fields at fault, where fields are.'),
  })
  .meta({ id: 'Error' });

export const bulkResults = z
  .strictObject({
    data: z.array(
      z.union([
        z.strictObject({ index: count, status: z.literal(200), code: qrCode }),
        z.strictObject({
          index: count,
          status: z.int().min(400).max(599),
          error: z.strictObject({ code, message: z.string(), errors: z.array(fieldError).optional() }),
        }),
      ]),
    ),
  })
  .meta({ id: 'BulkResults', description: 'One result for each code, in the order of the request.' });

export const health = z
  .strictObject({
    status: z.enum(['ok', 'failing']),
    checks: z.record(z.string(), z.strictObject({ ok: z.boolean(), fix: z.string().optional() })),
  })
  .meta({ id: 'Health' });
