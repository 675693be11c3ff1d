/** A state of the database, by a name that sessions of D1 know, and the time before the query by which the primary gave it. */
export interface Bookmark {
  readonly value: string;
  readonly readAtMs: number;
}

/** Which copy of the database answered a query. */
export interface Served {
  /** As Cloudflare names it, like `WEUR`; empty where it names none, as in local development. */
  readonly region: string;
  readonly isPrimary: boolean;
}

/**
 * One query of a scan: of the database's primary, or, with a bookmark, of the nearest copy that has reached it. Cloudflare chooses the copy;
 * without replicas it is the primary.
 */
export class LookUp {
  readonly #session: D1DatabaseSession;
  readonly #askedAtMs: number;
  readonly #bookmark: Bookmark | null;
  /** Null before the answer. */
  served: Served | null = null;

  constructor(db: D1Database, askedAtMs = 0, bookmark: Bookmark | null = null) {
    this.#session = db.withSession(bookmark?.value ?? 'first-primary');
    this.#askedAtMs = askedAtMs;
    this.#bookmark = bookmark;
  }

  async first<Row>(sql: string, ...values: readonly unknown[]): Promise<Row | null> {
    const [row] = await this.all<Row>(sql, ...values);
    return row ?? null;
  }

  async all<Row>(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    const statement = this.#session.prepare(sql).bind(...values);
    const { results, meta } = await statement.all<Row>();
    const { served_by_region: region = '', served_by_primary: isPrimary = false } = meta;
    this.served = { region, isPrimary: isPrimary || this.#bookmark === null };
    return results;
  }

  /** The answer is the state of the database at this time, or a later one. */
  get readAtMs(): number {
    const isOfPrimary = this.#bookmark === null || this.served?.isPrimary === true;
    return isOfPrimary ? this.#askedAtMs : Math.min(this.#askedAtMs, this.#bookmark.readAtMs);
  }

  /** The state that answered; null if none was told. */
  get bookmark(): string | null {
    return this.#session.getBookmark();
  }
}
