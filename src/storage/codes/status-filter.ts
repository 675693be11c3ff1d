import { sql, type SQL } from 'drizzle-orm';
import type { CodeStatus } from '#core/control/status.ts';
import { MAY_BE_INACTIVE, qrCodes, STANDING } from './codes-tables.ts';

/** Whether a code has a status at a time: `statusOf` of core, in SQL. */
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

/** The codes among which those of a status are, as an index holds them; undefined where they are among all. */
export function mayHaveStatus(status: CodeStatus): SQL | undefined {
  if (status === 'active') return undefined;
  const standing = status === 'disabled' || status === 'paused' ? status : 'varying';
  // The literal conditions are the index's, or SQLite does not use it.
  return sql`${sql.raw(MAY_BE_INACTIVE)} AND ${STANDING} = ${sql.raw(`'${standing}'`)}`;
}
