/** `Business`: plans have names, which no language translates. */
export function namePlan(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}
