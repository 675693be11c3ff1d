import { OUTAGE_REMEMBERED_MS, PROBE_INTERVAL_MS } from './time-bounds.ts';

/** The database's health as this isolate's own queries show it. */
export class DatabaseHealth {
  readonly #nowMs: () => number;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #probedAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  noteSuccess(): void {
    this.#failedAtMs = Number.NEGATIVE_INFINITY;
  }

  noteFailure(): void {
    this.#failedAtMs = this.#nowMs();
  }

  /** Whether a query failed within the last `OUTAGE_REMEMBERED_MS` and none has succeeded since. */
  isFailing(): boolean {
    return this.#nowMs() - this.#failedAtMs < OUTAGE_REMEMBERED_MS;
  }

  /** Whether a renewal may query the database now. During a failure, one renewal per `PROBE_INTERVAL_MS` may: the probe. */
  admitRenewal(): boolean {
    if (!this.isFailing()) return true;
    const now = this.#nowMs();
    if (now - this.#probedAtMs < PROBE_INTERVAL_MS) return false;
    this.#probedAtMs = now;
    return true;
  }
}
