import type { FileId } from '#core/files/file-id.ts';
import { REPLACED_KEPT_DAYS } from '#core/files/stored-file.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { forgetFiles, leaveReplacedFiles, listLeavingFiles } from '#storage/files/files.ts';
import { deleteObjects } from '#storage/files/objects.ts';
import { findSuspendedUntil } from '#storage/images/upkeep.ts';
import type { Dependencies } from '../dependencies.ts';

/** No upload takes longer. */
const UPLOAD_MS = 60 * 60 * 1000;

/** Deletes files: those that were replaced long ago, those whose deletion or upload stopped half-way, and those of deleted accounts. Null if there are none, or a restore has suspended it. */
export async function sweepFiles(deps: Dependencies): Promise<{ readonly deleted: number } | null> {
  const { db, budget } = deps;
  // A database that is being restored may not have the codes yet that open a file.
  if ((await findSuspendedUntil(deps.links)) > deps.nowMs()) return null;
  await leaveReplacedFiles(db, deps.nowMs() - REPLACED_KEPT_DAYS * DAY_MS);
  const ids = await listLeavingFiles(db, {
    startedBeforeMs: deps.nowMs() - UPLOAD_MS,
    limit: budget.imageDeletes,
  });
  if (ids.length === 0) return null;
  await discardFiles(deps, ids);
  return { deleted: ids.length };
}

/** Deletes the objects of files that nobody sees any more, and then their rows: what fails is found again. */
export async function discardFiles(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  ids: readonly FileId[],
): Promise<void> {
  await deleteObjects(files, ids);
  await forgetFiles(db, ids);
}
