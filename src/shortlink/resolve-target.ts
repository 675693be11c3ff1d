import type { CodeId } from '../core/code-id.ts';
import { describeError } from '../core/log-line.ts';
import { findCopy } from '../storage/short-link-copies.ts';
import { findShortLink, type ShortLink } from '../storage/short-links.ts';
import { type ColoCache, type Entry, MemoryCache } from './link-cache.ts';
import type { Outcome, OutcomeDetails } from './report-outcome.ts';
import { createSharedLoads, type Loaded } from './shared-loads.ts';
import {
  CLOCK_SKEW_MS,
  COPY_COMPARED_FOR_MS,
  COPY_TIMEOUT_MS,
  DATABASE_TIMEOUT_MS,
  FRESH_MS,
  OUTAGE_REMEMBERED_MS,
  PROBE_INTERVAL_MS,
  SERVABLE_MS,
  STALE_FOR_MS,
} from './time-bounds.ts';
import { within } from './within.ts';

/** The stores that one scan may ask. */
export interface Stores {
  readonly db: D1Database;
  readonly copies: KVNamespace;
  readonly colo: ColoCache;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly report: (outcome: Outcome, details: OutcomeDetails) => void;
}

export type Target = ShortLink | { readonly kind: 'unknown' } | { readonly kind: 'unavailable' };

/** The last cache that was asked for an entry. */
type Asked = 'memory' | 'colo';

/** Reports of stale answers stand for all of this time: in an outage every scan may be one. */
const STALE_REPORT_INTERVAL_MS = 1_000;

/** A renewal that has not ended by now was cancelled. */
const LONGEST_RENEWAL_MS = 10_000;

/**
 * Finds where code ids lead: in this isolate's memory, in the colo's cache, in the database; and while the database fails, in whatever
 * of the three still knows, or in the copy that does not live in it. docs/decisions/redirect.md says why in this order.
 */
