import { AnalyticsEngineError, type AnalyticsEngineConfig, querySql, send } from './analytics-engine-api.ts';
import { DATASETS_SQL } from './sql.ts';

/** Possible faults in the access to Analytics Engine, by the setting to correct. */
export const ANALYTICS_ENGINE_FIXES = {
  account_id:
    'AE_ACCOUNT_ID in wrangler.toml is missing or wrong: it is the 32 hexadecimal characters in the address of your Cloudflare dashboard.',
  api_token:
    'The secret AE_API_TOKEN is missing, mistyped or expired: create an API token with the permission "Account Analytics: Read", then "wrangler secret put AE_API_TOKEN".',
  permission:
    'The token in AE_API_TOKEN works but may not read this account\'s analytics: give it the permission "Account Analytics: Read", and the account of AE_ACCOUNT_ID.',
  dataset:
    'The account has no dataset with the name in AE_DATASET: it must be the "dataset" of src/shortlink/wrangler.toml, and appears a minute or two after the first scan.',
  unreachable:
    'The SQL API of Analytics Engine does not respond: try again, and see www.cloudflarestatus.com.',
} as const;

export type AnalyticsEngineProblem = keyof typeof ANALYTICS_ENGINE_FIXES;

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

/** Finds the fault in the access to Analytics Engine; null if there is none. Never throws. */
export async function checkAnalyticsEngine(
  config: AnalyticsEngineConfig,
): Promise<AnalyticsEngineProblem | null> {
  const problem = checkAnalyticsEngineConfig(config);
  if (problem !== null) return problem;
  try {
    const names = await querySql(config, DATASETS_SQL, (row) => row['name'] ?? row['dataset']);
    return names.includes(config.dataset) ? null : 'dataset';
  } catch (error) {
    return explain(config, error instanceof Error ? error.cause : null);
  }
}

async function explain(config: AnalyticsEngineConfig, cause: unknown): Promise<AnalyticsEngineProblem> {
  const status = cause instanceof AnalyticsEngineError ? cause.status : 0;
  switch (status) {
    case 400:
    case 401:
    case 403:
      // An unknown token and an unauthorised one give the same status, so the token itself is verified.
      return (await isTokenActive(config)) ? 'permission' : 'api_token';
    case 404:
      return 'account_id';
    default:
      return 'unreachable';
  }
}

/** Cloudflare has user tokens and account tokens, each with its own verification endpoint. */
async function isTokenActive(config: AnalyticsEngineConfig): Promise<boolean> {
  const headers = { Authorization: `Bearer ${config.apiToken}` };
  for (const owner of ['user', `accounts/${config.accountId}`]) {
    const response = await send(config, `${config.apiUrl}/${owner}/tokens/verify`, { headers }).catch(
      () => null,
    );
    if (response?.ok) return true;
  }
  return false;
}
