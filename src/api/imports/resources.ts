import type { z } from 'zod';
import type { ImportJob, RowResult } from '#core/imports/import-job.ts';
import type { importJob, importRow } from '#contract/imports.ts';

/** Imports in the JSON form of /v1. */

export function toImportResource(job: ImportJob): z.output<typeof importJob> {
  return {
    id: job.id,
    status: job.status,
    dry_run: job.isDryRun,
    on_conflict: job.onConflict,
    format: job.format,
    source: job.source,
    ignored_columns: [...job.ignoredColumns],
    counts: { rows: job.rows, done: job.position, ...job.counts },
    failure: job.failure,
    can_start: job.status === 'done' && job.isDryRun && job.hasFile,
    created_at: new Date(job.createdAtMs).toISOString(),
    updated_at: new Date(job.updatedAtMs).toISOString(),
  };
}

export function toRowResource(result: RowResult): z.output<typeof importRow> {
  const { row, line, state, id, externalId, target, error, warnings } = result;
  return {
    ...{ row, line, state, id, external_id: externalId, target },
    // The stored error was created from an error of the contract.
    error: error as z.output<typeof importRow>['error'],
    warnings: [...warnings],
  };
}
