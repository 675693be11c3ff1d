import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatCursor } from '../../src/core/list-cursor.ts';
import { firstPositionOf } from '../../src/core/list-position.ts';
import { type ApiClient, createClient } from '../support/api-client.ts';
import { countRowsRead } from '../support/count-rows-read.ts';
import { COMMON_TEXT, RARE_TEXT, SEEDED_FROM_MS, SEEDED_UNTIL_MS, seedCodes } from '../support/seed-codes.ts';

const CODES = 2000;

/** A page reads its 20 codes and one more, each at most from an index, the table and the list of ids whose scans are counted. */
const ROWS_OF_A_PAGE = 21 * 4;

describe('a page of a long list', () => {
  const MIDDLE = formatCursor(firstPositionOf((SEEDED_FROM_MS + SEEDED_UNTIL_MS) / 2));
  const SUMMER = 'created_after=2024-05-01&created_before=2024-10-01';
  let lister: ApiClient;

  beforeAll(async () => {
    lister = await createClient();
    await seedCodes(env.DB, lister.accountId, CODES);
  });

  it.each([
    ['', 20],
    [`cursor=${MIDDLE}`, 20],
    ['type=wifi', 20],
    ['dynamic=false', 20],
    ['type=wifi&dynamic=true', 20],
    ['type=wifi&dynamic=false', 0],
    [SUMMER, 20],
    [`type=wifi&dynamic=true&${SUMMER}`, 20],
    [`q=${RARE_TEXT}`, 10],
    [`q=${COMMON_TEXT}`, 20],
    [`q=${COMMON_TEXT}&cursor=${MIDDLE}`, 20],
    [`q=${COMMON_TEXT}&${SUMMER}`, 20],
    [`q=${COMMON_TEXT}&dynamic=false&${SUMMER}`, 20],
    [`q=${COMMON_TEXT}&type=geo`, 0],
  ])('is read without its neighbours: %s', async (query, codes) => {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const ask = () => lister.request('GET', `/v1/qr?${query}`, undefined, { env: { DB } });
    // The first request of an account reads its key as well.
    await ask();
    counter.rowsRead = 0;
    const { data } = await (await ask()).json<{ data: { created_at: string }[] }>();
    expect(data).toHaveLength(codes);
    const times = data.map((code) => code.created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(counter.rowsRead).toBeLessThanOrEqual(ROWS_OF_A_PAGE);
  });
});
