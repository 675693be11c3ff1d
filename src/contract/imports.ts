import * as z from 'zod';
import { type ChosenColumns, IMPORT_FIELDS, type ImportField } from '#core/imports/columns.ts';
import { CONFLICT_MODES, IMPORT_STATUSES, ROW_STATES, type RowState } from '#core/imports/import-job.ts';
import { IMPORT_FORMATS } from '#core/imports/read-file.ts';
import { count, failure, timestamp } from './codes/responses.ts';
import { open } from './open.ts';
import { integerText, limitOf, pageOf, shortListQuery } from './lists.ts';
import { flag, parsedText } from './parsed-text.ts';
import { isObject } from '#core/is-object.ts';

/** The requests and responses of /v1/imports. */

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

const domainMap = parsedText(
  parseDomainMap,
  'must be hosts like "old.example=go.example", at most 100, with commas between them.',
);

const columns = parsedText(
  parseColumns,
  `must be JSON like {"Ziel": "target", "Notiz": null}: for a column one of ${IMPORT_FIELDS.join(', ')}, or null to leave it out.`,
);

function parseDomainMap(text: string): ReadonlyMap<string, string> | null {
  const pairs = text.split(',').map((pair) => pair.trim().toLowerCase().split('='));
  const isFit = pairs.every((pair) => pair.length === 2 && pair.every((host) => HOST.test(host)));
  return isFit && pairs.length <= 100 ? new Map(pairs.map(([from = '', to = '']) => [from, to])) : null;
}

function parseColumns(text: string): ChosenColumns | null {
  try {
    const json = JSON.parse(text) as Record<string, unknown> | null;
    if (!isObject(json)) return null;
    const entries = Object.entries(json);
    const isKnown = (value: unknown) => value === null || (IMPORT_FIELDS as unknown[]).includes(value);
    return entries.every(([, value]) => isKnown(value)) ? new Map(entries as [string, ImportField][]) : null;
  } catch {
    return null;
  }
}

export const importQuery = z.strictObject({
  dry_run: flag.prefault('true').describe('Only reports what would happen, and changes no code.'),
  on_conflict: z
    .enum(CONFLICT_MODES)
    .default('skip')
    .describe('What happens to a row whose code exists already and differs. Default: `skip`.'),
  source: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must have 1 to 32 of the characters a–z, 0–9 and -.')
    .optional()
    .describe(
      'The service that the codes come from, like `bitly`. Recognised by the columns if you leave it out.',
    ),
  domain_map: domainMap
    .optional()
    .describe('Hosts that you will point to our short-link host: `old.example=go.example`.'),
  columns: columns
    .optional()
    .describe('The meaning of columns that are not recognised by name: `{"Ziel": "target"}`.'),
});

export const rowsQuery = z.strictObject({
  state: z.enum(ROW_STATES).optional().describe('Only rows in this state.'),
  limit: limitOf('rows'),
  cursor: integerText.optional().describe('`next_cursor` of the previous page.'),
});

const importId = z.string().regex(/^imp_[0-9a-f]{16}$/);

const stateCounts = Object.fromEntries(ROW_STATES.map((state) => [state, count])) as Record<
  RowState,
  typeof count
>;

export const importJob = z
  .object({
    id: importId,
    status: open(z.enum(IMPORT_STATUSES).meta({ id: 'ImportStatus' })),
    dry_run: z.boolean(),
    on_conflict: open(z.enum(CONFLICT_MODES)),
    format: open(z.enum(IMPORT_FORMATS)),
    source: z
      .string()
      .describe(
        'Where the codes come from: `bitly`, `dub`, `shlink`, `yourls`, `qr-code-service`, `spreadsheet`, or what you sent.',
      ),
    ignored_columns: z.array(z.string()).describe('Columns that were ignored, at most 50.'),
    counts: z
      .object({ rows: count.describe('Rows of the file.'), done: count, ...stateCounts })
      .describe('How many of the finished rows are in each state.'),
    failure: z.string().nullable().describe('Why it failed.'),
    can_start: z.boolean().describe('Whether `POST /v1/imports/{import_id}/start` runs it for real.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Import' });

export const importsQuery = shortListQuery('imports');

export const importList = pageOf(importJob).meta({ id: 'ImportList' });

export const importRow = z
  .object({
    row: count.describe('The number of the row in the file, without the header.'),
    line: count.describe('The line of the file in which it begins.'),
    state: open(z.enum(ROW_STATES).meta({ id: 'ImportRowState' })),
    id: z.string().nullable().describe('The code. Null where there is none, as in a dry run.'),
    external_id: z.string().nullable(),
    target: z.string().nullable().describe('The first 300 characters.'),
    title: z.string().nullable(),
    tags: z.array(z.string()).describe('As the row has them, as far as 300 characters go.'),
    short_url: z
      .string()
      .nullable()
      .describe('The short link as it is, or will be. Null where the import makes one, or there is no code.'),
    error: failure.nullable(),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe(
        'What was not imported: `path_lost` (the printed code will not lead here), `password_not_imported`; or was changed: `title_joined`.',
      ),
  })
  .meta({ id: 'ImportRow' });

export const importRows = pageOf(importRow).meta({ id: 'ImportRows' });
