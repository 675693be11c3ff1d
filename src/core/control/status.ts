import type { Control } from './control.ts';

/** What a scan of a code meets, in the order in which one state hides another; `active` where nothing hides the target. */
export const CODE_STATUSES = ['active', 'paused', 'scheduled', 'ended', 'exhausted', 'disabled'] as const;

export type CodeStatus = (typeof CODE_STATUSES)[number];

export type InactiveStatus = Exclude<CodeStatus, 'active'>;

/** What else than its owner's word decides whether a code is active. */
export interface CodeState {
  readonly control: Control;
  /** The operator has disabled it. */
  readonly isDisabled: boolean;
  /** It has had as many scans as its limit allows. */
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
