import { readCompanyLogin } from '#core/accounts/company-login.ts';
import { parseEarlierBase } from '#core/links/earlier-base.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { budgetOf } from '#service/budget.ts';
import type { Dependencies } from '#service/dependencies.ts';
import type { AnalyticsEngineConfig, AnalyticsSqlBinding } from '#storage/scans/analytics-engine-api.ts';
import { createAnalyticsEngineScanReader } from '#storage/scans/analytics-engine-reader.ts';
import { createD1ScanReader } from '#storage/scans/d1-reader.ts';
import { createImageCache } from '#storage/images/cache.ts';
import { createTargetScreen } from '#storage/targets/screen.ts';
import { createCustomHostnames } from '#storage/domains/custom-hostnames.ts';
import { createDnsResolver } from '#storage/domains/resolve-dns.ts';
import { bucketOf } from '#storage/bucket.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createMailer } from '#storage/mailer.ts';
import { createAnalyticsEngineRequestLog } from '#storage/requests/analytics-engine-request-log.ts';
import { createD1RequestLog } from '#storage/requests/d1-request-log.ts';
import { createQueryShare } from '#storage/scans/query-share.ts';
import { createAnalyticsEngineScanCounter } from '#storage/scans/counter.ts';
import { reportFailure as logFailure } from './middleware/log-request.ts';

/** What a Worker uses besides its bindings. */
export interface Platform {
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly fetch: typeof fetch;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long figures from Analytics Engine stay fresh enough for every reader. */
  readonly figuresFreshMs: number;
}

export const PLATFORM: Platform = {
  nowMs: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  // A separate function: workerd refuses to call fetch as a method of another object.
  fetch: (input, init) => fetch(input, init),
  random: Math.random,
  sleep: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  figuresFreshMs: 30_000,
};

/**
 * Creates the dependencies of the use cases from the bindings, the clock, randomness and the network. Their reports carry the id of the
 * current request; a cron has none.
 */
export function createDependencies(
  env: ApiEnv,
  platform: Platform,
  afterResponse: Dependencies['afterResponse'],
  requestId?: string,
): Dependencies {
  const db = openDatabase(env.DB);
  const reportFailure = (event: string, error: unknown) => logFailure(event, error, requestId);
  const { nowMs, randomBytes } = platform;
  const gs1Host = env.GS1_HOST === '' ? null : (env.GS1_HOST as LinkHost);
  const api = analyticsEngineOf(env, platform);
  const share = shareQueries(db, platform);
  return {
    db,
    images: bucketOf(env, 'IMAGES'),
    files: bucketOf(env, 'FILES'),
    imageCache: createImageCache(env, platform.fetch),
    events: env.EVENTS,
    links: env.LINKS,
    mailer: createMailer(env),
    companyLogin: readCompanyLogin(env),
    abuseEmail: env.ABUSE_EMAIL || null,
    scans: api
      ? createAnalyticsEngineScanReader({ db, api, nowMs, share, reportFailure })
      : createD1ScanReader(db, nowMs),
    requests: api
      ? createAnalyticsEngineRequestLog({
          dataset: env.REQUESTS,
          api: { ...api, dataset: env.AE_REQUESTS_DATASET },
          share,
        })
      : createD1RequestLog(db),
    scanCounter: api && createAnalyticsEngineScanCounter(api),
    targetScreen: createTargetScreen(env, platform.fetch),
    checksTargets: env.TARGET_CHECKS !== 'off',
    fetch: platform.fetch,
    allowsPrivateHosts: env.PRIVATE_TARGETS === 'allowed',
    shortUrlBase: env.SHORT_URL_BASE,
    earlierBase: parseEarlierBase((env as { EARLIER_SHORT_URL_BASE?: string }).EARLIER_SHORT_URL_BASE),
    gs1Host,
    cdnUrl: env.CDN_URL,
    logsScansInD1: env.SCAN_LOG === 'd1',
    ownHosts: [
      ...[new URL(env.SHORT_URL_BASE).hostname, new URL(env.CDN_URL).hostname, env.API_HOST],
      ...[env.SAAS_TARGET, ...env.SHORT_HOSTS.split(' '), ...(gs1Host ? [gs1Host] : [])],
    ],
    domains: {
      routedHosts: env.SHORT_HOSTS.split(' '),
      customHostnames: createCustomHostnames(env, platform.fetch),
      resolveDns: createDnsResolver(platform.fetch),
    },
    budget: budgetOf(env.WORKERS_PLAN),
    passwordPepper: env.PASSWORD_PEPPER,
    nowMs,
    randomBytes,
    noteCodesOfMonth: () => undefined,
    afterResponse,
    reportFailure,
  };
}

function shareQueries(db: Database, { nowMs, random, sleep, figuresFreshMs }: Platform) {
  return createQueryShare({ db, nowMs, random, sleep, freshMs: figuresFreshMs });
}

/** How to reach Analytics Engine; null if D1 stores the scans. The first query reports a missing value. */
export function analyticsEngineOf(
  env: ApiEnv,
  platform: Pick<Platform, 'fetch'>,
): AnalyticsEngineConfig | null {
  if (env.SCAN_LOG === 'd1') return null;
  // Bound only by an installation that asked for it: wrangler cannot run it on a laptop, so the generated type lacks it.
  const { ANALYTICS_SQL: binding = null } = env as { ANALYTICS_SQL?: AnalyticsSqlBinding };
  return {
    binding,
    dialect: binding ? 'analytics_sql' : 'analytics_engine',
    accountId: env.AE_ACCOUNT_ID,
    apiToken: env.AE_API_TOKEN,
    dataset: env.AE_DATASET,
    apiUrl: env.AE_API_URL,
    fetch: platform.fetch,
  };
}

/** Where the daily backups go; null if there are none. Only an installation binds this bucket, so the generated type lacks it. */
export function findBackupBucket(env: ApiEnv): R2Bucket | null {
  const { BACKUPS: bucket = null } = env as { BACKUPS?: R2Bucket };
  return bucket;
}
