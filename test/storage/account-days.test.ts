import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { type ApiClient, type CodeResource, createClient } from '#harness/worker/api-client.ts';
import { D1 } from '#harness/worker/scan-backends.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;

let owner: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  owner = await createClient();
  stranger = await createClient();
});

const DEVICES = ['mobile', 'tablet', 'desktop'] as const;

async function create(client: ApiClient, tags: readonly string[] = []): Promise<CodeId> {
  const { id } = await client.json<CodeResource>('POST', '/v1/qr', {
    type: 'url',
    target: 'https://example.com',
    dynamic: true,
    tags,
  });
  return id.slice('qr_'.length) as CodeId;
}

async function scan(codeId: CodeId, count: number): Promise<void> {
  const scans = Array.from({ length: count }, (_, i) => ({
    atMs: NOW - (i % 4) * DAY,
    device: DEVICES[i % 3] ?? 'mobile',
  }));
  await D1.record(codeId, scans);
}

async function all(sql: string) {
  return (await env.DB.prepare(sql).all()).results;
}

/** The stored sums, and the expected ones, which are computed now from the days of the codes. */
async function compareSums() {
  expect(await all('SELECT account_id, day, device, scans FROM account_days ORDER BY 1, 2, 3')).toEqual(
    await all(`SELECT account_id, day, device, sum(scans) AS scans FROM scan_days JOIN qr_codes USING (code_id)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
  );
  const byTag =
    await all(`SELECT tag_id, day, device, sum(scans) AS scans FROM code_tags JOIN qr_codes USING (position)
    JOIN scan_days USING (code_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  expect(
    await all('SELECT tag_id, day, device, scans FROM tag_days WHERE scans <> 0 ORDER BY 1, 2, 3'),
  ).toEqual(byTag);
  return byTag.length;
}

async function patch(codeId: CodeId, change: object): Promise<void> {
  expect((await owner.request('PATCH', `/v1/qr/qr_${codeId}`, change)).status).toBe(200);
}

describe('the sums by account and tag', () => {
  it('equal those of the codes, whatever happens to the codes and their tags', async () => {
    const menu = await create(owner, ['menu', 'spring']);
    const poster = await create(owner, ['menu']);
    const plain = await create(owner);
    const other = await create(stranger, ['menu']);
    for (const [codeId, count] of [
      [menu, 7],
      [poster, 5],
      [plain, 3],
      [other, 4],
    ] as const) {
      await scan(codeId, count);
    }
    expect(await compareSums()).toBeGreaterThan(3);

    await patch(plain, { tags: ['spring', 'new'] });
    await compareSums();
    await patch(menu, { tags: ['spring'] });
    await compareSums();
    await patch(poster, { archived: true });
    await scan(poster, 2);
    await compareSums();

    // Two tags become one, and one of the codes had both.
    await patch(menu, { tags: ['spring', 'new'] });
    const merged = await owner.request('PATCH', '/v1/tags/new', { name: 'spring' });
    expect(merged.status).toBe(200);
    expect(await compareSums()).toBeGreaterThan(3);

    expect((await owner.request('DELETE', `/v1/qr/qr_${menu}`)).status).toBe(200);
    expect(await compareSums()).toBeGreaterThan(3);
    // Analytics Engine may report a scan after its code was deleted.
    await env.DB.prepare('UPDATE scan_days SET scans = scans + 5 WHERE code_id = ?').bind(menu).run();
    await compareSums();

    expect((await owner.request('DELETE', '/v1/tags/spring')).status).toBe(200);
    await compareSums();
    expect(await all('SELECT 1 FROM tag_days WHERE tag_id NOT IN (SELECT id FROM tags)')).toEqual([]);
  });

  it('do not mix up a tag with an earlier one of the same id', async () => {
    await env.DB.prepare(
      "INSERT INTO tags (id, account_id, key, name, codes) VALUES (4711, ?, 'once', 'once', 0)",
    )
      .bind(owner.accountId)
      .run();
    await env.DB.prepare(
      "INSERT INTO tag_days (tag_id, day, device, scans) VALUES (4711, '2026-11-01', 'mobile', 9)",
    ).run();
    await env.DB.prepare('DELETE FROM tags WHERE id = 4711').run();
    expect(await all('SELECT * FROM tag_days WHERE tag_id = 4711')).toEqual([]);
  });
});
