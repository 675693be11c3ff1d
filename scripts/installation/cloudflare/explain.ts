import { stripVTControlCharacters } from 'node:util';
import { type CloudflareError, findCloudflareError } from './answer.ts';

/** Something that is missing in an account: one sentence about what to do, and where. */
export interface Missing {
  readonly name: string;
  readonly text: string;
  readonly url: string;
}

/** A failure that a person can fix: printed without a stack trace. */
export class InstallationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InstallationError';
  }
}

const DASHBOARD = 'https://dash.cloudflare.com';

/** The permissions of the installation's API token, by the keys in Cloudflare's token template URLs. */
const PERMISSIONS = [
  { key: 'workers_scripts', type: 'edit' },
  { key: 'workers_kv_storage', type: 'edit' },
  { key: 'workers_r2', type: 'edit' },
  { key: 'd1', type: 'edit' },
  { key: 'queues', type: 'edit' },
  { key: 'account_analytics', type: 'read' },
  { key: 'workers_routes', type: 'edit' },
  { key: 'zone', type: 'read' },
  { key: 'dns', type: 'edit' },
];

const STATISTICS_PERMISSIONS = [{ key: 'account_analytics', type: 'read' }];

function tokenUrl(permissions: readonly object[], name: string): string {
  const keys = encodeURIComponent(JSON.stringify(permissions));
  return `${DASHBOARD}/profile/api-tokens?permissionGroupKeys=${keys}&accountId=*&zoneId=all&name=${encodeURIComponent(name)}`;
}

/** Opens the form for a new token, with all permissions that the installation needs. */
export const INSTALLATION_TOKEN_URL = tokenUrl(PERMISSIONS, 'QR code service: installation');

/** Opens the form for the token with which the deployed API reads its statistics. */
export const STATISTICS_TOKEN_URL = tokenUrl(STATISTICS_PERMISSIONS, 'QR code service: statistics');

/** Opens the form for the token with which it purges deleted images from the cache. */
export const PURGE_TOKEN_URL = tokenUrl([{ key: 'cache', type: 'purge' }], 'QR code service: deleted images');

/** Opens the form for the token with which it makes the hosts of accounts known to Cloudflare. */
export const SAAS_TOKEN_URL = tokenUrl(
  [{ key: 'ssl_and_certificates', type: 'edit' }],
  'QR code service: hosts of accounts',
);

/** Error codes that mean that something has to be enabled in the account first. */
export const SWITCHES: Readonly<Record<number, (accountId: string) => Missing>> = {
  10042: (accountId) => ({
    name: 'R2',
    text: 'R2 is not enabled: subscribe to it once (10 GB a month are free, but a payment method is required).',
    url: `${DASHBOARD}/${accountId}/r2/overview`,
  }),
  10031: (accountId) => ({
    name: 'workers.dev subdomain',
    text: 'The name of the subdomain is taken: choose another one with --subdomain.',
    url: `${DASHBOARD}/${accountId}/workers/subdomain`,
  }),
  10063: noSubdomain,
  10089: (accountId) => ({
    name: 'Analytics Engine',
    text: 'Analytics Engine is not enabled: open the page and enable it, or keep scans in D1 with --scan-log d1.',
    url: `${DASHBOARD}/${accountId}/workers/analytics-engine`,
  }),
  100328: (accountId) => ({
    name: 'Workers plan',
    text: 'The account is on Workers Free, and this installation is set up for Workers Paid: npm run setup -- --set WORKERS_PLAN=free says so, or subscribe to Paid.',
    url: `${DASHBOARD}/${accountId}/workers/plans`,
  }),
};

export function noSubdomain(accountId: string): Missing {
  return {
    name: 'workers.dev subdomain',
    text: 'The account has no workers.dev subdomain, which every cron needs: choose one. This installation publishes nothing on it.',
    url: `${DASHBOARD}/${accountId}/workers/onboarding`,
  };
}

/** In URLs of the dashboard, lets the person choose the account. */
const ANY_ACCOUNT = '?to=/:account';

/** Explains a failure of Cloudflare's API, or of wrangler, which prints the code as `[code: 10042]`, and says what to do. */
export function explain(error: unknown, what: string, accountId = ANY_ACCOUNT): string {
  const failure = findCloudflareError(error);
  const code = codeOf(error);
  const missing = SWITCHES[code]?.(accountId);
  if (missing) return `${what}: ${missing.text}\n  ${missing.url}`;
  if (isTokenOver(error)) return `${what}: ${TOKEN_OVER}`;
  if (failure?.isForbidden ?? code === 10_000) {
    return `${what}: the API token may not do this. Make one with all permissions of this form:\n  ${INSTALLATION_TOKEN_URL}`;
  }
  const reason = `${what}: ${readReason(failure ?? error)}${code ? ` (code ${code})` : ''}`;
  return failure ? `${reason.replace(/\.$/, '')}. ${adviseOn(failure)}` : reason;
}

/** Whether Cloudflare no longer knows the token: that of wrangler's login, or that in CLOUDFLARE_API_TOKEN. */
export function isTokenOver(error: unknown): boolean {
  const { message } = findCloudflareError(error) ?? { message: String(error) };
  return codeOf(error) === 9109 && message.includes('Invalid access token');
}

const TOKEN_OVER =
  'Cloudflare no longer accepts the token. If CLOUDFLARE_API_TOKEN is set, put a new one into it; otherwise run npx wrangler login. Then run the same command again.';

/** What to do about a failure that is no refusal of the token. */
function adviseOn(failure: CloudflareError): string {
  const { status, isAbsent, isOfCloudflare, isPassing, isUnknownForm, retryAfterMs } = failure;
  if (isUnknownForm)
    return 'Pull the newest version of this project; if that does not help, report this line.';
  if (status === 429) {
    const minutes = Math.ceil((retryAfterMs ?? 300_000) / 60_000);
    return `The account or this network sent too many requests: try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
  }
  if (status === 0) return 'Check the network of this machine and www.cloudflarestatus.com, then try again.';
  if (isPassing) return 'Try again in a few minutes, and see www.cloudflarestatus.com.';
  if (isAbsent)
    return 'It was deleted, or never finished: npm run doctor says what is missing, npm run setup makes it.';
  if (isOfCloudflare) return 'npm run doctor examines the installation.';
  return 'A proxy or firewall between this machine and Cloudflare may be in the way: try from another network.';
}

/** Cloudflare's own message; from wrangler's output, the line with the code or with its error. */
function readReason(error: unknown): string {
  const text = error instanceof Error ? error.message.trim() : String(error);
  const lines = text.split('\n').map((line) => stripVTControlCharacters(line).trim());
  const reason =
    lines.find((line) => line.includes('[code: ')) ?? lines.find((line) => line.includes('[ERROR]'));
  return reason?.replaceAll(/^.*\[ERROR\]|\[code: \d+\]/g, '').trim() ?? text;
}

function codeOf(error: unknown): number {
  const failure = findCloudflareError(error);
  if (failure) return failure.code;
  return Number(/\[code: (\d+)\]/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0);
}
