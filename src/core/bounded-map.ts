interface Slot<V> {
  value: V;
  size: number;
  /** Since the hand last passed. */
  isUsed: boolean;
}

/**
 * A map whose entries have at most the size `max` together, each 1 where `sizeOf` says nothing else, bounded by SIEVE (Zhang et al.,
 * NSDI 2024). A hand goes from the oldest slot to the newest and round again. It spares a slot that was used since it last passed, once,
 * and removes the first that was not. Entries that are used once leave before hot ones do, and reading only sets a flag.
 */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;
  readonly #slots = new Map<K, Slot<V>>();
  /** An iterator over a Map that changes visits what is added meanwhile, and skips what is deleted: the hand needs exactly that. */
  #hand = this.#slots.entries();

  constructor(max: number, sizeOf: (value: V) => number = () => 1) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  get(key: K): V | undefined {
    const slot = this.#slots.get(key);
    if (!slot) return undefined;
    slot.isUsed = true;
    return slot.value;
  }

  set(key: K, value: V): void {
    const slot = this.#slots.get(key);
    const size = this.#sizeOf(value);
    this.#size += size - (slot?.size ?? 0);
    if (slot) Object.assign(slot, { value, size });
    while (this.#size > this.#max && this.#slots.size > 0) this.#removeOne();
    // Only now: the new entry does not leave for itself.
    if (!slot) this.#slots.set(key, { value, size, isUsed: false });
  }

  #removeOne(): void {
    for (;;) {
      const { value: next } = this.#hand.next();
      if (!next) {
        this.#hand = this.#slots.entries();
        continue;
      }
      const [key, slot] = next;
      if (!slot.isUsed) {
        this.#size -= slot.size;
        return void this.#slots.delete(key);
      }
      slot.isUsed = false;
    }
  }
}

/** Longer texts rarely repeat, and are not worth their memory. */
const MAX_REMEMBERED_CHARACTERS = 512;

/** `compute`, with its last results kept in a `BoundedMap` of `max` texts. */
export function remember<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const results = new BoundedMap<string, T>(max);
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length <= MAX_REMEMBERED_CHARACTERS) results.set(text, result);
    return result;
  };
}
