import { PLANS } from '#core/accounts/plan.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import { deleteFile } from '#storage/imports/files.ts';
import {
  deleteImports,
  listImportsWithIdleFile,
  listOldImports,
  listReports,
  markFileDeleted,
} from '#storage/imports/imports.ts';
import type { Actor } from '#core/accounts/account.ts';
import type { Dependencies } from '../dependencies.ts';
import { settleRows } from '../upkeep/settle-rows.ts';

/** How long a dry run can be started for real. */
const FILE_KEPT_MS = DAY_MS;

/** How long the report of an import is kept. */
const REPORT_KEPT_MS = 30 * DAY_MS;

const FILES_PER_RUN = 10;

/** Deletes an import with its file and its report. The codes stay. */
export async function discardImport(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  id: string,
): Promise<void> {
  await deleteFile(images, id);
  await deleteImports(db, [id]);
}

/** Deletes the file of an import, and keeps its report. */
async function dropFile({ db, images }: Pick<Dependencies, 'db' | 'images'>, id: string): Promise<void> {
  await deleteFile(images, id);
  await markFileDeleted(db, id);
}

/**
 * Makes room for a part of a report, which counts among the stored bytes of the account: the oldest reports give way, and all of them
 * together take at most half of the room, and the one that is `needed` stays. False if there is not enough, because codes and images take it.
 */
export async function makeReportRoom(
  deps: Pick<Dependencies, 'db' | 'images' | 'nowMs'>,
  { account }: Actor,
  bytes: number,
  needed: string | null = null,
): Promise<boolean> {
  const limit = PLANS[account.plan].quotas.stored_bytes;
  const usage = await readCodeUsage(deps.db, account.id, deps.nowMs());
  const reports = await listReports(deps.db, account.id);
  let over = Math.max(usage.stored_bytes + bytes - limit, reports.bytes + bytes - limit / 2);
  for (const { id, reportBytes } of reports.finished) {
    if (over <= 0) break;
    if (id === needed) continue;
    await discardImport(deps, id);
    over -= reportBytes;
  }
  return over <= 0;
}

/** Deletes files that no import needs any more, and imports with old reports. */
export async function expireImports(deps: Dependencies) {
  const nowMs = deps.nowMs();
  const idle = await listImportsWithIdleFile(deps.db, nowMs - FILE_KEPT_MS, FILES_PER_RUN);
  await settleRows(deps, idle, {
    event: 'import_file_not_deleted',
    nameOf: ({ id }) => id,
    together: 1,
    async work(imports) {
      for (const { id } of imports) await dropFile(deps, id);
    },
  });
  const old = await listOldImports(deps.db, { untouchedSinceMs: nowMs - REPORT_KEPT_MS });
  if (old.length > 0) await deleteImports(deps.db, old);
  return { files: idle.length, imports: old.length };
}
