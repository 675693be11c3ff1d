import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createClient } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

/** At least three parts of a file. */
const ROWS = 1_500;

it('imports thousands of rows, once, holding a few hundred at a time', async () => {
  const client = await createClient();
  const rows = Array.from({ length: ROWS }, (_, i) => `https://example.com/${i},Code ${i},sku-${i}\n`);
  const file = `target,title,external_id\n${rows.join('')}`;
  let largestPart = 0;
  const put = (key: string, body: ArrayBuffer | Uint8Array | string, ...rest: []) => {
    if (key.startsWith('imports/')) largestPart = Math.max(largestPart, (body as ArrayBuffer).byteLength);
    return env.IMAGES.put(key, body, ...rest);
  };
  const run = async () => {
    const bindings = { IMAGES: withFault(env.IMAGES, { put }) };
    const headers = { 'Content-Type': 'text/csv' };
    const { id } = await client.json<{ id: string }>('POST', '/v1/imports?dry_run=false', file, {
      headers,
      env: bindings,
    });
    for (;;) {
      const job = await client.json<{
        status: string;
        counts: object;
      }>('GET', `/v1/imports/${id}`);
      if (job.status !== 'running') return job;
    }
  };
  const nothing = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const all = { rows: ROWS, done: ROWS };
  expect(await run()).toMatchObject({ status: 'done', counts: { ...nothing, ...all, created: ROWS } });
  expect(largestPart).toBeGreaterThan(0);
  expect(largestPart).toBeLessThan(512 * 1024);
  expect(await run()).toMatchObject({ status: 'done', counts: { ...nothing, ...all, unchanged: ROWS } });
  const codes = await env.DB.prepare(
    'SELECT count(*) AS n, count(DISTINCT external_id) AS ids FROM qr_codes WHERE account_id = ?',
  )
    .bind(client.accountId)
    .first();
  expect(codes).toEqual({ n: ROWS, ids: ROWS });
});
