import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { PLANS } from '#core/accounts/plan.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { seedHistory, seedManyCodes, seedSteps } from '#harness/data/seed-quotas.ts';

const NOW = Date.UTC(2031, 4, 31, 23, 59);
const { quotas: FREE, editsPerCode } = PLANS.free;
const TARGET = 'https://example.com/menu';

const createFree = (nowMs = () => NOW) => createClient({ plan: 'free', appOptions: { nowMs } });

interface Usage {
  readonly plan: string;
  readonly month: string;
  readonly quotas: Record<string, { limit: number; used: number }>;
  readonly edits_kept_per_code: number;
  readonly requests_per_minute: number;
}

async function readUsage(client: ApiClient): Promise<Usage> {
  return client.json<Usage>('GET', '/v1/usage');
}

async function readUsed(client: ApiClient): Promise<Record<string, number>> {
  const { quotas } = await readUsage(client);
  return Object.fromEntries(Object.entries(quotas).map(([name, { used }]) => [name, used]));
}

const post = (client: ApiClient, body: object = {}) =>
  client.request('POST', '/v1/qr', { target: TARGET, ...body });

async function readQuotaError(response: Response) {
  const { quota } = (await readError(response, 403, 'quota_exceeded')) as { quota?: object };
  return quota;
}

describe('GET /v1/usage', () => {
  it('names what the plan allows and what the account uses', async () => {
    const client = await createFree();
    expect(await readUsage(client)).toEqual({
      plan: 'free',
      month: '2031-05',
      quotas: {
        codes: { limit: FREE.codes, used: 0 },
        codes_per_month: { limit: FREE.codes_per_month, used: 0 },
        api_keys: { limit: FREE.api_keys, used: 1 },
        people: { limit: FREE.people, used: 0 },
        stored_bytes: { limit: FREE.stored_bytes, used: 0 },
        domains: { limit: FREE.domains, used: 0 },
        file_bytes: { limit: FREE.file_bytes, used: 0 },
        webhooks: { limit: FREE.webhooks, used: 0 },
      },
      edits_kept_per_code: editsPerCode,
      events_kept: 5_000,
      requests_per_minute: 60,
    });
  });

  it('is told by each response that created codes: what is left of the month, and when it ends', async () => {
    const client = await createFree();
    const left = (response: Response) => {
      // Each limit is one of the policies that the response states.
      const named = [...(response.headers.get('RateLimit') ?? '').matchAll(/"[^"]+";/g)].map(
        ([name]) => name,
      );
      for (const name of named) expect(response.headers.get('RateLimit-Policy')).toContain(name);
      return response.headers.get('RateLimit');
    };
    expect(left(await post(client))).toBe(`"codes-per-month";r=${FREE.codes_per_month - 1};t=60`);
    const codes = [{ target: TARGET }, { target: 'nothing' }, { target: TARGET }];
    const bulk = await client.request('POST', '/v1/qr/bulk', { codes });
    expect(left(bulk)).toBe(`"codes-per-month";r=${FREE.codes_per_month - 3};t=60`);
    expect(left(await client.request('GET', '/v1/qr'))).toBeNull();
  });

  it('counts codes, their bytes and their history, and forgets all but the month with a deleted code', async () => {
    const client = await createFree();
    const other = await createFree();
    await create(other, {});
    const { id } = await create(client, { target: 'https://example.com/é', title: 'Menü', dynamic: true });
    const text = 22 + 5;
    expect(await readUsed(client)).toMatchObject({ codes: 1, codes_per_month: 1, stored_bytes: text });

    await client.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/menus' });
    const history = 100 + 22 + 25 + '{"target":["",""]}'.length;
    expect(await readUsed(client)).toMatchObject({ codes: 1, stored_bytes: 25 + 5 + history });

    await client.request('DELETE', `/v1/qr/${id}`);
    expect(await readUsed(client)).toMatchObject({ codes: 0, codes_per_month: 1, stored_bytes: 0 });
    expect(await readUsed(other)).toMatchObject({ codes: 1, codes_per_month: 1 });
  });

  it('starts each UTC month at 0', async () => {
    let now = NOW;
    const client = await createFree(() => now);
    await create(client, {});
    now += 60_000;
    expect(await readUsage(client)).toMatchObject({
      month: '2031-06',
      quotas: { codes: { used: 1 }, codes_per_month: { used: 0 } },
    });
    await create(client, {});
    expect(await readUsed(client)).toMatchObject({ codes: 2, codes_per_month: 1 });
  });

  it('refuses parameters and other methods', async () => {
    const client = await createFree();
    await readError(client.request('GET', '/v1/usage?month=2031-04'));
    await readError(client.request('POST', '/v1/usage', {}), 405, 'method_not_allowed');
  });
});

