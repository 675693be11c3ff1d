import type { Actor } from '#core/accounts/account.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type Page, takePage } from '#core/lists/take-page.ts';
import { findEdit, findStateAfter, listEdits } from '#storage/codes/edits.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeCode } from './write/write.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';

/** The newest edits of the account's code, or those before the edit `before`, and the start of the next page; null on the last one. */
export async function readHistory(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  codeId: CodeId,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<Page<PastEdit, number>> {
  const found = await listEdits(db, accountId, codeId, { limit: limit + 1, before });
  return takePage(found, limit, ({ id }) => id);
}

/**
 * Restores a code to a state in its history, as an edit of its own: as it was after an edit, or before it. Two fields stay as they are now:
 * the password, which the history does not hold (`lacksPassword` if the code had one then and has none now), and the external id, which
 * another code may have by now.
 */
export async function restoreEdit(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  { editId, side }: { readonly editId: number; readonly side: 'after' | 'before' },
): Promise<Result<{ readonly lacksPassword: boolean }, ChangeProblem>> {
  const [past, { externalId: _, control: recorded, ...state }] = await Promise.all([
    findEdit(deps.db, actor.account.id, codeId, editId),
    findStateAfter(deps.db, codeId, side === 'after' ? editId : editId - 1),
  ]);
  if (!past) return err({ reason: 'not_found' });
  const control = recorded === null ? NO_CONTROL : recorded;
  const request = { ...state, ...(control && { control }), isPast: true } as const;
  const restored = await writeCode(deps, actor, { kind: 'restore', codeId, request });
  if (!restored.ok) return restored;
  const { password } = restored.value.code.control ?? {};
  return ok({ lacksPassword: (control?.password ?? null) !== null && (password ?? null) === null });
}
