import { withFault } from './faults.ts';

/** The tables that scans read. */
const TABLES = ['qr_codes', 'link_names', 'domains'] as const;
const NAMES = new RegExp(`\\b(${TABLES.join('|')})\\b`, 'g');

/** `hangs`: no answer ever. `lacks tables`: a migration has not arrived. */
export type CopyState = 'works' | 'fails' | 'hangs' | 'lacks tables';

/**
 * A D1 with a replica, of which a test says how far it lags. The primary is the real database; the replica is copies of its tables beside them.
 * As Cloudflare's replicas do, it answers only once it has reached a query's bookmark.
 */
export class ReplicatedDatabase {
  readonly #db: D1Database;
  #version = 1;
  #reached = 0;
  #hasCaughtUp = Promise.withResolvers<void>();
  primary: CopyState = 'works';
  replica: CopyState = 'works';
  /** Without replicas, Cloudflare lets the primary answer a query with a bookmark. */
  hasReplica = true;
  /** Whether a query waits for a replica that has not reached its bookmark; it fails otherwise. */
  isPatient = true;
  /** What the primary gives instead of a bookmark of its own. */
  falseBookmark: string | null = null;
  /** Whether a query got no answer: what waits for it, waits for ever. */
  hasHung = false;
  /** Queries since the last `countQueries`. */
  #queries = { primary: 0, replica: 0 };

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** The binding. */
  get binding(): D1Database {
    return withFault(this.#db, {
      // What writes, and whatever has no session, goes to the primary.
      prepare: (sql: string) => this.#prepare(sql, null),
      withSession: (wanted: string) => this.#openSession(wanted === 'first-primary' ? null : wanted),
    });
  }

  /** Changes a row at the primary. */
  async write(sql: string, ...values: unknown[]): Promise<void> {
    await this.#db
      .prepare(sql)
      .bind(...values)
      .run();
    this.#version++;
  }

  /** Lets the replica reach the primary's state. */
  async catchUp(): Promise<void> {
    const version = this.#version;
    await this.#db.batch(
      TABLES.flatMap((table) => [
        this.#db.prepare(`DROP TABLE IF EXISTS replica_${table}`),
        this.#db.prepare(`CREATE TABLE replica_${table} AS SELECT * FROM ${table}`),
      ]),
    );
    this.#reached = version;
    this.#hasCaughtUp.resolve();
    this.#hasCaughtUp = Promise.withResolvers();
  }

  countQueries(): { readonly primary: number; readonly replica: number } {
    const counted = this.#queries;
    this.#queries = { primary: 0, replica: 0 };
    return counted;
  }

  #openSession(bookmark: string | null): D1DatabaseSession {
    let given: string | null = bookmark;
    const prepare = (sql: string) =>
      this.#prepare(sql, bookmark, () => {
        if (bookmark === null) given = this.falseBookmark ?? toBookmark(this.#version);
      });
    return { prepare, getBookmark: () => given } as unknown as D1DatabaseSession;
  }

  #prepare(sql: string, bookmark: string | null, onAnswer = () => {}): D1PreparedStatement {
    const wrap = (values: unknown[]): D1PreparedStatement =>
      withFault(this.#db.prepare(sql), {
        bind: (...bound: unknown[]) => wrap(bound),
        first: async () => (await this.#answer(sql, values, bookmark)).results[0] ?? null,
        all: async () => {
          const answer = await this.#answer(sql, values, bookmark);
          onAnswer();
          return answer;
        },
      });
    return wrap([]);
  }

  async #answer(sql: string, values: unknown[], bookmark: string | null): Promise<D1Result> {
    const isPrimary = bookmark === null || !this.hasReplica;
    this.#queries[isPrimary ? 'primary' : 'replica']++;
    const state = isPrimary ? this.primary : this.replica;
    if (state === 'hangs') await this.#hang();
    if (state === 'fails') throw new Error('D1_ERROR: this copy of the database is down');
    if (state === 'lacks tables') throw new Error('D1_ERROR: no such table: qr_codes: SQLITE_ERROR');
    if (!isPrimary) await this.#reach(bookmark);
    const result = await this.#db
      .prepare(isPrimary ? sql : sql.replace(NAMES, 'replica_$1'))
      .bind(...values)
      .all();
    const meta = { served_by_region: isPrimary ? 'ENAM' : 'OC', served_by_primary: isPrimary };
    return { ...result, meta: { ...result.meta, ...meta } };
  }

  async #reach(bookmark: string): Promise<void> {
    if (!/^\d{8}$/.test(bookmark)) throw new Error('D1_ERROR: invalid bookmark');
    while (this.#reached < Number(bookmark)) {
      if (!this.isPatient) throw new Error('D1_ERROR: the replica has not reached the bookmark');
      this.hasHung = true;
      await this.#hasCaughtUp.promise;
    }
  }

  #hang(): Promise<never> {
    this.hasHung = true;
    return new Promise(() => {});
  }
}

function toBookmark(version: number): string {
  return String(version).padStart(8, '0');
}