export class TargetResolver {
  readonly #nowMs: () => number;
  readonly #memory = new MemoryCache();
  readonly #load: ReturnType<typeof createSharedLoads>;
  readonly #renewals = new Map<CodeId, number>();
  #databaseFailedAtMs = Number.NEGATIVE_INFINITY;
  #probedAtMs = Number.NEGATIVE_INFINITY;
  #staleAnswers = 0;
  #staleReportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#load = createSharedLoads(nowMs);
  }

  /** The answer that needs no store and leaves nothing to do behind it; null where this isolate has none. */
  findAtOnce(codeId: CodeId): ShortLink | null {
    const entry = this.#memory.get(codeId);
    if (!entry) return null;
    const age = this.#ageOf(entry);
    if (age < FRESH_MS) return entry.link;
    if (!this.#isServable(entry) || this.#isRenewalDue(codeId)) return null;
    if (age >= SERVABLE_MS) {
      if (this.#isStaleReportDue()) return null;
      this.#staleAnswers++;
    }
    return entry.link;
  }

  /** The answer to what `findAtOnce` does not know. */
  async resolve(codeId: CodeId, stores: Stores): Promise<Target> {
    const kept = this.#memory.get(codeId);
    if (kept && this.#isServable(kept)) return this.#serve(codeId, kept, stores, 'memory');
    const shared = await this.#findInColo(codeId, stores);
    // Only now: another scan may have brought an entry meanwhile.
    const entry = newerOf(this.#memory.get(codeId), shared);
    if (entry && this.#isServable(entry)) return this.#serve(codeId, entry, stores, 'colo');

    // In an outage the database is the last to be asked: it would keep this scan waiting for nothing.
    const isOutage = this.#isOutage();
    return (
      (isOutage ? null : await this.#findInDatabase(codeId, stores)) ??
      (await this.#findOutside(codeId, entry, stores)) ??
      (isOutage ? await this.#findInDatabase(codeId, stores) : null) ??
      this.#giveUp(codeId, stores)
    );
  }

  /** Null where the database fails. */
  async #findInDatabase(codeId: CodeId, stores: Stores): Promise<Target | null> {
    const loaded = await this.#loadAndKeep(codeId, stores, 'miss');
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
   * The last that is known outside of the database: the copy or the stale entry, whichever is of the higher revision. A code that is
   * scanned once a week in this colo may have been edited since, and then the copy knows.
   */
  async #findOutside(codeId: CodeId, entry: Entry | null, stores: Stores): Promise<ShortLink | null> {
    const copy = await this.#findCopy(codeId, stores);
    const comparedAtMs = this.#nowMs();
    const stale = entry && this.#ageOf(entry) < STALE_FOR_MS ? entry : null;
    if (copy && (!stale || copy.revision > stale.link.revision)) {
      // How old a copy is, nobody knows: too old to be served while the database answers.
      this.#memory.set(codeId, { link: copy, readAtMs: comparedAtMs - SERVABLE_MS, comparedAtMs });
      stores.report('copy', { codeId });
      return copy;
    }
    if (!stale) return null;
    this.#memory.set(codeId, { ...stale, comparedAtMs });
    this.#countStale(codeId, stores);
    return stale.link;
  }

  /** Without the database nobody knows whether this id was ever issued: that is no 404. */
  #giveUp(codeId: CodeId, stores: Stores): Target {
    stores.report('unavailable', { codeId });
    return { kind: 'unavailable' };
  }

  /** Young enough to be served before the database is asked; while that fails, any age that was compared with the copy will do. */
  #isServable(entry: Entry): boolean {
    const age = this.#ageOf(entry);
    if (age < SERVABLE_MS) return true;
    const isCompared =
      this.#nowMs() - (entry.comparedAtMs ?? Number.NEGATIVE_INFINITY) < COPY_COMPARED_FOR_MS;
    return isCompared && this.#isOutage() && age < STALE_FOR_MS;
  }

  #serve(codeId: CodeId, entry: Entry, stores: Stores, asked: Asked): ShortLink {
    this.#memory.set(codeId, entry);
    const age = this.#ageOf(entry);
    if (age >= FRESH_MS) this.#renewLater(codeId, stores, asked);
    if (age >= SERVABLE_MS) this.#countStale(codeId, stores);
    return entry.link;
  }

  #renewLater(codeId: CodeId, stores: Stores, asked: Asked): void {
    if (!this.#isRenewalDue(codeId)) return;
    const now = this.#nowMs();
    if (this.#isOutage()) this.#probedAtMs = now;
    this.#renewals.set(codeId, now);
    stores.waitUntil(this.#renew(codeId, stores, asked).finally(() => this.#renewals.delete(codeId)));
  }

  #isRenewalDue(codeId: CodeId): boolean {
    const now = this.#nowMs();
    if (now - (this.#renewals.get(codeId) ?? Number.NEGATIVE_INFINITY) < LONGEST_RENEWAL_MS) return false;
    return !this.#isOutage() || now - this.#probedAtMs >= PROBE_INTERVAL_MS;
  }

  async #renew(codeId: CodeId, stores: Stores, asked: Asked): Promise<void> {
    const shared = asked === 'memory' ? await this.#findInColo(codeId, stores) : null;
    if (shared && this.#ageOf(shared) < FRESH_MS) this.#memory.set(codeId, shared);
    else await this.#loadAndKeep(codeId, stores, 'renewal');
  }

  async #findInColo(codeId: CodeId, { colo }: Stores): Promise<Entry | null> {
    const entry = await colo.find(codeId);
    // From a machine whose clock is wrong: its age cannot be told.
    return entry && this.#ageOf(entry) >= -CLOCK_SKEW_MS ? entry : null;
  }

  #loadAndKeep(codeId: CodeId, stores: Stores, outcome: 'miss' | 'renewal'): Promise<Loaded> {
    return this.#load(codeId, () => this.#ask(codeId, stores, outcome), stores.waitUntil);
  }

  /** One query. An answer that came too late for the scan that asked is kept all the same. */
  #ask(codeId: CodeId, stores: Stores, outcome: 'miss' | 'renewal'): Promise<Loaded> {
    const readAtMs = this.#nowMs();
    const ms = () => this.#nowMs() - readAtMs;
    const query = findShortLink(stores.db, codeId).then((link): Loaded => {
      if (!link) return { kind: 'unknown' };
      const entry = { link, readAtMs };
      this.#memory.set(codeId, entry);
      stores.waitUntil(stores.colo.put(codeId, entry));
      return { kind: 'found', entry };
    });
    stores.waitUntil(query.catch(() => null));
    return within(DATABASE_TIMEOUT_MS, query).then(
      (loaded) => {
        this.#databaseFailedAtMs = Number.NEGATIVE_INFINITY;
        stores.report(loaded.kind === 'found' ? outcome : 'unknown', { codeId, ms: ms() });
        return loaded;
      },
      (error: unknown) => {
        this.#databaseFailedAtMs = this.#nowMs();
        stores.report('database_failed', { codeId, ms: ms(), error: describeError(error) });
        return { kind: 'failed', error };
      },
    );
  }

  async #findCopy(codeId: CodeId, { copies, report }: Stores): Promise<ShortLink | null> {
    try {
      return await within(COPY_TIMEOUT_MS, findCopy(copies, codeId));
    } catch (error) {
      report('copy_failed', { codeId, error: describeError(error) });
      return null;
    }
  }

  #countStale(codeId: CodeId, stores: Stores): void {
    this.#staleAnswers++;
    if (!this.#isStaleReportDue()) return;
    stores.report('stale', { codeId, count: this.#staleAnswers });
    this.#staleAnswers = 0;
    this.#staleReportedAtMs = this.#nowMs();
  }

  #isStaleReportDue(): boolean {
    return this.#nowMs() - this.#staleReportedAtMs >= STALE_REPORT_INTERVAL_MS;
  }

  #isOutage(): boolean {
    return this.#nowMs() - this.#databaseFailedAtMs < OUTAGE_REMEMBERED_MS;
  }

  #ageOf(entry: Entry): number {
    return this.#nowMs() - entry.readAtMs;
  }
}

function newerOf(a: Entry | null, b: Entry | null): Entry | null {
  if (!a || !b) return a ?? b;
  return a.readAtMs >= b.readAtMs ? a : b;
}
