import type { CodeId } from '#core/codes/code-id.ts';
import { listEdits } from '#storage/codes/edits.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** Reads the newest edits of a code, or those before a given edit, and whether there are earlier ones. */
export async function readEdits(
  c: DashboardContext,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
) {
  // One more than is shown reveals whether there are earlier ones.
  const found = await listEdits(c.get('deps').db, c.get('person').account.id, codeId, {
    ...page,
    limit: page.limit + 1,
  });
  return { edits: found.slice(0, page.limit), hasMoreEdits: found.length > page.limit };
}
