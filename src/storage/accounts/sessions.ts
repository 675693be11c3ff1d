import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm';
import type { Person } from '#core/accounts/account.ts';
import type { AccountDeletion } from '#core/accounts/deletion.ts';
import type { Database } from '../database.ts';
import { columnsOf } from '../sql.ts';
import { DELETION_COLUMNS, toDeletion } from './accounts.ts';
import { PERSON_COLUMNS, toPerson } from './people.ts';
import { accounts, people, sessions, signInLinks } from './accounts-tables.ts';

export interface Session {
  readonly id: string;
  /** `Firefox on Windows` */
  readonly browser: string;
  readonly createdAtMs: number;
  /** Exact to the hour. */
  readonly seenAtMs: number;
}

export interface StoredSession extends Session {
  readonly secretHash: string;
  readonly person: Person;
  /** Null unless the account is deleted. */
  readonly deletion: AccountDeletion | null;
}

const SESSION_COLUMNS = columnsOf(sessions, 'id', 'browser', 'createdAtMs', 'seenAtMs');

export async function insertSession(
  db: Database,
  session: Session & { readonly personId: string; readonly secretHash: string },
): Promise<void> {
  await db.insert(sessions).values(session);
}

/** A session by its id, however old; its person may still sign in. */
export async function findSession(db: Database, id: string): Promise<StoredSession | null> {
  const row = await db
    .select({
      session: { ...SESSION_COLUMNS, secretHash: sessions.secretHash },
      ...PERSON_COLUMNS,
      ...DELETION_COLUMNS,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(and(eq(sessions.id, id), isNull(people.removedAtMs), isNull(accounts.suspendedAtMs)))
    .get();
  return row ? { ...row.session, person: toPerson(row), deletion: toDeletion(row) } : null;
}

/** A person's sessions, most recently seen first. */
export function listSessions(db: Database, personId: string): Promise<Session[]> {
  return db
    .select(SESSION_COLUMNS)
    .from(sessions)
    .where(eq(sessions.personId, personId))
    .orderBy(desc(sessions.seenAtMs));
}

export async function markSessionSeen(db: Database, id: string, nowMs: number): Promise<void> {
  await db.update(sessions).set({ seenAtMs: nowMs }).where(eq(sessions.id, id));
}

/** Signs a person out of one browser; does nothing if the person has no such session. */
export async function deleteSession(db: Database, personId: string, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.personId, personId)));
}

/** Signs a person out of every browser but one. Their open links go too, because their holder could sign in again. */
export async function deleteOtherSessions(db: Database, personId: string, keptId: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(and(eq(sessions.personId, personId), ne(sessions.id, keptId))),
    db.delete(signInLinks).where(eq(signInLinks.personId, personId)),
  ]);
}

export async function deleteSessionsStartedBefore(db: Database, timeMs: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.createdAtMs, timeMs));
}
