import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { create, createClient, readError } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

interface Page {
  data: {
    id: string;
    action: string;
    created_at: string;
    actor: { type: string; id: string | null; name: string | null };
    subject: { type: string; id: string; name: string | null } | null;
    note: string | null;
  }[];
  has_more: boolean;
  next_cursor: string | null;
}

const DAY_MS = 86_400_000;

async function seedActivities(accountId: string, times: readonly number[], action = 'account.created') {
  const insert = env.DB.prepare(
    'INSERT INTO activities (id, account_id, happened_at_ms, action) VALUES (?, ?, ?, ?)',
  );
  const newId = () => `act_${randomHex().slice(0, 16)}`;
  await env.DB.batch(times.map((time) => insert.bind(newId(), accountId, time, action)));
}

describe('GET /v1/audit', () => {
  it('has what keys delete and export, with who did it to what', async () => {
    const client = await createClient();
    const { id } = await create(client, {});
    await client.request('DELETE', `/v1/qr/${id}`);
    // Programs export all day long: an export is recorded at most once an hour.
    for (const Accept of ['text/csv', 'text/csv', 'application/x-ndjson', 'text/csv'])
      await (await client.request('GET', '/v1/qr', undefined, { headers: { Accept } })).text();
    const { data, ...rest } = await client.json<Page>('GET', '/v1/audit');
    const actor = { type: 'api_key', id: client.keyId, name: 'Test' };
    expect(data).toMatchObject([
      { action: 'codes.exported', actor, subject: null, note: 'ndjson' },
      { action: 'codes.exported', actor, subject: null, note: 'csv' },
      { action: 'code.deleted', actor, subject: { type: 'code', id, name: null }, note: null },
    ]);
    expect(rest).toEqual({ has_more: false, next_cursor: null });
  });

  it('has no entry for a code that was not deleted, and none of other accounts', async () => {
    const [client, stranger] = [await createClient(), await createClient()];
    const { id } = await create(client, {});
    for (const other of [id, 'qr_zzzzzzzz'])
      expect((await stranger.request('DELETE', `/v1/qr/${other}`)).status).toBe(404);
    for (const account of [client, stranger])
      expect((await account.json<Page>('GET', '/v1/audit')).data).toEqual([]);
  });

  it('is filtered by action, actor, subject and time', async () => {
    const client = await createClient();
    const [one, two] = [await create(client, {}), await create(client, {})];
    for (const { id } of [one, two]) await client.request('DELETE', `/v1/qr/${id}`);
    await (await client.request('GET', '/v1/qr/export.csv')).text();
    await seedActivities(client.accountId, [Date.parse('2026-01-01T12:00:00Z')]);
    const read = async (query: string) => {
      const { data } = await client.json<Page>('GET', `/v1/audit?${query}`);
      return data.map(({ action, subject }) => subject?.id ?? action);
    };
    expect(await read('action=code.deleted')).toEqual([two.id, one.id]);
    expect(await read(`subject_id=${one.id}`)).toEqual([one.id]);
    expect(await read(`actor_id=${client.keyId}`)).toEqual(['codes.exported', two.id, one.id]);
    expect(await read(`actor_id=${client.keyId}&action=codes.exported`)).toEqual(['codes.exported']);
    expect(await read('created_before=2026-01-02')).toEqual(['account.created']);
    expect(await read('created_after=2026-01-01&created_before=2026-01-02')).toEqual(['account.created']);
    expect(await read('created_after=2026-01-02')).not.toContain('account.created');
    expect(await read('actor_id=key_0000000000000000')).toEqual([]);
    await readError(client.request('GET', '/v1/audit?action=code.eaten'));
  });

  it('looks at 1,000 entries for a page of a filter, and goes on behind them', async () => {
    const client = await createClient();
    const now = Date.now();
    await seedActivities(client.accountId, [now - 2_000_000]);
    const others = Array.from({ length: 1_000 }, (_, i) => now - i);
    await seedActivities(client.accountId, others, 'person.signed_in');
    const read = async (query: string) =>
      client.json<Page>('GET', `/v1/audit?action=account.created${query}`);
    const first = await read('');
    expect(first).toMatchObject({ data: [], has_more: true });
    const rest = await read(`&cursor=${first.next_cursor}`);
    expect(rest.data).toMatchObject([{ action: 'account.created' }]);
    expect(rest.has_more).toBe(false);
  });

  it('takes no more of what nothing else bounds than 200 entries a day', async () => {
    const client = await createClient();
    const count = async () =>
      (
        await env.DB.prepare('SELECT count(*) AS entries FROM activities WHERE account_id = ?')
          .bind(client.accountId)
          .first<{ entries: number }>()
      )?.entries;
    const dropTemplate = async () => {
      const { id } = await client.json<{ id: string }>('POST', '/v1/templates', { name: 'Winter' });
      expect((await client.request('DELETE', `/v1/templates/${id}`)).status).toBe(200);
    };
    const hourAgo = Date.now() - 3_600_000;
    await seedActivities(
      client.accountId,
      Array.from({ length: 199 }, () => hourAgo),
      'template.deleted',
    );
    const before = (await count()) ?? 0;
    await dropTemplate();
    expect(await count()).toBe(before + 1);
    await dropTemplate();
    expect(await count()).toBe(before + 1);
    await client.request('DELETE', `/v1/qr/${(await create(client, {})).id}`);
    expect(await count()).toBe(before + 2);
  });

  it('is read page by page, even by a read-only key', async () => {
    const client = await createClient({ scope: 'read' });
    await seedActivities(
      client.accountId,
      [5, 5, 5, 4, 3, 2, 1].map((day) => day * DAY_MS),
    );
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: Page = await client.json<Page>('GET', `/v1/audit?limit=2${query}`);
      expect(page.has_more).toBe(page.next_cursor !== null);
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    const { data } = await client.json<Page>('GET', '/v1/audit');
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data[0]).toMatchObject({
      actor: { type: 'operator', id: null, name: null },
      created_at: '1970-01-06T00:00:00.000Z',
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=', 'q=x', 'limit=1&limit=2'])(
    'refuses %s by name',
    async (query) => {
      const client = await createClient();
      const error = await readError(client.request('GET', `/v1/audit?${query}`));
      expect(error.errors?.[0]?.field).toBe(query.split('=')[0]);
    },
  );

  it('needs a key, and accepts no other method', async () => {
    const client = await createClient();
    await readError(client.request('POST', '/v1/audit', {}), 405, 'method_not_allowed');
    const headers = { Authorization: '' };
    await readError(client.request('GET', '/v1/audit', undefined, { headers }), 401, 'unauthorized');
  });

  it('keeps entries for 400 days', async () => {
    const client = await createClient();
    const now = Date.UTC(2031, 0, 1);
    await seedActivities(client.accountId, [now - 400 * DAY_MS - 1, now - 400 * DAY_MS, now]);
    expect((await runScheduled(now)).failed).toBe(false);
    const { data } = await client.json<Page>('GET', '/v1/audit');
    expect(data.map(({ created_at }) => Date.parse(created_at))).toEqual([now, now - 400 * DAY_MS]);
  });
});
