import type { Problem } from '#contract/problems/problems.ts';
import { contentOf } from '#core/content/fields/content-fields.ts';
import type { EditedFields } from '#core/codes/past-edit.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Control, isPlain, NO_CONTROL, type RecordedControl } from '#core/control/control.ts';
import { findSharesStart } from '#core/control/variants.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QrCodeEdit } from '#storage/codes/edits.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findHarm, listAddresses } from '../../targets/screen-targets.ts';
import { listPreviewProblems } from '../../styles/logo-pictures.ts';
import { parseTarget } from '../new-code.ts';
import type { KnownOfEdits } from './check-edit.ts';

/** A state from the history of a dynamic code. */
export interface PastState extends EditedFields {
  readonly target: string;
  readonly isPast: true;
}

/** The edit that restores a state, or what is wrong with it: addresses may have been blocked since, and an image deleted. The password stays as it is now. */
export function checkPastState(
  deps: Dependencies,
  code: QrCode,
  past: PastState,
  { harmful, pictures }: KnownOfEdits,
): Result<QrCodeEdit, readonly Problem[]> {
  const { target, control: recorded, isPast: _, ...texts } = past;
  const content = parseTarget({ type: code.type, target }, deps);
  if (!content.ok) return err([content.error]);
  const problems = [...findHarm(harmful, listAddresses(past)), ...listPreviewProblems(pictures, past)];
  if (problems.length > 0) return err(problems);
  const control = toControl(recorded, code.control ?? NO_CONTROL, deps.nowMs());
  return ok({
    ...texts,
    target: { target, redirectTo: content.value.redirectTo, content: contentOf(code.type, target) },
    control: { control: isPlain(control) ? null : control },
  });
}

function toControl(recorded: RecordedControl, current: Control, nowMs: number): Control {
  const variantsSinceMs = findSharesStart(recorded.variants, current, nowMs);
  return { ...recorded, variantsSinceMs, password: current.password };
}
