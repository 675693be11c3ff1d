import type { Bookmark } from '#storage/links/look-up.ts';
import type { Stores } from './stores.ts';
import {
  BOOKMARK_DUE_MS,
  BOOKMARK_RIPE_MS,
  BOOKMARK_USABLE_MS,
  CLOCK_SKEW_MS,
  PROBE_INTERVAL_MS,
  STALE_FOR_MS,
  STALE_FOR_SECONDS,
} from './time-bounds.ts';

/** Their path in the colo's cache: no code id has a slash. */
const PATH = 'session/bookmarks';

/** Cloudflare's have 67. */
const MAX_CHARACTERS = 200;

/** What the isolates of a colo share. */
interface SharedBookmarks {
  readonly kept: readonly Bookmark[];
  readonly isSuspect: boolean;
}

/**
 * The bookmarks by which replicas may be asked: what has reached one is no older than its time. All codes share them, in this isolate's
 * memory and in the colo's cache. There are two, because replicas lag behind: until they reach the newer one, the older one is young enough.
 */
export class Bookmarks {
  readonly #nowMs: () => number;
  /** The newer one last. */
  #kept: readonly Bookmark[] = [];
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #isSuspect = false;
  #suspectedAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether the last replica that was asked failed or was late: nobody waits for the next one alone. */
  get isReplicaSuspect(): boolean {
    return this.#isSuspect;
  }

  /** Notes whether a replica answered in time. */
  noteReplica(isInTime: boolean, stores: Stores): void {
    if (this.#isSuspect !== isInTime) return;
    this.#isSuspect = !isInTime;
    this.#share(stores);
  }

  /** One that is newer than `newerThanMs`, and young enough; null if the primary has to be asked. */
  async find(stores: Stores, newerThanMs: number): Promise<Bookmark | null> {
    if (this.#isDue()) await this.#findInColo(stores);
    const chosen = this.#choose(newerThanMs);
    return chosen && this.#admitReplica() ? chosen : null;
  }

  /** The latest one, for while the primary fails. */
  async findLatest(stores: Stores): Promise<Bookmark | null> {
    if (this.#isDue()) await this.#findInColo(stores);
    const latest = this.#choose(Number.NEGATIVE_INFINITY) ?? this.#kept.at(-1);
    return latest && this.#ageOf(latest) < STALE_FOR_MS ? latest : null;
  }

  /** Keeps the bookmark that the primary gave, unless the last one is still fresh. */
  keep(value: unknown, readAtMs: number, stores: Stores): void {
    if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) return;
    const latest = this.#kept.at(-1);
    if (latest && readAtMs - latest.readAtMs < BOOKMARK_DUE_MS) return;
    this.#kept = [...this.#kept.slice(-1), { value, readAtMs }];
    this.#share(stores);
  }

  /** Whether the caller has to ask the primary for a new one: at most one caller a second does. */
  admitRenewal(): boolean {
    if (!this.#isDue() || this.#isRenewing()) return false;
    this.#renewedAtMs = this.#nowMs();
    return true;
  }

  /** Whether a query could bring an entry that is newer than this one, and not only in a few seconds. Without I/O. */
  canRenew(readAtMs: number): boolean {
    const latest = this.#kept.at(-1);
    if (!latest || this.#ageOf(latest) >= BOOKMARK_USABLE_MS) return true;
    const newer = this.#choose(readAtMs);
    return newer ? this.#isRipe(newer) : !this.#isRenewing();
  }

  /** The newest one that replicas have most probably reached. */
  #choose(newerThanMs: number): Bookmark | null {
    const usable = this.#kept.filter(
      (one) => one.readAtMs > newerThanMs && this.#ageOf(one) < BOOKMARK_USABLE_MS,
    );
    return usable.findLast((one) => this.#isRipe(one)) ?? usable[0] ?? null;
  }

  /** Suspect replicas are asked once a second, to see whether they work again. */
  #admitReplica(): boolean {
    if (!this.#isSuspect) return true;
    if (this.#nowMs() - this.#suspectedAtMs < PROBE_INTERVAL_MS) return false;
    this.#suspectedAtMs = this.#nowMs();
    return true;
  }

  #share({ colo, waitUntil }: Stores): void {
    const value: SharedBookmarks = { kept: this.#kept, isSuspect: this.#isSuspect };
    waitUntil(colo.put(PATH, { value, readAtMs: this.#nowMs() }, STALE_FOR_SECONDS));
  }

  async #findInColo({ colo }: Stores): Promise<void> {
    const shared = await colo.find(PATH, parseShared);
    if (!shared) return;
    this.#isSuspect ||= shared.value.isSuspect;
    // One from a machine with a wrong clock has an unknown age.
    const found = shared.value.kept.filter((one) => this.#ageOf(one) >= -CLOCK_SKEW_MS);
    this.#kept = [...this.#kept, ...found].sort((a, b) => a.readAtMs - b.readAtMs).slice(-2);
  }

  #isDue(): boolean {
    const latest = this.#kept.at(-1);
    return !latest || this.#ageOf(latest) >= BOOKMARK_DUE_MS;
  }

  #isRipe(bookmark: Bookmark): boolean {
    return this.#ageOf(bookmark) >= BOOKMARK_RIPE_MS;
  }

  #isRenewing(): boolean {
    return this.#nowMs() - this.#renewedAtMs < PROBE_INTERVAL_MS;
  }

  #ageOf({ readAtMs }: Bookmark): number {
    return this.#nowMs() - readAtMs;
  }
}

function parseShared(stored: unknown): SharedBookmarks | null {
  const { kept, isSuspect } = (stored ?? {}) as Record<string, unknown>;
  if (!Array.isArray(kept)) return null;
  const bookmarks = kept.flatMap((one: unknown) => {
    const { value, readAtMs } = (one ?? {}) as Record<string, unknown>;
    return typeof value === 'string' && typeof readAtMs === 'number' ? [{ value, readAtMs }] : [];
  });
  return { kept: bookmarks, isSuspect: isSuspect === true };
}
