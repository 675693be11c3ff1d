import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { describeError, formatLogLine } from '#core/log-line.ts';
import type { AppEnv } from '../app-env.ts';

/** Logs one line for each request: the account, the route and the outcome. It logs the path pattern instead of the path, to keep ids out. */
export function logRequest(nowMs: () => number) {
  return createMiddleware<AppEnv>(async function log(c, next) {
    const startedMs = nowMs();
    await next();
    const line = formatLogLine('request', {
      request_id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      error_code: c.get('errorCode'),
      account_id: c.get('actor')?.account.id,
      duration_ms: nowMs() - startedMs,
    });
    console.log(line);
  });
}

export function reportFailure(event: string, error: unknown, requestId?: string): void {
  console.error(formatLogLine(event, { request_id: requestId, error: describeError(error) }));
}
