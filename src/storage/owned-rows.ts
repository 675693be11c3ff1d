import { asc, eq, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { refuseWhere } from './accounts/quota-guard.ts';
import type { Database } from './database.ts';
import { allOf, sql } from './sql.ts';

/** A table whose rows belong to accounts. */
type OwnedTable = SQLiteTable & { readonly id: SQLiteColumn; readonly accountId: SQLiteColumn };

/** What is done in the same way with the rows of any table of which an account owns a few. */
export function ownedRows<Table extends OwnedTable>(table: Table) {
  type Row = Table['$inferSelect'];
  const isOwn = (accountId: string, id: string) => allOf(eq(table.id, id), eq(table.accountId, accountId));
  // drizzle cannot infer the rows of a table that it does not know.
  const of: OwnedTable = table;
  return {
    isOwn,

    /** All of an account, in the order of the columns. */
    async list(db: Database, accountId: string, ...order: readonly SQLiteColumn[]): Promise<Row[]> {
      const ofAccount = db.select().from(of).where(eq(of.accountId, accountId));
      return ofAccount.orderBy(...order.map((column) => asc(column)));
    },

    async find(db: Database, accountId: string, id: string, condition?: SQL): Promise<Row | null> {
      const isIt = allOf(isOwn(accountId, id), condition);
      return ((await db.select().from(of).where(isIt).get()) as Row | undefined) ?? null;
    },

    /**
     * Stores a row; false if there is such a row already. Throws an error that `isQuotaRefusal` recognises if the account has no room.
     * @param isKnown by default, a request with the same id stored it before
     */
    async insert(
      db: Database,
      row: Table['$inferInsert'] & { readonly id: string },
      isFull: SQL,
      isKnown: SQL = eq(table.id, row.id),
    ): Promise<boolean> {
      const isNew = sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${isKnown})`;
      const [, inserted] = await db.batch([
        refuseWhere(db, sql`${isNew} AND (${isFull})`),
        db.insert(of).values(row).onConflictDoNothing().returning({ id: of.id }),
      ]);
      return inserted.length === 1;
    },

    /** Gives what it deletes. */
    delete: (db: Database, accountId: string, id: string) =>
      db.delete(table).where(isOwn(accountId, id)).returning(),

    count: (accountId: string): SQL =>
      sql`SELECT count(*) FROM ${table} WHERE ${table.accountId} = ${accountId}`,
  };
}
