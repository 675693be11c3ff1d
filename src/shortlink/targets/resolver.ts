import type { AddressKey } from '#core/links/link-address.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type Entry, MemoryCache } from './cache.ts';
import { type Lookup, Lookups, type Shared } from './lookups.ts';
import { CLOCK_SKEW_MS, COPY_COMPARED_FOR_MS, FRESH_MS, SERVABLE_MS, STALE_FOR_MS } from './time-bounds.ts';
import type { Stores } from './stores.ts';

/** What a scan may have to find: of two readings, the one with the higher revision is right. */
export interface Revised {
  readonly revision: number;
}

export type Found<Value> = Value | 'unknown' | 'unavailable';

/** How values of one kind are found and kept. */
export interface Subject<Key, Value> extends Lookup<Key, Entry<Value>, Value> {
  /** How long the colo's cache keeps it. */
  readonly keptSeconds: number;
  /** Its path in the colo's cache. */
  readonly pathOf: (key: Key) => string;
  /** Null for what an earlier or later version of this code kept. */
  readonly parse: (value: unknown) => Value | null;
  /** Its size in the memory cache; 1 by default. */
  readonly sizeOf?: (value: Value) => number;
  /** Whether a value never changes, so that it need not be read again. */
  readonly isPermanent?: (value: Value) => boolean;
}

/** The cache that served an entry. */
type Source = 'memory' | 'colo';

/** A renewal that has not ended by now was cancelled. */
const LONGEST_RENEWAL_MS = 10_000;

/**
 * Finds values by their keys: in this isolate's memory, then the colo's cache, then the database; during a database failure, in any cache
 * that still has the entry, or in the copy outside of the database. docs/decisions/redirect.md explains this order.
 */
export class Resolver<Key, Value extends Revised> {
  readonly #shared: Shared;
  readonly #nowMs: () => number;
  readonly #subject: Subject<Key, Value>;
  readonly #memory: MemoryCache<CodeId | AddressKey, Value>;
  readonly #lookups: Lookups<Key, Entry<Value>, Value>;
  readonly #renewals = new Map<CodeId | AddressKey, number>();
  readonly #staleReports: StaleReports;

  constructor(shared: Shared, subject: Subject<Key, Value>) {
    this.#shared = shared;
    this.#nowMs = shared.nowMs;
    this.#subject = subject;
    this.#memory = new MemoryCache(subject.sizeOf);
    this.#staleReports = new StaleReports(shared.nowMs);
    this.#lookups = new Lookups(shared, subject);
  }

  /** Responds at once if memory has a servable entry, or knows that there is no such code. Opens the stores only if it needs one: a hot scan needs none. */
  find(key: Key, openStores: () => Stores): Found<Value> | Promise<Found<Value>> {
    const name = this.#subject.keyOf(key);
    const entry = this.#memory.get(name);
    const served = entry && this.#serve(key, entry, 'memory', openStores);
    if (served) return served;
    return this.#shared.unknown.has(name) ? 'unknown' : this.#findInStores(key, openStores());
  }

