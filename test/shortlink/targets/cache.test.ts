import { expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { MAX_ENTRIES, MemoryCache } from '#shortlink/targets/cache.ts';

const idOf = (n: number) => String(n).padStart(8, '0') as CodeId;
const entryAt = (readAtMs: number) => ({ value: 'gone', readAtMs });

it('has at most 5,000 entries', () => {
  const cache = new MemoryCache<CodeId, string>();
  for (let n = 0; n <= MAX_ENTRIES; n++) cache.set(idOf(n), entryAt(n));
  const held = Array.from({ length: MAX_ENTRIES + 1 }, (_, n) => cache.get(idOf(n))).filter(Boolean);
  expect(held).toHaveLength(5_000);
});

it('keeps the newer of two readings', () => {
  const cache = new MemoryCache<CodeId, string>();
  cache.set(idOf(1), entryAt(20));
  cache.set(idOf(1), entryAt(10));
  expect(cache.get(idOf(1))?.readAtMs).toBe(20);
});
