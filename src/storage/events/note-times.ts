import { DAY_MS } from '#core/utc-day.ts';
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
    await db.insert(happenings).select(sql`SELECT qr_codes.account_id, ${type}, code_id, NULL, ${time}
      FROM webhooks CROSS JOIN json_each(webhooks.events) AS one CROSS JOIN qr_codes ON qr_codes.account_id = webhooks.account_id
      WHERE one.value = ${type} AND deleted_at_ms IS NULL AND control IS NOT NULL
        AND ${time} BETWEEN max(${nowMs - DAY_MS}, webhooks.created_at_ms) AND ${nowMs}
        AND coalesce(control ->> '$.isPaused', 0) = 0 AND qr_codes.disabled_for IS NULL`);
  }
}
