import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/count-rows-read.ts';
import { COMMON_TEXT, RARE_TEXT, seedCodes } from '#harness/data/seed-codes.ts';

const CODES = 2000;

/** Whether the filter leads to few codes is seen in 151 rows of its index; then a page compares 150 codes (a row of an index, an element of a list, a row of the table, and of the order), and counts the scans of 100. */
const MOST_ROWS = 151 + 150 * 4 + 100 * 3;

interface Code {
  id: string;
  created_at: string;
  updated_at: string;
}

describe('a list in another order', () => {
  let lister: ApiClient;
  beforeAll(async () => {
    lister = await createClient();
    await seedCodes(env.DB, lister.accountId, CODES);
    // Changed in an order that has nothing to do with that of their creation; many of them in one moment.
    await env.DB.prepare(
      'UPDATE qr_codes SET updated_at_ms = 1767225600000 + (position * 7919 % 1000) * 60000, revision = 2, is_archived = position % 10 = 0 WHERE account_id = ?',
    )
      .bind(lister.accountId)
      .run();
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

  it.each([
    ['sort=created_at', 'NOT is_archived'],
    ['sort=created_at&archived=any&created_after=2025-01-01', 'created_at_ms > 1735689600000'],
    ['sort=-updated_at', 'NOT is_archived'],
    ['sort=-updated_at&archived=any', 'true'],
    ['sort=-updated_at&type=wifi&archived=any', "type = 'wifi'"],
    [
      'sort=-updated_at&updated_after=2026-01-01T08:00:00Z',
      'NOT is_archived AND updated_at_ms > 1767254400000',
    ],
    ['sort=-updated_at&created_before=2024-02-01', 'NOT is_archived AND created_at_ms < 1706745600000'],
    [`sort=-updated_at&q=${RARE_TEXT}&archived=any`, `title LIKE '%${RARE_TEXT}%'`],
  ])('has every code once, in its order, at the same cost: %s', async (query, where) => {
    const { codes } = await listAll(query);
    expect(codes).toHaveLength((await count(where)) ?? -1);
    const times = codes.map((code) => (query.startsWith('sort=created') ? code.created_at : code.updated_at));
    const sorted = times.toSorted();
    expect(times).toEqual(query.startsWith('sort=created') ? sorted : sorted.toReversed());
  });

  it('has full pages where a filter leads to few codes', async () => {
    const { codes, pages } = await listAll(`sort=-updated_at&archived=any&created_before=2024-01-15`, 10);
    expect(codes.length).toBeGreaterThan(20);
    expect(pages).toBe(Math.ceil(codes.length / 10));
  });

  it('shows what was changed last first', async () => {
    const { id } = await create(lister, { title: 'fresh' });
    const { codes } = await listAll('sort=-updated_at&updated_after=2026-06-01');
    expect(codes.map((code) => code.id)).toEqual([id]);
    await lister.request('DELETE', `/v1/qr/${id}`);
  });

  it('refuses a search that finds many, an unknown order, and cursors of another one', async () => {
    const ask = (query: string) => lister.request('GET', `/v1/qr?${query}`);
    const { errors } = await readError(
      await ask(`sort=-updated_at&q=${COMMON_TEXT}`),
      400,
      'invalid_request',
    );
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([['sort', 'conflict']]);
    await readError(await ask('sort=scans'), 400, 'invalid_request');
    const { next_cursor } = await (await ask('sort=-updated_at')).json<{ next_cursor: string }>();
    const newest = await (await ask('')).json<{ next_cursor: string }>();
    for (const query of [
      `sort=created_at&cursor=${next_cursor}`,
      `cursor=${next_cursor}`,
      `sort=-updated_at&cursor=${newest.next_cursor}`,
      `sort=-updated_at&type=wifi&cursor=${next_cursor}`,
      'sort=-updated_at&cursor=x',
      'cursor=%3F',
    ]) {
      const refused = await readError(await ask(query), 400, 'invalid_request');
      expect(
        refused.errors?.map(({ field }) => field),
        query,
      ).toEqual(['cursor']);
    }
  });
});
