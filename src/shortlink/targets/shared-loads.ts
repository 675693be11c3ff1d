import { JOIN_GRACE_MS, LOOK_UP_TIMEOUT_MS } from './time-bounds.ts';
import { within } from './within.ts';

/** What a query found for a code id or another name: the data to keep, no such code, or nothing in time. */
export type Loaded<Entry> =
  | { readonly kind: 'found'; readonly entry: Entry }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Load<Entry> {
  readonly startedAtMs: number;
  readonly resolvers: ((loaded: Loaded<Entry>) => void)[];
}

/** `query` has a time limit of its own. */
type LoadOnce<Key, Entry> = (
  key: Key,
  query: () => Promise<Loaded<Entry>>,
  waitUntil: WaitUntil,
) => Promise<Loaded<Entry>>;
type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Lets simultaneous scans that miss the same code share one query.
 *
 * A promise of workerd belongs to the request that made it: a request that awaits another request's I/O is cancelled with it. So each scan
 * here awaits its own promise and timer. The querying scan only calls their resolvers with plain data; workerd then continues in the right
 * request (compatibility flag `handle_cross_request_promise_resolution`, on by default). `waitUntil` keeps the query alive after a visitor
 * hangs up. If it dies anyway, the timers end, and another scan queries.
 */
export function createSharedLoads<Key, Entry>(nowMs: () => number): LoadOnce<Key, Entry> {
  const loads = new Map<Key, Load<Entry>>();

  return async function load(key, query, waitUntil) {
    for (;;) {
      const running = loads.get(key);
      if (!running || isAbandoned(running)) return start(key, query, waitUntil);
      const loaded = await join(running);
      if (loaded !== 'abandoned') return loaded;
    }
  };

  function isAbandoned(load: Load<Entry>): boolean {
    return nowMs() - load.startedAtMs >= LOOK_UP_TIMEOUT_MS + JOIN_GRACE_MS;
  }

  function start(
    key: Key,
    query: () => Promise<Loaded<Entry>>,
    waitUntil: WaitUntil,
  ): Promise<Loaded<Entry>> {
    const load: Load<Entry> = { startedAtMs: nowMs(), resolvers: [] };
    loads.set(key, load);
    const result = query()
      .catch((error: unknown): Loaded<Entry> => ({ kind: 'failed', error }))
      .then((loaded) => {
        if (loads.get(key) === load) loads.delete(key);
        for (const resolve of load.resolvers) resolve(loaded);
        return loaded;
      });
    waitUntil(result);
    return result;
  }

  async function join(load: Load<Entry>): Promise<Loaded<Entry> | 'abandoned'> {
    const shared = new Promise<Loaded<Entry>>((resolve) => load.resolvers.push(resolve));
    return within(LOOK_UP_TIMEOUT_MS + JOIN_GRACE_MS, shared).catch(() => 'abandoned' as const);
  }
}
