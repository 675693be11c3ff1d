import type { CodeId } from '#core/codes/code-id.ts';
import { readHistory } from '#service/codes/history.ts';
import { findCreator } from '#storage/codes/edits.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** Reads the newest edits of a code, or those before a given edit, whether there are earlier ones, and who created the code. */
export async function readEdits(
  c: DashboardContext,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
) {
  const [deps, { account }] = [c.get('deps'), c.get('person')];
  const [{ edits, next }, creator] = await Promise.all([
    readHistory(deps, account.id, codeId, page),
    findCreator(deps.db, account.id, codeId),
  ]);
  return { edits, hasMoreEdits: next !== null, creator };
}
