import { and, eq, lt, lte, notExists } from 'drizzle-orm';
import { err, ok, type Result } from '#core/result.ts';
import type { Database, Statement } from '../database.ts';
import { sql } from '../sql.ts';
import { idempotencyLocks as locks, idempotentResponses as responses } from './codes-tables.ts';

/** One account's use of an Idempotency-Key for one request. */
export interface KeyClaim {
  readonly accountId: string;
  readonly key: string;
  /** SHA-256 of method, path and body, in hex. */
  readonly requestHash: string;
}

export type KeyProblem =
  /** The key was used for another request. */
  | { readonly reason: 'idempotency_mismatch' }
  /**
   * The first request with the key is not finished. The key becomes free when its response is stored, or after this long, because then its
   * Worker has died.
   */
  | { readonly reason: 'idempotency_in_progress'; readonly freeInMs: number };

const RESPONSE_KEPT_MS = 24 * 60 * 60 * 1000;

/** Longer than any request takes. The Worker that held a lock of this age has died. */
const LOCK_KEPT_MS = 60 * 1000;

/**
 * Claims a key in one transaction: of simultaneous requests with one key, one gets it. Gives the body of the stored response, or null if
 * there is none: then the caller handles the request, and ends with `toResponseStatements` or `releaseKey`.
 */
export async function claimKey(
  db: Database,
  claim: KeyClaim,
  nowMs: number,
): Promise<Result<string | null, KeyProblem>> {
  const { accountId, key, requestHash } = claim;
  const hasResponse = and(eq(responses.accountId, accountId), eq(responses.key, key));
  const hasLock = and(eq(locks.accountId, accountId), eq(locks.key, key));
  const [, , locked, [response], [lock]] = await db.batch([
    db.delete(responses).where(and(hasResponse, lt(responses.createdAtMs, nowMs - RESPONSE_KEPT_MS))),
    db.delete(locks).where(and(hasLock, lte(locks.lockedAtMs, nowMs - LOCK_KEPT_MS))),
    db
      .insert(locks)
      .select(
        // Without a WHERE, SQLite would read ON CONFLICT as the start of a join.
        sql`SELECT ${accountId}, ${key}, ${requestHash}, ${nowMs} WHERE ${notExists(db.select().from(responses).where(hasResponse))}`,
      )
      .onConflictDoNothing()
      .returning({ key: locks.key }),
    db.select().from(responses).where(hasResponse),
    db.select().from(locks).where(hasLock),
  ]);
  const known = response ?? lock;
  if (known && known.requestHash !== requestHash) return err({ reason: 'idempotency_mismatch' });
  if (response) return ok(response.body);
  if (locked.length === 1) return ok(null);
  return err({
    reason: 'idempotency_in_progress',
    freeInMs: (lock?.lockedAtMs ?? nowMs) + LOCK_KEPT_MS - nowMs,
  });
}

/**
 * The statements that store a response and release its key. They belong in the batch that stores the codes of the response. A second
 * response for the key violates the primary key, which rolls the whole batch back: one key never creates codes twice.
 */
export function toResponseStatements(
  db: Database,
  claim: KeyClaim,
  body: string,
  nowMs: number,
): Statement[] {
  return [db.insert(responses).values({ ...claim, body, createdAtMs: nowMs }), toRelease(db, claim)];
}

/** Releases a key after a request that stored nothing. The next request with the key starts from the beginning. */
export async function releaseKey(db: Database, claim: KeyClaim): Promise<void> {
  await toRelease(db, claim);
}

/** Deletes expired responses and locks. */
export async function deleteExpiredKeys(db: Database, nowMs: number): Promise<void> {
  await db.batch([
    db.delete(responses).where(lt(responses.createdAtMs, nowMs - RESPONSE_KEPT_MS)),
    db.delete(locks).where(lte(locks.lockedAtMs, nowMs - LOCK_KEPT_MS)),
  ]);
}

function toRelease(db: Database, claim: KeyClaim) {
  return db.delete(locks).where(and(eq(locks.accountId, claim.accountId), eq(locks.key, claim.key)));
}
