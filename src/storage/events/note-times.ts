import { DAY_MS } from '#core/utc-day.ts';
import { MAY_BE_INACTIVE, STANDING } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { happenings } from './happenings.ts';

/**
 * Notes the codes that started or ended within the last day, where a webhook asks for it. What was noted is not noted again. A code that
 * was changed, paused or deleted since then has no such event any more.
 */
export async function noteTimes(db: Database, nowMs: number): Promise<void> {
  for (const [type, field] of [
    ['qr.started', 'startsAtMs'],
    ['qr.ended', 'endsAtMs'],
  ] as const) {
    const time = sql.raw(`control ->> '$.${field}'`);
    const asks = sql`webhooks CROSS JOIN json_each(webhooks.events) AS one WHERE one.value = ${type}`;
    // The index by standing has only the codes whose state the clock decides: those that are paused or disabled are not among them.
    await db.insert(happenings).select(sql`SELECT account_id, ${type}, code_id, NULL, ${time} FROM qr_codes
      WHERE account_id IN (SELECT webhooks.account_id FROM ${asks}) AND deleted_at_ms IS NULL
        AND ${sql.raw(MAY_BE_INACTIVE)} AND ${STANDING} = 'varying' AND ${time} BETWEEN ${nowMs - DAY_MS} AND ${nowMs}
        AND EXISTS (SELECT 1 FROM ${asks} AND webhooks.account_id = qr_codes.account_id AND webhooks.created_at_ms <= ${time})`);
  }
}
