import type { CodeId } from '#core/codes/code-id.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { listEdits } from '#storage/codes/edits.ts';
import type { Dependencies } from '../dependencies.ts';

/** The newest edits of the account's code, or those before the edit `before`, and the start of the next page; null on the last one. */
export async function readHistory(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codeId: CodeId,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<{ readonly edits: readonly PastEdit[]; readonly next: number | null }> {
  const found = await listEdits(db, accountId, codeId, { limit: limit + 1, before });
  const edits = found.slice(0, limit);
  return { edits, next: found.length > limit ? (edits.at(-1)?.id ?? null) : null };
}
