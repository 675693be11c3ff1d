import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { CompanyIdentity } from '#core/accounts/company-login.ts';
import type { Person } from '#core/accounts/account.ts';
import type { Database } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { accounts, identities, people, REMOVED, sessions, signInLinks } from './accounts-tables.ts';
import { PERSON_COLUMNS, toPerson } from './people.ts';

type Subject = Pick<CompanyIdentity, 'issuer' | 'subject'>;

/** Somebody who may be the human being that a provider names. */
export interface Candidate {
  readonly person: Person;
  /** Who they are at this provider; null if they never signed in there. */
  readonly subject: string | null;
  /** Whether they signed in at another provider. */
  readonly isKnownElsewhere: boolean;
  readonly isSuspended: boolean;
  readonly isProved: boolean;
  readonly isInvited: boolean;
}

const MOST_CANDIDATES = 20;

/**
 * The people who have an identity or its address: first those of accounts that are not deleted or suspended, then
 * those who proved the address, then those of the preferred account, then whoever was seen last.
 */
export async function listCandidates(
  db: Database,
  { issuer, subject, email }: CompanyIdentity,
  preferredAccountId: string | null,
): Promise<Candidate[]> {
  const bound = db
    .select({ id: identities.personId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  const rows = await db
    .select({
      ...PERSON_COLUMNS,
      subject: identities.subject,
      provedAtMs: people.emailProvedAtMs,
      invitedBy: people.invitedBy,
      suspendedAtMs: accounts.suspendedAtMs,
      elsewhere: sql<number>`EXISTS (SELECT 1 FROM identities AS other WHERE other.person_id = ${people.id} AND other.issuer NOT IN (${issuer}, ${REMOVED}))`,
    })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .leftJoin(identities, and(eq(identities.personId, people.id), eq(identities.issuer, issuer)))
    .where(and(or(eq(people.email, email), inArray(people.id, bound)), isNull(people.removedAtMs)))
    .orderBy(
      sql`${accounts.deletedAtMs} IS NOT NULL OR ${accounts.suspendedAtMs} IS NOT NULL`,
      sql`${people.emailProvedAtMs} IS NULL`,
      sql`${people.accountId} IS NOT ${preferredAccountId}`,
      sql`(SELECT max(${sessions.seenAtMs}) FROM ${sessions} WHERE ${sessions.personId} = ${people.id}) DESC`,
      people.createdAtMs,
    )
    .limit(MOST_CANDIDATES);
  return rows.map(({ provedAtMs, invitedBy, ...row }) => ({
    person: toPerson(row),
    subject: row.subject,
    isKnownElsewhere: row.elsewhere === 1,
    isSuspended: row.suspendedAtMs !== null,
    isProved: provedAtMs !== null,
    isInvited: invitedBy !== null,
  }));
}

/**
 * Binds people with an address to the subject that arrived with it, which proves the address, and withdraws their invitations. A person
 * whom another subject got first stays that one's. Gives the ids of all whom the subject may sign in.
 */
export async function bindPeople(
  db: Database,
  personIds: readonly string[],
  { issuer, subject, email }: CompanyIdentity,
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const isBound = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
  const ids = db.select({ id: identities.personId }).from(identities).where(isBound);
  const [, , , rows] = await db.batch([
    db
      .insert(identities)
      .select(
        sql`SELECT id, ${issuer}, ${subject} FROM people WHERE id IN ${listSql(toList(personIds))} AND email = ${email}`,
      )
      .onConflictDoNothing(),
    db
      .update(people)
      .set({ emailProvedAtMs: nowMs })
      .where(and(inArray(people.id, ids), eq(people.email, email), isNull(people.emailProvedAtMs))),
    db.delete(signInLinks).where(and(inArray(signInLinks.personId, ids), eq(signInLinks.isInvitation, true))),
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a subject may sign a person in. */
export async function isIdentityOf(db: Database, personId: string, { issuer, subject }: Subject) {
  const row = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.personId, personId), eq(identities.issuer, issuer)))
    .get();
  return row?.subject === subject;
}

/** Whether somebody with an address signs in at a provider. */
export async function isAddressBound(db: Database, email: string): Promise<boolean> {
  const row = await db
    .select({ id: people.id })
    .from(people)
    .innerJoin(identities, and(eq(identities.personId, people.id), ne(identities.issuer, REMOVED)))
    .where(and(eq(people.email, email), isNull(people.removedAtMs)))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Remembers something by which a removed person is recognised. */
export async function insertIdentity(db: Database, personId: string, identity: Subject): Promise<void> {
  await db
    .insert(identities)
    .values({ personId, ...identity })
    .onConflictDoNothing();
}

/** Whether somebody with one of these identities was removed from an account. */
export async function wasRemoved(
  db: Database,
  accountId: string,
  subjects: readonly Subject[],
): Promise<boolean> {
  const row = await db
    .select({ id: people.id })
    .from(identities)
    .innerJoin(people, eq(people.id, identities.personId))
    .where(
      and(
        or(
          ...subjects.map(({ issuer, subject }) =>
            and(eq(identities.issuer, issuer), eq(identities.subject, subject)),
          ),
        ),
        eq(people.accountId, accountId),
        isNotNull(people.removedAtMs),
      ),
    )
    .get();
  return row !== undefined;
}
