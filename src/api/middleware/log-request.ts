import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { Actor } from '#core/accounts/account.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { logApiRequest } from '#service/requests/log-request.ts';
import type { AppEnv } from '../app-env.ts';

/**
 * Logs one line for each request: the account, the route and the outcome, with the path pattern instead of the path, to keep ids out. What
 * was asked with an API key also goes to its account's own log.
 */
export function logRequest(nowMs: () => number) {
  return createMiddleware<AppEnv>(async function log(c, next) {
    const startedMs = nowMs();
    await next();
    const durationMs = nowMs() - startedMs;
    const line = formatLogLine('request', {
      request_id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      error_code: c.get('errorCode'),
      account_id: c.get('actor')?.account.id,
      duration_ms: durationMs,
    });
    console.log(line);
    // Not set by requests without a valid key.
    const actor: Actor | undefined = c.get('actor');
    // What the plan refuses must not fill the log.
    if (!actor || c.get('errorCode') === 'rate_limited') return;
    logApiRequest(c.get('deps'), {
      accountId: actor.account.id,
      requestedAtMs: startedMs,
      keyId: actor.id,
      ...(c.get('ran') ?? { method: c.req.method, path: c.req.path, status: c.res.status }),
      errorCode: c.get('errorCode') ?? null,
      durationMs,
      requestId: c.get('requestId'),
      fields: (c.get('errorFields') ?? []).map(({ field }) => field),
    });
  });
}

export function reportFailure(event: string, error: unknown, requestId?: string): void {
  console.error(formatLogLine(event, { request_id: requestId, error: describeError(error) }));
}
