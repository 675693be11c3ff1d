import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { type ImportJob, isOpen, type RowState } from '#core/imports/import-job.ts';
import {
  cancelImport as storeCancellation,
  findImport as findStored,
  listImports,
  listReportedIds,
  listRowResults,
} from '#storage/imports/imports.ts';
import { listOwnCodeIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { advanceAfterResponse } from './advance.ts';
import type { ReportedRow } from './report.ts';

type Needs = Pick<Dependencies, 'db' | 'nowMs'>;

const MOST_IMPORTS = 100;

/** The account's imports, newest first. */
export function readImports({ db }: Needs, accountId: string): Promise<ImportJob[]> {
  return listImports(db, accountId, MOST_IMPORTS);
}

/** One import; null if the account has no such import. An unfinished import continues after the response, without waiting for the cron. */
export async function readImport(
  deps: Dependencies,
  accountId: string,
  id: string,
): Promise<ImportJob | null> {
  const job = await findStored(deps.db, accountId, id);
  if (job && (job.status === 'queued' || job.status === 'running')) advanceAfterResponse(deps, id);
  return job;
}

/** The account's unfinished import; null if there is none. */
export async function findOpenImport({ db }: Needs, accountId: string): Promise<ImportJob | null> {
  return (await listImports(db, accountId, MOST_IMPORTS)).find(({ status }) => isOpen(status)) ?? null;
}

/** The outcomes of the rows after `after`, in order, and the last row if more follow. */
export async function readRowResults(
  { db }: Needs,
  importId: string,
  page: { readonly after: number; readonly limit: number; readonly state: RowState | null },
): Promise<{ readonly results: readonly ReportedRow[]; readonly next: number | null }> {
  const found = await listRowResults(db, importId, { ...page, limit: page.limit + 1 });
  // Every stored result was made as one, older ones without changes.
  const stored = found.slice(0, page.limit) as ReportedRow[];
  const results = stored.map((result) => Object.assign({ changes: [], changesLeftOut: 0 }, result));
  return { results, next: found.length > page.limit ? (results.at(-1)?.row ?? null) : null };
}

/** The living codes of an import, in the order of its rows, at most `limit`; null if the account has no such import. */
export async function readImportedCodes(
  { db }: Needs,
  accountId: string,
  importId: string,
  limit: number,
): Promise<readonly CodeId[] | null> {
  if (!(await findStored(db, accountId, importId))) return null;
  const codeIds = (await listReportedIds(db, importId, limit)).flatMap((id) => parsePublicId(id) ?? []);
  const living = new Set(await listOwnCodeIds(db, accountId, codeIds));
  return codeIds.filter((codeId) => living.has(codeId));
}

/** Stops an import; codes that it created stay. Gives its new state; null if the account has no such import. */
export async function cancelImport(deps: Needs, accountId: string, id: string): Promise<ImportJob | null> {
  await storeCancellation(deps.db, accountId, id, deps.nowMs());
  return findStored(deps.db, accountId, id);
}
