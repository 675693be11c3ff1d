import { override } from './wrap-bindings.ts';

export interface Counter {
  rowsRead: number;
  rowsWritten?: number;
  /** Statements; a batch counts as all of its own, as for the limit of D1. */
  queries?: number;
}

/** The real binding, which also adds to `counter` the queries, and the rows that each reads and writes: D1 bills by them. */
export function countRowsRead(db: D1Database, counter: Counter): D1Database {
  return override(db, {
    prepare: (sql: string) => countStatement(db.prepare(sql), sql, counter),
    async batch(statements: D1PreparedStatement[]) {
      counter.queries = (counter.queries ?? 0) + statements.length;
      const results = await db.batch(statements.map((statement) => ORIGINALS.get(statement) ?? statement));
      for (const { meta } of results) add(counter, meta);
      return results;
    },
  });
}

function add(counter: Counter, meta: D1Meta): void {
  counter.rowsRead += meta.rows_read;
  counter.rowsWritten = (counter.rowsWritten ?? 0) + meta.rows_written;
}

/** D1 accepts only its own statements in a batch. */
const ORIGINALS = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function countStatement(statement: D1PreparedStatement, sql: string, counter: Counter): D1PreparedStatement {
  const all = async () => {
    counter.queries = (counter.queries ?? 0) + 1;
    const result = await statement.all();
    add(counter, result.meta);
    return result;
  };
  const counting = override(statement, {
    bind: (...values: unknown[]) => countStatement(statement.bind(...values), sql, counter),
    all,
    run: all,
    // raw() hides the counts. A query may run twice. A write must not, and its columns have different names.
    async raw() {
      const { results } = await all();
      return sql.startsWith('select') ? statement.raw() : results.map((row) => Object.values(row));
    },
  });
  ORIGINALS.set(counting, statement);
  return counting;
}
