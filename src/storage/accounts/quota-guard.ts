import type { SQL } from 'drizzle-orm';
import type { Quotas } from '#core/accounts/quota.ts';
import { describeError } from '#core/log-line.ts';
import { toUtcMonth } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { anyOf, sql } from '../sql.ts';
import { accountUsage } from './accounts-tables.ts';

/**
 * A statement that undoes its batch if a condition holds: of two requests for the last place, one gets it. Only a failing statement can
 * stop a transaction in D1, so this one stores a row without an account. If the condition does not hold, it writes nothing.
 */
export function refuseWhere(db: Database, condition: SQL) {
  return db.insert(accountUsage).select(sql`SELECT NULL, 0, 0, '', 0, 0 WHERE ${condition}`);
}

/** Holds if an account uses more than `limits`; belongs at the end of the batch that adds something. */
export function exceeds(accountId: string, limits: Partial<Quotas>, nowMs: number): SQL {
  const { codes, codes_per_month, stored_bytes } = limits;
  const isOver = anyOf(
    codes === undefined ? undefined : sql`codes > ${codes}`,
    codes_per_month === undefined
      ? undefined
      : sql`(month = ${toUtcMonth(nowMs)} AND codes_that_month > ${codes_per_month})`,
    stored_bytes === undefined ? undefined : sql`stored_bytes > ${stored_bytes}`,
  );
  return sql`EXISTS (SELECT 1 FROM account_usage WHERE account_id = ${accountId} AND ${isOver})`;
}

/** Whether an error means that `refuseWhere` undid the batch. */
export function isQuotaRefusal(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: account_usage.account_id');
}
