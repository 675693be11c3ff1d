import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

/** D1 through drizzle. Every query goes to the primary, so that a read sees the latest write. */
export type Database = DrizzleD1Database;

/** A statement that has not run yet: `db.batch` runs several as one transaction, the only kind in D1. */
export type Statement = BatchItem<'sqlite'>;

/** Opens a database. Code outside of a Worker also has a binding: scripts/support/binding.ts. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}

/** Throws if the database does not respond, or lacks its tables. */
export async function requireDatabase(binding: D1Database): Promise<void> {
  await binding.prepare('SELECT code_id FROM scan_days LIMIT 1').all();
}
