import type { Database } from '../database.ts';
import { sql } from '../sql.ts';

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_RUN = 10_000;

/**
 * Deletes single scans from before a time, oldest first, at most `ROWS_PER_RUN`; their counts stay in `scan_days`. The D1 log keeps scans
 * no longer than Analytics Engine does. Rows are stored in order of time, so the oldest have the lowest ids.
 */
export async function deleteScansBefore(db: Database, timeMs: number): Promise<number> {
  const { meta } = await db.run(sql`
    DELETE FROM scans WHERE id IN (SELECT id FROM scans ORDER BY id LIMIT ${ROWS_PER_RUN}) AND scanned_at_ms < ${timeMs}`);
  return meta.changes;
}
