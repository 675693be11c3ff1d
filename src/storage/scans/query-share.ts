import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { orUnavailable } from '../unavailable.ts';
import { AnalyticsEngineError } from './analytics-engine-api.ts';
import { scanQueries, scanQueryLog } from './scans-tables.ts';

/**
 * The queries of one installation to Analytics Engine, shared by all its isolates through D1: none twice within `freshMs`, never more than
 * the budget, and no account more than its share. Cloudflare blocks a token for five minutes after 1,200 queries in five minutes.
 */
export interface QueryShare {
  /** Whether the caller may send the query now. If so, it must send it once; the result is kept elsewhere. */
  claim(query: SharedQuery): Promise<boolean>;
  /** Sends the query, or gives the last result: a fresh one, or an old one while Analytics Engine fails or the budget is used up. */
  run<T>(query: SharedQuery, send: () => Promise<T>): Promise<SharedResult<T>>;
  /** Stops all queries for a while after a failure. */
  backOff(error: unknown): Promise<void>;
}

interface SharedQuery {
  readonly key: string;
  readonly accountId: string;
  /** Number of queries that it sends. */
  readonly queries: number;
}

interface SharedResult<T> {
  readonly value: T;
  readonly readAtMs: number;
}

export interface QueryShareOptions {
  readonly db: Database;
  readonly nowMs: () => number;
  /** How long a result counts as fresh. */
  readonly freshMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const WINDOW_MS = 300_000;

/**
 * Queries in a window. Each may be sent twice (one retry), and the roll-up sends at most 96 in a window in addition: together below 1,000.
 * An account may use half of what the others leave, so that a busy one never keeps a quiet one from its figures.
 */
export const QUERIES_PER_WINDOW = 450;

const PAUSE_KEY = 'pause';
const PAUSE_MS = { tooMany: 60_000, failed: 5_000 };
const POLLS = 10;
const POLL_MS = 300;
const KEPT_MS = 86_400_000;

export function createQueryShare(options: QueryShareOptions): QueryShare {
  const share: QueryShare = {
    claim: (query) => claim(options, query),
    backOff: (error) => backOff(options, error),
    async run<T>(query: SharedQuery, send: () => Promise<T>) {
      if (!(await share.claim(query))) return waitForResult<T>(options, query.key);
      try {
        const value = await send();
        const readAtMs = options.nowMs();
        await options.db
          .update(scanQueries)
          .set({ result: JSON.stringify(value), readAtMs })
          .where(eq(scanQueries.key, query.key));
        return { value, readAtMs };
      } catch (error) {
        await share.backOff(error);
        const last = await findResult<T>(options.db, query.key);
        if (last) return last;
        throw error;
      }
    },
  };
  return share;
}

/** One statement, so that only one of several simultaneous requests may send the query. */
async function claim({ db, nowMs, freshMs }: QueryShareOptions, query: SharedQuery): Promise<boolean> {
  const { key, accountId, queries } = query;
  const now = nowMs();
  const claimed = await db.all(sql`
    INSERT INTO scan_queries (key, account_id, queries, sent_at_ms)
    SELECT ${key}, ${accountId}, ${queries}, ${now}
    FROM (
      SELECT coalesce(sum(queries), 0) AS used, coalesce(sum(queries) FILTER (WHERE account_id = ${accountId}), 0) AS own
      FROM scan_query_log WHERE sent_at_ms > ${now - WINDOW_MS}
    )
    WHERE used + ${queries} <= ${QUERIES_PER_WINDOW} AND 2 * (own + ${queries}) <= ${QUERIES_PER_WINDOW} - (used - own)
      AND NOT EXISTS (SELECT 1 FROM scan_queries WHERE key = ${PAUSE_KEY} AND sent_at_ms > ${now})
    ON CONFLICT (key) DO UPDATE SET sent_at_ms = excluded.sent_at_ms, queries = excluded.queries
      WHERE scan_queries.sent_at_ms <= excluded.sent_at_ms - ${freshMs}
    RETURNING key`);
  return claimed.length > 0;
}

/** The last result; if another request is fetching the first one, waits for it. */
async function waitForResult<T>(options: QueryShareOptions, key: string): Promise<SharedResult<T>> {
  const { db, nowMs, sleep } = options;
  for (let poll = 0; poll < POLLS; poll++) {
    const [row, pause] = await db.batch([selectQuery(db, key), selectQuery(db, PAUSE_KEY)]);
    const result = readResult<T>(row[0]);
    if (result) return result;
    const now = nowMs();
    const isBeingRead = (row[0]?.sentAtMs ?? 0) > now - POLLS * POLL_MS && !((pause[0]?.sentAtMs ?? 0) > now);
    if (!isBeingRead) break;
    await sleep(POLL_MS);
  }
  const reason = new AnalyticsEngineError(429, 'no result yet, and no query may be sent now');
  return orUnavailable('Analytics Engine', Promise.reject(reason));
}

async function findResult<T>(db: Database, key: string): Promise<SharedResult<T> | null> {
  const [row] = await selectQuery(db, key);
  return readResult(row);
}

function selectQuery(db: Database, key: string) {
  return db.select().from(scanQueries).where(eq(scanQueries.key, key));
}

function readResult<T>(row: typeof scanQueries.$inferSelect | undefined): SharedResult<T> | null {
  if (!row || row.result === null || row.readAtMs === null) return null;
  return { value: JSON.parse(row.result) as T, readAtMs: row.readAtMs };
}

/** With jitter, so that isolates do not come back all at once. A refusal (4xx) is our mistake and no reason to wait. */
async function backOff({ db, nowMs, random }: QueryShareOptions, error: unknown): Promise<void> {
  const cause = error instanceof Error && error.cause instanceof AnalyticsEngineError ? error.cause : error;
  const status = cause instanceof AnalyticsEngineError ? cause.status : 400;
  if (status !== 0 && status !== 429 && status < 500) return;
  const pauseMs = (status === 429 ? PAUSE_MS.tooMany : PAUSE_MS.failed) * (0.5 + random());
  const sentAtMs = Math.round(nowMs() + pauseMs);
  await db
    .insert(scanQueries)
    .values({ key: PAUSE_KEY, accountId: '', queries: 0, sentAtMs })
    .onConflictDoUpdate({ target: scanQueries.key, set: { sentAtMs } });
}

/** Deletes entries that no window and no reader needs any more. */
export async function deleteOldQueries(db: Database, nowMs: number): Promise<void> {
  await db.batch([
    db.delete(scanQueryLog).where(lt(scanQueryLog.sentAtMs, nowMs - 2 * WINDOW_MS)),
    db.delete(scanQueries).where(lt(scanQueries.sentAtMs, nowMs - KEPT_MS)),
  ]);
}
