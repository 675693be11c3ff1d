import { eq, lt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { passkeyChallenges } from './schema.ts';

export interface PasskeyChallenge {
  readonly challenge: string;
  /** Who registers a passkey; null where somebody signs in. */
  readonly personId: string | null;
  readonly expiresAtMs: number;
}

/** Opens a challenge, to be answered until it expires. */
export async function insertChallenge(db: Database, challenge: PasskeyChallenge): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Gives an open challenge, and takes it away: whatever becomes of the answer, there is no second one. */
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
