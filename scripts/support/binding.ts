/** A statement and the values of its parameters. */
export interface BoundStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export type Row = Readonly<Record<string, string | number | null>>;

/** How statements reach a database from outside a Worker. */
export interface Carrier {
  /** Runs statements as one transaction. */
  run(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]>;
  /** Runs one statement and returns its rows as arrays: in a join, two columns may have the same name. */
  runRaw(statement: BoundStatement): Promise<unknown[][]>;
}

/** A D1 binding like that of Workers, so that commands use the same storage layer: docs/decisions/operators-database.md. */
export function toBinding(carrier: Carrier): D1Database {
  const prepare = (sql: string, params: readonly unknown[] = []) => {
    const all = async () => (await carrier.run([{ sql, params }]))[0];
    const first = async (column?: string) => {
      const row = (await all())?.results[0];
      return (column === undefined ? row : row?.[column]) ?? null;
    };
    const bind = (...values: unknown[]) => prepare(sql, values);
    return { sql, params, bind, all, run: all, raw: () => carrier.runRaw({ sql, params }), first };
  };
  const batch = (statements: readonly BoundStatement[]) => carrier.run(statements);
  // Every query goes to the primary.
  const withSession = () => ({ prepare, batch, getBookmark: () => null });
  return { prepare, batch, withSession } as unknown as D1Database;
}
