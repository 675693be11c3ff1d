import type { CodeId } from '#core/codes/code-id.ts';
import { describeError } from '#core/log-line.ts';
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
import { deleteQrCodes } from '#storage/codes/delete.ts';
import type { Dependencies } from '../dependencies.ts';
import { discardImport } from '../imports/expire.ts';
import { tellOwnersOfDeletions } from './deletion.ts';

/** By then, everything has ended that began before the deletion: keys are cached for a minute, and no upload takes longer than this. */
const SETTLED_AFTER_MS = 10 * 60 * 1000;

const IMPORTS_PER_RUN = 4;

/** Failures after which a run gives up on the codes of an account: it is the database that fails, and not a code. */
const MOST_FAILURES = 20;

/** Gives how many rows it deleted, or at least whether there were any. Each part can be repeated, and stopped anywhere. */
type Part = (deps: Dependencies, accountId: string, codes: number) => Promise<number>;

const PARTS: readonly Part[] = [
  ({ db }, accountId) => deletePeople(db, accountId),
  ...OWNED_TABLES.map(
    (table): Part =>
      ({ db }, accountId) =>
        deleteRows(db, table, accountId),
  ),
  deleteImports,
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

async function deleteCodes(deps: Dependencies, accountId: string, most: number): Promise<number> {
  const codeIds = await listSomeCodes(deps.db, accountId, most);
  // A code takes its history with it, so that has to be short by then.
  if (codeIds.length > 0 && (await deleteEdits(deps.db, codeIds))) await bury(deps, accountId, codeIds);
  return codeIds.length;
}

/**
 * Makes tombstones. What fails is halved until only the codes are left that fail alone: they hold up no other. The second half goes first,
 * because these codes are the first ones of the next run.
 */
async function bury(deps: Dependencies, accountId: string, codeIds: readonly CodeId[]): Promise<void> {
  const groups = [codeIds];
  let failures = 0;
  for (let group = groups.pop(); group; group = groups.pop()) {
    try {
      const deletion = { accountId, codeIds: group, entries: new Map(), expected: null };
      await deleteQrCodes(deps.db, deletion, deps.nowMs());
    } catch (error) {
      if (++failures === MOST_FAILURES) throw error;
      const half = Math.ceil(group.length / 2);
      if (group.length > 1) groups.push(group.slice(0, half), group.slice(half));
      else deps.reportFailure('code_not_removed', `code ${group[0]}: ${describeError(error)}`);
    }
  }
}
