import { describeError, formatLogLine } from '#core/log-line.ts';
import { createAnalyticsEngineScanLog, createD1ScanLog, type ScanLog } from '#storage/scans/log.ts';
import { describeScan, type LedScan } from './describe.ts';
import { isScanOfPerson } from './is-of-person.ts';
import type { Visitor } from './visitor.ts';

/** Starts the write at once if a person scanned; it may end after the response. A failure here is logged and changes nothing else. */
export function recordScan(
  visitor: Visitor,
  env: ShortlinkEnv,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
  scan: LedScan,
): void {
  try {
    if (!isScanOfPerson(visitor, visitor.userAgent)) return;
    const writing = scanLogOf(env).record(describeScan(visitor, scan));
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
