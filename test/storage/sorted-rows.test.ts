import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { COMMON_TEXT, RARE_TEXT, seedCodes } from '#harness/data/seed-codes.ts';

const CODES = inject('isExhaustive') ? 2000 : 1000;

/** Each order, with and without a filter. */
const LISTS: readonly (readonly [query: string, where: string])[] = [
  ['sort=created_at', 'NOT is_archived'],
  ['sort=-updated_at&archived=any', 'true'],
  ['sort=-updated_at&type=wifi&archived=any', "type = 'wifi'"],
  ['sort=-scans', 'NOT is_archived'],
  [`sort=-scans&q=${RARE_TEXT}&archived=any`, `title LIKE '%${RARE_TEXT}%'`],
  ['sort=-last_scan_at&created_before=2024-01-15', 'NOT is_archived AND created_at_ms < 1705276800000'],
  ['sort=title&dynamic=false', 'NOT is_dynamic AND NOT is_archived'],
];

/** The lists of `npm run test:exhaustive`. */
const MORE_LISTS: typeof LISTS = [
  ['sort=created_at&archived=any&created_after=2025-01-01', 'created_at_ms > 1735689600000'],
  ['sort=-updated_at', 'NOT is_archived'],
  [
    'sort=-updated_at&updated_after=2026-01-01T08:00:00Z',
    'NOT is_archived AND updated_at_ms > 1767254400000',
  ],
  ['sort=-updated_at&created_before=2024-02-01', 'NOT is_archived AND created_at_ms < 1706745600000'],
  [`sort=-updated_at&q=${RARE_TEXT}&archived=any`, `title LIKE '%${RARE_TEXT}%'`],
  ['sort=-scans&archived=any', 'true'],
  ['sort=-scans&dynamic=true&archived=any', 'is_dynamic'],
  ['sort=-last_scan_at&archived=any', 'true'],
  ['sort=-last_scan_at&type=wifi', "type = 'wifi' AND NOT is_archived"],
  ['sort=title&archived=any', 'true'],
  ['sort=title&created_before=2024-01-15', 'NOT is_archived AND created_at_ms < 1705276800000'],
];

/**
 * 151 index rows show whether the filter leads to few codes. A page then compares 150 codes (for each, a row of an index, an element of a
 * list, a row of the table, and one of the order), and counts the scans of 100.
 */
const MOST_ROWS = 151 + 150 * 4 + 100 * 3;

interface Code {
  id: string;
  created_at: string;
  updated_at: string;
  scans: number;
  last_scan_at: string | null;
  title: string | null;
}

/** The sort key of a code, in ascending order; codes without a value come last. */
const KEYS: Readonly<Record<string, (code: Code) => number | string>> = {
  created_at: (code) => Date.parse(code.created_at),
  '-updated_at': (code) => -Date.parse(code.updated_at),
  '-scans': (code) => -code.scans,
  '-last_scan_at': (code) => (code.last_scan_at === null ? 0 : -Date.parse(code.last_scan_at)),
  title: (code) => code.title?.toLowerCase() ?? '\u{10ffff}',
};

function keysOf(codes: readonly Code[], query: string): (number | string)[] {
  const sort = new URLSearchParams(query).get('sort') ?? '';
  const key = KEYS[sort];
  if (!key) throw new Error(`no key for ${sort}`);
  return codes.map(key);
}

