import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

/** D1 through drizzle. Every query goes to the primary: what was just written is what is read. */
export type Database = DrizzleD1Database;

export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}
