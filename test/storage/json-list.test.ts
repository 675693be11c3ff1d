import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { findRefusedHosts, insertBlockedHosts } from '#storage/abuse/blocked-hosts.ts';
import { openDatabase } from '#storage/database.ts';
import { cutForLists, findInLists, toList, toLists } from '#storage/json-list.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

it('cuts values into lists of at most 1 MB, in their order, whatever characters they have', () => {
  const values = Array.from({ length: 1_000 }, (_, i) => `${i} ${'蛇'.repeat(1_000)}`);
  const lists = toLists(values);
  expect(lists.length).toBeGreaterThan(3);
  expect(Math.max(...lists.map(bytesOf))).toBeLessThanOrEqual(1_000_000);
  expect(lists.flatMap((list) => JSON.parse(list) as string[])).toEqual(values);
  expect(() => toList(values)).toThrow('1000 values do not fit into one list');
});

it('makes no list of nothing, and one of a value that is larger than a list', async () => {
  expect(toLists([])).toEqual([]);
  expect(toList([])).toBe('[]');
  expect(await findInLists([], () => Promise.reject(new Error('nothing is asked')))).toEqual([]);
  const large = 'x'.repeat(400_000);
  expect(cutForLists(['a', large, 'b', 'c'])).toEqual([['a'], [large], ['b', 'c']]);
});

it('finds what is in any of the lists', async () => {
  const db = openDatabase(env.DB);
  const hosts = Array.from({ length: 6_000 }, (_, i) => `h${i}.${'a.'.repeat(100)}lists.example`);
  expect(toLists(hosts).length).toBeGreaterThan(2);
  await insertBlockedHosts(db, hosts, 0);
  const found = await findRefusedHosts(
    db,
    hosts.map((host) => `www.${host}`),
    null,
  );
  expect([...found]).toEqual(hosts.map((host) => [`www.${host}`, host]));
});
