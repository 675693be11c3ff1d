import { BoundedMap } from '#core/bounded-map.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { MAX_ENTRIES } from './cache.ts';
import { UNKNOWN_REMEMBERED_MS } from './time-bounds.ts';

/**
 * The ids and other names that the database did not know when this isolate last asked; no other name looks like an id. The id of a new code
 * is drawn at random and told only after its row is written, so nobody has asked for it before, and its first scan never meets its own id here.
 */
export class UnknownNames {
  readonly #nowMs: () => number;
  /** Times just before the queries. */
  readonly #queriedAtMs = new BoundedMap<CodeId | AddressKey, number>(MAX_ENTRIES);

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  has(name: CodeId | AddressKey): boolean {
    return this.#nowMs() - (this.#queriedAtMs.get(name) ?? Number.NEGATIVE_INFINITY) < UNKNOWN_REMEMBERED_MS;
  }

  add(name: CodeId | AddressKey, queriedAtMs: number): void {
    this.#queriedAtMs.set(name, queriedAtMs);
  }
}
