import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type Control, isPlain, NO_CONTROL, type RecordedControl } from '#core/control/control.ts';
import { findSharesStart } from '#core/control/variants.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findEdit, findTargetAfter } from '#storage/codes/edits.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import { parseTarget } from './new-code.ts';
import { listAddresses, screenTargets } from '../targets/screen-targets.ts';
import type { Actor } from '#core/accounts/account.ts';
import { storeEdits } from './store-edits.ts';

export type RestoreProblem =
  /** The code or edit does not exist, or others kept changing the code. */
  { readonly reason: 'not_restored' } | QuotaProblem;

/** The most attempts, because somebody may edit the code at the same time. */
const MAX_ATTEMPTS = 5;

/** A state in the history: the code after an edit, or the code before it. */
export interface PastState {
  readonly editId: number;
  readonly side: 'after' | 'before';
}

/**
 * Restores a code to an earlier state, as an edit of its own: title, target and control. The password stays as it is now, because the
 * history holds none; `lacksPassword` if the code had one then and has none now.
 */
export async function restoreEdit(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  { editId, side }: PastState,
): Promise<Result<{ readonly lacksPassword: boolean }, RestoreProblem>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [code, past, recordedTarget] = await Promise.all([
      findQrCode(deps.db, actor.account.id, codeId),
      findEdit(deps.db, actor.account.id, codeId, editId),
      findTargetAfter(deps.db, codeId, side === 'after' ? editId : editId - 1),
    ]);
    if (!code?.isDynamic || !past) return err({ reason: 'not_restored' });
    const { title, control: recorded } = side === 'after' ? past.to : past.from;
    const target = recordedTarget ?? code.target;
    const content = parseTarget({ type: code.type, target }, deps);
    if (!content.ok) return err({ reason: 'not_restored' });
    const control = toControl(recorded, code.control ?? NO_CONTROL, deps.nowMs());
    // It may have been blocked since.
    const addresses = listAddresses({ target, control });
    if ((await screenTargets(deps, addresses)).size > 0) return err({ reason: 'not_restored' });
    const edit = {
      title,
      target: { target, redirectTo: content.value.redirectTo },
      control: { control: isPlain(control) ? null : control },
    };
    const expected = new Set([code.revision]);
    const [stored] = await storeEdits(deps, actor, [{ before: code, edit, expected }]);
    if (stored && !stored.ok)
      return err(stored.error.reason === 'quota_exceeded' ? stored.error : { reason: 'not_restored' });
    if (!stored?.value) continue;
    deps.afterResponse(copyShortLinks(deps, [stored.value]));
    return ok({ lacksPassword: recorded.password !== null && control.password === null });
  }
  return err({ reason: 'not_restored' });
}

function toControl(recorded: RecordedControl, current: Control, nowMs: number): Control {
  const variantsSinceMs = findSharesStart(recorded.variants, current, nowMs);
  return { ...recorded, variantsSinceMs, password: current.password };
}
