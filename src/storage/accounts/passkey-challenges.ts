import { eq, lt } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { passkeyChallenges } from './accounts-tables.ts';

export interface PasskeyChallenge {
  readonly challenge: string;
  /** Who registers a passkey; null where somebody signs in. */
  readonly personId: string | null;
  readonly expiresAtMs: number;
}

/** Stores a challenge, which is open until it expires. */
export async function insertChallenge(db: Database, challenge: PasskeyChallenge): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Returns an open challenge and deletes it: there is no second try, whatever the response to it is. */
export async function takeChallenge(
  db: Database,
  challenge: string,
  nowMs: number,
): Promise<PasskeyChallenge | null> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(eq(passkeyChallenges.challenge, challenge))
    .returning();
  return taken && taken.expiresAtMs > nowMs ? taken : null;
}

export async function deleteExpiredChallenges(db: Database, nowMs: number): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAtMs, nowMs));
}
