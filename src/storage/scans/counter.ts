import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { isDevice, type Device } from '#core/scans/device.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from './analytics-engine-api.ts';
import { type CodeSpan, countsByCodeSql, type TimeSpan } from './sql.ts';

/** Scans of a code in a stretch of time, by one kind of device. */
interface CodeCount {
  readonly codeId: CodeId;
  readonly device: Device;
  readonly scans: number;
  readonly lastScanAtMs: number;
}

/** A page of counts ordered by code id. A full page may cut its last code off. */
interface CodeCountPage {
  readonly counts: readonly CodeCount[];
  readonly isFull: boolean;
}

/** Counts the scans of all codes, for the roll-up. */
export interface ScanCounter {
  countCodes(codes: CodeSpan, span: TimeSpan, maxRows: number): Promise<CodeCountPage>;
}

export function createAnalyticsEngineScanCounter(api: AnalyticsEngineConfig): ScanCounter {
  return {
    async countCodes(codes, span, maxRows) {
      const rows = await querySql(api, countsByCodeSql(api, codes, span, maxRows), toCodeCount);
      return { counts: rows.flat(), isFull: rows.length === maxRows };
    },
  };
}

/** Skips points of other programs, which a shared dataset may hold. */
function toCodeCount(row: SqlRow): CodeCount[] {
  const text = toText(row['code_id']);
  const codeId = parseCodeId(text);
  const device = toText(row['device']);
  return codeId === text && isDevice(device)
    ? [{ codeId, device, scans: toCount(row['scans']), lastScanAtMs: toCount(row['last_second']) * 1_000 }]
    : [];
}
