interface Timer {
  readonly atMs: number;
  readonly run: () => void;
  isCleared: boolean;
}

/** Time that passes from timer to timer, so that the redirect's own code runs an hour in seconds. It takes the place of the global timers. */
export class VirtualTime {
  nowMs: number;
  /** A binary heap, the next timer first. */
  readonly #heap: Timer[] = [];
  #isStopped = false;

  constructor(startMs: number) {
    this.nowMs = startMs;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) => this.#add(this.nowMs + ms, run),
      clearTimeout: (timer: Timer | undefined) => void (timer && (timer.isCleared = true)),
    });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#add(this.nowMs + ms, resolve));
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Runs timers in order until `stop`, and what each leads to before the next. */
  async run(): Promise<void> {
    for (;;) {
      const next = this.#heap[0];
      if (!next || this.#isStopped) return;
      this.#removeFirst();
      if (next.isCleared) continue;
      this.nowMs = next.atMs;
      next.run();
      // After all promises.
      await new Promise(setImmediate);
    }
  }

  #add(atMs: number, run: () => void): Timer {
    const timer = { atMs, run, isCleared: false };
    const heap = this.#heap;
    let i = heap.push(timer) - 1;
    for (let up = (i - 1) >> 1; i > 0 && at(heap, up).atMs > atMs; i = up, up = (i - 1) >> 1)
      heap[i] = at(heap, up);
    heap[i] = timer;
    return timer;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child + 1 < heap.length && at(heap, child + 1).atMs < at(heap, child).atMs) child++;
      if (child >= heap.length || at(heap, child).atMs >= last.atMs) break;
      heap[i] = at(heap, child);
      i = child;
    }
    heap[i] = last;
  }
}

function at(heap: readonly Timer[], i: number): Timer {
  return heap[i] as Timer;
}
