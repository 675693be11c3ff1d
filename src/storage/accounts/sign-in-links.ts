import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Person } from '#core/accounts/account.ts';
import type { Database } from '../database.ts';
import { allOf, columnsOf, sql } from '../sql.ts';
import { PERSON_COLUMNS, toPerson } from './people.ts';
import { accounts, people, signInLinks } from './accounts-tables.ts';

export interface StoredLink {
  readonly id: string;
  readonly secretHash: string;
  readonly isSent: boolean;
  readonly isInvitation: boolean;
  readonly expiresAtMs: number;
  readonly person: Person;
}

export interface NewLink {
  readonly id: string;
  readonly personId: string;
  readonly secretHash: string;
  readonly expiresAtMs: number;
  readonly isInvitation: boolean;
}

/** Stores a link that is handed over. */
export async function insertSignInLink(db: Database, link: NewLink): Promise<void> {
  await db.insert(signInLinks).values(link);
}

/**
 * Stores a link that is sent to an address; false if `limit` links were sent there recently. The statement itself contains the count, so
 * that simultaneous requests cannot exceed it together.
 *
 * @param limits.expiryOfRecent the earliest expiry of links that count: sign-in links and invitations have different lifetimes
 */
export async function insertSentLink(
  db: Database,
  link: NewLink & { readonly sentToHash: string },
  {
    limit,
    expiryOfRecent,
  }: {
    readonly limit: number;
    readonly expiryOfRecent: { readonly signIn: number; readonly invitation: number };
  },
): Promise<boolean> {
  const { id, personId, secretHash, sentToHash, expiresAtMs, isInvitation } = link;
  const inserted = await db
    .insert(signInLinks)
    .select(
      sql`SELECT ${id}, ${personId}, ${secretHash}, ${sentToHash}, ${expiresAtMs}, ${isInvitation ? 1 : 0}
        WHERE (SELECT count(*) FROM sign_in_links WHERE sent_to_hash = ${sentToHash}
          AND expires_at_ms > iif(is_invitation, ${expiryOfRecent.invitation}, ${expiryOfRecent.signIn})) < ${limit}`,
    )
    .returning({ id: signInLinks.id });
  return inserted.length === 1;
}

/** An unused link, expired or not, of a person who may still sign in. */
export async function findSignInLink(db: Database, id: string): Promise<StoredLink | null> {
  const row = await db
    .select({
      link: columnsOf(signInLinks, 'id', 'secretHash', 'sentToHash', 'expiresAtMs', 'isInvitation'),
      ...PERSON_COLUMNS,
    })
    .from(signInLinks)
    .innerJoin(people, eq(people.id, signInLinks.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(and(eq(signInLinks.id, id), isNull(people.removedAtMs)))
    .get();
  if (!row) return null;
  const { sentToHash, ...link } = row.link;
  return { ...link, isSent: sentToHash !== null, person: toPerson(row) };
}

/**
 * Uses a link up for a person: its own person, or another one with the address that it was sent to. False if another request used it first,
 * or it has expired: a link signs in once. A link that was sent proves the address of the person who signs in.
 */
export async function useSignInLink(
  db: Database,
  id: string,
  personId: string,
  nowMs: number,
): Promise<boolean> {
  const isOpen = allOf(eq(signInLinks.id, id), gt(signInLinks.expiresAtMs, nowMs));
  const [, used] = await db.batch([
    db
      .update(people)
      .set({ emailProvedAtMs: nowMs })
      .where(
        and(
          eq(people.id, personId),
          isNull(people.emailProvedAtMs),
          sql`${people.email} = (SELECT addressee.email FROM sign_in_links JOIN people AS addressee ON addressee.id = person_id
            WHERE ${isOpen} AND sent_to_hash IS NOT NULL)`,
        ),
      ),
    db.delete(signInLinks).where(isOpen).returning({ id: signInLinks.id }),
    // A person who is signed in needs no more invitations, so an old one in a mailbox or a chat then opens nothing.
    db.delete(signInLinks).where(and(eq(signInLinks.personId, personId), eq(signInLinks.isInvitation, true))),
  ]);
  return used.length === 1;
}

export async function deleteSignInLink(db: Database, id: string): Promise<void> {
  await db.delete(signInLinks).where(eq(signInLinks.id, id));
}

export async function deleteExpiredLinks(db: Database, nowMs: number): Promise<void> {
  await db.delete(signInLinks).where(lt(signInLinks.expiresAtMs, nowMs));
}
