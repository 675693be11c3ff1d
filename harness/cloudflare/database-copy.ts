import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { splitStatements } from './split-statements.ts';

export interface StatementResult {
  readonly results: readonly Record<string, unknown>[];
  /** The same rows as from D1's `/raw`, where two columns may have the same name. */
  readonly raw: { readonly columns: readonly string[]; readonly rows: readonly unknown[][] };
  readonly changes: number;
}

/** SQL with several statements, or one statement with the values of its parameters. */
interface Query {
  readonly sql: string;
  readonly params?: readonly SQLInputValue[];
}

interface Write {
  readonly queries: readonly Query[];
  readonly atMs: number;
}

/** D1's limits: https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_PARAMETERS = 100;
const MAX_STATEMENT_BYTES = 100_000;

/** A D1 database over SQLite in memory. It remembers its writes, so that it can travel back in time like D1. */
export class DatabaseCopy {
  #sqlite = open();
  #writes: Write[] = [];

  /** Runs the statements of a text in one transaction, like D1's `/query`; throws SQLite's message if one fails. */
  query(sql: string, params: readonly SQLInputValue[]): StatementResult[] {
    return this.batch([{ sql, params }]);
  }

  /** Runs all statements in one transaction. */
  batch(queries: readonly Query[]): StatementResult[] {
    const before = this.#size();
    const results = this.#run(queries);
    if (this.#size() !== before) this.#writes.push({ queries, atMs: Date.now() });
    return results;
  }

  #size(): string {
    const { changes } = this.#sqlite.prepare('SELECT total_changes() AS changes').get() as {
      changes: number;
    };
    const { version } = this.#sqlite
      .prepare('SELECT schema_version AS version FROM pragma_schema_version')
      .get() as {
      version: number;
    };
    return `${changes} ${version}`;
  }

  #run(queries: readonly Query[]): StatementResult[] {
    const statements = queries.flatMap((query) => this.#split(query));
    this.#sqlite.exec('BEGIN');
    try {
      const results = statements.map(({ sql, params }) => this.#runOne(sql, params));
      this.#sqlite.exec('COMMIT');
      return results;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  #split({ sql, params = [] }: Query): Required<Query>[] {
    if (params.length > MAX_PARAMETERS) throw new Error('too many SQL variables');
    const statements = splitStatements(sql);
    if (statements.some((statement) => Buffer.byteLength(statement) > MAX_STATEMENT_BYTES))
      throw new Error('statement too long: SQLITE_TOOBIG');
    if (statements.length > 1 && params.length > 0)
      throw new Error('A query with parameters must be one statement');
    return statements.map((statement) => ({ sql: statement, params }));
  }

  #runOne(sql: string, params: readonly SQLInputValue[]): StatementResult {
    const prepared = this.#sqlite.prepare(sql);
    prepared.setReturnArrays(true);
    const columns = prepared.columns().map(({ name }) => name);
    const rows = (prepared.all(...params) as unknown as unknown[][]).map((row) => row.map(toJsonValue));
    const results = rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i], value])));
    const { changes } = this.#sqlite.prepare('SELECT changes() AS changes').get() as { changes: number };
    return { results, raw: { columns, rows }, changes };
  }

  /** The size of its pages in bytes. */
  get fileSize(): number {
    const { bytes } = this.#sqlite
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get() as { bytes: number };
    return bytes;
  }

  /** The bookmark of now, or of a time. Its first part is the number of writes so far. */
  bookmark(atMs = Number.POSITIVE_INFINITY): string {
    const count = this.#writes.filter((write) => write.atMs <= atMs).length;
    return `${count.toString(16).padStart(8, '0')}-00000000-00004e2f-0a83ea2fceebc654de0640c422be4653`;
  }

  /** Goes back to a bookmark; false if it never existed. */
  restore(bookmark: string): boolean {
    const count = Number.parseInt(bookmark.slice(0, 8), 16);
    if (!(count <= this.#writes.length)) return false;
    const kept = this.#writes.slice(0, count);
    this.#sqlite.close();
    this.#sqlite = open();
    for (const { queries } of kept) this.#run(queries);
    this.#writes = kept;
    return true;
  }
}

/** D1 returns a BLOB as an array of bytes. */
function toJsonValue(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}

function open(): DatabaseSync {
  return new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
}
