import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCodeId } from '#core/codes/code-id.ts';
import { formatBoundCursor } from '#core/lists/cursor.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { readText } from '#harness/worker/page.ts';
import { seedCodes as seedListedCodes } from '#harness/data/seed.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import {
  COMMON_TEXT,
  nameCodes,
  RARE_TEXT,
  SEEDED_FROM_MS,
  SEEDED_UNTIL_MS,
  seedCodes,
} from '#harness/data/seed-codes.ts';

const CODES = 2000;

/**
 * A page reads its 20 codes and one more. Each takes at most an index entry, an element of the resulting list, a table row, and an element
 * of the list of ids whose scans are counted.
 */
const ROWS_OF_A_PAGE = 21 * 5;

/** A search, and a list of one state, first look for their end, this many codes away. */
const CODES_LOOKED_AT = 150;

describe('a page of a long list', () => {
  const middleOf = (list: string) => {
    const position = firstPositionOf((SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2);
    return `${list}&cursor=${formatBoundCursor(position, list)}`;
  };
  const DAY = 'created_after=2024-05-01&created_before=2024-05-02';
  const SUMMER = 'created_after=2024-05-01&created_before=2024-10-01';
  let lister: ApiClient;

  beforeAll(async () => {
    lister = await createClient();
    await seedCodes(env.DB, lister.accountId, CODES);
    await env.DB.prepare("UPDATE qr_codes SET external_id = 'sku-' || (position / 1024) WHERE account_id = ?")
      .bind(lister.accountId)
      .run();
    await env.DB.prepare("UPDATE qr_codes SET short_code = 'rows-' || code_id WHERE account_id = ?")
      .bind(lister.accountId)
      .run();
    await env.DB.prepare(
      "UPDATE qr_codes SET short_code = 'rows-read', external_id = 'sku-7' WHERE position = (SELECT min(position) FROM qr_codes WHERE account_id = ?1 AND type = 'url' AND is_dynamic)",
    )
      .bind(lister.accountId)
      .run();
    await nameCodes(env.DB, lister.accountId);
  });

  it.each([
    ['', 20],
    [middleOf(''), 20],
    ['type=wifi', 20],
    ['dynamic=false', 20],
    ['type=wifi&dynamic=true', 20],
    ['type=wifi&dynamic=false', 0],
    [SUMMER, 20],
    [`type=wifi&dynamic=true&${SUMMER}`, 20],
    ['external_id=sku-7', 1],
    ['external_id=sku-7&dynamic=true&type=url', 1],
    [`external_id=sku-7&q=${COMMON_TEXT}`, 1],
    ['short_code=rows-read', 1],
    ['short_code=rows-read&dynamic=true&type=url', 1],
    [`q=${RARE_TEXT}`, 10],
    ['q=sku-7', 1],
    ['q=ROWS-read', 1],
    [`q=${COMMON_TEXT}+e`, 20],
    [`q=${COMMON_TEXT}`, 20],
    [middleOf(`q=${COMMON_TEXT}`), 20],
    [`q=${COMMON_TEXT}&${SUMMER}`, 20],
    [`q=${COMMON_TEXT}&dynamic=false&${SUMMER}`, 20],
    [`q=${COMMON_TEXT}&type=geo`, 0],
    // Few enough to be read code by code.
    [`q=T&${DAY}`, 2],
  ])('is read without its neighbours: %s', async (query, codes) => {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const ask = () => lister.request('GET', `/v1/qr?${query}`, undefined, { env: { DB } });
    // The first request of an account also reads its key.
    await ask();
    counter.rowsRead = 0;
    const { data } = await (await ask()).json<{ data: { created_at: string }[] }>();
    expect(data).toHaveLength(codes);
    const times = data.map((code) => code.created_at);
    expect(times).toEqual([...times].sort().reverse());
    const isSearch = query.startsWith('q=') && !query.startsWith('q=T');
    expect(counter.rowsRead).toBeLessThanOrEqual(ROWS_OF_A_PAGE + (isSearch ? CODES_LOOKED_AT + 1 : 0));
  });

  it.each(['q=qz', 'q=z', middleOf('q=a'), 'q=4&type=wifi'])(
    'looks for a short text page by page, and not in very many codes at once: %s',
    async (query) => {
      const counter = { rowsRead: 0 };
      const DB = countRowsRead(env.DB, counter);
      const page = await lister.request('GET', `/v1/qr?${query}`, undefined, { env: { DB } });
      expect(page.status).toBe(200);
      expect((await page.json<{ next_cursor: string | null }>()).next_cursor).not.toBeNull();
      expect(counter.rowsRead).toBeLessThanOrEqual(ROWS_OF_A_PAGE + 3 * CODES_LOOKED_AT);
      const all = await lister.request('GET', `/v1/qr?${query.replace(/&cursor=.*/, '')}`, undefined, {
        headers: { Accept: 'text/csv' },
      });
      const { message, errors } = await readError(all, 400, 'invalid_request');
      expect(message).toContain('at least 3 characters');
      expect(errors?.map(({ field, code }) => [field, code])).toEqual([['q', 'too_small']]);
    },
  );

  it('of the dashboard counts the codes that match, up to 1,000 of them', async () => {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const browser = await signIn({ accountId: lister.accountId });
    const page = await browser.get(`/codes?q=${COMMON_TEXT}`, { env: { DB } });
    const text = await readText(page);
    expect(text).toContain('1–20 of 1,000+');
    expect(text).toContain('Select all 1,000+ that match');
    expect(counter.rowsRead).toBeLessThanOrEqual(3 * 1_000 + ROWS_OF_A_PAGE + 2 * CODES_LOOKED_AT);
  });

  it('is left unread by the settings of a code, which suggest the campaign parameters of those that were changed last', async () => {
    const codeId = await env.DB.prepare('SELECT code_id FROM qr_codes WHERE account_id = ? AND is_dynamic')
      .bind(lister.accountId)
      .first<string>('code_id');
    const browser = await signIn({ accountId: lister.accountId });
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    expect((await browser.get(`/codes/qr_${codeId}/control`, { env: { DB } })).status).toBe(200);
    expect(counter.rowsRead).toBeGreaterThan(200);
    expect(counter.rowsRead).toBeLessThanOrEqual(3 * 200 + 20);
  });

  it('costs a few hundred rows at most for a short text if the codes are few enough', async () => {
    const small = await createClient();
    const codes = Array.from({ length: 100 }, (_, i) => ({
      codeId: createCodeId(new Uint8Array([255, 255, 0, 0, i])),
      target: 'https://example.com/',
    }));
    await seedListedCodes(env.DB, small.accountId, codes);
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const ask = () => small.request('GET', '/v1/qr?q=%23', undefined, { env: { DB } });
    await ask();
    counter.rowsRead = 0;
    expect((await (await ask()).json<{ data: unknown[] }>()).data).toEqual([]);
    expect(counter.rowsRead).toBeLessThanOrEqual(400);
  });
});
