import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Database, Statement } from './database.ts';
import { idempotencyLocks as locks, idempotentAnswers as answers } from './schema.ts';

/** One account's use of an Idempotency-Key for one request. */
export interface KeyClaim {
  readonly accountId: string;
  readonly key: string;
  /** SHA-256 of method, path and body, in hex. */
  readonly requestHash: string;
}

export type ClaimOutcome =
  /** The request is the caller's to work on; it ends with `toAnswerStatements` or `releaseKey`. */
  | { readonly kind: 'claimed' }
  /** It was answered before: this is the answer. */
  | { readonly kind: 'answered'; readonly body: string }
  /** The key was used for another request. */
  | { readonly kind: 'mismatch' }
  /** The same request is being worked on. */
  | { readonly kind: 'in_progress' };

const ANSWER_KEPT_MS = 24 * 60 * 60 * 1000;

/** Longer than any request may take: a lock of this age was left by a Worker that died. */
const LOCK_KEPT_MS = 60 * 1000;

/** Claims a key in one transaction, so that of simultaneous requests with one key a single one is worked on. */
export async function claimKey(db: Database, claim: KeyClaim, nowMs: number): Promise<ClaimOutcome> {
  const { accountId, key, requestHash } = claim;
  const isAnswer = and(eq(answers.accountId, accountId), eq(answers.key, key));
  const isLock = and(eq(locks.accountId, accountId), eq(locks.key, key));
  const [, , locked, [answer], [lock]] = await db.batch([
    db.delete(answers).where(and(isAnswer, lt(answers.createdAtMs, nowMs - ANSWER_KEPT_MS))),
    db.delete(locks).where(and(isLock, lt(locks.lockedAtMs, nowMs - LOCK_KEPT_MS))),
    db
      .insert(locks)
      .select(
        // The condition also spares the parser from reading ON CONFLICT as the start of a join.
        sql`SELECT ${accountId}, ${key}, ${requestHash}, ${nowMs} WHERE ${notExists(db.select().from(answers).where(isAnswer))}`,
      )
      .onConflictDoNothing()
      .returning({ key: locks.key }),
    db.select().from(answers).where(isAnswer),
    db.select().from(locks).where(isLock),
  ]);
  const known = answer ?? lock;
  if (known && known.requestHash !== requestHash) return { kind: 'mismatch' };
  if (answer) return { kind: 'answered', body: answer.body };
  return locked.length === 1 ? { kind: 'claimed' } : { kind: 'in_progress' };
}

/**
 * What to store in the batch that stores what the answer tells of. A second answer for the key breaks the primary key, and with it the
 * whole batch: whatever else goes wrong, one key makes one thing.
 */
export function toAnswerStatements(db: Database, claim: KeyClaim, body: string, nowMs: number): Statement[] {
  return [db.insert(answers).values({ ...claim, body, createdAtMs: nowMs }), toRelease(db, claim)];
}

/** Gives a key back after a request that stored nothing: the next request with it is worked on anew. */
export async function releaseKey(db: Database, claim: KeyClaim): Promise<void> {
  await toRelease(db, claim);
}

/** Removes what has outlived its time. */
export async function deleteExpiredKeys(db: Database, nowMs: number): Promise<void> {
  await db.batch([
    db.delete(answers).where(lt(answers.createdAtMs, nowMs - ANSWER_KEPT_MS)),
    db.delete(locks).where(lt(locks.lockedAtMs, nowMs - LOCK_KEPT_MS)),
  ]);
}

function toRelease(db: Database, claim: KeyClaim) {
  return db.delete(locks).where(and(eq(locks.accountId, claim.accountId), eq(locks.key, claim.key)));
}
