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

/** Who changes a code, on which plan. */
export interface PlanEditor extends Editor {
  readonly plan: Plan;
}

/**
 * Stores an edit within the plan of the account; null where the account has no such code. Where there is no room for one more entry in its
 * history, the whole history of the code becomes one entry: where a printed code leads matters more than where it led. Only an edit after
 * which the account would still store more than it may, and more than before, is refused.
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
