import type { Scan } from '#core/scans/scan.ts';
import { toScanPoint } from './columns.ts';

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

const INSERT = `INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, city, os, browser, referrer, language, rule, variant, region, name, account_id)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, (SELECT account_id FROM qr_codes WHERE code_id = ?1))`;

/** Local development, and installations that prefer a table: one row per scan, which a trigger counts in `scan_days`. */
export function createD1ScanLog(db: D1Database): ScanLog {
  return {
    async record(scan) {
      await db
        .prepare(INSERT)
        .bind(
          scan.codeId,
          scan.atMs,
          scan.device,
          scan.visitorKey,
          scan.country,
          scan.city,
          scan.os,
          scan.browser,
          scan.referrer,
          scan.language,
          scan.rule,
          scan.variant,
          scan.region,
          scan.name,
        )
        .run();
    },
  };
}
