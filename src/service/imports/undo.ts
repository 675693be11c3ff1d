import type { Actor } from '#core/accounts/account.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { canUndo, type ImportJob } from '#core/imports/import-job.ts';
import { err, ok, type Result } from '#core/result.ts';
import { insertUndo, isOneUnderWay } from '#storage/imports/imports.ts';
import type { Dependencies } from '../dependencies.ts';
import { advanceAfterResponse } from './advance.ts';
import { findOpenImport } from './read.ts';

/**
 * Undoing an import is an import of its own, whose rows are those of the other one: it runs in the same slices, under the same leases, and
 * reports each row. docs/decisions/imports.md
 */

/** Starts the undoing of an import; an error if it cannot be undone, or another one is under way. */
export async function undoImport(
  deps: Dependencies,
  { id: editorId }: Actor,
  original: ImportJob,
): Promise<Result<ImportJob, { readonly reason: 'not_ready' | 'import_in_progress'; readonly id: string }>> {
  const { accountId, format, source, position: rows } = original;
  const nowMs = deps.nowMs();
  const open = await findOpenImport(deps, accountId);
  if (open) return err({ reason: 'import_in_progress', id: open.id });
  if (!canUndo(original, nowMs)) return err({ reason: 'not_ready', id: original.id });
  const id = createRandomId('imp', deps.randomBytes(RANDOM_ID_BYTES));
  try {
    const job = await insertUndo(deps.db, {
      ...{ id, accountId, editorId, status: 'queued', format, isDryRun: false, onConflict: 'update' },
      ...{ source, ignoredColumns: [], parts: [], rows, createdAtMs: nowMs, updatedAtMs: nowMs },
      undoes: original.id,
    });
    if (!job) return err({ reason: 'not_ready', id: original.id });
    advanceAfterResponse(deps, id);
    return ok(job);
  } catch (error) {
    if (!isOneUnderWay(error)) throw error;
    return err({ reason: 'import_in_progress', id: (await findOpenImport(deps, accountId))?.id ?? '' });
  }
}
