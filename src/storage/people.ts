import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Account, Person, Role } from '../core/account.ts';
import type { Database } from './database.ts';
import { accounts, passkeyChallenges, passkeys, people, sessions, signInLinks } from './schema.ts';

/** What makes a `Person`, for every query that joins `people` with `accounts`. */
export const PERSON_COLUMNS = {
  person: { id: people.id, name: people.name, email: people.email, role: people.role },
  account: { id: accounts.id, name: accounts.name, plan: accounts.plan },
};

export function toPerson(row: {
  readonly person: Omit<Person, 'account'>;
  readonly account: Account;
}): Person {
  return { ...row.person, account: row.account };
}

export interface NewPerson {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAtMs: number;
}

export async function findPerson(db: Database, personId: string): Promise<Person | null> {
  const row = await selectPeople(db)
    .where(and(eq(people.id, personId), isNull(people.removedAtMs)))
    .get();
  return row ? toPerson(row) : null;
}

/** The people of an account, in the order in which they came. */
export async function listPeople(db: Database, accountId: string): Promise<Person[]> {
  const rows = await selectPeople(db)
    .where(and(eq(people.accountId, accountId), isNull(people.removedAtMs)))
    .orderBy(asc(people.createdAtMs));
  return rows.map(toPerson);
}

/** Whose address it is: who proved it, otherwise who was the last to claim it. */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | null> {
  const row = await selectPeople(db)
    .where(and(eq(people.email, email), isNull(people.removedAtMs)))
    .orderBy(sql`${people.emailProvedAtMs} IS NULL`, desc(people.createdAtMs))
    .limit(1)
    .get();
  return row ? toPerson(row) : null;
}

/** Somebody of an account; null where nobody there has the id. */
export async function findPersonOf(db: Database, accountId: string, id: string): Promise<Person | null> {
  const person = await findPerson(db, id);
  return person?.account.id === accountId ? person : null;
}

/** False where the id is taken, because the person was added before, or the address is: proved by somebody, or claimed in the account. */
export async function insertPerson(db: Database, person: NewPerson): Promise<boolean> {
  const { email, accountId } = person;
  const inserted = await db
    .insert(people)
    .select(
      selectNewPerson(
        person,
        sql`NOT EXISTS (SELECT 1 FROM people WHERE email = ${email} AND (email_proved_at_ms IS NOT NULL OR account_id = ${accountId}))`,
      ),
    )
    .onConflictDoNothing()
    .returning({ id: people.id });
  return inserted.length === 1;
}

/** Opens an account with its first owner. Both are there, or, where somebody has proved the address or has the id, neither. */
export async function insertAccount(
  db: Database,
  account: Account & { readonly createdAtMs: number },
  owner: NewPerson,
): Promise<boolean> {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM people WHERE id = ${owner.id})
    AND NOT EXISTS (SELECT 1 FROM people WHERE email = ${owner.email} AND email_proved_at_ms IS NOT NULL)`;
  const [, inserted] = await db.batch([
    db
      .insert(accounts)
      .select(
        sql`SELECT ${account.id}, ${account.name}, ${account.plan}, ${account.createdAtMs} WHERE ${isFree}`,
      ),
    db.insert(people).select(selectNewPerson(owner, isFree)).returning({ id: people.id }),
  ]);
  return inserted.length === 1;
}

function selectNewPerson({ id, accountId, name, email, role, createdAtMs }: NewPerson, condition: SQL): SQL {
  return sql`SELECT ${id}, ${accountId}, ${name}, ${email}, NULL, ${role}, ${createdAtMs}, NULL WHERE ${condition}`;
}

/** `last_owner`: an account without an owner could never be managed again, so nothing was changed. */
export type OwnerChange = 'done' | 'last_owner' | 'unknown';

/** The guard stands in the statement itself: of two owners who remove each other in the same moment, one stays. */
const IS_NOT_LAST_OWNER = sql`(${people.role} <> 'owner' OR EXISTS (SELECT 1 FROM people AS other
  WHERE other.account_id = people.account_id AND other.id <> people.id AND other.role = 'owner' AND other.removed_at_ms IS NULL))`;

/** Makes somebody an owner or a member; the last owner of an account stays one. */
export async function updateRole(
  db: Database,
  accountId: string,
  personId: string,
  role: Role,
): Promise<OwnerChange> {
  const isAllowed = role === 'owner' ? undefined : IS_NOT_LAST_OWNER;
  const updated = await db
    .update(people)
    .set({ role })
    .where(and(isPersonOf(accountId, personId), isAllowed))
    .returning({ id: people.id });
  return updated.length === 1 ? 'done' : whyNot(db, accountId, personId);
}

/** Removes somebody with all that signs them in. Their name stays for the history of edits, without their address. */
export async function removePerson(
  db: Database,
  accountId: string,
  personId: string,
  nowMs: number,
): Promise<OwnerChange> {
  const isRemoved = sql`(SELECT id FROM people WHERE id = ${personId} AND account_id = ${accountId} AND removed_at_ms IS NOT NULL)`;
  const [removed] = await db.batch([
    db
      .update(people)
      .set({ removedAtMs: nowMs, email: null, emailProvedAtMs: null })
      .where(and(isPersonOf(accountId, personId), IS_NOT_LAST_OWNER))
      .returning({ id: people.id }),
    db.delete(sessions).where(eq(sessions.personId, isRemoved)),
    // Those that were sent open nothing any more, and stay until they expire: they count against what is sent to their address.
    db.delete(signInLinks).where(and(eq(signInLinks.personId, isRemoved), isNull(signInLinks.sentToHash))),
    db.delete(passkeys).where(eq(passkeys.personId, isRemoved)),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.personId, isRemoved)),
  ]);
  return removed.length === 1 ? 'done' : whyNot(db, accountId, personId);
}

async function whyNot(db: Database, accountId: string, personId: string): Promise<OwnerChange> {
  return (await findPersonOf(db, accountId, personId)) ? 'last_owner' : 'unknown';
}

function isPersonOf(accountId: string, personId: string) {
  return and(eq(people.id, personId), eq(people.accountId, accountId), isNull(people.removedAtMs));
}

function selectPeople(db: Database) {
  return db.select(PERSON_COLUMNS).from(people).innerJoin(accounts, eq(accounts.id, people.accountId));
}
