import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { watchQueriesButKeys } from '#harness/worker/measured/record-queries.ts';

describe('the rows that a request writes', () => {
  let client: ApiClient;
  beforeAll(async () => {
    client = await createClient();
    // The first code of an account creates its counters.
    await create(client, {});
  });

  /** Without the log of requests, which is in D1 only where that of scans is. */
  async function count(
    method: string,
    path: string,
    body: unknown,
    SCAN_LOG = 'analytics_engine',
  ): Promise<number> {
    const counter = { rowsRead: 0, rowsWritten: 0 };
    const DB = countRowsRead(env.DB, counter);
    const response = await client.request(method, path, body, { env: { DB, SCAN_LOG } });
    expect(response.status, await response.clone().text()).toBe(200);
    return counter.rowsWritten;
  }

  it('match docs/costs.md for a create: the row, six of its indexes, the counters, and one for the search', async () => {
    const target = 'https://example.com/menu';
    expect(await count('POST', '/v1/qr', { target })).toBe(9);
    expect(await count('POST', '/v1/qr', { target, dynamic: true, title: 'Menu' })).toBe(9);
  });

  it('are three more with the log of requests in D1', async () => {
    expect(await count('POST', '/v1/qr', { target: 'https://example.com/menu' }, 'd1')).toBe(9 + 3);
  });

  it('do not grow with the metadata that stays as it was', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key-${i}`, 'kept']));
    const { id } = await create(client, { metadata });
    const one = await count('PATCH', `/v1/qr/${id}`, { metadata: { ...metadata, 'key-7': 'changed' } });
    expect(one).toBeLessThan(15);
    expect(await client.json('GET', '/v1/qr?metadata[key-7]=changed&metadata[key-8]=kept')).toMatchObject({
      data: [{ id }],
    });
    expect(await client.json('GET', '/v1/qr?metadata[key-7]=kept')).toMatchObject({ data: [] });
  });

  it('are none if a bulk upsert finds every code unchanged, in three queries', async () => {
    const codes = Array.from({ length: 30 }, (_, i) => ({
      external_id: `sku-${i}`,
      target: `https://example.com/${i}`,
      title: `Product ${i}`,
    }));
    expect(await count('PUT', '/v1/qr/bulk', { codes })).toBeGreaterThan(30);
    expect(await count('PUT', '/v1/qr/bulk', { codes })).toBe(0);
    let queries = 0;
    const DB = watchQueriesButKeys(() => (queries += 1));
    await client.request('PUT', '/v1/qr/bulk', { codes }, { env: { DB } });
    expect(queries).toBeLessThanOrEqual(3);
  });
});
