import type { DashboardContext } from './dashboard-env.ts';

/** Whether anybody may open an account. Anything but the one word means no. */
export function isSignUpOpen(c: DashboardContext): boolean {
  return c.env.SIGNUP === 'open';
}
