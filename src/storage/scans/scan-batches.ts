import { and, asc, between, eq, gt, lte } from 'drizzle-orm';
import { toPublicId } from '#core/codes/code-id.ts';
import type { EventFacts } from '#core/events/event.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { happenings } from '../events/happenings.ts';
import { askingFor } from '../events/webhooks.ts';
import { sql } from '../sql.ts';
import { scans } from './scans-tables.ts';

/** The most scans of one event: less than 20 kB. */
const MOST_SCANS = 50;

/** A scan is in the log by then: so far back, later ones may have smaller times. */
const LOGGED_WITHIN_MS = 10 * 60_000;

/**
 * Notes the next scans of each account whose webhooks ask for them, up to fifty in an event: those since its last event, or of the last
 * day. Only D1 has the log of single scans in an order that can be continued. Gives whether an account has more.
 */
export async function noteScans(db: Database, nowMs: number): Promise<boolean> {
  await db.insert(happenings).select(sql`
    WITH asking AS (${askingFor('scans.recorded')}),
    told AS (
      SELECT account_id, max(since_ms, ${nowMs - DAY_MS}) AS since_ms, coalesce((SELECT facts ->> '$.scans.last' FROM events
        WHERE events.account_id = asking.account_id AND type = 'scans.recorded' ORDER BY id DESC LIMIT 1), 0) AS last FROM asking),
    known AS (
      SELECT account_id, last, max(since_ms, coalesce((SELECT scanned_at_ms FROM scans WHERE id = last), 0) - ${LOGGED_WITHIN_MS}) AS since_ms FROM told),
    fresh AS (
      SELECT account_id, last AS after, (SELECT json_group_array(id) FROM (SELECT id FROM scans WHERE scans.account_id = known.account_id
        AND scanned_at_ms >= since_ms AND scanned_at_ms <= ${nowMs} AND id > last ORDER BY id LIMIT ${MOST_SCANS + 1})) AS ids FROM known)
    SELECT account_id, 'scans.recorded', '', json_object('scans', json_object('after', after,
      'last', ids ->> CAST(min(json_array_length(ids), ${MOST_SCANS}) - 1 AS INTEGER),
      'hasMore', json(iif(json_array_length(ids) > ${MOST_SCANS}, 'true', 'false')))), ${nowMs}
    FROM fresh WHERE json_array_length(ids) > 0`);
  const more = await db.get<{ more: number }>(sql`SELECT EXISTS (SELECT 1 FROM events
    WHERE happened_at_ms = ${nowMs} AND type = 'scans.recorded' AND facts ->> '$.scans.hasMore') AS more`);
  return more.more === 1;
}

/** The scans of an event, without what would identify a visitor. */
export async function listScansBetween(
  db: Database,
  accountId: string,
  { after, last, hasMore }: NonNullable<EventFacts['scans']>,
  notedAtMs: number,
) {
  const { country, region, city, device, os, browser, language, referrer, rule, variant, source } = scans;
  const rows = await db
    .select({
      id: sql<string>`CAST(scans.id AS TEXT)`,
      code_id: scans.codeId,
      external_id: qrCodes.externalId,
      at: scans.scannedAtMs,
      ...{ country, region, city, device, os, browser, language, referrer, rule, variant, source },
    })
    .from(scans)
    .leftJoin(qrCodes, eq(qrCodes.codeId, scans.codeId))
    .where(
      and(
        eq(scans.accountId, accountId),
        // All of them are of this day: the index finds no older ones.
        between(scans.scannedAtMs, notedAtMs - DAY_MS, notedAtMs),
        gt(scans.id, after),
        lte(scans.id, last),
      ),
    )
    .orderBy(asc(scans.id));
  const found = rows.map((row) =>
    Object.assign(row, { code_id: toPublicId(row.code_id), at: new Date(row.at).toISOString() }),
  );
  return { from: found[0]?.at ?? null, to: found.at(-1)?.at ?? null, has_more: hasMore, scans: found };
}
