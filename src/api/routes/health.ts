import type { Context } from 'hono';
import { describeError } from '../../core/log-line.ts';
import {
  ANALYTICS_ENGINE_FIXES,
  type AnalyticsEngineProblem,
  checkAnalyticsEngine,
} from '../../storage/analytics-engine-check.ts';
import type { AppEnv } from '../app.ts';
import { analyticsEngineOf, type Platform } from '../dependencies.ts';
import { reportFailure } from '../middleware/log-request.ts';

interface Check {
  readonly ok: boolean;
  readonly fix?: string;
}

/** Anybody may ask for the health, but nobody may make us ask Cloudflare's API more often than this. */
const ANALYTICS_ENGINE_CHECK_MS = 30_000;

/**
 * `GET /health`: each binding by name, and whether it answers. 200 when all do, 503 when one does not.
 * The cause goes to the log only: error texts of the platform are not for strangers.
 */
export function createReadHealth(platform: Platform) {
  let latest: { readonly atMs: number; readonly problem: Promise<AnalyticsEngineProblem | null> } | null =
    null;

  /** Analytics Engine is reached over its API, not through a binding. */
  async function checkScans(env: ApiEnv): Promise<Record<string, Check>> {
    const config = analyticsEngineOf(env, platform);
    if (!config) return {};
    const now = platform.nowMs();
    if (!latest || now - latest.atMs >= ANALYTICS_ENGINE_CHECK_MS)
      latest = { atMs: now, problem: checkAnalyticsEngine(config) };
    const problem = await latest.problem;
    if (problem === null) return { ANALYTICS_ENGINE: { ok: true } };
    reportFailure('health_check_failed', `ANALYTICS_ENGINE: ${problem}`);
    return { ANALYTICS_ENGINE: { ok: false, fix: ANALYTICS_ENGINE_FIXES[problem] } };
  }

  return async function readHealth(c: Context<AppEnv>): Promise<Response> {
    const { DB, IMAGES, RATE_LIMIT_FREE, RATE_LIMIT_PRO, RATE_LIMIT_BUSINESS } = c.env;
    const key = { key: 'health' };
    const checks = {
      DB: await check('DB', 'Check the D1 binding and run "wrangler d1 migrations apply DB".', () =>
        DB.prepare('SELECT code_id FROM scan_days LIMIT 1').all(),
      ),
      IMAGES: await check('IMAGES', 'Check the R2 binding and that its bucket exists.', () =>
        IMAGES.head('health'),
      ),
      RATE_LIMIT_FREE: await check('RATE_LIMIT_FREE', 'Check [[ratelimits]].', () =>
        RATE_LIMIT_FREE.limit(key),
      ),
      RATE_LIMIT_PRO: await check('RATE_LIMIT_PRO', 'Check [[ratelimits]].', () => RATE_LIMIT_PRO.limit(key)),
      RATE_LIMIT_BUSINESS: await check('RATE_LIMIT_BUSINESS', 'Check [[ratelimits]].', () =>
        RATE_LIMIT_BUSINESS.limit(key),
      ),
      ...(await checkScans(c.env)),
    };
    const isHealthy = Object.values(checks).every((result: Check) => result.ok);
    return c.json({ status: isHealthy ? 'ok' : 'failing', checks }, isHealthy ? 200 : 503);
  };
}

async function check(binding: string, fix: string, ask: () => Promise<unknown>): Promise<Check> {
  try {
    await ask();
    return { ok: true };
  } catch (error) {
    reportFailure('health_check_failed', `${binding}: ${describeError(error)}`);
    return { ok: false, fix };
  }
}
