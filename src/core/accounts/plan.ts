import type { Quotas } from './quota.ts';

interface PlanLimits {
  /** The rate-limit bindings in wrangler.toml enforce the same numbers. */
  readonly requestsPerMinute: number;
  /** Maximum number of entries in a code's history. Beyond it, the oldest entry stands for several edits. */
  readonly editsPerCode: number;
  /** The newest events of webhooks that are kept: of an account that makes more, the oldest ones go, delivered or not. */
  readonly keptEvents: number;
  readonly quotas: Quotas;
}

/** The quotas of each plan. No account on the free plan can fill the database that all accounts share: see docs/costs.md. */
export const PLANS = {
  free: {
    requestsPerMinute: 60,
    editsPerCode: 100,
    keptEvents: 5_000,
    quotas: {
      codes: 5_000,
      codes_per_month: 5_000,
      api_keys: 20,
      people: 10,
      stored_bytes: 10_000_000,
      domains: 1,
      file_bytes: 100_000_000,
      webhooks: 10,
    },
  },
  pro: {
    requestsPerMinute: 600,
    editsPerCode: 250,
    keptEvents: 50_000,
    quotas: {
      codes: 100_000,
      codes_per_month: 50_000,
      api_keys: 100,
      people: 100,
      stored_bytes: 250_000_000,
      domains: 10,
      file_bytes: 2_000_000_000,
      webhooks: 10,
    },
  },
  business: {
    requestsPerMinute: 6000,
    editsPerCode: 1_000,
    keptEvents: 500_000,
    quotas: {
      codes: 2_000_000,
      codes_per_month: 1_000_000,
      api_keys: 500,
      people: 500,
      stored_bytes: 2_000_000_000,
      domains: 100,
      file_bytes: 20_000_000_000,
      webhooks: 10,
    },
  },
} as const satisfies Record<string, PlanLimits>;

export type Plan = keyof typeof PLANS;

export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export function isPlan(text: string): text is Plan {
  return Object.hasOwn(PLANS, text);
}
