import type { Actor } from '#core/accounts/account.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { CodeUsage } from '#storage/accounts/usage.ts';
import type { Dependencies } from '../dependencies.ts';
import { usageOf } from './write/admit.ts';
import { admitDrafts } from './write/new-codes.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { previewQrCode } from '../images/preview.ts';

/**
 * Runs the checks of a create on new codes without creating any. `taken` is the quota that earlier codes would have used. Gives what each
 * code would use, or what is wrong with it.
 */
export async function checkNewCodes(
  deps: Dependencies,
  actor: Actor,
  newCodes: readonly NewCode[],
  taken: CodeUsage,
): Promise<Result<CodeUsage, CreateProblem[]>[]> {
  if (newCodes.length === 0) return [];
  const drafts = await admitDrafts(deps, actor, newCodes, { taken });
  // Symbols of one style that hold short links of the same length all have the same size.
  const drawn = new Map<string, ReturnType<typeof previewQrCode>>();
  return Promise.all(
    drafts.map(async (draft) => {
      if (!draft.ok) return draft;
      const { newCode, filing, control } = draft.value;
      const { isDynamic, host, type, target, size, margin, errorCorrection, style, gs1 } = newCode;
      const drawnAs = [gs1, size, margin, errorCorrection, style?.frame, style?.logo];
      const key = JSON.stringify([isDynamic ? [host, newCode.shortCode?.length] : type + target, drawnAs]);
      const drawing = drawn.get(key) ?? previewQrCode(deps, newCode);
      drawn.set(key, drawing);
      const symbol = await drawing;
      return symbol.ok ? ok(usageOf({ ...newCode, ...filing, control })) : err([symbol.error]);
    }),
  );
}
