/** The real binding, except for what a test takes away. */
export function withFault<T extends object>(binding: T, faults: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(binding, {
    get(target, property) {
      if (Object.hasOwn(faults, property)) return faults[property as keyof T];
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The database, whose statements, also those of its sessions, come from `prepare`. Its sessions give no bookmarks. */
export function withStatements(database: D1Database, prepare: (sql: string) => unknown): D1Database {
  return withFault(database, { prepare, withSession: () => ({ prepare, getBookmark: () => null }) });
}

/** The database, except that it refuses the statements that are meant: each is its SQL with its values as JSON behind it. */
export function withFailingStatements(
  database: D1Database,
  isMeant: (statement: string) => boolean,
): D1Database {
  const originals = new Map<D1PreparedStatement, D1PreparedStatement | null>();
  const fail = () => Promise.reject(new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG'));
  const wrap = (sql: string, values: readonly unknown[]): D1PreparedStatement => {
    const statement = values.length > 0 ? database.prepare(sql).bind(...values) : database.prepare(sql);
    const isFaulty = isMeant(`${sql} ${JSON.stringify(values)}`);
    const wrapped = withFault(statement, {
      bind: (...bound: unknown[]) => wrap(sql, bound),
      ...(isFaulty && { all: fail, run: fail, raw: fail, first: fail }),
    });
    originals.set(wrapped, isFaulty ? null : statement);
    return wrapped;
  };
  return withFault(database, {
    prepare: (sql: string) => wrap(sql, []),
    // D1 accepts only its own statements in a batch.
    batch: (statements: D1PreparedStatement[]) => {
      const all = statements.map((statement) => originals.get(statement) ?? null);
      return all.includes(null) ? fail() : database.batch(all as D1PreparedStatement[]);
    },
  });
}
