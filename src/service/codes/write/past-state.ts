import type { Problem } from '#contract/problems/problems.ts';
import { mapOwnTexts } from '#core/codes/own-texts.ts';
import type { RecordedFields } from '#core/codes/past-edit.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Control, isPlain, NO_CONTROL, type RecordedControl } from '#core/control/control.ts';
import { findSharesStart } from '#core/control/variants.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QrCodeEdit } from '#storage/codes/edit-rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findHarm, listAddresses } from '../../targets/screen-targets.ts';
import { listPreviewProblems } from '../../styles/logo-pictures.ts';
import { parseTarget } from '../new-code.ts';
import { type KnownOfEdits, toFilingEdit, toTargetEdit } from './check-edit.ts';

/** A state from the history of a code: the fields that have changed since may differ. */
export interface PastState extends Partial<Omit<RecordedFields, 'control'>> {
  readonly control?: RecordedControl;
  readonly isPast: true;
}

/** The edit that restores a state, or what is wrong with it: addresses may have been blocked since, and an image or a file deleted. The password stays as it is now. */
export function checkPastState(
  deps: Dependencies,
  code: QrCode,
  past: PastState,
  { refused, pictures, files }: KnownOfEdits,
): Result<QrCodeEdit, readonly Problem[]> {
  const { target, control: recorded } = past;
  const content = target === undefined ? null : parseTarget({ type: code.type, target }, deps, files);
  if (content?.ok === false) return err([content.error]);
  const problems = [
    ...findHarm(refused, listAddresses({ ...past, type: code.type })),
    ...listPreviewProblems(pictures, past),
  ];
  if (problems.length > 0) return err(problems);
  const control = recorded && toControl(recorded, code.control ?? NO_CONTROL, deps.nowMs());
  return ok({
    ...mapOwnTexts((name) => past[name]),
    ...toFilingEdit(code, { ...code, ...past }),
    ...(target !== undefined && content && { target: toTargetEdit(code, target, content.value) }),
    ...(control && { control: { control: isPlain(control) ? null : control } }),
  });
}

function toControl(recorded: RecordedControl, current: Control, nowMs: number): Control {
  const variantsSinceMs = findSharesStart(recorded.variants, current, nowMs);
  return { ...recorded, variantsSinceMs, password: current.password };
}
