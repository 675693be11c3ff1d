import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { type ApiClient, readError } from '#harness/worker/api-client.ts';
import { STAND_IN } from '#harness/programs/analytics-engine-account.ts';
import { createCode, createOwner, FAKED } from '#harness/worker/scan-backends.ts';

/** The API while Analytics Engine fails, in every way in which a network and a server can fail. */

const NOW = Date.UTC(2026, 10, 21, 12);

const respond =
  (body: string, status = 200) =>
  () =>
    Promise.resolve(new Response(body, { status }));
const empty = '{"meta":[],"data":[],"rows":0}';
const FAULTS: [name: string, fault: () => Promise<Response>][] = [
  ['cannot be reached', () => Promise.reject(new TypeError('Network connection lost.'))],
  ['responds with 500', respond('internal', 500)],
  ['responds with 429', respond('slow down', 429)],
  ['responds with 400', respond('Unable to parse the query', 400)],
  ['responds with 403', respond('{"errors":[{"code":10000}]}', 403)],
  ['responds with HTML', respond('<!doctype html><title>Hello</title>')],
  ['responds with half of its JSON', respond(empty.slice(0, 20))],
  ['responds with nothing', respond('')],
  ['responds with JSON of another shape', respond('{"success":true}')],
  ['responds with null', respond('null')],
  ['responds with rows that are no rows', respond('{"data":[1,null]}')],
  ['responds with rows without the columns asked for', respond('{"data":[{"x":"1"}]}')],
  [
    'responds with counts that are no numbers',
    respond(
      '{"data":[{"code_id":"aaaaaaaa","day_number":20000,"device":"mobile","scans":"many","visitors":"x"}]}',
    ),
  ],
];

let fault: () => Promise<Response> = respond(empty);
let calls = 0;
const doFetch: typeof fetch = () => {
  calls++;
  return fault();
};

let owner: ApiClient;
let codeId: CodeId;
beforeEach(async () => {
  fault = respond(empty);
  calls = 0;
  // The previous test may have left everybody waiting.
  await env.DB.prepare('DELETE FROM scan_queries').run();
  owner = await createOwner(FAKED, () => NOW, doFetch);
  codeId = await createCode(owner as Awaited<ReturnType<typeof createOwner>>);
  await env.DB.prepare(
    "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2026-01-01', 'mobile', 7, unixepoch('2026-01-01') * 1000)",
  )
    .bind(codeId)
    .run();
});

describe.each(FAULTS)('when Analytics Engine %s', (_, theFault) => {
  it('statistics are unavailable, and codes and lists go on with the last numbers', async () => {
    fault = theFault;
    await readError(await owner.request('GET', `/v1/qr/qr_${codeId}/stats`), 503, 'unavailable');

    // Days that the log no longer covers are only in D1.
    const old = await owner.request('GET', `/v1/qr/qr_${codeId}/stats?from=2026-01-01&to=2026-01-31`);
    expect(await old.json()).toMatchObject({ total_scans: 7 });

    const code = await owner.request('GET', `/v1/qr/qr_${codeId}`);
    expect(await code.json()).toMatchObject({ scans: 7 });
    const list = await owner.request('GET', '/v1/qr');
    expect(await list.json()).toMatchObject({ data: [{ scans: 7 }] });
    const edited = await owner.request('PATCH', `/v1/qr/qr_${codeId}`, { title: 'x' });
    expect(await edited.json()).toMatchObject({ title: 'x', scans: 7 });
    expect((await owner.request('DELETE', `/v1/qr/qr_${codeId}`)).status).toBe(200);
  });
});

