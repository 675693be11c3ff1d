import type { Context } from 'hono';
import { describeError } from '#core/log-line.ts';
import { requireDatabase } from '#storage/database.ts';
import { ANALYTICS_ENGINE_FIXES, checkAnalyticsEngineConfig } from '#storage/scans/analytics-engine-check.ts';
import type { AppEnv } from './app-env.ts';
import { analyticsEngineOf, type Platform } from './dependencies.ts';
import { reportFailure } from './middleware/log-request.ts';

interface Check {
  readonly ok: boolean;
  readonly fix?: string;
}

/** Anybody may ask, and every check costs something: a result is kept for this long. */
const HEALTH_KEPT_MS = 5_000;

type Checks = Readonly<Record<string, Check>>;

/**
 * `GET /health`: each binding by name, and whether it responds. 200 when all do, 503 when one does not.
 * The cause goes to the log only: error texts of the platform are not for strangers.
 */
export function createReadHealth(platform: Platform) {
  const { nowMs } = platform;
  let kept: { readonly checks: Checks; readonly atMs: number } | null = null;
  return async function readHealth(c: Context<AppEnv>): Promise<Response> {
    if (!kept || nowMs() - kept.atMs >= HEALTH_KEPT_MS) {
      kept = { checks: { ...(await checkAll(c.env)), ...checkScans(c.env, platform) }, atMs: nowMs() };
    }
    const isHealthy = Object.values(kept.checks).every((result) => result.ok);
    return c.json({ status: isHealthy ? 'ok' : 'failing', checks: kept.checks }, isHealthy ? 200 : 503);
  };
}

/**
 * Analytics Engine is reached over its API, where every query counts against a budget that strangers must not spend: only its configuration
 * is looked at. `npm run doctor` asks it.
 */
function checkScans(env: ApiEnv, platform: Platform): Checks {
  const config = analyticsEngineOf(env, platform);
  if (!config) return {};
  const problem = checkAnalyticsEngineConfig(config);
  if (problem === null) return { ANALYTICS_ENGINE: { ok: true } };
  reportFailure('health_check_failed', `ANALYTICS_ENGINE: ${problem}`);
  return { ANALYTICS_ENGINE: { ok: false, fix: ANALYTICS_ENGINE_FIXES[problem] } };
}

async function checkAll(env: ApiEnv): Promise<Checks> {
  const limiters = [
    'RATE_LIMIT_FREE',
    'RATE_LIMIT_PRO',
    'RATE_LIMIT_BUSINESS',
    'RATE_LIMIT_FAILED_AUTH',
  ] as const;
  const checks = [
    check('DB', 'Check the D1 binding and run "wrangler d1 migrations apply DB".', () =>
      requireDatabase(env.DB),
    ),
    check('IMAGES', 'Check the R2 binding and that its bucket exists.', () => env.IMAGES.head('health')),
    check('LINKS', 'Check the KV binding and that its namespace exists.', () => env.LINKS.get('health')),
    ...limiters.map((name) => check(name, 'Check [[ratelimits]].', () => env[name].limit({ key: 'health' }))),
  ];
  return Object.fromEntries(await Promise.all(checks));
}

async function check(binding: string, fix: string, ask: () => Promise<unknown>): Promise<[string, Check]> {
  try {
    await ask();
    return [binding, { ok: true }];
  } catch (error) {
    reportFailure('health_check_failed', `${binding}: ${describeError(error)}`);
    return [binding, { ok: false, fix }];
  }
}