describe('a list in another order', () => {
  let lister: ApiClient;
  beforeAll(async () => {
    lister = await createClient();
    await seedCodes(env.DB, lister.accountId, CODES);
    // Changed in an order unrelated to their creation, many of them at the same moment.
    await env.DB.prepare(
      'UPDATE qr_codes SET updated_at_ms = 1767225600000 + (position % 1000 * 7919 % 1000) * 60000, revision = 2, is_archived = position % 10 = 0 WHERE account_id = ?',
    )
      .bind(lister.accountId)
      .run();
    await env.DB.batch([
      // Many have the same title in different case, and many have none.
      env.DB.prepare(
        `UPDATE qr_codes SET title = CASE position % 7 WHEN 0 THEN NULL WHEN 1 THEN 'menu' WHEN 2 THEN 'MENU'
           ELSE char(65 + position % 3 * 32 + position % 26) || title END WHERE account_id = ?`,
      ).bind(lister.accountId),
      // Half of the dynamic codes were scanned, many of them equally often, and many at the same moment.
      env.DB.prepare(
        `INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms)
         SELECT code_id, '2026-01-01', 'mobile', 1 + position % 5, 1767225600000 + position % 50 * 60000 FROM qr_codes
         WHERE account_id = ? AND is_dynamic AND position % 4 < 2`,
      ).bind(lister.accountId),
    ]);
  });

  async function listAll(query: string, limit = 100): Promise<{ codes: Code[]; pages: number }> {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const codes: Code[] = [];
    let pages = 0;
    let cursor = '';
    do {
      counter.rowsRead = 0;
      const path = `/v1/qr?limit=${limit}&${query}${cursor}`;
      const response = await lister.request('GET', path, undefined, { env: { DB } });
      expect(response.status, await response.clone().text()).toBe(200);
      if (pages > 0) expect(counter.rowsRead, path).toBeLessThanOrEqual(MOST_ROWS);
      const page = await response.json<{ data: Code[]; next_cursor: string | null }>();
      codes.push(...page.data);
      pages++;
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(codes.map(({ id }) => id)).size).toBe(codes.length);
    return { codes, pages };
  }

  const count = async (where: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM qr_codes WHERE account_id = ? AND ${where}`)
      .bind(lister.accountId)
      .first<number>('n');

  it.each(inject('isExhaustive') ? MORE_LISTS : LISTS)(
    'has every code once, in its order, at the same cost: %s',
    async (query, where) => {
      const { codes } = await listAll(query);
      expect(codes).toHaveLength((await count(where)) ?? -1);
      const keys = keysOf(codes, query);
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
      // With equal keys, any order would pass.
      expect(new Set(keys).size).toBeGreaterThan(3);
    },
  );

  it('has full pages if a filter matches few codes', async () => {
    const { codes, pages } = await listAll(`sort=-updated_at&archived=any&created_before=2024-02-01`, 10);
    expect(codes.length).toBeGreaterThan(20);
    expect(pages).toBe(Math.ceil(codes.length / 10));
  });

  it('reaches its end while a roll-up changes its sort values', async () => {
    const seen = new Map<string, number>();
    let cursor = '';
    for (let pages = 0; ; pages++) {
      expect(pages).toBeLessThan(25);
      const page = await lister.request('GET', `/v1/qr?limit=100&archived=any&sort=-scans${cursor}`);
      const { data, next_cursor } = await page.json<{ data: Code[]; next_cursor: string | null }>();
      for (const { id } of data) seen.set(id, (seen.get(id) ?? 0) + 1);
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
      // Codes that were shown and codes that were not all overtake the cursor.
      await env.DB.prepare(
        `UPDATE scan_days SET scans = scans + 100 WHERE code_id IN (SELECT code_id FROM qr_codes WHERE position % 10 = ?)`,
      )
        .bind(pages % 10)
        .run();
    }
    // The codes that were never scanned kept their place: none is missing, and none appeared twice.
    const still = (await count('scans_rolled_up = 0')) ?? -1;
    expect([...seen.values()].filter((times) => times === 1).length).toBeGreaterThanOrEqual(still);
    expect(Math.max(...seen.values())).toBe(1);
    await env.DB.prepare('UPDATE scan_days SET scans = 1 + scans % 100').run();
  });

  it('shows what was changed last first', async () => {
    const { id } = await create(lister, { title: 'fresh' });
    const { codes } = await listAll('sort=-updated_at&updated_after=2026-06-01');
    expect(codes.map((code) => code.id)).toEqual([id]);
    await lister.request('DELETE', `/v1/qr/${id}`);
  });

  it('refuses a search that finds many, an unknown order, and cursors of another one', async () => {
    const ask = (query: string) => lister.request('GET', `/v1/qr?${query}`);
    const { errors } = await readError(ask(`sort=-updated_at&q=${COMMON_TEXT}`));
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([['sort', 'conflict']]);
    for (const sort of ['scans', '-title', 'last_scan_at', '']) await readError(ask(`sort=${sort}`));
    const { next_cursor } = await (await ask('sort=-updated_at')).json<{ next_cursor: string }>();
    const newest = await (await ask('')).json<{ next_cursor: string }>();
    for (const query of [
      `sort=created_at&cursor=${next_cursor}`,
      `cursor=${next_cursor}`,
      `sort=-updated_at&cursor=${newest.next_cursor}`,
      `sort=-updated_at&type=wifi&cursor=${next_cursor}`,
      'sort=-updated_at&cursor=x',
      `sort=-scans&cursor=${next_cursor}`,
      'cursor=%3F',
    ]) {
      const refused = await readError(ask(query));
      expect(
        refused.errors?.map(({ field }) => field),
        query,
      ).toEqual(['cursor']);
    }
  });
});
