import { expect, it } from 'vitest';
import type { CodeId } from '../../src/core/code-id.ts';
import { MAX_ENTRIES, MemoryCache } from '../../src/shortlink/link-cache.ts';

const idOf = (n: number) => String(n).padStart(8, '0') as CodeId;
const entryAt = (readAtMs: number) => ({ link: { kind: 'gone', revision: 1 } as const, readAtMs });

it('holds at most 5,000 entries, and spares one that was used for as long as others were not', () => {
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

it('lets one go when all were used', () => {
  const cache = new MemoryCache();
  for (let n = 0; n < MAX_ENTRIES; n++) cache.set(idOf(n), entryAt(n));
  for (let n = 0; n < MAX_ENTRIES; n++) cache.get(idOf(n));
  cache.set(idOf(MAX_ENTRIES), entryAt(0));
  const held = Array.from({ length: MAX_ENTRIES + 1 }, (_, n) => cache.get(idOf(n))).filter(Boolean);
  expect(held).toHaveLength(MAX_ENTRIES);
  expect(cache.get(idOf(MAX_ENTRIES))).not.toBeNull();
});

it('keeps the hot codes while any number of others come by once', () => {
  const cache = new MemoryCache();
  const hot = Array.from({ length: 100 }, (_, n) => idOf(n));
  const countHot = () => hot.filter((codeId) => cache.get(codeId)).length;
  for (const codeId of hot) cache.set(codeId, entryAt(0));
  for (let n = 100; n < 50_000; n++) {
    if (n % 4_000 === 0) countHot();
    cache.set(idOf(n), entryAt(0));
  }
  expect(countHot()).toBe(100);
});

it('keeps the newer of two readings', () => {
  const cache = new MemoryCache();
  cache.set(idOf(1), entryAt(20));
  cache.set(idOf(1), entryAt(10));
  expect(cache.get(idOf(1))?.readAtMs).toBe(20);
});
