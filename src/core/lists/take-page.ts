/** One page of a list, and the position after which the next one starts; null on the last one. */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  readonly next: Position | null;
}

/** Makes a page of what was found by asking for one more than fits. */
export function takePage<Item, Position>(
  found: readonly Item[],
  limit: number,
  toPosition: (last: Item) => Position,
): Page<Item, Position> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? toPosition(last) : null };
}
