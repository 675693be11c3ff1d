import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#api/app.ts';
import { STAND_IN } from '#harness/programs/analytics-engine-account.ts';
import { create, createClient, readError } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { withFailingStatements } from '#harness/worker/faults.ts';
import { toPage } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { ANALYTICS_ENGINE, FAKED } from '#harness/worker/scan-backends.ts';

const DAY_MS = 86_400_000;
const PATH = '/settings/log?of=requests';
const SECRET = 'javascript:secret';

type Options = NonNullable<Parameters<typeof createClient>[0]> & { env?: Partial<ApiEnv> };

/** A program with a key of an account, and somebody who may only look at it, with some bindings. */
async function open({ env: bindings = {}, ...options }: Options = {}) {
  const api = await createClient(options);
  const viewer = await signIn({ ...options, accountId: api.accountId, role: 'viewer' });
  const send = async (method: string, path: string, status: number, body?: unknown) => {
    const response = await api.request(method, path, body, { env: bindings });
    expect(response.status).toBe(status);
    return response;
  };
  const read = async (path = PATH) => {
    const response = await viewer.get(path, { env: bindings });
    expect(response.status).toBe(200);
    return toPage(await response.text());
  };
  const list = async (path = PATH) => (await read(path)).all('ul.rows > li').map(({ words }) => words);
  return { api, send, read, list };
}

