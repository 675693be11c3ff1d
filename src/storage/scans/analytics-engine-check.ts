import type { AnalyticsEngineConfig } from './analytics-engine-api.ts';

/** Possible faults in the access to Analytics Engine, by the setting to correct. */
export const ANALYTICS_ENGINE_FIXES = {
  account_id:
    'AE_ACCOUNT_ID in wrangler.toml is missing or wrong: it is the 32 hexadecimal characters in the address of your Cloudflare dashboard.',
  api_token:
    'The secret AE_API_TOKEN is missing, mistyped or expired: create an API token with the permission "Account Analytics: Read", then "wrangler secret put AE_API_TOKEN".',
  permission:
    'The token in AE_API_TOKEN works but may not read this account\'s analytics: give it the permission "Account Analytics: Read", and the account of AE_ACCOUNT_ID.',
} as const;

type AnalyticsEngineProblem = keyof typeof ANALYTICS_ENGINE_FIXES;

/** A fault that shows without a request; null if there is none. */
export function checkAnalyticsEngineConfig({
  accountId,
  apiToken,
  binding,
}: AnalyticsEngineConfig): AnalyticsEngineProblem | null {
  if (binding) return null;
  if (!apiToken) return 'api_token';
  return /^[0-9a-f]{32}$/.test(accountId ?? '') ? null : 'account_id';
}
