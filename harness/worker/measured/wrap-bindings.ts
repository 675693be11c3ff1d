interface Wraps {
  /** Makes a call of D1; a batch is one. */
  call<T>(send: () => Promise<T>): Promise<T>;
  /** Awaits the result of another binding. */
  await<T>(name: string, result: Promise<T>): Promise<T>;
}

/** The bindings, whose calls all pass through these functions. */
export function wrapBindings(bindings: ApiEnv, wraps: Wraps): ApiEnv {
  const wrapped = Object.entries(bindings as object).map(([name, binding]: [string, unknown]) => {
    if (typeof binding !== 'object' || binding === null || Array.isArray(binding)) return [name, binding];
    return [
      name,
      name === 'DB' ? wrapDatabase(binding as D1Database, wraps) : wrapStore(name, binding, wraps),
    ];
  });
  return Object.fromEntries(wrapped) as ApiEnv;
}

/** R2, KV and the others. */
function wrapStore(name: string, binding: object, wraps: Wraps): object {
  return new Proxy(binding, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        return result instanceof Promise ? wraps.await(name, result) : result;
      };
    },
  });
}

/** D1 accepts only its own statements in a batch. */
const ORIGINALS = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function wrapDatabase(db: D1Database, wraps: Wraps): D1Database {
  return override(db, {
    prepare: (sql: string) => wrapStatement(db.prepare(sql), wraps),
    batch: (statements: D1PreparedStatement[]) =>
      wraps.call(() => db.batch(statements.map((statement) => ORIGINALS.get(statement) ?? statement))),
  });
}

function wrapStatement(statement: D1PreparedStatement, wraps: Wraps): D1PreparedStatement {
  const wrapped = override(statement, {
    bind: (...values: unknown[]) => wrapStatement(statement.bind(...values), wraps),
    first: (...column: [string]) => wraps.call(() => statement.first(...column)),
    all: () => wraps.call(() => statement.all()),
    run: () => wraps.call(() => statement.run()),
    raw: (...options: []) => wraps.call(() => statement.raw(...options)),
  });
  ORIGINALS.set(wrapped, statement);
  return wrapped;
}

/** The object with some methods replaced. */
export function override<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get(object, property) {
      if (Object.hasOwn(methods, property)) return methods[String(property)];
      const value: unknown = Reflect.get(object, property);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}
