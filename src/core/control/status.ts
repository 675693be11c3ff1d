import type { Control } from './control.ts';

/** The states that a scan may meet, in order: an earlier one hides the later ones; `active` if none hides the target. */
export const CODE_STATUSES = ['active', 'paused', 'scheduled', 'ended', 'exhausted', 'disabled'] as const;

export type CodeStatus = (typeof CODE_STATUSES)[number];

export type InactiveStatus = Exclude<CodeStatus, 'active'>;

/** The facts besides the owner's decision that make a code active or not. */
export interface CodeState {
  readonly control: Control;
  /** The operator has disabled it. */
  readonly isDisabled: boolean;
  /** Its scans have reached its limit. */
  readonly isExhausted: boolean;
}

export function statusOf({ control, isDisabled, isExhausted }: CodeState, nowMs: number): CodeStatus {
  const { isPaused, startsAtMs, endsAtMs } = control;
  if (isDisabled) return 'disabled';
  if (isPaused) return 'paused';
  if (startsAtMs !== null && nowMs < startsAtMs) return 'scheduled';
  if (endsAtMs !== null && nowMs >= endsAtMs) return 'ended';
  return isExhausted ? 'exhausted' : 'active';
}
