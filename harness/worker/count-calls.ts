import type { App } from '#api/app.ts';

/** The D1 calls of a request; a batch is one. */
export interface Calls {
  readonly all: number;
  /** How many of them the response waited for one after the other. */
  readonly sequential: number;
}

/**
 * Counts calls as if D1 were far slower than everything else: the calls that are under way form a round, whose results arrive together once
 * nothing else is under way that could start another one. `sequential` is the number of rounds before the whole response, so that work after
 * it does not count. Nothing is timed: a busy machine counts the same.
 */
export function createCallCounter() {
  let rounds = new Rounds();
  return {
    /** The app, which counts each request. */
    count: (app: App): App =>
      override(app, {
        async fetch(request: Request, bindings: ApiEnv, ctx: ExecutionContext) {
          const own = new Rounds();
          rounds = own;
          const response = await app.fetch(request, countBindings(bindings, own), ctx);
          await response.clone().arrayBuffer();
          own.finish();
          return response;
        },
      }),
    /** A function of the platform whose result can lead to further calls. */
    noteFetch:
      (send: typeof fetch): typeof fetch =>
      (...args) =>
        rounds.noteOther(send(...args)),
    /** The calls of the last request. */
    read: (): Calls => rounds.calls,
  };
}

/** Turns of the event loop without news after which nothing but D1 can be awaited. */
const QUIET_TURNS = 3;

class Rounds {
  calls: Calls = { all: 0, sequential: 0 };
  #isFinished = false;
  /** Calls, and requests to other stores, that are under way. */
  #running = 0;
  /** Changes with everything that starts or ends. */
  #news = 0;
  #isWatched = false;
  #round = Promise.withResolvers<void>();

  /** Runs a call of D1, whose result arrives with its round. */
  async call<T>(send: () => Promise<T>): Promise<T> {
    if (this.#isFinished) return send();
    this.calls = { ...this.calls, all: this.calls.all + 1 };
    const { promise } = this.#round;
    try {
      return await this.noteOther(send());
    } finally {
      void this.#endRoundWhenQuiet();
      await promise;
    }
  }

  async noteOther<T>(result: Promise<T>): Promise<T> {
    this.#running++;
    this.#news++;
    try {
      return await result;
    } finally {
      this.#running--;
      this.#news++;
    }
  }

  async #endRoundWhenQuiet(): Promise<void> {
    if (this.#isWatched) return;
    this.#isWatched = true;
    for (let quiet = 0, seen = this.#news; quiet < QUIET_TURNS && !this.#isFinished; quiet++) {
      await new Promise((resume) => setTimeout(resume, 0));
      if (this.#running === 0 && this.#news === seen) continue;
      seen = this.#news;
      quiet = -1;
    }
    this.#isWatched = false;
    this.calls = { ...this.calls, sequential: this.calls.sequential + (this.#isFinished ? 0 : 1) };
    this.#round.resolve();
    this.#round = Promise.withResolvers();
  }

  /** The response is whole: what follows neither counts nor waits. */
  finish(): void {
    this.#isFinished = true;
  }
}

function countBindings(bindings: ApiEnv, rounds: Rounds): ApiEnv {
  const counted = Object.entries(bindings as object).map(([name, binding]: [string, unknown]) => {
    if (typeof binding !== 'object' || binding === null || Array.isArray(binding)) return [name, binding];
    return [name, name === 'DB' ? countDatabase(binding as D1Database, rounds) : noteStore(binding, rounds)];
  });
  return Object.fromEntries(counted) as ApiEnv;
}

/** R2, KV and the others: a binding whose results are noted. */
function noteStore(binding: object, rounds: Rounds): object {
  return new Proxy(binding, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        return result instanceof Promise ? rounds.noteOther(result) : result;
      };
    },
  });
}

/** D1 accepts only its own statements in a batch. */
const ORIGINALS = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

function countDatabase(db: D1Database, rounds: Rounds): D1Database {
  return override(db, {
    prepare: (sql: string) => countStatement(db.prepare(sql), rounds),
    batch: (statements: D1PreparedStatement[]) =>
      rounds.call(() => db.batch(statements.map((statement) => ORIGINALS.get(statement) ?? statement))),
  });
}

function countStatement(statement: D1PreparedStatement, rounds: Rounds): D1PreparedStatement {
  const counting = override(statement, {
    bind: (...values: unknown[]) => countStatement(statement.bind(...values), rounds),
    first: (...column: [string]) => rounds.call(() => statement.first(...column)),
    all: () => rounds.call(() => statement.all()),
    run: () => rounds.call(() => statement.run()),
    raw: (...options: []) => rounds.call(() => statement.raw(...options)),
  });
  ORIGINALS.set(counting, statement);
  return counting;
}

function override<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get(object, property) {
      if (Object.hasOwn(methods, property)) return methods[String(property)];
      const value: unknown = Reflect.get(object, property);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
}