async function seedRequests(accountId: string, count: number, atMs: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO api_requests (account_id, requested_at_ms, key_id, method, path, status, duration_ms, request_id)
     SELECT ?, ? + value, 'key_a', 'GET', '/v1/seeded/' || value, 200, 1, 'r' FROM json_each(?)`,
  )
    .bind(accountId, atMs, JSON.stringify(Array.from({ length: count }, (_, i) => i + 1)))
    .run();
}

async function countRequests(accountId: string): Promise<number | null> {
  return env.DB.prepare('SELECT count(*) AS rows FROM api_requests WHERE account_id = ?')
    .bind(accountId)
    .first<number>('rows');
}

/** The events that a request reports. */
async function listReports(act: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await act();
  const events = spy.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event);
  spy.mockRestore();
  return events;
}

describe('the log of API requests', () => {
  it('names the fields at fault of a refused request, and never what was sent', async () => {
    const { send, list, read } = await open();
    const body = { target: SECRET, size: 1, ['x'.repeat(80)]: 1 };
    const refused = await send('POST', '/v1/qr', 400, body);
    const { request_id: id } = await readError(refused, 400, 'invalid_request');
    const [row, ...others] = await list();
    expect(others).toEqual([]);
    expect(row).toContain(`POST /v1/qr 400 invalid_request`);
    expect(row).toContain(id);
    expect(row).toMatch(/Fields at fault: .*target/);
    expect(row).toMatch(/x{60}(?!x)/);
    expect((await read()).text).not.toContain('secret');
    const stored = await env.DB.prepare('SELECT * FROM api_requests WHERE request_id = ?').bind(id).first();
    expect(JSON.stringify(stored)).not.toContain('secret');
  });

  it('has at most 10 names, and 200 characters of a path without its query', async () => {
    const { api, send } = await open();
    const unknown = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`field_${i}`, 1]));
    await send('POST', '/v1/qr', 400, { target: 'https://example.com/', ...unknown });
    await send('GET', `/v1/${'a'.repeat(300)}`, 404);
    await send('GET', '/v1/usage?trace=secret', 400);
    const { results } = await env.DB.prepare(
      'SELECT path, fields FROM api_requests WHERE account_id = ? ORDER BY id',
    )
      .bind(api.accountId)
      .all<{ path: string; fields: string | null }>();
    expect(JSON.parse(results[0]?.fields ?? '')).toHaveLength(10);
    expect([results[1]?.path.length, results[1]?.fields]).toEqual([200, null]);
    expect(results[2]).toEqual({ path: '/v1/usage', fields: '["trace"]' });
  });

  it('shows each account its own requests, and none of the dashboard or of unknown keys', async () => {
    const [ours, theirs] = [await open(), await open()];
    const { id } = await create(ours.api, {});
    await ours.send('GET', `/v1/qr/${id}`, 200);
    const headers = { Authorization: 'Bearer qr_live_x' };
    await readError(await ours.api.request('GET', '/v1/qr', undefined, { headers }), 401, 'unauthorized');
    const rows = await ours.list();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(`GET /v1/qr/${id} 200`);
    expect(rows[1]).toMatch(/^POST \/v1\/qr 200 [\d:]{8} UTC · Test · \d+ ms/);
    expect((await theirs.read()).text).toContain('No program sent a request in the last 7 days.');
  });

  it('is filtered by key and by failure', async () => {
    const { api, send, list, read } = await open();
    await env.DB.prepare("UPDATE api_keys SET name = 'Till' WHERE id = ?").bind(api.keyId).run();
    await send('GET', '/v1/qr', 200);
    await send('GET', '/v1/qr/qr_zzzzzzzz', 404);
    await seedRequests(api.accountId, 2, Date.now() - 1_000);
    expect(await list()).toHaveLength(4);
    const page = await read();
    expect(page.attributes('select[name="key"] option', 'value')).toEqual(['', api.keyId]);
    expect(page.wordsOf('select[name="key"]')).toBe('All keys Till');
    expect(await list(`${PATH}&key=${api.keyId}&failed=`)).toHaveLength(2);
    expect(await list(`${PATH}&key=&failed=true`)).toEqual([expect.stringContaining('404 not_found')]);
    const both = await read(`${PATH}&key=${api.keyId}&failed=true`);
    expect(both.all('ul.rows > li')).toHaveLength(1);
    expect(both.attributes('option[selected]', 'value')).toEqual([api.keyId, 'true']);
    const nothing = await read(`${PATH}&key=${encodeURIComponent("'")}`);
    expect(nothing.text).toContain('No request of the last 7 days matches.');
  });

  it('does not know a page whose cursor it did not make', async () => {
    const viewer = await signIn();
    expect((await viewer.get(`${PATH}&cursor=x`)).status).toBe(404);
  });

  it('goes on page by page, also among requests of the same millisecond', async () => {
    const { api, read } = await open();
    await seedRequests(api.accountId, 120, Date.now() - 60_000);
    await env.DB.prepare('UPDATE api_requests SET requested_at_ms = ? WHERE account_id = ?')
      .bind(Date.now() - 60_000, api.accountId)
      .run();
    const paths: string[] = [];
    for (let path: string | null = PATH; path !== null;) {
      const page = await read(path);
      paths.push(...page.all('ul.rows strong').map(({ words }) => words));
      path = page.linkOf('Next page');
    }
    expect(paths).toEqual(Array.from({ length: 120 }, (_, i) => `GET /v1/seeded/${120 - i}`));
  });

  it('keeps the newest 10,000 requests of an account, and 7 days', async () => {
    const [crowded, old] = [await open(), await open()];
    const now = Date.now();
    await seedRequests(crowded.api.accountId, 10_004, now - 60_000);
    await seedRequests(old.api.accountId, 3, now - 7 * DAY_MS - 1_000);
    await seedRequests(old.api.accountId, 2, now - 6 * DAY_MS);
    expect(await old.list()).toHaveLength(2);
    const { lines } = await runScheduled(now);
    expect(lines).toContainEqual({ event: 'requests_expired', requests: 7 });
    expect(await countRequests(old.api.accountId)).toBe(2);
    expect(await countRequests(crowded.api.accountId)).toBe(10_000);
    expect((await crowded.list())[0]).toContain('/v1/seeded/10004');
  });

  it('reports its own failure, and leaves the response as it is', async () => {
    const DB = withFailingStatements(env.DB, (statement) => statement.includes('into "api_requests"'));
    const writeDataPoint = () => {
      throw new Error('no dataset');
    };
    for (const bindings of [{ DB }, { ...FAKED.env, REQUESTS: { writeDataPoint } }]) {
      const { send } = await open({ env: bindings });
      const reports = await listReports(async () => {
        await send('GET', '/v1/usage', 200);
      });
      expect(reports).toEqual(['request_not_logged']);
    }
  });
});

describe.runIf(ANALYTICS_ENGINE)('the log of API requests in Analytics Engine', () => {
  const { env: bindings = {} } = ANALYTICS_ENGINE ?? {};

  /** Stores the points of a program as Analytics Engine would, each for as many requests as told. */
  async function openSampled(sampleInterval: number) {
    const rows: string[] = [];
    const writeDataPoint = ({ indexes, blobs, doubles }: Required<AnalyticsEngineDataPoint>) => {
      const toColumns = (name: string, values: readonly unknown[]) =>
        Object.fromEntries(values.map((value, i) => [`${name}${i + 1}`, value]));
      const timestamp = Math.floor(Date.now() / 1_000);
      const point = {
        ...toColumns('index', indexes),
        ...toColumns('blob', blobs),
        ...toColumns('double', doubles),
      };
      const { dataset } = STAND_IN;
      rows.push(JSON.stringify({ dataset, timestamp, _sample_interval: sampleInterval, ...point }));
    };
    // The stand-in has one dataset.
    const REQUESTS = { writeDataPoint };
    const program = await open({
      app: createApp({ figuresFreshMs: 0 }),
      env: { ...bindings, REQUESTS, AE_REQUESTS_DATASET: STAND_IN.dataset },
    });
    const store = async () => {
      const body = rows.splice(0).join('\n');
      expect((await fetch(`${bindings.AE_API_URL}/points`, { method: 'POST', body })).status).toBe(200);
    };
    return { ...program, store };
  }

  it('shows the same: fields at fault, filters and pages of its own account', async () => {
    const { api, send, list, read, store } = await openSampled(1);
    const stranger = await openSampled(1);
    await stranger.send('GET', '/v1/usage', 200);
    await send('POST', '/v1/qr', 400, { target: SECRET });
    for (let i = 0; i < 55; i++) await send('GET', `/v1/qr/qr_zzzzzz${i + 22}`, 404);
    await send('GET', '/v1/usage', 200);
    await Promise.all([store(), stranger.store()]);
    const first = await read();
    expect(first.all('ul.rows > li')[0]?.words).toMatch(
      /^GET \/v1\/usage 200 .* · Test · \d+ ms · [\da-f-]{36}/,
    );
    const rest = await list(first.linkOf('Next page') ?? '');
    expect(rest).toHaveLength(7);
    expect(rest.at(-1)).toMatch(/POST \/v1\/qr 400 invalid_request .*Fields at fault: target/);
    expect(new Set([...first.all('ul.rows > li').map(({ words }) => words), ...rest]).size).toBe(57);
    expect(await list(`${PATH}&failed=true&key=key_a`)).toEqual([]);
    expect(await list(`${PATH}&failed=true&key=${api.keyId}`)).toHaveLength(50);
    expect((await stranger.list()).length).toBe(1);
    expect(first.text).not.toContain('a sample');
  });

  it('says it if a row stands for more than one', async () => {
    const { send, read, store } = await openSampled(40);
    await send('GET', '/v1/usage', 200);
    await store();
    const { text } = await read();
    expect(text).toContain('so many requests that the log has only a sample');
    expect(text).toContain('one of 40 requests');
  });

  it('says it if it cannot be read, and shows the rest of the page', async () => {
    const { read } = await open({ env: { ...bindings, AE_REQUESTS_DATASET: 'nothing' } });
    expect((await read()).text).toContain('The log cannot be read right now.');
  });
});
