import type { SQL } from 'drizzle-orm';
import type { CodeStatus } from '#core/control/status.ts';
import { MAY_BE_INACTIVE, qrCodes, STANDING } from '../codes/codes-tables.ts';
import { sql } from '../sql.ts';

/** Whether a code has a status at a time: the SQL version of core's `statusOf`. */
export function hasStatus(status: CodeStatus, nowMs: number): SQL {
  const field = (name: string) => sql`(${qrCodes.control} ->> ${sql.raw(`'$.${name}'`)})`;
  return sql`CASE
    WHEN ${qrCodes.disabledFor} IS NOT NULL THEN 'disabled'
    WHEN ${field('isPaused')} THEN 'paused'
    WHEN ${field('startsAtMs')} > ${nowMs} THEN 'scheduled'
    WHEN ${field('endsAtMs')} <= ${nowMs} THEN 'ended'
    WHEN ${qrCodes.scansTaken} >= ${field('maxScans')} THEN 'exhausted'
    ELSE 'active' END = ${status}`;
}

/** The codes in the index that contains those of a status; undefined if that is all codes. */
export function mayHaveStatus(status: CodeStatus): SQL | undefined {
  if (status === 'active') return undefined;
  const standing = status === 'disabled' || status === 'paused' ? status : 'varying';
  // SQLite uses the index only with its literal conditions.
  return sql`${sql.raw(MAY_BE_INACTIVE)} AND ${STANDING} = ${sql.raw(`'${standing}'`)}`;
}
