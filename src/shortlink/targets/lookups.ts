import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import type { DatabaseHealth } from './database-health.ts';
import type { OutcomeDetails } from './report-outcome.ts';
import type { Stores } from './stores.ts';
import { createSharedLoads, type Loaded } from './shared-loads.ts';
import { COPY_TIMEOUT_MS, DATABASE_TIMEOUT_MS } from './time-bounds.ts';
import type { UnknownNames } from './unknown-names.ts';
import { within } from './within.ts';

/** How a value is found by its name. */
export interface Lookup<Name, Found, Copied> {
  readonly keyOf: (name: Name) => CodeId | AddressKey;
  /** Asks the database, and keeps what it says. `readAtMs` is just before the query. Null if there is no such name. */
  readonly find: (name: Name, stores: Stores, readAtMs: number) => Promise<Found | null>;
  /** Asks the copies outside of the database. */
  readonly findCopy: (copies: KVNamespace, name: Name) => Promise<Copied | null>;
  /** The name, for reports. */
  readonly describe: (name: Name) => OutcomeDetails;
}

/** Looks names up where the caches end: in the database, and while that fails, in the copies. */
export class Lookups<Name, Found, Copied> {
  readonly #nowMs: () => number;
  readonly #health: DatabaseHealth;
  readonly #unknown: UnknownNames;
  readonly #lookup: Lookup<Name, Found, Copied>;
  readonly #load: ReturnType<typeof createSharedLoads<CodeId | AddressKey, Found>>;

  constructor(
    nowMs: () => number,
    health: DatabaseHealth,
    unknown: UnknownNames,
    lookup: Lookup<Name, Found, Copied>,
  ) {
    this.#nowMs = nowMs;
    this.#health = health;
    this.#unknown = unknown;
    this.#lookup = lookup;
    this.#load = createSharedLoads(nowMs);
  }

  /** Runs one query for all scans that miss the same name. A result that is too late for its scan is still kept. */
  load(name: Name, stores: Stores, outcome: 'miss' | 'renewal'): Promise<Loaded<Found>> {
    return this.#load(this.#lookup.keyOf(name), () => this.#query(name, stores, outcome), stores.waitUntil);
  }

  #query(name: Name, stores: Stores, outcome: 'miss' | 'renewal'): Promise<Loaded<Found>> {
    const key = this.#lookup.keyOf(name);
    // Another scan may just have queried it.
    if (this.#unknown.has(key)) return Promise.resolve({ kind: 'unknown' });
    const readAtMs = this.#nowMs();
    const describe = () => ({ ...this.#lookup.describe(name), ms: this.#nowMs() - readAtMs });
    const query = this.#lookup.find(name, stores, readAtMs).then((entry): Loaded<Found> => {
      if (entry !== null) return { kind: 'found', entry };
      this.#unknown.add(key, readAtMs);
      return { kind: 'unknown' };
    });
    stores.waitUntil(query.catch(() => null));
    return within(DATABASE_TIMEOUT_MS, query).then(
      (loaded) => {
        this.#health.noteSuccess();
        stores.report(loaded.kind === 'found' ? outcome : 'unknown', describe());
        return loaded;
      },
      (error: unknown) => {
        this.#health.noteFailure();
        stores.report('database_failed', { ...describe(), error: describeError(error) });
        return { kind: 'failed', error };
      },
    );
  }

  async findCopy(name: Name, { copies, report }: Stores): Promise<Copied | null> {
    try {
      return await within(COPY_TIMEOUT_MS, this.#lookup.findCopy(copies, name));
    } catch (error) {
      report('copy_failed', { ...this.#lookup.describe(name), error: describeError(error) });
      return null;
    }
  }
}
