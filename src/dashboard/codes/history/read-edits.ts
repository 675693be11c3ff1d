import type { CodeId } from '#core/codes/code-id.ts';
import { readHistory } from '#service/codes/history.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** Reads the newest edits of a code, or those before a given edit, and whether there are earlier ones. */
export async function readEdits(
  c: DashboardContext,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
) {
  const { edits, next } = await readHistory(c.get('deps'), c.get('person').account.id, codeId, page);
  return { edits, hasMoreEdits: next !== null };
}
