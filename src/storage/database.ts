import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

/** D1 through drizzle. Every query goes to the primary: what was just written is what is read. */
export type Database = DrizzleD1Database;

/** A statement not yet run: `db.batch` runs several as one transaction, the only kind that D1 has. */
export type Statement = BatchItem<'sqlite'>;

/** Opens a database. Whoever works outside of a Worker has a binding too: scripts/support/binding.ts. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}

/** Throws where the database does not respond, or lacks its tables. */
export async function requireDatabase(binding: D1Database): Promise<void> {
  await binding.prepare('SELECT code_id FROM scan_days LIMIT 1').all();
}
