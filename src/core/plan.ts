/** Requests a minute that each plan allows an account. The rate-limit bindings in wrangler.toml enforce the same numbers. */
export const PLANS = {
  free: { requestsPerMinute: 60 },
  pro: { requestsPerMinute: 600 },
  business: { requestsPerMinute: 6000 },
} as const;

export type Plan = keyof typeof PLANS;

export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export function isPlan(text: string): text is Plan {
  return Object.hasOwn(PLANS, text);
}
