import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Account, Person, Role } from '../core/account.ts';
import type { Database } from './database.ts';
import { accounts, people } from './schema.ts';

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

export async function countOwners(db: Database, accountId: string): Promise<number> {
  const row = await db
    .select({ owners: count() })
    .from(people)
    .where(and(eq(people.accountId, accountId), eq(people.role, 'owner'), isNull(people.removedAtMs)))
    .get();
  return row?.owners ?? 0;
}

function selectPeople(db: Database) {
  return db.select(PERSON_COLUMNS).from(people).innerJoin(accounts, eq(accounts.id, people.accountId));
}
