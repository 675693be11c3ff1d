import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** Whether anybody may open an account: SIGNUP is `open`, and the company login is not the only way in. */
export function isSignUpOpen(c: DashboardContext): boolean {
  return c.get('deps').companyLogin.isSignUpOpen;
}
