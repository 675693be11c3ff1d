import type { CodeId } from '#core/codes/code-id.ts';
import { describeError } from '#core/log-line.ts';
import { findCopy } from '#storage/links/copies.ts';
import { findShortLink, type ShortLink, takeScan } from '#storage/links/short-links.ts';
import { type Entry, MemoryCache } from './cache.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Lookups } from './lookups.ts';
import {
  CLOCK_SKEW_MS,
  COPY_COMPARED_FOR_MS,
  DATABASE_TIMEOUT_MS,
  FRESH_MS,
  SERVABLE_MS,
  STALE_FOR_MS,
} from './time-bounds.ts';
import type { Stores } from './stores.ts';
import type { UnknownNames } from './unknown-names.ts';
import { within } from './within.ts';

export type Target = ShortLink | { readonly kind: 'unknown' } | { readonly kind: 'unavailable' };

/** The cache that served an entry. */
type Source = 'memory' | 'colo';

/** A renewal that has not ended by now was cancelled. */
const LONGEST_RENEWAL_MS = 10_000;

/**
 * Finds where code ids lead: in this isolate's memory, then the colo's cache, then the database; during a database failure, in any cache
 * that still has the entry, or in the copy outside of the database. docs/decisions/redirect.md explains this order.
 */
export class TargetResolver {
  readonly #nowMs: () => number;
  readonly #memory = new MemoryCache();
  readonly #lookups: Lookups<CodeId, Entry, ShortLink>;
  readonly #renewals = new Map<CodeId, number>();
  readonly #health: DatabaseHealth;
  readonly #unknown: UnknownNames;
  readonly #staleReports: StaleReports;

