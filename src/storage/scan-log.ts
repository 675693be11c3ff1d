import type { Scan } from '../core/scan.ts';

/** Where the short-link Worker records scans. `record` starts the write at once; the redirect does not wait for its end. */
export interface ScanLog {
  record(scan: Scan): Promise<void>;
}

/**
 * The columns of the Analytics Engine dataset: the code id is `index1`, and these fields are `blob1`, `blob2`… in this order.
 * The timestamp of a point is set by Analytics Engine and cannot be chosen.
 */
const SCAN_BLOBS = ['visitorKey', 'device', 'country'] as const satisfies readonly (keyof Scan)[];

/** Production: a point in Analytics Engine, sampled by code id, so that a code's counts stay exact until it is very busy. */
export function createAnalyticsEngineScanLog(dataset: AnalyticsEngineDataset): ScanLog {
  return {
    async record(scan) {
      dataset.writeDataPoint({ indexes: [scan.codeId], blobs: SCAN_BLOBS.map((field) => scan[field] ?? '') });
    },
  };
}

const INSERT =
  'INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country) VALUES (?, ?, ?, ?, ?)';

/** Local development, and installations that prefer a table: one row a scan. */
export function createD1ScanLog(db: D1Database): ScanLog {
  return {
    async record(scan) {
      await db.prepare(INSERT).bind(scan.codeId, scan.atMs, scan.device, scan.visitorKey, scan.country).run();
    },
  };
}
