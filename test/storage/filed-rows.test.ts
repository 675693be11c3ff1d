import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { COMMON_TEXT, seedCodes } from '#harness/data/seed-codes.ts';

const CODES = 2000;

/** The number of codes that a page reads if it has something to compare. */
const CODES_LOOKED_AT = 150;

describe('a page of a long list of labelled codes', () => {
  /** The rows for one code: an index, the list of its results, the table, and two tags, each as a list element and a row. */
  const ROWS_OF_A_CODE = 7;
  let lister: ApiClient;

  beforeAll(async () => {
    lister = await createClient();
    await seedCodes(env.DB, lister.accountId, CODES);
    const addTag = env.DB.prepare('INSERT INTO tags (account_id, key, name, codes) VALUES (?1, ?2, ?2, 0)');
    await env.DB.batch([
      addTag.bind(lister.accountId, 'common'),
      addTag.bind(lister.accountId, 'rare'),
      env.DB.prepare(
        `UPDATE qr_codes SET metadata = '{"all":"x"}', is_archived = position % 10 = 0, tags = (SELECT json_group_array(id) FROM tags
           WHERE account_id = ?1 AND key IN ('common', iif(position % 20 = 3, 'rare', NULL))) WHERE account_id = ?1`,
      ).bind(lister.accountId),
    ]);
  });

  it.each([
    'archived=false',
    'archived=true',
    'archived=any',
    'archived=true&type=url',
    'archived=any&dynamic=false',
    'type=wifi',
    'tag=common',
    'tag=common&tag=rare',
    'tag=common&dynamic=true&type=url',
    'tag_any=common&tag_any=rare',
    'tag_any=rare&tag=common',
    'metadata[all]=x',
    'metadata[all]=x&tag=rare',
    'updated_after=2024-01-01',
    `q=${COMMON_TEXT}&tag=common`,
  ])('is full, and read without its neighbours: %s', async (query) => {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    let cursor = '';
    for (const page of ['first', 'second']) {
      const ask = () => lister.request('GET', `/v1/qr?${query}${cursor}`, undefined, { env: { DB } });
      await ask();
      counter.rowsRead = 0;
      const body = await (await ask()).json<{ data: { created_at: string }[]; next_cursor: string }>();
      expect(body.data, page).toHaveLength(20);
      expect(counter.rowsRead, page).toBeLessThanOrEqual((CODES_LOOKED_AT + 21) * ROWS_OF_A_CODE);
      cursor = `&cursor=${body.next_cursor}`;
    }
  });
});
