import { eq, lt } from 'drizzle-orm';
import type { BatchResponse } from 'drizzle-orm/batch';
import type { Database, Statement } from '../database.ts';
import { sql } from '../sql.ts';
import { orUnavailable } from '../unavailable.ts';
import { AnalyticsEngineError } from './analytics-engine-api.ts';
import { scanQueries, scanQueryLog } from './scans-tables.ts';

/**
 * The queries of one installation to Analytics Engine, shared by all its isolates through D1: none twice within `freshMs`, never more than
 * the budget, and no account more than its share. Cloudflare blocks a token for five minutes after 1,200 queries in five minutes.
 */
export interface QueryShare {
  /** Whether the caller may send the query now. If so, it must send it once; the result is kept elsewhere. */
  claim<R extends Reads>(query: SharedQuery, ...reads: R): Promise<Claim<R>>;
  /** Sends the query, or gives the last result: a fresh one, or an old one while Analytics Engine fails or the budget is used up. */
  run<T, R extends Reads>(
    query: SharedQuery,
    send: (read: BatchResponse<R>) => Promise<Sent<T>>,
    ...reads: R
  ): Promise<SharedResult<T, R>>;
  /** Stops all queries for a while after a failure. */
  backOff(error: unknown): Promise<void>;
}

/** What the caller wants to read in the same call of D1, each time that one is made: a database may be far away. */
type Reads = readonly Statement[];

interface Claim<R extends Reads> {
  readonly mayAsk: boolean;
  readonly read: BatchResponse<R>;
}

interface Sent<T> {
  readonly value: T;
  /** Stored in one transaction with the value, before the caller's reads. */
  readonly save?: readonly Statement[];
}

export interface SharedQuery {
  readonly key: string;
  readonly accountId: string;
  /** Number of queries that it sends. */
  readonly queries: number;
}

interface SharedResult<T, R extends Reads> {
  readonly value: T;
  readonly readAtMs: number;
  /** Read with the result, or after its storage. */
  readonly read: BatchResponse<R>;
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
  const { db, nowMs } = options;
  return {
    backOff: (error) => backOff(options, error),
    async claim<R extends Reads>(query: SharedQuery, ...reads: R) {
      const [claimed, ...read] = await db.batch([claim(options, query), ...reads]);
      return { mayAsk: claimed.length > 0, read: read as BatchResponse<R> };
    },
    async run<T, R extends Reads>(
      query: SharedQuery,
      send: (read: BatchResponse<R>) => Promise<Sent<T>>,
      ...reads: R
    ) {
      const look = selectResult(db, query.key, reads);
      const [claimed, ...rows] = await db.batch([claim(options, query), ...look]);
      const seen: unknown = rows;
      if (claimed.length === 0) return waitForResult(options, look, seen as Seen<R>);
      try {
        const [, , ...found] = seen as Seen<R>;
        const { value, save = [] } = await send(found);
        const result = { result: JSON.stringify(value), readAtMs: nowMs() };
        const store = db.update(scanQueries).set(result).where(eq(scanQueries.key, query.key));
        const stored: readonly unknown[] = await db.batch([store, ...save, ...reads]);
        const read = stored.slice(1 + save.length) as BatchResponse<R>;
        return { value, readAtMs: result.readAtMs, read };
      } catch (error) {
        await backOff(options, error);
        const seenNow: unknown = await db.batch(look);
        const last = toResult<T, R>(seenNow as Seen<R>);
        if (last) return last;
        throw error;
      }
    },
  };
}

/** One statement, so that only one of several simultaneous requests may send the query. */
function claim({ db, nowMs, freshMs }: QueryShareOptions, query: SharedQuery) {
  const { key, accountId, queries } = query;
  const now = nowMs();
  return db
    .insert(scanQueries)
    .select(
      sql`SELECT ${key}, ${accountId}, ${queries}, ${now}, NULL, NULL
      FROM (
        SELECT coalesce(sum(queries), 0) AS used, coalesce(sum(queries) FILTER (WHERE account_id = ${accountId}), 0) AS own
        FROM scan_query_log WHERE sent_at_ms > ${now - WINDOW_MS}
      )
      WHERE used + ${queries} <= ${QUERIES_PER_WINDOW} AND 2 * (own + ${queries}) <= ${QUERIES_PER_WINDOW} - (used - own)
        AND NOT EXISTS (SELECT 1 FROM scan_queries WHERE key = ${PAUSE_KEY} AND sent_at_ms > ${now})
      ON CONFLICT (key) DO UPDATE SET sent_at_ms = excluded.sent_at_ms, queries = excluded.queries
        WHERE scan_queries.sent_at_ms <= excluded.sent_at_ms - ${freshMs}`,
    )
    .returning({ key: scanQueries.key });
}

type Row = typeof scanQueries.$inferSelect;

/** The query, the pause, and what the caller reads. */
type Seen<R extends Reads> = readonly [query: readonly Row[], pause: readonly Row[], ...BatchResponse<R>];

function selectResult(db: Database, key: string, reads: Reads): [Statement, ...Statement[]] {
  const select = (wanted: string) => db.select().from(scanQueries).where(eq(scanQueries.key, wanted));
  return [select(key), select(PAUSE_KEY), ...reads];
}

/** The last result; if another request is fetching the first one, waits for it. */
async function waitForResult<T, R extends Reads>(
  { db, nowMs, sleep }: QueryShareOptions,
  look: [Statement, ...Statement[]],
  first: Seen<R>,
): Promise<SharedResult<T, R>> {
  let seen = first;
  for (let poll = 0; ; poll++) {
    const result = toResult<T, R>(seen);
    if (result) return result;
    const [[row], [pause]] = seen;
    const now = nowMs();
    const isBeingRead = (row?.sentAtMs ?? 0) > now - POLLS * POLL_MS && !((pause?.sentAtMs ?? 0) > now);
    if (!isBeingRead || poll === POLLS) break;
    await sleep(POLL_MS);
    const seenNow: unknown = await db.batch(look);
    seen = seenNow as Seen<R>;
  }
  const reason = new AnalyticsEngineError(429, 'no result yet, and no query may be sent now');
  return orUnavailable('Analytics Engine', Promise.reject(reason));
}

function toResult<T, R extends Reads>([[row], , ...read]: Seen<R>): SharedResult<T, R> | null {
  if (!row || row.result === null || row.readAtMs === null) return null;
  return { value: JSON.parse(row.result) as T, readAtMs: row.readAtMs, read };
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
