import { DAY_MS } from '#core/utc-day.ts';
import { deleteFile } from '#storage/imports/files.ts';
import {
  deleteImports,
  listImportsWithIdleFile,
  listOldImports,
  markFileDeleted,
} from '#storage/imports/imports.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long a dry run can be started for real. */
const FILE_KEPT_MS = DAY_MS;

/** How long the report of an import is kept. */
const REPORT_KEPT_MS = 30 * DAY_MS;

const FILES_PER_RUN = 10;
const FAILURE = 'Its file was deleted before it was finished. Send it again.';

/** Deletes files that no import needs any more, and imports with old reports. */
export async function expireImports(deps: Pick<Dependencies, 'db' | 'images' | 'nowMs'>) {
  const nowMs = deps.nowMs();
  const idle = await listImportsWithIdleFile(deps.db, nowMs - FILE_KEPT_MS, FILES_PER_RUN);
  for (const { id } of idle) {
    await deleteFile(deps.images, id);
    await markFileDeleted(deps.db, id, FAILURE);
  }
  const old = await listOldImports(deps.db, { untouchedSinceMs: nowMs - REPORT_KEPT_MS });
  if (old.length > 0) await deleteImports(deps.db, old);
  return { files: idle.length, imports: old.length };
}
