import { DAY_MS } from '../utc-day.ts';

/** How long a deleted account can be restored. Until then its codes lead on, because they are printed. */
export const RESTORABLE_DAYS = 14;
export const RESTORABLE_MS = RESTORABLE_DAYS * DAY_MS;

export interface AccountDeletion {
  /** Null if nobody can restore the account. */
  readonly restorableUntilMs: number | null;
}

export function isRestorable({ restorableUntilMs }: AccountDeletion, nowMs: number): boolean {
  return restorableUntilMs !== null && restorableUntilMs > nowMs;
}
