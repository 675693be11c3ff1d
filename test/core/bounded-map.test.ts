import { describe, expect, it } from 'vitest';
import { BoundedMap, remember } from '#core/bounded-map.ts';

const MAX = 500;

function fill(): BoundedMap<number, string> {
  const map = new BoundedMap<number, string>(MAX);
  for (let n = 0; n < MAX; n++) map.set(n, `value ${n}`);
  return map;
}

const countHeld = (map: BoundedMap<number, string>, upTo: number) =>
  Array.from({ length: upTo }, (_, n) => map.get(n)).filter(Boolean).length;

describe('a bounded map', () => {
  it('holds at most its number of entries, and spares one that was used for as long as others were not', () => {
    const map = fill();
    expect(map.get(0)).toBe('value 0');
    map.set(MAX, 'new');
    expect(map.get(1)).toBeUndefined();
    expect(map.get(0)).toBe('value 0');
    expect(countHeld(map, MAX + 1)).toBe(MAX);
  });

  it('removes one when all were used', () => {
    const map = fill();
    expect(countHeld(map, MAX)).toBe(MAX);
    map.set(MAX, 'new');
    expect(map.get(MAX)).toBe('new');
    expect(countHeld(map, MAX + 1)).toBe(MAX);
  });

  it('keeps the hot entries while any number of others are used once', () => {
    const map = new BoundedMap<number, string>(MAX);
    for (let n = 0; n < 10; n++) map.set(n, 'hot');
    for (let n = 10; n < 5_000; n++) {
      if (n % 400 === 0) expect(countHeld(map, 10)).toBe(10);
      map.set(n, 'cold');
    }
    expect(countHeld(map, 10)).toBe(10);
  });

  it('counts each entry by its size, even after it was replaced', () => {
    const map = new BoundedMap<string, number>(10, (size) => size);
    map.set('a', 4);
    map.set('b', 4);
    map.set('b', 6);
    expect([map.get('a'), map.get('b')]).toEqual([4, 6]);
    map.set('c', 1);
    expect(
      ['a', 'b', 'c'].map((key) => map.get(key) ?? 0).reduce((sum, size) => sum + size),
    ).toBeLessThanOrEqual(10);
    expect(map.get('c')).toBe(1);
  });

  it('replaces a value without removing another', () => {
    const map = fill();
    map.set(0, 'replaced');
    expect(map.get(0)).toBe('replaced');
    expect(countHeld(map, MAX)).toBe(MAX);
  });
});

describe('remember', () => {
  it('computes once for each text, and each time for one of more than 512 characters', () => {
    const computed: number[] = [];
    const measure = remember(2, (text) => {
      computed.push(text.length);
      return text.length;
    });
    for (const text of ['a', 'bb', 'a', 'bb', 'x'.repeat(513), 'x'.repeat(513)])
      expect(measure(text)).toBe(text.length);
    expect(computed).toEqual([1, 2, 513, 513]);
  });
});
