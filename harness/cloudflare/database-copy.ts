import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { splitStatements } from './split-statements.ts';

export interface StatementResult {
  readonly results: readonly Record<string, unknown>[];
  readonly changes: number;
}

interface Write {
  readonly sql: string;
  readonly params: readonly SQLInputValue[];
  readonly atMs: number;
}

/** D1's limits: https://developers.cloudflare.com/d1/platform/limits/ */
const MAX_PARAMETERS = 100;
const MAX_STATEMENT_BYTES = 100_000;

/** A D1 database over SQLite in memory. It remembers its writes, so that it can travel back in time as D1 does. */
export class DatabaseCopy {
  #sqlite = open();
  #writes: Write[] = [];

  /** Runs the statements of a text in one transaction, as D1's `/query` does; throws SQLite's message where one fails. */
  query(sql: string, params: readonly SQLInputValue[]): StatementResult[] {
    const before = this.#size();
    const results = this.#run(sql, params);
    if (this.#size() !== before) this.#writes.push({ sql, params, atMs: Date.now() });
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

  #run(sql: string, params: readonly SQLInputValue[]): StatementResult[] {
    if (params.length > MAX_PARAMETERS) throw new Error('too many SQL variables');
    const statements = splitStatements(sql);
    if (statements.some((statement) => Buffer.byteLength(statement) > MAX_STATEMENT_BYTES))
      throw new Error('statement too long: SQLITE_TOOBIG');
    if (statements.length > 1 && params.length > 0)
      throw new Error('A query with parameters must be one statement');
    this.#sqlite.exec('BEGIN');
    try {
      const results = statements.map((statement) => this.#runOne(statement, params));
      this.#sqlite.exec('COMMIT');
      return results;
    } catch (error) {
      this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  #runOne(sql: string, params: readonly SQLInputValue[]): StatementResult {
    const prepared = this.#sqlite.prepare(sql);
    const rows = prepared.all(...params) as Record<string, unknown>[];
    const results = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJsonValue(value)])),
    );
    const { changes } = this.#sqlite.prepare('SELECT changes() AS changes').get() as { changes: number };
    return { results, changes };
  }

  /** The bytes of its pages. */
  get fileSize(): number {
    const { bytes } = this.#sqlite
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
      .get() as { bytes: number };
    return bytes;
  }

  /** The bookmark of now, or of a time. Its first part is how many writes there were. */
  bookmark(atMs = Number.POSITIVE_INFINITY): string {
    const count = this.#writes.filter((write) => write.atMs <= atMs).length;
    return `${count.toString(16).padStart(8, '0')}-00000000-00004e2f-0a83ea2fceebc654de0640c422be4653`;
  }

  /** Goes back to a bookmark; false where it never was. */
  restore(bookmark: string): boolean {
    const count = Number.parseInt(bookmark.slice(0, 8), 16);
    if (!(count <= this.#writes.length)) return false;
    const kept = this.#writes.slice(0, count);
    this.#sqlite.close();
    this.#sqlite = open();
    for (const { sql, params } of kept) this.#run(sql, params);
    this.#writes = kept;
    return true;
  }
}

/** D1 gives a BLOB as an array of its bytes. */
function toJsonValue(value: unknown): unknown {
  return value instanceof Uint8Array ? [...value] : value;
}

function open(): DatabaseSync {
  return new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
}