  /** Keeps a value that a query has just read, unless memory has a newer one: a replica may answer late. */
  keep(key: Key, entry: Entry<Value>, stores: Stores): void {
    if (!this.#memory.set(this.#subject.keyOf(key), entry)) return;
    stores.waitUntil(stores.colo.put(this.#subject.pathOf(key), entry, this.#subject.keptSeconds));
  }

  async #findInStores(key: Key, stores: Stores): Promise<Found<Value>> {
    const shared = await this.#findInColo(key, stores);
    // Checks memory again: another scan may have added an entry meanwhile.
    const entry = newerOf(this.#memory.get(this.#subject.keyOf(key)), shared);
    const served = entry && this.#serve(key, entry, 'colo', () => stores);
    if (served) {
      this.#memory.set(this.#subject.keyOf(key), entry);
      return served;
    }

    // In an outage the database comes last: querying it would only delay this scan.
    const isFailing = this.#shared.health.isFailing();
    return (
      (isFailing ? null : await this.#findInDatabase(key, stores)) ??
      (await this.#findOutside(key, entry, stores)) ??
      (isFailing ? await this.#findInDatabase(key, stores) : null) ??
      this.#giveUp(key, stores)
    );
  }

  /**
   * Serves an entry that is young enough to need no query of the database, and renews it after the response unless it is fresh. Null for an
   * older one; during a failure, any age will do if the entry was compared with the copy.
   */
  #serve(key: Key, entry: Entry<Value>, source: Source, openStores: () => Stores): Value | null {
    if (this.#subject.isPermanent?.(entry.value)) return entry.value;
    const age = this.#ageOf(entry);
    if (age >= SERVABLE_MS && !this.#isServableInOutage(entry, age)) return null;
    if (age >= FRESH_MS) this.#renewLater(key, entry, source, openStores);
    if (age >= SERVABLE_MS) this.#reportStale(key, openStores);
    return entry.value;
  }

  /** Null if the database fails. */
  async #findInDatabase(key: Key, stores: Stores): Promise<Found<Value> | null> {
    const loaded = await this.#lookups.load(key, stores, { outcome: 'miss' });
    switch (loaded.kind) {
      case 'found':
        return loaded.entry.value;
      case 'unknown':
        return 'unknown';
      case 'failed':
        return null;
    }
  }

  /**
   * The link as the copy or the stale entry has it, whichever has the higher revision. If a code is scanned only once a week in this colo,
   * somebody may have edited it since, and then the copy is newer. Without a copy, what a replica says counts as a stale entry.
   */
  async #findOutside(key: Key, entry: Entry<Value> | null, stores: Stores): Promise<Value | null> {
    const copy = await this.#lookups.findCopy(key, stores);
    const kept = copy ? entry : newerOf(entry, await this.#lookups.findNear(key, stores));
    const comparedAtMs = this.#nowMs();
    const stale = kept && this.#ageOf(kept) < STALE_FOR_MS ? kept : null;
    if (copy && (!stale || copy.revision > stale.value.revision)) {
      // The age of a copy is unknown: it counts as too old to serve while the database works.
      this.#memory.set(this.#subject.keyOf(key), {
        value: copy,
        readAtMs: comparedAtMs - SERVABLE_MS,
        comparedAtMs,
      });
      stores.report('copy', this.#subject.describe(key));
      return copy;
    }
    if (!stale) return null;
    this.#memory.set(this.#subject.keyOf(key), { ...stale, comparedAtMs });
    if (this.#ageOf(stale) >= SERVABLE_MS) this.#reportStale(key, () => stores);
    return stale.value;
  }

  /** Without the database nobody knows whether there is such a code, so the response is no 404. */
  #giveUp(key: Key, stores: Stores): Found<Value> {
    stores.report('unavailable', this.#subject.describe(key));
    return 'unavailable';
  }

  #isServableInOutage({ comparedAtMs = Number.NEGATIVE_INFINITY }: Entry<Value>, age: number): boolean {
    const isCompared = this.#nowMs() - comparedAtMs < COPY_COMPARED_FOR_MS;
    return isCompared && this.#shared.health.isFailing() && age < STALE_FOR_MS;
  }

  #renewLater(key: Key, entry: Entry<Value>, source: Source, openStores: () => Stores): void {
    const now = this.#nowMs();
    const name = this.#subject.keyOf(key);
    const isRunning = now - (this.#renewals.get(name) ?? Number.NEGATIVE_INFINITY) < LONGEST_RENEWAL_MS;
    if (isRunning || !this.#shared.bookmarks.canRenew(entry.readAtMs)) return;
    if (!this.#shared.health.admitRenewal()) return;
    this.#renewals.set(name, now);
    const stores = openStores();
    stores.waitUntil(this.#renew(key, entry, source, stores).finally(() => this.#renewals.delete(name)));
  }

  async #renew(key: Key, entry: Entry<Value>, source: Source, stores: Stores): Promise<void> {
    const shared = source === 'memory' ? await this.#findInColo(key, stores) : null;
    if (shared && this.#ageOf(shared) < FRESH_MS) this.#memory.set(this.#subject.keyOf(key), shared);
    else await this.#lookups.load(key, stores, { outcome: 'renewal', newerThanMs: entry.readAtMs });
  }

  async #findInColo(key: Key, { colo }: Stores): Promise<Entry<Value> | null> {
    const entry = await colo.find(this.#subject.pathOf(key), this.#subject.parse);
    // The entry comes from a machine with a wrong clock: its age is unknown.
    return entry && this.#ageOf(entry) >= -CLOCK_SKEW_MS ? entry : null;
  }

  #reportStale(key: Key, openStores: () => Stores): void {
    this.#staleReports.add((count) =>
      openStores().report('stale', { ...this.#subject.describe(key), count }),
    );
  }

  #ageOf(entry: Entry<Value>): number {
    return this.#nowMs() - entry.readAtMs;
  }
}

function newerOf<Value>(a: Entry<Value> | null, b: Entry<Value> | null): Entry<Value> | null {
  if (!a || !b) return a ?? b;
  return a.readAtMs >= b.readAtMs ? a : b;
}

/** One report stands for all stale responses in this time: in an outage every scan may get one. */
const REPORT_INTERVAL_MS = 1_000;

/** Counts this isolate's stale responses, and reports their number once a second. */
class StaleReports {
  readonly #nowMs: () => number;
  #count = 0;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts one response. Calls `report` with the number since the last report when one is due. */
  add(report: (count: number) => void): void {
    this.#count++;
    const now = this.#nowMs();
    if (now - this.#reportedAtMs < REPORT_INTERVAL_MS) return;
    report(this.#count);
    this.#count = 0;
    this.#reportedAtMs = now;
  }
}
