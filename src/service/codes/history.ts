import type { Actor } from '#core/accounts/account.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findEdit, findTargetAfter, listEdits } from '#storage/codes/edits.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeCode } from './write/write.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';

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

/**
 * Restores a dynamic code to a state in its history, as an edit of its own: as it was after an edit, or before it. The history holds no
 * password, so that stays as it is now; `lacksPassword` if the code had one then and has none now.
 */
export async function restoreEdit(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  { editId, side }: { readonly editId: number; readonly side: 'after' | 'before' },
): Promise<Result<{ readonly lacksPassword: boolean }, ChangeProblem>> {
  const [code, past, recordedTarget] = await Promise.all([
    findQrCode(deps.db, actor.account.id, codeId),
    findEdit(deps.db, actor.account.id, codeId, editId),
    findTargetAfter(deps.db, codeId, side === 'after' ? editId : editId - 1),
  ]);
  if (!code || !past) return err({ reason: 'not_found' });
  const state = side === 'after' ? past.to : past.from;
  const request = { ...state, target: recordedTarget ?? code.target, isPast: true } as const;
  const restored = await writeCode(deps, actor, { kind: 'restore', codeId, request });
  if (!restored.ok) return restored;
  const { password } = restored.value.code.control ?? {};
  return ok({ lacksPassword: state.control.password !== null && (password ?? null) === null });
}
