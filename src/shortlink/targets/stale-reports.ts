/** One report stands for all stale responses of this time: in an outage every scan may get one. */
const REPORT_INTERVAL_MS = 1_000;

/** Counts the stale responses of this isolate, and reports their number once a second. */
export class StaleReports {
  readonly #nowMs: () => number;
  #count = 0;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts one. Calls `report` with the number since the last report where one is due. */
  add(report: (count: number) => void): void {
    this.#count++;
    const now = this.#nowMs();
    if (now - this.#reportedAtMs < REPORT_INTERVAL_MS) return;
    report(this.#count);
    this.#count = 0;
    this.#reportedAtMs = now;
  }
}
