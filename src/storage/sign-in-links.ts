import { and, count, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Person } from '../core/account.ts';
import type { Database } from './database.ts';
import { PERSON_COLUMNS, toPerson } from './people.ts';
import { accounts, people, signInLinks } from './schema.ts';

export interface StoredLink {
  readonly id: string;
  readonly secretHash: string;
  readonly isSent: boolean;
  readonly expiresAtMs: number;
  readonly person: Person;
}

export async function insertSignInLink(
  db: Database,
  link: { id: string; personId: string; secretHash: string; isSent: boolean; expiresAtMs: number },
): Promise<void> {
  await db.insert(signInLinks).values(link);
}

/** How many links that were sent to a person still work. */
export async function countSentLinks(db: Database, personId: string, nowMs: number): Promise<number> {
  const row = await db
    .select({ links: count() })
    .from(signInLinks)
    .where(
      and(
        eq(signInLinks.personId, personId),
        eq(signInLinks.isSent, true),
        gt(signInLinks.expiresAtMs, nowMs),
      ),
    )
    .get();
  return row?.links ?? 0;
}

/** A link that was not used yet, expired or not, of somebody who may still sign in. */
export async function findSignInLink(db: Database, id: string): Promise<StoredLink | null> {
  const row = await db
    .select({
      link: {
        id: signInLinks.id,
        secretHash: signInLinks.secretHash,
        isSent: signInLinks.isSent,
        expiresAtMs: signInLinks.expiresAtMs,
      },
      ...PERSON_COLUMNS,
    })
    .from(signInLinks)
    .innerJoin(people, eq(people.id, signInLinks.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(and(eq(signInLinks.id, id), isNull(people.removedAtMs)))
    .get();
  return row ? { ...row.link, person: toPerson(row) } : null;
}

/** Uses a link up. False where another request was first, or it has expired: a link signs in once. */
export async function useSignInLink(db: Database, id: string, nowMs: number): Promise<boolean> {
  const used = await db
    .delete(signInLinks)
    .where(and(eq(signInLinks.id, id), gt(signInLinks.expiresAtMs, nowMs)))
    .returning({ id: signInLinks.id });
  return used.length === 1;
}

export async function deleteExpiredLinks(db: Database, nowMs: number): Promise<void> {
  await db.delete(signInLinks).where(lt(signInLinks.expiresAtMs, nowMs));
}
