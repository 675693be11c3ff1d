import type { Dependencies } from '../service/dependencies.ts';
import type { AnalyticsEngineConfig } from '../storage/analytics-engine-api.ts';
import { createAnalyticsEngineScanReader } from '../storage/analytics-engine-scan-reader.ts';
import { createD1ScanReader } from '../storage/d1-scan-reader.ts';
import { openDatabase } from '../storage/database.ts';
import { createMailer } from '../storage/mailer.ts';
import { createAnalyticsEngineScanCounter } from '../storage/scan-counter.ts';
import { reportFailure } from './middleware/log-request.ts';

/** What a Worker has besides its bindings. */
export interface Platform {
  readonly nowMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly fetch: typeof fetch;
}

export const PLATFORM: Platform = {
  nowMs: Date.now,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  // Called as a function of its own: workerd refuses fetch as a method of another object.
  fetch: (input, init) => fetch(input, init),
};

/** Joins the bindings with clock, randomness and network into what the use cases work with. */
export function createDependencies(
  env: ApiEnv,
  platform: Platform,
  afterAnswer: Dependencies['afterAnswer'],
): Dependencies {
  const db = openDatabase(env.DB);
  const { nowMs, randomBytes } = platform;
  const api = analyticsEngineOf(env, platform);
  return {
    db,
    images: env.IMAGES,
    links: env.LINKS,
    mailer: createMailer(env),
    scans: api ? createAnalyticsEngineScanReader({ db, api, nowMs, reportFailure }) : createD1ScanReader(db),
    scanCounter: api && createAnalyticsEngineScanCounter(api),
    shortUrlBase: env.SHORT_URL_BASE,
    nowMs,
    randomBytes,
    afterAnswer,
    reportFailure,
  };
}

/** How to reach Analytics Engine; null where scans are kept in D1. A missing value is told by the first query, not here. */
export function analyticsEngineOf(
  env: ApiEnv,
  platform: Pick<Platform, 'fetch'>,
): AnalyticsEngineConfig | null {
  if (env.SCAN_LOG === 'd1') return null;
  return {
    accountId: env.AE_ACCOUNT_ID,
    apiToken: env.AE_API_TOKEN,
    dataset: env.AE_DATASET,
    apiUrl: env.AE_API_URL,
    fetch: platform.fetch,
  };
}
