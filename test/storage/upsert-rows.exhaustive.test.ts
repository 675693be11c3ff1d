import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createClient } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { watchQueriesButKeys } from '#harness/worker/measured/record-queries.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';

it('a night of 5,000 unchanged codes writes no row of a code, and sends at most 4 queries for each 100', async () => {
  const rows = 5_000;
  const client = await createClient();
  await seedCodes(env.DB, client.accountId, rows);
  await env.DB.prepare(
    "UPDATE qr_codes SET external_id = 'sku-' || code_id, metadata = json_object('price', CAST(position AS TEXT)) WHERE account_id = ?",
  )
    .bind(client.accountId)
    .run();
  const { results } = await env.DB.prepare(
    'SELECT external_id, type, target, title, is_dynamic, metadata FROM qr_codes WHERE account_id = ?',
  )
    .bind(client.accountId)
    .all<{
      external_id: string;
      type: string;
      target: string;
      title: string;
      is_dynamic: number;
      metadata: string;
    }>();
  const codes = results.map(({ external_id, type, target, title, is_dynamic, metadata }) => ({
    external_id,
    type,
    target,
    title,
    metadata: Object.fromEntries(
      Object.entries(JSON.parse(metadata) as object).map(([key, value]) => [key, String(value)]),
    ),
    dynamic: is_dynamic === 1,
  }));
  // The first request of an account also reads its key.
  await client.request('GET', '/v1/usage');
  const counter = { rowsRead: 0, rowsWritten: 0 };
  const outcomes = new Set<string>();
  let queries = 0;
  for (let i = 0; i < rows; i += 100) {
    const body = { codes: codes.slice(i, i + 100) };
    queries = 0;
    const DB = countRowsRead(
      watchQueriesButKeys(() => (queries += 1)),
      counter,
    );
    const { data } = await client.json<{ data: { upsert?: string }[] }>('PUT', '/v1/qr/bulk', body, {
      env: { DB },
    });
    for (const { upsert } of data) outcomes.add(upsert ?? 'refused');
    expect(queries).toBeLessThanOrEqual(4);
  }
  expect([...outcomes]).toEqual(['unchanged']);
  // Those of the log of requests, with their index entries.
  expect(counter.rowsWritten).toBe((3 * rows) / 100);
});
