import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { describeError, formatLogLine } from '../../core/log-line.ts';
import type { AppEnv } from '../app.ts';
import type { ErrorCode } from '../errors.ts';

export interface LogVariables {
  /** Set where the answer is an error. */
  errorCode: ErrorCode | undefined;
}

/** One line for each request: who, which route, what came of it. The path pattern instead of the path, so that no id is logged. */
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
      account_id: c.get('account')?.id,
      duration_ms: nowMs() - startedMs,
    });
    console.log(line);
  });
}

export function reportFailure(event: string, error: unknown, requestId?: string): void {
  console.error(formatLogLine(event, { request_id: requestId, error: describeError(error) }));
}