  constructor(nowMs: () => number, health: DatabaseHealth, unknown: UnknownNames) {
    this.#nowMs = nowMs;
    this.#health = health;
    this.#unknown = unknown;
    this.#staleReports = new StaleReports(nowMs);
    this.#lookups = new Lookups(nowMs, health, unknown, {
      find: async (codeId, stores, readAtMs) => {
        const link = await findShortLink(stores.db, codeId);
        if (!link) return null;
        const entry = { link, readAtMs };
        this.keep(codeId, entry, stores);
        return entry;
      },
      findCopy,
      keyOf: (codeId) => codeId,
      describe: (codeId) => ({ codeId }),
    });
  }

  /** Responds at once if memory has a servable entry, or knows that there is no such code. Opens the stores only if it needs one: a hot scan needs none. */
  find(codeId: CodeId, openStores: () => Stores): Target | Promise<Target> {
    const entry = this.#memory.get(codeId);
    if (entry && this.#isServable(entry)) return this.#serve(codeId, entry, 'memory', openStores);
    return this.#unknown.has(codeId) ? { kind: 'unknown' } : this.#findInStores(codeId, openStores());
  }

  /** Keeps a code's link that another caller has just read. */
  keep(codeId: CodeId, entry: Entry, stores: Stores): void {
    this.#memory.set(codeId, entry);
    stores.waitUntil(stores.colo.put(codeId, entry));
  }

  async #findInStores(codeId: CodeId, stores: Stores): Promise<Target> {
    const shared = await this.#findInColo(codeId, stores);
    // Checks memory again: another scan may have added an entry meanwhile.
    const entry = newerOf(this.#memory.get(codeId), shared);
    if (entry && this.#isServable(entry)) {
      this.#memory.set(codeId, entry);
      return this.#serve(codeId, entry, 'colo', () => stores);
    }

    // In an outage the database comes last: querying it would only delay this scan.
    const isFailing = this.#health.isFailing();
    return (
      (isFailing ? null : await this.#findInDatabase(codeId, stores)) ??
      (await this.#findOutside(codeId, entry, stores)) ??
      (isFailing ? await this.#findInDatabase(codeId, stores) : null) ??
      this.#giveUp(codeId, stores)
    );
  }

  /** Serves an entry of a servable age, and renews it after the response unless it is fresh. */
  #serve(codeId: CodeId, entry: Entry, source: Source, openStores: () => Stores): ShortLink {
    const age = this.#ageOf(entry);
    if (age >= FRESH_MS) this.#renewLater(codeId, source, openStores);
    if (age >= SERVABLE_MS) this.#reportStale(codeId, openStores);
    return entry.link;
  }

  /**
   * Takes a scan from a code's limit. During a database failure every scan is let through and reported: a printed code that does not open
   * is worse than one that opens too often.
   */
  async takeScan(codeId: CodeId, stores: Stores): Promise<boolean> {
    if (!this.#health.isFailing()) {
      try {
        const taking = takeScan(stores.db, codeId);
        stores.waitUntil(taking.catch(() => null));
        return await within(DATABASE_TIMEOUT_MS, taking);
      } catch (error) {
        this.#health.noteFailure();
        stores.report('database_failed', { codeId, error: describeError(error) });
      }
    }
    stores.report('overrun', { codeId });
    return true;
  }

  /** Null if the database fails. */
  async #findInDatabase(codeId: CodeId, stores: Stores): Promise<Target | null> {
    const loaded = await this.#lookups.load(codeId, stores, 'miss');
    switch (loaded.kind) {
      case 'found':
        return loaded.entry.link;
      case 'unknown':
        return loaded;
      case 'failed':
        return null;
    }
  }

  /**
   * The link as the copy or the stale entry has it, whichever has the higher revision. If a code is scanned only once a week in this colo,
   * somebody may have edited it since, and then the copy is newer.
   */
  async #findOutside(codeId: CodeId, entry: Entry | null, stores: Stores): Promise<ShortLink | null> {
    const copy = await this.#lookups.findCopy(codeId, stores);
    const comparedAtMs = this.#nowMs();
    const stale = entry && this.#ageOf(entry) < STALE_FOR_MS ? entry : null;
    if (copy && (!stale || copy.revision > stale.link.revision)) {
      // The age of a copy is unknown: it counts as too old to serve while the database works.
      this.#memory.set(codeId, { link: copy, readAtMs: comparedAtMs - SERVABLE_MS, comparedAtMs });
      stores.report('copy', { codeId });
      return copy;
    }
    if (!stale) return null;
    this.#memory.set(codeId, { ...stale, comparedAtMs });
    this.#reportStale(codeId, () => stores);
    return stale.link;
  }

  /** Without the database nobody knows whether this id was ever issued, so the response is no 404. */
  #giveUp(codeId: CodeId, stores: Stores): Target {
    stores.report('unavailable', { codeId });
    return { kind: 'unavailable' };
  }

  /**
   * Whether an entry is young enough to serve before querying the database. During a failure, any age will do if the entry was compared
   * with the copy.
   */
  #isServable(entry: Entry): boolean {
    const age = this.#ageOf(entry);
    if (age < SERVABLE_MS) return true;
    const comparedAgo = this.#nowMs() - (entry.comparedAtMs ?? Number.NEGATIVE_INFINITY);
    return comparedAgo < COPY_COMPARED_FOR_MS && this.#health.isFailing() && age < STALE_FOR_MS;
  }

  #renewLater(codeId: CodeId, source: Source, openStores: () => Stores): void {
    const now = this.#nowMs();
    const isRunning = now - (this.#renewals.get(codeId) ?? Number.NEGATIVE_INFINITY) < LONGEST_RENEWAL_MS;
    if (isRunning || !this.#health.admitRenewal()) return;
    this.#renewals.set(codeId, now);
    const stores = openStores();
    stores.waitUntil(this.#renew(codeId, source, stores).finally(() => this.#renewals.delete(codeId)));
  }

  async #renew(codeId: CodeId, source: Source, stores: Stores): Promise<void> {
    const shared = source === 'memory' ? await this.#findInColo(codeId, stores) : null;
    if (shared && this.#ageOf(shared) < FRESH_MS) this.#memory.set(codeId, shared);
    else await this.#lookups.load(codeId, stores, 'renewal');
  }

  async #findInColo(codeId: CodeId, { colo }: Stores): Promise<Entry | null> {
    const entry = await colo.find(codeId);
    // The entry comes from a machine with a wrong clock: its age is unknown.
    return entry && this.#ageOf(entry) >= -CLOCK_SKEW_MS ? entry : null;
  }

  #reportStale(codeId: CodeId, openStores: () => Stores): void {
    this.#staleReports.add((count) => openStores().report('stale', { codeId, count }));
  }

  #ageOf(entry: Entry): number {
    return this.#nowMs() - entry.readAtMs;
  }
}

function newerOf(a: Entry | null, b: Entry | null): Entry | null {
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