describe('the Analytics SQL binding', () => {
  const throwing = (retryable: boolean) => () =>
    Promise.reject(Object.assign(new Error('secret cause'), { retryable }));
  const ask = async (query: () => Promise<unknown>) => {
    let asked = 0;
    const ANALYTICS_SQL = { query: () => (asked++, query()) };
    const bindings = { env: { ANALYTICS_SQL, AE_API_TOKEN: '' } as Partial<ApiEnv> };
    expect(await owner.json('GET', '/v1/qr', undefined, bindings)).toMatchObject({ data: [{ scans: 7 }] });
    const afterList = asked;
    await env.DB.prepare('DELETE FROM scan_queries').run();
    await readError(
      owner.request('GET', `/v1/qr/qr_${codeId}/stats`, undefined, bindings),
      503,
      'unavailable',
    );
    // Nothing goes over the network.
    expect(calls).toBe(0);
    return afterList;
  };

  it.each<[string, () => Promise<unknown>, number]>([
    ['fails and may be asked again', throwing(true), 2],
    ['refuses the query', throwing(false), 1],
    ['gives something else', () => Promise.resolve({ rows: 0 }), 2],
    ['gives rows that are no rows', () => Promise.resolve({ data: [1, null] }), 2],
  ])('that %s leaves lists their last numbers, and statistics unavailable', async (_, query, times) => {
    expect(await ask(query)).toBe(times);
  });

  it('that never responds keeps nobody waiting', async () => {
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() =>
        AbortSignal.abort(new DOMException('The operation timed out', 'TimeoutError')),
      );
    expect(await ask(() => new Promise(() => undefined))).toBe(2);
    timeout.mockRestore();
  });
});

describe('Analytics Engine', () => {
  it('is queried once more after a passing fault', async () => {
    fault = () => (calls === 1 ? respond('', 503)() : respond(empty)());
    expect((await owner.request('GET', '/v1/qr')).status).toBe(200);
    expect(calls).toBe(2);
  });

  it('is not queried again when it refuses', async () => {
    fault = respond('no', 403);
    await owner.request('GET', '/v1/qr');
    expect(calls).toBe(1);
  });

  it('does not keep anybody waiting: two attempts of some seconds are all', async () => {
    const limits: number[] = [];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds);
      return AbortSignal.abort(new DOMException('The operation timed out', 'TimeoutError'));
    });
    // A server that never responds: only the signal ends the request.
    const hanging = await createOwner(
      FAKED,
      () => NOW,
      (_, init) => {
        const signal = init?.signal;
        return new Promise((__, reject) => {
          if (signal?.aborted) reject(signal.reason as Error);
        });
      },
    );
    const list = await hanging.request('GET', '/v1/qr');
    await createCode(hanging);
    expect(list.status).toBe(200);
    expect((await hanging.request('GET', '/v1/qr')).status).toBe(200);
    timeout.mockRestore();
    expect(limits).toEqual([2_500, 2_500]);
  });

  it('receives only a query and the token, and neither is logged or shown', async () => {
    const sent: Request[] = [];
    const spy = await createOwner(
      FAKED,
      () => NOW,
      async (input, init) => {
        sent.push(new Request(input, init));
        return new Response('secret cause', { status: 400 });
      },
    );
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const code = await createCode(spy);
    const response = await spy.request('GET', `/v1/qr/qr_${code}/stats`);
    expect(response.status).toBe(503);
    const body = await response.text();
    const lines = log.mock.calls.join();
    log.mockRestore();
    expect(body).not.toContain('secret cause');
    expect(lines).toContain('400 secret cause');
    for (const secret of [STAND_IN.apiToken, code])
      expect(lines + body.replace(code, '')).not.toContain(secret);
    expect(sent[0]?.url).toBe(
      `https://analytics.example/accounts/${STAND_IN.accountId}/analytics_engine/sql`,
    );
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.headers.get('Authorization')).toBe(`Bearer ${STAND_IN.apiToken}`);
  });

  it.each([
    ['AE_ACCOUNT_ID', { AE_ACCOUNT_ID: '' }],
    ['AE_API_TOKEN', { AE_API_TOKEN: undefined as unknown as string }],
  ])('that is not configured (%s) makes statistics unavailable, never empty', async (name, bindings) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await owner.request('GET', `/v1/qr/qr_${codeId}/stats`, undefined, { env: bindings });
    const lines = log.mock.calls.join();
    log.mockRestore();
    await readError(response, 503, 'unavailable');
    expect(lines).toContain(name);
    expect(calls).toBe(0);
  });
});
