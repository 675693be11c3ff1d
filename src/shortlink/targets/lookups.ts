import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import { type Bookmark, LookUp } from '#storage/links/look-up.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { DatabaseHealth } from './database-health.ts';
import type { Regions } from './regions.ts';
import type { OutcomeDetails } from './report-outcome.ts';
import type { Stores } from './stores.ts';
import { createSharedLoads, type Loaded } from './shared-loads.ts';
import { COPY_TIMEOUT_MS, DATABASE_TIMEOUT_MS, REPLICA_TIMEOUT_MS } from './time-bounds.ts';
import type { UnknownNames } from './unknown-names.ts';
import { within } from './within.ts';

/** How a value is found by its name. */
export interface Lookup<Name, Found, Copied> {
  readonly keyOf: (name: Name) => CodeId | AddressKey;
  /** Asks the database, and keeps what it says. Null if it knows no such name. */
  readonly find: (name: Name, stores: Stores, lookUp: LookUp) => Promise<Found | null>;
  /** Asks the copies outside of the database. */
  readonly findCopy: (copies: KVNamespace, name: Name) => Promise<Copied | null>;
  /** The name, for reports. */
  readonly describe: (name: Name) => OutcomeDetails;
}

/** What all resolvers of an isolate share. */
export interface Shared {
  readonly nowMs: () => number;
  /** Of the database's primary. */
  readonly health: DatabaseHealth;
  readonly bookmarks: Bookmarks;
  readonly regions: Regions;
  readonly unknown: UnknownNames;
}

/** `newerThanMs` is the time of the entry that is to be renewed. */
type Wish = { readonly outcome: 'miss' } | { readonly outcome: 'renewal'; readonly newerThanMs: number };

/** Looks names up where the caches end: in the nearest replica, then in the database's primary, and while that fails, in the copies. */
export class Lookups<Name, Found, Copied> {
  readonly #shared: Shared;
  readonly #lookup: Lookup<Name, Found, Copied>;
  readonly #load: ReturnType<typeof createSharedLoads<CodeId | AddressKey, Found>>;

  constructor(shared: Shared, lookup: Lookup<Name, Found, Copied>) {
    this.#shared = shared;
    this.#lookup = lookup;
    this.#load = createSharedLoads(shared.nowMs);
  }

  /** Runs one query for all scans that miss the same name. A result that is too late for its scan is still kept. */
  load(name: Name, stores: Stores, wish: Wish): Promise<Loaded<Found>> {
    return this.#load(this.#lookup.keyOf(name), () => this.#query(name, stores, wish), stores.waitUntil);
  }

  /** What a replica says while the primary fails, as of the latest bookmark. Null if none answers, or knows the name. */
  async findNear(name: Name, stores: Stores): Promise<Found | null> {
    const bookmark = await this.#shared.bookmarks.findLatest(stores);
    const near = bookmark && (await this.#inTime(this.#ask(name, stores, 'miss', bookmark), name, stores));
    return near?.kind === 'found' ? near.entry : null;
  }

  async #query(name: Name, stores: Stores, wish: Wish): Promise<Loaded<Found>> {
    const { bookmarks, unknown } = this.#shared;
    // Another scan may just have queried it.
    if (unknown.has(this.#lookup.keyOf(name))) return { kind: 'unknown' };
    const { outcome } = wish;
    const newerThanMs = outcome === 'renewal' ? wish.newerThanMs : Number.NEGATIVE_INFINITY;
    const bookmark = await bookmarks.find(stores, newerThanMs);
    const isDue = bookmarks.admitRenewal();
    // Nobody waits for the renewal of an entry, and the primary's answer brings a bookmark as well.
    if (!bookmark || (isDue && outcome === 'renewal')) return this.#askPrimary(name, stores, outcome);
    const isSuspect = bookmarks.isReplicaSuspect;
    const asked = this.#ask(name, stores, outcome, bookmark);
    const inTime = this.#inTime(asked, name, stores);
    const near = isSuspect ? null : await inTime;
    if (near && isDue) stores.waitUntil(this.#askPrimary(name, stores, 'renewal'));
    if (near) return near;
    // Its answer still counts if it comes before the primary's.
    const late = asked.then((answer) => answer ?? Promise.reject(new Error('it does not know the name')));
    return Promise.any([late, this.#askPrimary(name, stores, outcome)]);
  }

  /** The answer of a replica; null if it is late, fails, or does not know the name. */
  async #inTime(
    asked: Promise<Loaded<Found> | null>,
    name: Name,
    stores: Stores,
  ): Promise<Loaded<Found> | null> {
    const { bookmarks } = this.#shared;
    stores.waitUntil(asked.catch(() => null));
    try {
      const answer = await within(REPLICA_TIMEOUT_MS, asked);
      bookmarks.noteReplica(true, stores);
      return answer;
    } catch (error) {
      const details = { ...this.#lookup.describe(name), error: describeError(error) };
      if (!bookmarks.isReplicaSuspect) stores.report('replica_failed', details);
      bookmarks.noteReplica(false, stores);
      return null;
    }
  }

  async #askPrimary(name: Name, stores: Stores, outcome: Wish['outcome']): Promise<Loaded<Found>> {
    const { health, nowMs } = this.#shared;
    const askedAtMs = nowMs();
    const asked = this.#ask(name, stores, outcome, null);
    stores.waitUntil(asked.catch(() => null));
    try {
      const answer = await within(DATABASE_TIMEOUT_MS, asked);
      health.noteSuccess();
      return answer ?? { kind: 'unknown' };
    } catch (error) {
      health.noteFailure();
      const ms = nowMs() - askedAtMs;
      stores.report('database_failed', { ...this.#lookup.describe(name), ms, error: describeError(error) });
      return { kind: 'failed', error };
    }
  }

  /** Null if a replica does not know the name: it may be too new. */
  async #ask(
    name: Name,
    stores: Stores,
    outcome: Wish['outcome'],
    bookmark: Bookmark | null,
  ): Promise<Loaded<Found> | null> {
    const { nowMs, bookmarks, regions, unknown } = this.#shared;
    const askedAtMs = nowMs();
    const lookUp = new LookUp(stores.db, askedAtMs, bookmark);
    const entry = await this.#lookup.find(name, stores, lookUp);
    const { served } = lookUp;
    if (!bookmark) bookmarks.keep(lookUp.bookmark, askedAtMs, stores);
    if (served) regions.count(served);
    if (entry === null && !served?.isPrimary) return null;
    if (entry === null) unknown.add(this.#lookup.keyOf(name), askedAtMs);
    const details = { ...this.#lookup.describe(name), ms: nowMs() - askedAtMs, served };
    stores.report(entry === null ? 'unknown' : outcome, details);
    return entry === null ? { kind: 'unknown' } : { kind: 'found', entry };
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
