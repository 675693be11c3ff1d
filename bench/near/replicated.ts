import type { ShortLinkRow } from '#storage/links/short-links.ts';
import { REGION_NAMES, type Place } from './places.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How the replicas lag: as a probe measured (p50 0.8 s, p95 3.4 s, p99 6.1 s), or worse. */
export const LAGS = ['as probed', '30 s', 'stuck', 'flapping'] as const;
export type Lag = (typeof LAGS)[number];

/** What a query takes besides the way. */
const QUERY_MS = 3;
/** How long the lag of a region stays the same. */
const LAG_KEPT_MS = 10_000;
const FLAPPING_MS = 15_000;

/** A D1 with a primary and six replicas, which answer once they have reached a query's bookmark. */
export class ReplicatedWorld {
  readonly #time: VirtualTime;
  readonly #draw: () => number;
  readonly #lag: Lag;
  readonly #startMs: number;
  /** When each version was written at the primary, and by when each region had it. */
  readonly #writtenAtMs = [0];
  readonly #reachedAtMs = new Map(REGION_NAMES.map((name) => [name, [0]]));
  readonly #lagOf = new Map<string, { readonly untilMs: number; readonly ms: number }>();
  /** The versions at which a code was edited. */
  readonly #edits = new Map<string, number[]>();
  primaryQueries = 0;
  replicaQueries = 0;

  constructor(time: VirtualTime, draw: () => number, lag: Lag) {
    this.#time = time;
    this.#draw = draw;
    this.#lag = lag;
    this.#startMs = time.nowMs;
  }

  /** A write at the primary: an edit of a code, or anything else. */
  write(codeId: string | null): void {
    const now = this.#time.nowMs;
    const version = this.#writtenAtMs.push(now) - 1;
    for (const [region, reached] of this.#reachedAtMs)
      reached.push(Math.max(reached.at(-1) ?? 0, now + this.#lagMs(region)));
    if (codeId === null) return;
    const edits = this.#edits.get(codeId);
    if (edits) edits.push(version);
    else this.#edits.set(codeId, [version]);
  }

  /** For how long a code has led elsewhere than to its `edit`th address; 0 if it leads there. */
  staleMs(codeId: string, edit: number): number {
    const next = this.#edits.get(codeId)?.[edit];
    return next === undefined ? 0 : this.#time.nowMs - (this.#writtenAtMs[next] ?? 0);
  }

  /** The binding, for Workers at a place. Without bookmarks, it is the design without replicas. */
  bind(place: Place, givesBookmarks: boolean): D1Database {
    const withSession = (wanted: string) => {
      const bookmark = wanted === 'first-primary' ? null : Number(wanted);
      let given: string | null = null;
      const all = async (codeId: string) => {
        const answer = await (bookmark === null
          ? this.#askPrimary(place)
          : this.#askReplica(place, bookmark));
        if (bookmark === null && givesBookmarks) given = String(answer.version);
        const meta = { served_by_primary: bookmark === null };
        return { results: [this.#rowOf(codeId, answer.version)], meta };
      };
      const prepare = () => ({ bind: (codeId: string) => ({ all: () => all(codeId) }) });
      return { prepare, getBookmark: () => given };
    };
    return { withSession } as unknown as D1Database;
  }

  async #askPrimary({ primaryMs }: Place) {
    this.primaryQueries++;
    await this.#time.wait(primaryMs / 2);
    const version = this.#writtenAtMs.length - 1;
    await this.#time.wait(primaryMs / 2 + this.#queryMs());
    return { version };
  }

  async #askReplica({ nearestRegion, nearestMs }: Place, bookmark: number) {
    this.replicaQueries++;
    await this.#time.wait(nearestMs / 2);
    const now = this.#time.nowMs;
    if (this.#lag === 'flapping' && Math.floor((now - this.#startMs) / FLAPPING_MS) % 2 === 1)
      throw new Error('D1_ERROR: the replica is away');
    const reached = this.#reachedAtMs.get(nearestRegion) ?? [];
    const waitMs = (reached[bookmark] ?? 0) - now;
    // Who asked gives up long before.
    if (waitMs > 60_000) await new Promise(() => {});
    if (waitMs > 0) await this.#time.wait(waitMs);
    const version = lastNotAfter(reached, this.#time.nowMs);
    await this.#time.wait(nearestMs / 2 + this.#queryMs());
    return { version };
  }

  #rowOf(codeId: string, version: number): ShortLinkRow {
    const edit = (this.#edits.get(codeId) ?? []).filter((one) => one <= version).length;
    const target = `https://example.com/${edit}`;
    return {
      type: 'url',
      content: null,
      target,
      redirect_to: target,
      is_dynamic: 1,
      control: null,
      scans_taken: 0,
      revision: edit + 1,
      updated_at_ms: 0,
      deleted_at_ms: null,
      disabled_for: null,
      account_id: 'acc_bench',
      brand: null,
    };
  }

  #queryMs(): number {
    return QUERY_MS * -Math.log(1 - this.#draw());
  }

  #lagMs(region: string): number {
    if (this.#lag === '30 s') return 30_000;
    if (this.#lag === 'stuck') return Number.POSITIVE_INFINITY;
    const known = this.#lagOf.get(region);
    if (known && known.untilMs > this.#time.nowMs) return known.ms;
    // Log-normal with the probe's p50 and p95.
    const normal = Math.sqrt(-2 * Math.log(1 - this.#draw())) * Math.cos(2 * Math.PI * this.#draw());
    const ms = 800 * Math.exp(0.88 * normal);
    this.#lagOf.set(region, { untilMs: this.#time.nowMs + LAG_KEPT_MS, ms });
    return ms;
  }
}

/** The index of the last number that is not above `limit`, in an ascending list. */
function lastNotAfter(list: readonly number[], limit: number): number {
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
