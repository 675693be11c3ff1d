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

type UndoResult = Result<
  ImportJob,
  { readonly reason: 'not_ready' | 'import_in_progress'; readonly id: string }
>;

/** Starts the undoing of an import; an error if it cannot be undone, or another one is under way. */
export async function undoImport(
  deps: Dependencies,
  { id: editorId }: Actor,
  original: ImportJob,
): Promise<UndoResult> {
  const { accountId, format, source, position: rows } = original;
  const nowMs = deps.nowMs();
  if (!canUndo(original, nowMs)) return refuse(deps, original);
  const id = createRandomId('imp', deps.randomBytes(RANDOM_ID_BYTES));
  try {
    const job = await insertUndo(deps.db, {
      ...{ id, accountId, editorId, status: 'queued', format, isDryRun: false, onConflict: 'update' },
      ...{ source, ignoredColumns: [], parts: [], rows, createdAtMs: nowMs, updatedAtMs: nowMs },
      undoes: original.id,
    });
    if (!job) return refuse(deps, original);
    advanceAfterResponse(deps, id);
    return ok(job);
  } catch (error) {
    if (!isOneUnderWay(error)) throw error;
    return refuse(deps, original);
  }
}

/** Why an import cannot be undone: it may be the one that is being undone. */
async function refuse(deps: Dependencies, { id, accountId }: ImportJob): Promise<UndoResult> {
  const open = await findOpenImport(deps, accountId);
  return err(open ? { reason: 'import_in_progress', id: open.id } : { reason: 'not_ready', id });
}
