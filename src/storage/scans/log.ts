import type { Scan } from '#core/scans/scan.ts';
import { SCAN_BLOBS, toScanPoint } from './columns.ts';

/** The store in which the short-link Worker records scans. */
export interface ScanLog {
  /** Starts the write at once and returns its promise, for which no redirect waits; null if the store gives no promise. */
  record(scan: Scan): Promise<void> | null;
}

/** Production: a point in Analytics Engine, sampled by code id, so that a code's counts stay exact until it is very busy. */
export function createAnalyticsEngineScanLog(dataset: AnalyticsEngineDataset): ScanLog {
  return {
    record(scan) {
      dataset.writeDataPoint(toScanPoint(scan));
      return null;
    },
  };
}

/** In D1, the account is that of the code. */
const FIELDS = SCAN_BLOBS.filter((field) => field !== 'accountId');
const COLUMNS = FIELDS.map((field) => field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`));

const INSERT = `INSERT INTO scans (code_id, scanned_at_ms, account_id, ${COLUMNS.join(', ')})
  VALUES (?1, ?2, (SELECT account_id FROM qr_codes WHERE code_id = ?1), ${FIELDS.map((_, i) => `?${i + 3}`).join(', ')})`;

/** Local development, and installations that prefer a table: one row per scan, which a trigger counts in `scan_days`. */
export function createD1ScanLog(db: D1Database): ScanLog {
  return {
    async record(scan) {
      await db
        .prepare(INSERT)
        .bind(scan.codeId, scan.atMs, ...FIELDS.map((field) => scan[field]))
        .run();
    },
  };
}
