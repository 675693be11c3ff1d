import type { CodeId } from '#core/codes/code-id.ts';
import { beginRemovals, listAccountsToRemove, markRemoved } from '#storage/accounts/deletion.ts';
import {
  deleteEdits,
  deletePeople,
  deleteRows,
  deleteTags,
  forgetScansOfDeleted,
  listSomeCodes,
  listSomeImports,
  OWNED_TABLES,
} from '#storage/accounts/removal.ts';
import { deleteAllDomains, listDomains } from '#storage/domains/domains.ts';
import { leaveFilesOf } from '#storage/files/files.ts';
import { forget } from '../domains/domains.ts';
import { deleteQrCodes } from '#storage/codes/delete.ts';
import type { Dependencies } from '../dependencies.ts';
import { discardImport } from '../imports/expire.ts';
import { settleRows } from '../upkeep/settle-rows.ts';
import { tellOwnersOfDeletions } from './deletion.ts';

/** By then, everything has ended that began before the deletion: keys are cached for a minute, and no upload takes longer than this. */
const SETTLED_AFTER_MS = 10 * 60 * 1000;

const IMPORTS_PER_RUN = 4;

/** Gives how many rows it deleted, or at least whether there were any. Each part can be repeated, and stopped anywhere. */
type Part = (deps: Dependencies, accountId: string, codes: number) => Promise<number>;

const PARTS: readonly Part[] = [
  ({ db }, accountId) => deletePeople(db, accountId),
  ...OWNED_TABLES.map(
    (table): Part =>
      ({ db }, accountId) =>
        deleteRows(db, table, accountId),
  ),
  ({ db }, accountId) => leaveFilesOf(db, accountId),
  deleteImports,
  deleteDomains,
  deleteCodes,
  ({ db }, accountId) => deleteTags(db, accountId),
  ({ db }, accountId, codes) => forgetScansOfDeleted(db, accountId, codes),
];

/**
 * Removes what deleted accounts own, some of it in each run, once nobody can restore them. Rows go first; the sweeps then delete images and
 * write the copies of the short links. An account is removed when a whole run found nothing of it. What stays: the account's id, and a
 * tombstone for each code, so that no id or short code is ever issued again.
 */
export async function removeAccounts(deps: Dependencies) {
  const { db, budget } = deps;
  const now = deps.nowMs();
  await tellOwnersOfDeletions(deps);
  await beginRemovals(db, now);
  const accountIds = await listAccountsToRemove(db, {
    deletedBeforeMs: now - SETTLED_AFTER_MS,
    limit: budget.removal.accounts,
  });
  const codes = Math.ceil(budget.removal.codes / accountIds.length);
  const report = { removed: 0, rows: 0, failed: 0 };
  for (const accountId of accountIds) {
    const { rows, failed } = await removeSome(deps, accountId, codes);
    report.rows += rows;
    report.failed += failed;
    if (rows > 0 || failed > 0) continue;
    await markRemoved(db, accountId, now);
    report.removed++;
  }
  return report;
}

/** A part that fails does not stop the others. */
async function removeSome(deps: Dependencies, accountId: string, codes: number) {
  const done = { rows: 0, failed: 0 };
  for (const part of PARTS) {
    try {
      done.rows += await part(deps, accountId, codes);
    } catch (error) {
      done.failed++;
      deps.reportFailure('account_not_removed', error);
    }
  }
  return done;
}

async function deleteImports(deps: Dependencies, accountId: string): Promise<number> {
  const ids = await listSomeImports(deps.db, accountId, IMPORTS_PER_RUN);
  for (const id of ids) await discardImport(deps, id);
  return ids.length;
}

/** Of the codes, only tombstones will be left, which answer on the operator's host. */
async function deleteDomains(deps: Dependencies, accountId: string): Promise<number> {
  const domains = await listDomains(deps.db, accountId);
  await deleteAllDomains(deps.db, accountId);
  for (const domain of domains) await forget(deps, domain);
  return domains.length;
}

async function deleteCodes(deps: Dependencies, accountId: string, most: number): Promise<number> {
  const codeIds = await listSomeCodes(deps.db, accountId, most);
  // A code takes its history with it, so that has to be short by then.
  if (codeIds.length > 0 && (await deleteEdits(deps.db, codeIds))) await bury(deps, accountId, codeIds);
  return codeIds.length;
}

/** Makes tombstones. Those that fail are the first ones of the next run, so the last ones go first. */
async function bury(deps: Dependencies, accountId: string, codeIds: readonly CodeId[]): Promise<void> {
  await settleRows(deps, codeIds.toReversed(), {
    event: 'code_not_removed',
    nameOf: (codeId: CodeId) => `code ${codeId}`,
    async work(some) {
      const deletion = { accountId, codeIds: some, entries: new Map(), expected: null };
      await deleteQrCodes(deps.db, deletion, deps.nowMs());
    },
  });
}
