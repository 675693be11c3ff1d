import type { App } from '#api/app.ts';
import { override, wrapBindings } from './wrap-bindings.ts';

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
          const response = await app.fetch(request, wrapBindings(bindings, own.wraps), ctx);
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

  readonly wraps = {
    call: <T>(send: () => Promise<T>) => this.call(send),
    await: <T>(_: string, result: Promise<T>) => this.noteOther(result),
  };

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
