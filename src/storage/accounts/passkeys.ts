import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { passkeys, people } from './accounts-tables.ts';

export type Passkey = typeof passkeys.$inferSelect;

/** False if anybody has already registered the credential. */
export async function insertPasskey(db: Database, passkey: Passkey): Promise<boolean> {
  const inserted = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return inserted.length === 1;
}

/** A passkey by its credential id; its person may still sign in. */
export async function findPasskey(db: Database, id: string): Promise<Passkey | null> {
  const row = await db
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(people, eq(people.id, passkeys.personId))
    .where(and(eq(passkeys.id, id), isNull(people.removedAtMs)))
    .get();
  return row?.passkey ?? null;
}

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Database, personId: string): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.createdAtMs));
}

/** Renames a person's passkey; does nothing if they have none with the id. */
export async function renamePasskey(db: Database, personId: string, id: string, name: string): Promise<void> {
  await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, personId)));
}

/** Removes a person's passkey and gives its name; null if they have none with the id. */
export async function deletePasskey(db: Database, personId: string, id: string): Promise<string | null> {
  const [deleted] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, personId)))
    .returning({ name: passkeys.name });
  return deleted?.name ?? null;
}

/**
 * Records the day of a use and the authenticator's counter. False if the authenticator keeps a counter and it did not grow: then a copy of
 * it may have been used first.
 */
export async function markPasskeyUsed(
  db: Database,
  id: string,
  counter: number,
  day: string,
): Promise<boolean> {
  const hasGrown = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
  const marked = await db
    .update(passkeys)
    .set({ counter, lastUsedDay: day })
    .where(and(eq(passkeys.id, id), hasGrown))
    .returning({ id: passkeys.id });
  return marked.length === 1;
}
