import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { orUnavailable } from '../unavailable.ts';
import { AnalyticsEngineError } from './analytics-engine-api.ts';
import { scanQueries, scanQueryLog } from './scans-tables.ts';

/**
 * What one installation asks Analytics Engine, shared by all its isolates through D1: nothing twice within `freshMs`, never more than the
 * budget, and no account more than its share. Cloudflare blocks a token for five minutes after 1,200 queries in five minutes.
 */
export interface QueryShare {
  /** Whether the caller may ask now. Then it must ask, once; the answer is kept elsewhere. */
  claim(question: Question): Promise<boolean>;
  /** Asks, or gives the last answer: fresh, or as old as it is while Analytics Engine fails or the budget is used up. */
  run<T>(question: Question, ask: () => Promise<T>): Promise<SharedAnswer<T>>;
  /** Lets nobody ask for a while: called after a failure. */
  backOff(error: unknown): Promise<void>;
}

interface Question {
  readonly key: string;
  readonly accountId: string;
  /** How many queries it takes. */
  readonly queries: number;
}

interface SharedAnswer<T> {
  readonly value: T;
  readonly answeredAtMs: number;
}

export interface QueryShareOptions {
  readonly db: Database;
  readonly nowMs: () => number;
  /** How long an answer is good enough for everybody. */
  readonly freshMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const WINDOW_MS = 300_000;

/**
 * Queries in a window. Each may be sent twice (one retry), and the roll-up sends at most 96 in a window beside them: together below 1,000.
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
    claim: (question) => claim(options, question),
    backOff: (error) => backOff(options, error),
    async run<T>(question: Question, ask: () => Promise<T>) {
      if (!(await share.claim(question))) return waitForAnswer<T>(options, question.key);
      try {
        const value = await ask();
        const answeredAtMs = options.nowMs();
        await options.db
          .update(scanQueries)
          .set({ answer: JSON.stringify(value), answeredAtMs })
          .where(eq(scanQueries.key, question.key));
        return { value, answeredAtMs };
      } catch (error) {
        await share.backOff(error);
        const last = await findAnswer<T>(options.db, question.key);
        if (last) return last;
        throw error;
      }
    },
  };
  return share;
}

/** One statement, so that of all who ask at the same time one may. */
async function claim({ db, nowMs, freshMs }: QueryShareOptions, question: Question): Promise<boolean> {
  const { key, accountId, queries } = question;
  const now = nowMs();
  const claimed = await db.all(sql`
    INSERT INTO scan_queries (key, account_id, queries, asked_at_ms)
    SELECT ${key}, ${accountId}, ${queries}, ${now}
    FROM (
      SELECT coalesce(sum(queries), 0) AS used, coalesce(sum(queries) FILTER (WHERE account_id = ${accountId}), 0) AS own
      FROM scan_query_log WHERE asked_at_ms > ${now - WINDOW_MS}
    )
    WHERE used + ${queries} <= ${QUERIES_PER_WINDOW} AND 2 * (own + ${queries}) <= ${QUERIES_PER_WINDOW} - (used - own)
      AND NOT EXISTS (SELECT 1 FROM scan_queries WHERE key = ${PAUSE_KEY} AND asked_at_ms > ${now})
    ON CONFLICT (key) DO UPDATE SET asked_at_ms = excluded.asked_at_ms, queries = excluded.queries
      WHERE scan_queries.asked_at_ms <= excluded.asked_at_ms - ${freshMs}
    RETURNING key`);
  return claimed.length > 0;
}

/** The last answer; where the first one is still on its way, it is waited for. */
async function waitForAnswer<T>({ db, sleep }: QueryShareOptions, key: string): Promise<SharedAnswer<T>> {
  for (let poll = 0; poll < POLLS; poll++) {
    const answer = await findAnswer<T>(db, key);
    if (answer) return answer;
    await sleep(POLL_MS);
  }
  const reason = new AnalyticsEngineError(429, 'no answer yet, and no query left to send');
  return orUnavailable('Analytics Engine', Promise.reject(reason));
}

async function findAnswer<T>(db: Database, key: string): Promise<SharedAnswer<T> | null> {
  const row = await db.select().from(scanQueries).where(eq(scanQueries.key, key)).get();
  if (!row || row.answer === null || row.answeredAtMs === null) return null;
  return { value: JSON.parse(row.answer) as T, answeredAtMs: row.answeredAtMs };
}

/** With jitter, so that isolates do not come back all at once. A refusal (4xx) is a mistake of ours, and no reason to wait. */
async function backOff({ db, nowMs, random }: QueryShareOptions, error: unknown): Promise<void> {
  const cause = error instanceof Error && error.cause instanceof AnalyticsEngineError ? error.cause : error;
  const status = cause instanceof AnalyticsEngineError ? cause.status : 400;
  if (status !== 0 && status !== 429 && status < 500) return;
  const pauseMs = (status === 429 ? PAUSE_MS.tooMany : PAUSE_MS.failed) * (0.5 + random());
  const askedAtMs = Math.round(nowMs() + pauseMs);
  await db
    .insert(scanQueries)
    .values({ key: PAUSE_KEY, accountId: '', queries: 0, askedAtMs })
    .onConflictDoUpdate({ target: scanQueries.key, set: { askedAtMs } });
}

/** Forgets what no window and no reader needs any more. */
export async function deleteOldQueries(db: Database, nowMs: number): Promise<void> {
  await db.batch([
    db.delete(scanQueryLog).where(lt(scanQueryLog.askedAtMs, nowMs - 2 * WINDOW_MS)),
    db.delete(scanQueries).where(lt(scanQueries.askedAtMs, nowMs - KEPT_MS)),
  ]);
}
