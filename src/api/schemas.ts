import { z } from 'zod';
import { CONTENT_TYPES } from '../core/content.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import { type HexColor, parseHexColor } from '../core/hex-color.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';
import { isScanDimension, SCAN_DIMENSIONS, type ScanDimension } from '../core/scan-dimension.ts';
import { SCAN_RANGES } from '../core/scan-range.ts';
import { parseTimeZone, type TimeZone } from '../core/time-zone.ts';
import { parseCursor } from './cursor.ts';
import { type FieldError, invalidFields } from './errors.ts';

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

const PATTERN_FIELDS = ['type', 'dynamic', 'color', 'format', 'size', 'margin', 'error_correction'];

export const updateBody = z
  .strictObject(
    { target: z.string().optional(), title: title.optional() },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' && issue.keys?.some((key) => PATTERN_FIELDS.includes(key))
          ? 'cannot be changed: the printed pattern stays as it is. Only "target" and "title" can.'
          : undefined,
    },
  )
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold "target", "title" or both.',
    when: ({ issues }) => issues.length === 0,
  });

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

export const listQuery = z.strictObject({
  limit: integerText.pipe(z.int().min(1).max(100)).default(20),
  cursor: cursor.optional(),
  type: z.enum(CONTENT_TYPES).optional(),
  dynamic: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  q: plainText(MAX_SEARCH_CHARACTERS).optional(),
  created_after: instant.optional(),
  created_before: instant.optional(),
});

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
  range: z.enum(SCAN_RANGES).optional(),
  from: day,
  to: day,
  tz: timeZone.optional(),
  include: dimensions.default([]),
});

/** Checks a body or a query; throws a 400 that names every field at fault. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw invalidFields(result.error.issues.flatMap(toFieldErrors));
}

/** Query parameters as an object. A parameter that stands twice is an error: nobody can tell which one was meant. */
export function readQuery(url: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(query, name)) throw invalidFields([toError(name, 'repeated', 'must be given once.')]);
    Object.defineProperty(query, name, { value, enumerable: true });
  }
  return query;
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const isDefault = issue.message.startsWith('Unrecognized');
        return toError(
          path ? `${path}.${key}` : key,
          'unknown_field',
          isDefault ? 'is not a known field.' : issue.message,
        );
      });
    case 'invalid_type':
      return [
        issue.input === undefined
          ? toError(path, 'required', 'is required.')
          : toError(
              path,
              'invalid_type',
              `must be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}.`,
            ),
      ];
    case 'invalid_value':
      return [
        toError(
          path,
          'invalid_value',
          `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`,
        ),
      ];
    case 'too_small':
      return [toError(path, 'too_small', `must be at least ${issue.minimum}.`)];
    case 'too_big':
      return [toError(path, 'too_big', `must be at most ${issue.maximum}.`)];
    default:
      return [toError(path, 'invalid_value', issue.message)];
  }
}

/** An issue of the whole body has no path: its field is the body. */
function toError(path: string, code: string, rest: string): FieldError {
  // A field's name is the caller's own text: cut, so that it cannot flood the answer.
  const field = path === '' ? 'body' : path.slice(0, 100).toWellFormed();
  return { field, code, message: `"${field}" ${rest}` };
}
