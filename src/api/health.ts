import { describeError } from '#core/log-line.ts';
import { requireDatabase } from '#storage/database.ts';
import { ANALYTICS_ENGINE_FIXES, checkAnalyticsEngineConfig } from '#storage/scans/analytics-engine-check.ts';
import { analyticsEngineOf, type Platform } from './dependencies.ts';
import { reportFailure } from './middleware/log-request.ts';
import type { HealthChecks } from './app-env.ts';
import type { Operation } from './operation.ts';

/** Anybody may request it, and every check has a cost, so a result is kept for this long. */
const HEALTH_KEPT_MS = 5_000;

/** Checks whether each binding responds, by name. One instance serves all requests of the isolate. */
export function createReadHealth(platform: Platform): (env: ApiEnv) => Promise<HealthChecks> {
  const { nowMs } = platform;
  let kept: { readonly checks: HealthChecks; readonly atMs: number } | null = null;
  return async function readHealth(env) {
    if (!kept || nowMs() - kept.atMs >= HEALTH_KEPT_MS) {
      kept = { checks: { ...(await checkAll(env)), ...checkScans(env, platform) }, atMs: nowMs() };
    }
    return kept.checks;
  };
}

/** 200 if all bindings respond, 503 if one does not. The cause goes only to the log: the platform's error texts are not for strangers. */
export const getHealth: Operation = {
  method: 'get',
  path: '/health',
  isPublic: true,
  async serve(c) {
    const checks = await c.get('readHealth')(c.env);
    const isHealthy = Object.values(checks).every((result) => result.ok);
    return c.json({ status: isHealthy ? 'ok' : 'failing', checks }, isHealthy ? 200 : 503);
  },
};

/**
 * Analytics Engine is reached through its API, where every query counts against a budget that strangers must not spend. So only its
 * configuration is checked. `npm run doctor` queries it.
 */
function checkScans(env: ApiEnv, platform: Platform): HealthChecks {
  const config = analyticsEngineOf(env, platform);
  if (!config) return {};
  const problem = checkAnalyticsEngineConfig(config);
  if (problem === null) return { ANALYTICS_ENGINE: { ok: true } };
  reportFailure('health_check_failed', `ANALYTICS_ENGINE: ${problem}`);
  return { ANALYTICS_ENGINE: { ok: false, fix: ANALYTICS_ENGINE_FIXES[problem] } };
}

async function checkAll(env: ApiEnv): Promise<HealthChecks> {
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

async function check(
  binding: string,
  fix: string,
  ask: () => Promise<unknown>,
): Promise<[string, HealthChecks[string]]> {
  try {
    await ask();
    return [binding, { ok: true }];
  } catch (error) {
    reportFailure('health_check_failed', `${binding}: ${describeError(error)}`);
    return [binding, { ok: false, fix }];
  }
}
