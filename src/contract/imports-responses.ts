import * as z from 'zod';
import {
  canUndo,
  CONFLICT_MODES,
  IMPORT_STATUSES,
  type ImportJob,
  ROW_STATES,
  type RowState,
} from '#core/imports/import-job.ts';
import { IMPORT_FORMATS } from '#core/imports/read-file.ts';
import { count, failure, timestamp } from './codes/responses.ts';
import { pageOf } from './lists.ts';
import { open } from './open.ts';
import { sayImportFailure } from './problems/import-phrases.ts';

/** The responses of /v1/imports. */

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
    can_undo: z
      .boolean()
      .describe('Whether `POST /v1/imports/{import_id}/undo` takes back what it did, within a day.'),
    undoes: importId.nullable().describe('The import that this one undoes. Null for the import of a file.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Import' });

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const importRow = z
  .object({
    row: count.describe(
      'The row as a spreadsheet shows it: the header of CSV is row 1, blank rows count, and line breaks within a cell make no row.',
    ),
    line: count.describe('The line in which it begins, as a text editor counts.'),
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
    changes: z
      .array(z.object({ field: z.string(), from: cell, to: cell }))
      .describe(
        'How an updated or skipped row differs from the code, with values as in the CSV of an export.',
      ),
    changes_left_out: count
      .optional()
      .describe('Present if the report has no room for more changes: how many are left out.'),
    error: failure.nullable(),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .describe(
        'What was not imported: `path_lost` (the printed code will not lead here), `names_taken`, `names_too_many`, `names_without_room`, `password_not_imported`; or was changed: `title_joined`; or kept, although a spreadsheet shows it otherwise: `external_id_kept`; or that the `id` is that of no code of yours: `unknown_id`.',
      ),
  })
  .meta({ id: 'ImportRow' });

export const importRows = pageOf(importRow).meta({ id: 'ImportRows' });

/** An import in JSON. */
export function toImportResource(job: ImportJob, nowMs: number): z.output<typeof importJob> {
  return {
    id: job.id,
    status: job.status,
    dry_run: job.isDryRun,
    on_conflict: job.onConflict,
    format: job.format,
    source: job.source,
    ignored_columns: [...job.ignoredColumns],
    counts: { rows: job.rows, done: job.position, ...job.counts },
    failure: job.failure && sayImportFailure(job.failure),
    can_start: job.status === 'done' && job.isDryRun && job.hasFile,
    can_undo: canUndo(job, nowMs),
    undoes: job.undoes,
    created_at: new Date(job.createdAtMs).toISOString(),
    updated_at: new Date(job.updatedAtMs).toISOString(),
  };
}
