import type { CodeId } from '../core/code-id.ts';
import type { Entry } from './link-cache.ts';
import { ASKER_GRACE_MS, DATABASE_TIMEOUT_MS } from './time-bounds.ts';
import { within } from './within.ts';

/** What the database said of a code id: where it leads, that it was never issued, or nothing in time. */
export type Loaded =
  | { readonly kind: 'found'; readonly entry: Entry }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Load {
  readonly ticket: number;
  readonly askedAtMs: number;
  readonly tell: ((loaded: Loaded) => void)[];
}

/** `ask` ends in time by itself. */
type LoadOnce = (codeId: CodeId, ask: () => Promise<Loaded>, waitUntil: WaitUntil) => Promise<Loaded>;
type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Lets scans that miss the same code at the same time share one query.
 *
 * A promise of workerd belongs to the request that made it: whoever awaits another request's I/O is cancelled with it. So each scan
 * here awaits a promise and a timer of its own, and the one that asks only calls their resolvers with plain data; workerd then goes
 * on in the right request (compatibility flag `handle_cross_request_promise_resolution`, on by default). The asker's query is given
 * to `waitUntil`, so that it outlives a visitor who hangs up; should it die all the same, the timers tell, and another scan asks.
 */
export function createSharedLoads(nowMs: () => number): LoadOnce {
  const loads = new Map<CodeId, Load>();
  // Order of arrival. The clock does not tell: in a Worker it stands still between I/O.
  let tickets = 0;

  return async function load(codeId, ask, waitUntil) {
    const arrival = ++tickets;
    for (;;) {
      const running = loads.get(codeId);
      if (!running || isAbandoned(running)) return lead(codeId, ask, waitUntil);
      const loaded = await join(running);
      if (loaded === 'abandoned') continue;
      // Asked before this scan came: what did not exist then may exist now, and a new code works at once.
      if (loaded.kind === 'unknown' && running.ticket < arrival) continue;
      return loaded;
    }
  };

  function isAbandoned(load: Load): boolean {
    return nowMs() - load.askedAtMs >= DATABASE_TIMEOUT_MS + ASKER_GRACE_MS;
  }

  function lead(codeId: CodeId, ask: () => Promise<Loaded>, waitUntil: WaitUntil): Promise<Loaded> {
    const load: Load = { ticket: ++tickets, askedAtMs: nowMs(), tell: [] };
    loads.set(codeId, load);
    const answer = ask()
      .catch((error: unknown): Loaded => ({ kind: 'failed', error }))
      .then((loaded) => {
        if (loads.get(codeId) === load) loads.delete(codeId);
        for (const tell of load.tell) tell(loaded);
        return loaded;
      });
    waitUntil(answer);
    return answer;
  }

  async function join(load: Load): Promise<Loaded | 'abandoned'> {
    const told = new Promise<Loaded>((resolve) => load.tell.push(resolve));
    return within(DATABASE_TIMEOUT_MS + ASKER_GRACE_MS, told).catch(() => 'abandoned' as const);
  }
}
