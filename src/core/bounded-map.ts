interface Slot<V> {
  value: V;
  size: number;
  /** Whether the entry was used since the hand last passed. */
  isUsed: boolean;
}

/**
 * A map with a maximum total size `max`, bounded by SIEVE (Zhang et al., NSDI 2024). Each entry has size 1 unless `sizeOf` says otherwise.
 * A hand moves from the oldest slot to the newest and starts over. It spares each slot once if it was used since the last pass, and removes
 * the first one that was not. Entries that are used once leave before hot ones do, and reading only sets a flag.
 */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;
  readonly #slots = new Map<K, Slot<V>>();
  /** An iterator over a changing Map visits added entries and skips deleted ones, exactly as the hand needs. */
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
    // Added last, so that the new entry is not removed to make room for itself.
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
export function remember<T, Text extends string = string>(
  max: number,
  compute: (text: Text) => T,
): (text: Text) => T {
  const results = new BoundedMap<string, T>(max);
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length <= MAX_REMEMBERED_CHARACTERS) results.set(text, result);
    return result;
  };
}
