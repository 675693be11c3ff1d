import type { CodeId } from '../core/code-id.ts';
import { detectDevice } from '../core/device.ts';
import { describeError, formatLogLine } from '../core/log-line.ts';
import { createAnalyticsEngineScanLog, createD1ScanLog, type ScanLog } from '../storage/scan-log.ts';
import { isScanOfPerson } from './is-scan-of-person.ts';
import { createVisitorKey } from './visitor-key.ts';

/** Starts the write at once and ends after the redirect was answered. Whatever fails in here is logged and changes nothing else. */
export async function recordScan(
  request: Request,
  env: ShortlinkEnv,
  codeId: CodeId,
  atMs: number,
): Promise<void> {
  if (!isScanOfPerson(request)) return;
  try {
    const userAgent = request.headers.get('User-Agent') ?? '';
    const address = request.headers.get('CF-Connecting-IP') ?? '';
    await scanLogOf(env).record({
      codeId,
      atMs,
      device: detectDevice(userAgent),
      visitorKey: createVisitorKey(env.VISITOR_KEY_SECRET, codeId, address, userAgent),
      country: typeof request.cf?.country === 'string' ? request.cf.country : null,
    });
  } catch (error) {
    console.error(formatLogLine('scan_log_failed', { error: describeError(error) }));
  }
}

function scanLogOf(env: ShortlinkEnv): ScanLog {
  return env.SCAN_LOG === 'd1' ? createD1ScanLog(env.DB) : createAnalyticsEngineScanLog(env.SCANS);
}
