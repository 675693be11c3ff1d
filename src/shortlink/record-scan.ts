import type { CodeId } from '../core/code-id.ts';
import { describeError, formatLogLine } from '../core/log-line.ts';
import { createAnalyticsEngineScanLog, createD1ScanLog, type ScanLog } from '../storage/scan-log.ts';
import { describeScan } from './describe-scan.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { isScanOfPerson } from './is-scan-of-person.ts';

/** Starts the write at once; what is left of it ends after the redirect. Whatever fails in here is logged and changes nothing else. */
export function recordScan(
  request: Request,
  env: ShortlinkEnv,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  codeId: CodeId,
  atMs: number,
): void {
  try {
    const userAgent = describeUserAgent(request.headers.get('User-Agent') ?? '');
    if (!isScanOfPerson(request, userAgent)) return;
    const scan = describeScan(request, userAgent, env.VISITOR_KEY_SECRET, codeId, atMs);
    const writing = scanLogOf(env).record(scan);
    if (writing) ctx.waitUntil(writing.catch(logFailure));
  } catch (error) {
    logFailure(error);
  }
}

function scanLogOf(env: ShortlinkEnv): ScanLog {
  return env.SCAN_LOG === 'd1' ? createD1ScanLog(env.DB) : createAnalyticsEngineScanLog(env.SCANS);
}

function logFailure(error: unknown): void {
  console.error(formatLogLine('scan_log_failed', { error: describeError(error) }));
}
