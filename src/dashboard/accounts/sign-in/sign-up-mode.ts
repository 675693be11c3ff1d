import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** Whether anybody may open an account. Any value other than `open` means no. */
export function isSignUpOpen(c: DashboardContext): boolean {
  return c.env.SIGNUP === 'open';
}
