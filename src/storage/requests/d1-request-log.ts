import { desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { FIRST_FAILURE, MOST_REQUESTS, REQUESTS_KEPT_MS } from '#core/requests/api-request.ts';
import type { Database } from '../database.ts';
import { allOf, sql } from '../sql.ts';
import type { RequestLog, RequestPage } from './request-log.ts';
import { apiRequests } from './requests-tables.ts';

/** A row for each request; `deleteOldRequests` bounds them. */
export function createD1RequestLog(db: Database): RequestLog {
  return {
    async record(request) {
      const fields = request.fields.length === 0 ? null : request.fields;
      await db.insert(apiRequests).values({ ...request, fields });
    },

    async list(accountId, page) {
      const rows = await db
        .select()
        .from(apiRequests)
        .where(allOf(eq(apiRequests.accountId, accountId), isOn(page)))
        .orderBy(desc(apiRequests.requestedAtMs), desc(apiRequests.id))
        .limit(page.limit);
      return rows.map((row) =>
        Object.assign({}, row, { id: String(row.id), fields: row.fields ?? [], standsFor: 1 }),
      );
    },
  };
}

function isOn({ filter, sinceMs, after }: RequestPage): SQL {
  return allOf(
    gte(apiRequests.requestedAtMs, sinceMs),
    after ? sql`(requested_at_ms, id) < (${after.timeMs}, ${Number(after.id)})` : undefined,
    filter.keyId === null ? undefined : eq(apiRequests.keyId, filter.keyId),
    filter.isFailed ? gte(apiRequests.status, FIRST_FAILURE) : undefined,
  );
}

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_STATEMENT = 10_000;
const ACCOUNTS_PER_RUN = 20;

/**
 * The accounts, one after the other in the index: no row of the same account is read twice. More than `MOST_REQUESTS` of an account are not
 * counted.
 */
const CROWDED = sql<{ account_id: string }>`
  WITH RECURSIVE owners (account_id) AS (
    SELECT min(account_id) FROM api_requests
    UNION ALL
    SELECT (SELECT min(account_id) FROM api_requests WHERE account_id > owners.account_id) FROM owners WHERE account_id IS NOT NULL
  )
  SELECT account_id FROM owners
  WHERE (SELECT id FROM api_requests WHERE api_requests.account_id = owners.account_id LIMIT 1 OFFSET ${MOST_REQUESTS}) IS NOT NULL
  LIMIT ${ACCOUNTS_PER_RUN}`;

/** Deletes some of the requests that are too old, and some of those beyond the newest of an account. Gives how many. */
export async function deleteOldRequests(db: Database, nowMs: number): Promise<{ requests: number }> {
  let deleted = await deleteSome(db, lt(apiRequests.requestedAtMs, nowMs - REQUESTS_KEPT_MS), 0);
  for (const { account_id: accountId } of await db.all<{ account_id: string }>(CROWDED))
    deleted += await deleteSome(db, eq(apiRequests.accountId, accountId), MOST_REQUESTS);
  return { requests: deleted };
}

/** Leaves the newest `kept` of them. */
async function deleteSome(db: Database, which: SQL, kept: number): Promise<number> {
  const { meta } = await db.run(sql`
    DELETE FROM api_requests WHERE id IN (
      SELECT id FROM api_requests WHERE ${which} ORDER BY requested_at_ms DESC, id DESC LIMIT ${ROWS_PER_STATEMENT} OFFSET ${kept})`);
  return meta.changes;
}
