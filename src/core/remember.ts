/** Longer texts are nobody's everyday headers, and not worth their memory. */
const MAX_REMEMBERED_CHARACTERS = 512;

/** `compute`, run once for each text while that is among the last `max` new ones: what came first leaves first. */
export function remember<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const remembered = new Map<string, T>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const value = compute(text);
    if (text.length <= MAX_REMEMBERED_CHARACTERS) remembered.set(text, value);
    if (remembered.size > max) dropFirst(remembered);
    return value;
  };
}

function dropFirst(map: Map<string, unknown>): void {
  for (const first of map.keys()) return void map.delete(first);
}
