import { sql, type SQL } from 'drizzle-orm';
import type { CodeStatus } from '#core/control/status.ts';
import { qrCodes } from './codes-tables.ts';

/** Whether a code has a status at a time: `statusOf` of core, in SQL. Only codes with control are anything but active. */
export function hasStatus(status: CodeStatus, nowMs: number): SQL {
  const field = (name: string) => sql`(${qrCodes.control} ->> ${sql.raw(`'$.${name}'`)})`;
  const isStatus = sql`CASE
    WHEN ${field('isPaused')} THEN 'paused'
    WHEN ${field('startsAtMs')} > ${nowMs} THEN 'scheduled'
    WHEN ${field('endsAtMs')} <= ${nowMs} THEN 'ended'
    WHEN ${qrCodes.scansTaken} >= ${field('maxScans')} THEN 'exhausted'
    ELSE 'active' END = ${status}`;
  // The literal condition is the index's, or SQLite does not use it.
  return status === 'active' ? isStatus : sql`(${qrCodes.control} IS NOT NULL AND ${isStatus})`;
}
