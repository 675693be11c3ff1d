import { PLANS, type Plan } from '#core/accounts/plan.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import type { EditLimits, Editor, QrCodeEdit } from '#storage/codes/edits.ts';
import { updateQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';

/** Who changes a code, and the plan of their account. */
export interface PlanEditor extends Editor {
  readonly plan: Plan;
}

/**
 * Stores an edit within the plan of the account; null if the account has no such code. If the quota has no room for one more history entry,
 * the code's whole history becomes one entry: where a printed code leads matters more than where it led. An edit is refused only if the
 * account would still exceed its quota afterwards and store more than before.
 */
export async function storeEdit(
  deps: Dependencies,
  editor: PlanEditor,
  codeId: CodeId,
  edit: QrCodeEdit,
  expected: ExpectedRevisions | null,
): Promise<Result<QrCode | null, QuotaProblem>> {
  const { editsPerCode: entries, quotas } = PLANS[editor.plan];
  const limit = quotas.stored_bytes;
  const store = (limits: EditLimits) =>
    orRefused(updateQrCode(deps.db, editor, codeId, edit, expected, deps.nowMs(), limits));

  const stored = await store({ entries, storedBytes: limit });
  if (stored !== 'refused') return ok(stored);
  const used = (await readCodeUsage(deps.db, editor.accountId, deps.nowMs())).stored_bytes;
  const storedBytes = Math.max(limit, used);
  for (const limits of [
    { entries, storedBytes },
    { entries: 1, storedBytes },
  ]) {
    const retried = await store(limits);
    if (retried !== 'refused') return ok(retried);
  }
  return err({ reason: 'quota_exceeded', quota: 'stored_bytes', limit, used });
}

async function orRefused<T>(stored: Promise<T>): Promise<T | 'refused'> {
  try {
    return await stored;
  } catch (error) {
    if (isQuotaRefusal(error)) return 'refused';
    throw error;
  }
}