describe('a create beyond a quota', () => {
  it('gets 403 with the quota, its limit and its use, until a code is deleted', async () => {
    const client = await createFree();
    const { id } = await create(client, {});
    await seedManyCodes(env.DB, client.accountId, { count: FREE.codes - 1, createdAtMs: 0 });
    const quota = { name: 'codes', limit: FREE.codes, used: FREE.codes };
    expect(await readQuotaError(await post(client))).toEqual(quota);
    await client.request('DELETE', `/v1/qr/${id}`);
    expect((await post(client)).status).toBe(200);
    expect(await readQuotaError(await post(client))).toEqual(quota);
  });

  it('of the month is refused although all its codes are deleted, and accepted in the next month', async () => {
    let now = NOW;
    const client = await createFree(() => now);
    const seed = { count: FREE.codes_per_month, createdAtMs: NOW, areDeleted: true };
    await seedManyCodes(env.DB, client.accountId, seed);
    expect(await readQuotaError(await post(client))).toEqual({
      name: 'codes_per_month',
      limit: FREE.codes_per_month,
      used: FREE.codes_per_month,
    });
    now += 60_000;
    expect((await post(client)).status).toBe(200);
  });

  it('of stored bytes is refused by its own size', async () => {
    const client = await createFree();
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const used = TARGET.length;
    await seedHistory(env.DB, id, FREE.stored_bytes - 2 * used);
    const quota = { name: 'stored_bytes', limit: FREE.stored_bytes, used: FREE.stored_bytes - used };
    expect(await readQuotaError(await post(client, { title: 'x' }))).toEqual(quota);
    expect((await post(client)).status).toBe(200);
  });

  it('stores nothing, draws nothing and gives its Idempotency-Key back', async () => {
    const client = await createFree();
    const { id } = await create(client, {});
    await seedManyCodes(env.DB, client.accountId, { count: FREE.codes - 1, createdAtMs: 0 });
    const before = (await env.IMAGES.list()).objects.length;
    const send = () =>
      client.request('POST', '/v1/qr', { target: TARGET }, { headers: { 'Idempotency-Key': 'once' } });
    await readError(send(), 403, 'quota_exceeded');
    expect((await env.IMAGES.list()).objects.length).toBe(before);
    await client.request('DELETE', `/v1/qr/${id}`);
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['codes', 'codes', 0, false],
    ['codes of the month', 'codes_per_month', NOW, true],
  ] as const)('is one of two that want the last of the %s', async (_, name, createdAtMs, areDeleted) => {
    const client = await createFree();
    await seedManyCodes(env.DB, client.accountId, { count: FREE[name] - 1, createdAtMs, areDeleted });
    const responses = await Promise.all([post(client), post(client)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const refused = responses.find(({ status }) => status === 403)!;
    expect(await readQuotaError(refused)).toEqual({ name, limit: FREE[name], used: FREE[name] });
    expect((await readUsed(client))[name]).toBe(FREE[name]);
  });

  it('in a bulk is refused separately; invalid codes take no room', async () => {
    const client = await createFree();
    await seedManyCodes(env.DB, client.accountId, { count: FREE.codes - 2, createdAtMs: 0 });
    const codes = [TARGET, 'nonsense', TARGET, TARGET].map((target) => ({ target }));
    const response = await client.request('POST', '/v1/qr/bulk', { codes });
    const { data } = await response.json<{ data: { status: number; error?: { quota?: object } }[] }>();
    expect(data.map(({ status }) => status)).toEqual([200, 400, 200, 403]);
    expect(data[3]?.error).toMatchObject({
      code: 'quota_exceeded',
      quota: { name: 'codes', limit: FREE.codes, used: FREE.codes },
    });
    expect(await readUsed(client)).toMatchObject({ codes: FREE.codes, codes_per_month: 2 });
  });

  it('is exact when two bulks compete for the last codes: none is exceeded, none is wasted', async () => {
    const client = await createFree();
    await seedManyCodes(env.DB, client.accountId, { count: FREE.codes - 5, createdAtMs: 0 });
    const codes = Array.from({ length: 4 }, () => ({ target: TARGET }));
    const responses = await Promise.all([0, 1].map(() => client.request('POST', '/v1/qr/bulk', { codes })));
    const bodies = await Promise.all(
      responses.map((response) => response.json<{ data: { status: number }[] }>()),
    );
    const statuses = bodies.flatMap(({ data }) => data.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 403)).toHaveLength(3);
    expect(await readUsed(client)).toMatchObject({ codes: FREE.codes });
  });
});

describe('the cost of counting', () => {
  it('is the same whatever the number of codes', async () => {
    const client = await createFree();
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const measure = async () => {
      counter.rowsRead = 0;
      const response = await client.request('POST', '/v1/qr', { target: TARGET }, { env: { DB } });
      expect(response.status).toBe(200);
      return counter.rowsRead;
    };
    await measure();
    await measure();
    const few = await measure();
    await seedManyCodes(env.DB, client.accountId, { count: 2000, createdAtMs: NOW });
    expect((await measure()) - few).toBeLessThanOrEqual(5);
  });

  it('of a create is one row written, as docs/costs.md says', async () => {
    const client = await createFree();
    await create(client, {});
    let rowsWritten = 0;
    const DB = new Proxy(env.DB, {
      get(target, property) {
        if (property !== 'batch') {
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          for (const { meta } of results) rowsWritten += meta.rows_written;
          return results;
        };
      },
    });
    const write = async () => {
      rowsWritten = 0;
      expect((await client.request('POST', '/v1/qr', { target: TARGET }, { env: { DB } })).status).toBe(200);
      return rowsWritten;
    };
    const counted = await write();
    const { results } = await env.DB.prepare(
      `SELECT sql FROM sqlite_master WHERE name = 'account_usage_code_created'`,
    ).all<{ sql: string }>();
    await env.DB.prepare('DROP TRIGGER account_usage_code_created').run();
    const uncounted = await write();
    await env.DB.prepare(results[0]!.sql).run();
    expect(counted - uncounted).toBe(1);
  });
});

describe('the history of a code', () => {
  interface Entry {
    readonly changes: string;
    readonly edits: number;
  }
  const toTarget = (from: string, to: string) => JSON.stringify({ target: [from, to] });
  const listEntries = async (id: string) =>
    (
      await env.DB.prepare('SELECT * FROM qr_code_edits WHERE code_id = ? ORDER BY id')
        .bind(id.slice(3))
        .all<Entry>()
    ).results;
  const patch = (client: ApiClient, id: string, target: string, headers = {}) =>
    client.request('PATCH', `/v1/qr/${id}`, { target }, { headers });

  it('keeps as many entries as the plan allows; the oldest one replaces all before it', async () => {
    const client = await createFree();
    const base = 'https://example.com/';
    const { id } = await create(client, { target: `${base}${editsPerCode}`, dynamic: true });
    await seedSteps(env.DB, id, base, editsPerCode);
    const edits = editsPerCode + 3;
    for (let i = editsPerCode + 1; i <= edits; i++) {
      expect((await patch(client, id, `${base}${i}`)).status).toBe(200);
      expect((await client.request('PATCH', `/v1/qr/${id}`, { target: `${base}${i}` })).status).toBe(200);
    }
    const entries = await listEntries(id);
    expect(entries).toHaveLength(editsPerCode);
    expect(entries[0]).toMatchObject({
      changes: toTarget('https://example.com/0', 'https://example.com/4'),
      edits: 4,
    });
    expect(entries[1]).toMatchObject({
      changes: toTarget('https://example.com/4', 'https://example.com/5'),
      edits: 1,
    });
    expect(entries.at(-1)).toMatchObject({ changes: toTarget(`${base}${edits - 1}`, `${base}${edits}`) });
    const bytes = entries.reduce((sum, { changes }) => sum + 100 + changes.length, 0);
    const target = `https://example.com/${edits}`;
    expect(await readUsed(client)).toMatchObject({ stored_bytes: bytes + target.length });
  });

  it('has in its oldest entry what each field was at first and at last, without those that came back', async () => {
    const client = await createFree();
    const base = 'https://example.com/';
    const { id } = await create(client, { target: `${base}0`, dynamic: true, title: 'A', tags: ['a'] });
    for (const edit of [{ title: 'B', tags: ['b'] }, { metadata: { k: 'v' } }, { title: 'A', tags: ['c'] }])
      expect((await client.request('PATCH', `/v1/qr/${id}`, edit)).status).toBe(200);
    await seedSteps(env.DB, id, base, editsPerCode - 1);
    expect((await client.request('PATCH', `/v1/qr/${id}`, { paused: true })).status).toBe(200);
    const [oldest, ...others] = await listEntries(id);
    expect(others).toHaveLength(editsPerCode - 1);
    expect([JSON.parse(oldest?.changes ?? ''), oldest?.edits]).toEqual([
      { tags: [['a'], ['c']], metadata: [{}, { k: 'v' }], target: [`${base}0`, `${base}1`] },
      4,
    ]);
  });

  it('shrinks to one entry if the account has no room for another, and the code still follows its edit', async () => {
    const client = await createFree();
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const seeded = await seedHistory(env.DB, id, FREE.stored_bytes - TARGET.length);
    const response = await patch(client, id, 'https://example.com/x');
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await listEntries(id)).toMatchObject([
      { changes: toTarget('', 'https://example.com/x'), edits: seeded + 1 },
    ]);
  });

  it('of a full account has no room: 403 names the quota, and nothing changes', async () => {
    const client = await createFree();
    const full = await create(client, { target: TARGET, dynamic: true });
    const { id } = await create(client, { target: TARGET, dynamic: true });
    await seedHistory(env.DB, full.id, FREE.stored_bytes - 2 * TARGET.length);
    const quota = { name: 'stored_bytes', limit: FREE.stored_bytes, used: FREE.stored_bytes };
    expect(await readQuotaError(await patch(client, id, 'https://example.com/x'))).toEqual(quota);
    const code = await client.json<{ target: string }>('GET', `/v1/qr/${id}`);
    expect([code.target, await listEntries(id)]).toEqual([TARGET, []]);
    // Changes that do not grow are stored.
    expect((await patch(client, id, TARGET)).status).toBe(200);
  });

  it.each([
    ['PUT', [200, 403, 200]],
    ['PATCH', [200, 200, 403]],
  ])('of a full account undoes no other one of its bulk: %s', async (method, statuses) => {
    const client = await createFree();
    const full = await create(client, { target: TARGET, dynamic: true });
    const codes = ['1', '2', '3'].map((external_id) => ({ external_id, target: TARGET, dynamic: true }));
    expect((await client.request('PUT', '/v1/qr/bulk', { codes })).status).toBe(200);
    // Room for two entries of the history, and for no long target.
    await seedHistory(env.DB, full.id, FREE.stored_bytes - 4 * TARGET.length - 3 - 2 * 130);
    const long = `${TARGET}?${'x'.repeat(500)}`;
    const changed = codes.map((code, i) => Object.assign({ title: 'x' }, code, i === 1 && { target: long }));
    const external_ids = codes.map(({ external_id }) => external_id);
    const body = method === 'PUT' ? { codes: changed } : { external_ids, set: { title: 'x' } };
    const { data } = await client.json<{ data: { status: number }[] }>(method, '/v1/qr/bulk', body);
    expect(data.map(({ status }) => status)).toEqual(statuses);
    expect((await readUsed(client))['stored_bytes']).toBeLessThanOrEqual(FREE.stored_bytes);
  });

  it('of a full account takes less than ten queries of D1 for each code of a bulk, which allows 1,000', async () => {
    const client = await createFree();
    const full = await create(client, { target: TARGET, dynamic: true });
    const external_ids = Array.from({ length: 25 }, (_, i) => `p-${i}`);
    const codes = external_ids.map((external_id) => ({ external_id, target: TARGET, dynamic: true }));
    const created = await client.request('PUT', '/v1/qr/bulk', { codes });
    expect(created.status).toBe(200);
    expect(await created.text()).not.toContain('"error"');
    await seedHistory(env.DB, full.id, FREE.stored_bytes - 26 * TARGET.length - 65);
    const counter = { rowsRead: 0, queries: 0 };
    const DB = countRowsRead(env.DB, counter);
    const body = { external_ids, set: { title: 'x', add_tags: ['new'] } };
    const response = await client.request('PATCH', '/v1/qr/bulk', body, { env: { DB } });
    const { data } = await response.json<{ data: { status: number }[] }>();
    expect(data.map(({ status }) => status)).toEqual(external_ids.map(() => 403));
    expect(counter.queries).toBeLessThan(10 * external_ids.length);
  });

  it('loses nothing by an edit that is refused', async () => {
    const client = await createFree();
    const { id } = await create(client, { target: TARGET, dynamic: true });
    await patch(client, id, 'https://example.com/1');
    await patch(client, id, 'https://example.com/2');
    const seeded = await seedHistory(env.DB, id, FREE.stored_bytes);
    const response = await patch(client, id, 'https://example.com/3', { 'If-Match': '"1.0"' });
    await readError(response, 412, 'precondition_failed');
    expect(await listEntries(id)).toHaveLength(2 + seeded);
  });
});
