import type { CodeId } from '../core/code-id.ts';
import { describeError, formatLogLine } from '../core/log-line.ts';
import { createAnalyticsEngineScanLog, createD1ScanLog, type ScanLog } from '../storage/scan-log.ts';
import { describeScan } from './describe-scan.ts';
import { isScanOfPerson } from './is-scan-of-person.ts';

/** Starts the write at once and ends after the redirect was answered. Whatever fails in here is logged and changes nothing else. */
export async function recordScan(
  request: Request,
  env: ShortlinkEnv,
  codeId: CodeId,
  atMs: number,
): Promise<void> {
  try {
    if (!isScanOfPerson(request)) return;
    await scanLogOf(env).record(describeScan(request, env.VISITOR_KEY_SECRET, codeId, atMs));
  } catch (error) {
    console.error(formatLogLine('scan_log_failed', { error: describeError(error) }));
  }
}

function scanLogOf(env: ShortlinkEnv): ScanLog {
  return env.SCAN_LOG === 'd1' ? createD1ScanLog(env.DB) : createAnalyticsEngineScanLog(env.SCANS);
}
