import { describeError } from '#core/log-line.ts';
import { budgetOf } from '#service/budget.ts';
import { readJobs } from '#service/upkeep/successes.ts';
import { bucketOf, isBound } from '#storage/bucket.ts';
import { openDatabase, requireDatabase } from '#storage/database.ts';
import { requireWritable } from '#storage/upkeep/write-check.ts';
import { ANALYTICS_ENGINE_FIXES, checkAnalyticsEngineConfig } from '#storage/scans/analytics-engine-check.ts';
import { analyticsEngineOf, findBackupBucket, type Platform } from './dependencies.ts';
import { reportFailure } from './middleware/log-request.ts';
import type { Health, HealthChecks } from './app-env.ts';
import { health } from '#contract/codes/responses.ts';
import { operation } from './operation.ts';
import { Reply } from './reply.ts';

/** Anybody may request it, and every check has a cost, so a result is kept for this long. */
const HEALTH_KEPT_MS = 5_000;

/** Checks whether each binding responds, and reads how the cron gets on. One instance serves all requests of the isolate. */
export function createReadHealth(platform: Platform, version: string): (env: ApiEnv) => Promise<Health> {
  const { nowMs } = platform;
  let kept: { readonly health: Health; readonly atMs: number } | null = null;
  return async function readHealth(env) {
    if (!kept || nowMs() - kept.atMs >= HEALTH_KEPT_MS) {
      const [bindings, jobs] = await Promise.all([checkAll(env, nowMs()), readCron(env, nowMs)]);
      kept = {
        health: { version, checks: { ...bindings, ...checkScans(env, platform) }, jobs },
        atMs: nowMs(),
      };
    }
    return kept.health;
  };
}

/**
 * 200 if all bindings respond, 503 if one does not. A late job of the cron is shown and leaves the status 200, because requests are served.
 * The cause goes only to the log: the platform's error texts are not for strangers.
 */
export const getHealth = operation({
  method: 'get',
  path: '/health',
  summary: 'Check the health of the service',
  description:
    'This request needs no key. If a binding does not respond, the status is 503, and the response says how to fix it. A late cron job does not change the status.',
  isPublic: true,
  response: health,
  example: {
    status: 'ok',
    version: '1.0.0',
    checks: { DB: { ok: true }, IMAGES: { ok: true } },
    jobs: { backed_up: { state: 'ok', last_success_at: '2026-11-21T03:17:00.000Z' } },
  },
  async handle({ readHealth }) {
    const { version, checks, jobs } = await readHealth();
    const isHealthy = Object.values(checks).every((result) => result.ok);
    const status = isHealthy ? 'ok' : 'failing';
    const body = { status, version, checks: { ...checks }, jobs: jobs && presentJobs(jobs) } as const;
    return new Reply(body, {}, isHealthy ? 200 : 503);
  },
});

function presentJobs(jobs: NonNullable<Health['jobs']>) {
  return Object.fromEntries(
    [...jobs].map(([job, { state, lastSuccessAtMs }]) => [
      job,
      { state, last_success_at: lastSuccessAtMs === null ? null : new Date(lastSuccessAtMs).toISOString() },
    ]),
  );
}

/** Null if the database does not respond, which the check of its binding reports. */
async function readCron(env: ApiEnv, nowMs: () => number): Promise<Health['jobs']> {
  const deps = { db: openDatabase(env.DB), budget: budgetOf(env.WORKERS_PLAN), nowMs };
  return readJobs(deps, findBackupBucket(env) !== null).catch(() => null);
}

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

async function checkAll(env: ApiEnv, nowMs: number): Promise<HealthChecks> {
  const limiters = [
    'RATE_LIMIT_FREE',
    'RATE_LIMIT_PRO',
    'RATE_LIMIT_BUSINESS',
    'RATE_LIMIT_FAILED_AUTH',
  ] as const;
  const images = bucketOf(env, 'IMAGES');
  const checks = [
    check('DB', 'Check the D1 binding and run "wrangler d1 migrations apply DB".', () =>
      requireDatabase(env.DB),
    ),
    check(
      'DB_WRITES',
      'The database does not take writes. On Cloudflare: www.cloudflarestatus.com, and whether it is full ("use: D1" in npm run doctor). On this machine: make room on its disk.',
      () => requireWritable(openDatabase(env.DB), nowMs),
    ),
    ...(isBound(images)
      ? [check('IMAGES', 'Check the R2 binding and that its bucket exists.', () => images.head('health'))]
      : []),
    ...(['LINKS', 'OAUTH_KV'] as const).map((name) =>
      check(name, 'Check the KV binding and that its namespace exists.', () => env[name].get('health')),
    ),
    ...limiters.map((name) => check(name, 'Check [[ratelimits]].', () => env[name].limit({ key: 'health' }))),
  ];
  return Object.fromEntries(await Promise.all(checks));
}

const MAKE_ROOM = 'The disk or the database is full: make room.';

async function check(
  binding: string,
  fix: string,
  ask: () => Promise<unknown>,
): Promise<[string, HealthChecks[string]]> {
  try {
    await ask();
    return [binding, { ok: true }];
  } catch (error) {
    const description = describeError(error);
    reportFailure('health_check_failed', `${binding}: ${description}`);
    // On this machine, limiters and buckets are files on the same disk as the database.
    return [binding, { ok: false, fix: description.includes('SQLITE_FULL') ? MAKE_ROOM : fix }];
  }
}
