import { eq, lt } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { passkeyChallenges } from './accounts-tables.ts';

export interface PasskeyChallenge {
  readonly challenge: string;
  /** The person who registers a passkey; null for a sign-in. */
  readonly personId: string | null;
  readonly expiresAtMs: number;
}

/** Stores a challenge that is open until it expires. */
export async function insertChallenge(db: Database, challenge: PasskeyChallenge): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Returns an open challenge and deletes it: there is no second try, whatever the first response is. */
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
