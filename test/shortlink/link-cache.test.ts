import { expect, it } from 'vitest';
import type { CodeId } from '../../src/core/code-id.ts';
import { MAX_ENTRIES, MemoryCache } from '../../src/shortlink/link-cache.ts';

const idOf = (n: number) => String(n).padStart(8, '0') as CodeId;
const entryAt = (readAtMs: number) => ({ link: { kind: 'gone', revision: 1 } as const, readAtMs });

it('holds at most 5,000 entries, and lets the one least recently used go first', () => {
  const cache = new MemoryCache();
  for (let n = 0; n < MAX_ENTRIES; n++) cache.set(idOf(n), entryAt(n));
  expect(cache.get(idOf(0))).not.toBeNull();
  cache.set(idOf(MAX_ENTRIES), entryAt(0));
  expect(cache.get(idOf(1))).toBeNull();
  expect(cache.get(idOf(0))).not.toBeNull();
  let held = 0;
  for (let n = 0; n <= MAX_ENTRIES; n++) if (cache.get(idOf(n))) held++;
  expect(held).toBe(5_000);
});

it('keeps the newer of two readings', () => {
  const cache = new MemoryCache();
  cache.set(idOf(1), entryAt(20));
  cache.set(idOf(1), entryAt(10));
  expect(cache.get(idOf(1))?.readAtMs).toBe(20);
});
