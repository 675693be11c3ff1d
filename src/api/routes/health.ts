import type { Context } from 'hono';
import { describeError } from '../../core/log-line.ts';
import type { AppEnv } from '../app.ts';
import { reportFailure } from '../middleware/log-request.ts';

interface Check {
  readonly ok: boolean;
  readonly fix?: string;
}

/** Anybody may ask, and every check costs something: an answer is good for as long as this. */
const HEALTH_KEPT_MS = 5_000;

type Checks = Readonly<Record<string, Check>>;

/**
 * `GET /health`: each binding by name, and whether it answers. 200 when all do, 503 when one does not.
 * The cause goes to the log only: error texts of the platform are not for strangers.
 */
export function createReadHealth(nowMs: () => number) {
  let kept: { readonly checks: Checks; readonly atMs: number } | null = null;

  return async function readHealth(c: Context<AppEnv>): Promise<Response> {
    if (!kept || nowMs() - kept.atMs >= HEALTH_KEPT_MS)
      kept = { checks: await checkAll(c.env), atMs: nowMs() };
    const isHealthy = Object.values(kept.checks).every((result) => result.ok);
    return c.json({ status: isHealthy ? 'ok' : 'failing', checks: kept.checks }, isHealthy ? 200 : 503);
  };
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
      env.DB.prepare('SELECT code_id FROM qr_codes LIMIT 1').all(),
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
