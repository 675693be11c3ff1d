import type { IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, QrCodeClient, QrCodeServiceError } from '../../client/src/index.ts';
import { type LocalService, startLocalService } from '../../scripts/support/local-service.ts';
import { findFreePort } from '../support/free-port.ts';
import { type SmallServer, startServer } from '../support/small-server.ts';

/** The client against the whole local service, and against servers that fail first: their answers are the network's own. */

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let stateDir: string;
let service: LocalService;
let client: QrCodeClient;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'qr-client-'));
  service = await startLocalService({ port: await findFreePort(), stateDir });
  client = new QrCodeClient({ apiUrl: service.apiUrl, apiKey: service.apiKey });
});

afterAll(async () => {
  await service?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

const caught = async (call: Promise<unknown>): Promise<QrCodeServiceError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QrCodeServiceError);
  return error as QrCodeServiceError;
};

describe('against the local service', () => {
  it('creates, reads, edits, counts and deletes a code', async () => {
    const created = await client.create({
      target: 'https://example.com/menu',
      dynamic: true,
      title: 'Menu',
    });
    const { id } = created.code;
    expect(created.code).toMatchObject({ type: 'url', target: 'https://example.com/menu', scans: 0 });

    const read = await client.get(id);
    expect(read).toMatchObject({ code: { ...created.code, title: 'Menu', size: 1024 }, etag: created.etag });

    const target = 'https://example.com/winter';
    const updated = await client.update(id, { target }, { ifMatch: read.etag });
    expect(updated.code.target).toBe(target);
    expect((await caught(client.update(id, { title: 'Old' }, { ifMatch: read.etag }))).code).toBe(
      'precondition_failed',
    );

    await fetch(created.code.short_url, { redirect: 'manual', headers: { 'User-Agent': DESKTOP } });
    const statistics = await client.statistics(id, { range: 'last_7_days' });
    expect(statistics).toMatchObject({ id, total_scans: 1, range: 'last_7_days' });

    expect((await caught(client.delete(id, { ifMatch: read.etag }))).status).toBe(412);
    expect(await client.delete(id)).toEqual({ id, deleted: true });
    expect((await caught(client.get(id))).code).toBe('not_found');
  });

  it('creates many: each has its own result', async () => {
    const results = await client.createMany([
      { target: 'https://example.com/1' },
      { target: 'https://example.com/2', size: 1 },
    ]);
    expect(results).toMatchObject([
      { index: 0, status: 200, code: { target: 'https://example.com/1' } },
      { index: 1, status: 400, error: { code: 'invalid_request', errors: [{ field: 'size' }] } },
    ]);
  });

  it('iterates over a list of several pages, in order, filtered, and reads no more than it must', async () => {
    const titles = Array.from({ length: 7 }, (_, index) => `Page ${index}`);
    for (const title of titles) await client.create({ target: 'https://example.com/', dynamic: true, title });
    await client.create({ target: 'https://example.com/', title: 'Page, static' });
    let calls = 0;
    const counting = clientOf(service.apiUrl, {
      fetch: (request) => {
        calls += 1;
        return fetch(request);
      },
    });

    const seen: (string | null)[] = [];
    for await (const code of counting.list({ dynamic: true, q: 'page' }, { pageSize: 3 }))
      seen.push(code.title);
    expect(seen).toEqual(titles.toReversed());
    expect(calls).toBe(3);

    for await (const code of counting.list({ dynamic: false, q: 'page' }, { pageSize: 3 })) {
      expect(code).toMatchObject({ title: 'Page, static', dynamic: false });
      break;
    }
    expect(calls).toBe(4);
  });

  it('makes one code for one key, and says what the service says of its misuse', async () => {
    const idempotencyKey = crypto.randomUUID();
    const body = { target: 'https://example.com/once' };
    const first = await client.create(body, { idempotencyKey });
    expect(await client.create(body, { idempotencyKey })).toEqual(first);
    const error = await caught(client.create({ target: 'https://example.com/other' }, { idempotencyKey }));
    expect(error).toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  });

  it('names every field at fault, and the request', async () => {
    const error = await caught(client.create({ target: 'ftp://example.com', size: 5 }));
    expect(error).toMatchObject({ name: 'QrCodeServiceError', code: 'invalid_request', status: 400 });
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
    expect(error.fields.map(({ field }) => field)).toContain('size');
    expect(error.message).toContain('size');
    const refused = clientOf(service.apiUrl, { apiKey: 'qr_live_wrong' });
    expect(await caught(refused.get('qr_k7m2p9qa'))).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('makes one code where the answer to the first try is lost', async () => {
    const keys: (string | undefined)[] = [];
    const proxy = await startProxy((request, tries) => {
      keys.push(request.headers['idempotency-key'] as string);
      return tries === 1 ? 'lose the answer' : 'pass it on';
    });
    const waits: number[] = [];
    const unlucky = clientOf(proxy.url, { sleep: recordIn(waits) });

    const title = 'Lost and found';
    const { code } = await unlucky.create({ target: 'https://example.com/lost', dynamic: true, title });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    const found: string[] = [];
    for await (const { id } of client.list({ q: title })) found.push(id);
    expect(found).toEqual([code.id]);
  });
});

/** What is answered before the service's own word: status, `Retry-After`; or nothing at all. */
type Failure = { status: number; retryAfter?: string; body?: string } | 'hang up' | 'cut off' | 'silence';

const CODE = { id: 'qr_k7m2p9qa', target: 'https://example.com/' };
const BUSY: Failure = { status: 503 };

const servers: SmallServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** A server that fails in these ways, one request after the other, and then answers as the service does. */
async function startFailing(failures: readonly Failure[]) {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = await startServer((request, body, response) => {
    const failure = failures[seen.length];
    seen.push({ request, body: body.toString() });
    if (failure === 'silence') return;
    if (failure === 'hang up') return void request.socket.destroy();
    if (failure === 'cut off') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"id": "qr_');
      return void setTimeout(() => request.socket.destroy(), 20);
    }
    const {
      status,
      retryAfter,
      body: text = '{"code":"rate_limited","message":"Wait."}',
    } = failure ?? {
      status: 200,
      body: JSON.stringify(CODE),
    };
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    });
    response.end(text);
  });
  servers.push(server);
  return { url: server.url, seen };
}

/** In front of the service: passes requests on, and gives the answer or loses it. */
async function startProxy(
  decide: (request: IncomingMessage, tries: number) => 'lose the answer' | 'pass it on',
): Promise<SmallServer> {
  let tries = 0;
  const proxy = await startServer(async (request, body, response) => {
    const decision = decide(request, ++tries);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', service.apiUrl), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    if (decision === 'lose the answer') request.socket.destroy();
    else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  servers.push(proxy);
  return proxy;
}

function clientOf(apiUrl: string, options: Partial<ClientOptions> = {}): QrCodeClient {
  return new QrCodeClient({ apiUrl, apiKey: service.apiKey, ...options });
}

/** Sleeps not at all, and notes how long it would have been. */
function recordIn(waits: number[]): (ms: number) => Promise<void> {
  return (ms) => {
    waits.push(ms);
    return Promise.resolve();
  };
}

describe('retries', () => {
  it.each<[string, Failure, number]>([
    ['a 429 with seconds', { status: 429, retryAfter: '7' }, 7_000],
    ['a 503 with seconds', { status: 503, retryAfter: '2' }, 2_000],
    ['a 503 with a date', { status: 503, retryAfter: 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30_000],
    ['a date gone by', { status: 503, retryAfter: 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    ['a 409 that is still being worked on', { status: 409, retryAfter: '1' }, 1_000],
  ])('wait as long as %s asks, and a moment more', async (_, failure, asked) => {
    for (const random of [0, 0.999]) {
      const { url, seen } = await startFailing([failure]);
      const waits: number[] = [];
      const patient = clientOf(url, {
        sleep: recordIn(waits),
        random: () => random,
        nowMs: () => Date.parse('2026-11-21T12:00:00Z'),
      });
      expect((await patient.create({ target: CODE.target })).code).toEqual(CODE);
      expect(seen).toHaveLength(2);
      expect(waits).toEqual([asked + random * 500]);
    }
  });

  it('wait longer each time where nobody says how long, between half and the whole of it', async () => {
    for (const [random, expected] of [
      [0, [125, 250, 500, 1000]],
      [1, [250, 500, 1000, 2000]],
    ] as const) {
      const { url } = await startFailing(['hang up', BUSY, 'cut off', { status: 503, retryAfter: 'soon' }]);
      const waits: number[] = [];
      const patient = clientOf(url, { sleep: recordIn(waits), random: () => random });
      expect((await patient.get(CODE.id)).code).toEqual(CODE);
      expect(waits).toEqual(expected);
    }
  });

  it('send the same body and the same key each time, and another key for another call', async () => {
    const { url, seen } = await startFailing([BUSY, 'hang up', { status: 429, retryAfter: '1' }]);
    const patient = clientOf(url, { sleep: recordIn([]) });
    await patient.create({ target: CODE.target });
    await patient.createMany([{ target: CODE.target }]).catch(() => null);
    const keys = seen.map(({ request }) => request.headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(keys[4]).not.toBe(keys[0]);
    expect(seen.map(({ body }) => body)).toEqual([
      ...Array.from({ length: 4 }, () => JSON.stringify({ target: CODE.target })),
      JSON.stringify({ codes: [{ target: CODE.target }] }),
    ]);
    expect(seen.every(({ request }) => request.headers.authorization === `Bearer ${service.apiKey}`)).toBe(
      true,
    );
  });

  it('end: after four by default, with the last word of the service or none', async () => {
    const busy = await startFailing(Array.from({ length: 9 }, () => BUSY));
    const error = await caught(clientOf(busy.url, { sleep: recordIn([]) }).get(CODE.id));
    expect(error).toMatchObject({ code: 'rate_limited', status: 503, message: 'Wait.' });
    expect(busy.seen).toHaveLength(5);

    const silent = await startFailing(Array.from({ length: 9 }, () => 'hang up' as const));
    const options = { sleep: recordIn([]), maxRetries: 1 };
    const noAnswer = await caught(clientOf(silent.url, options).create({ target: CODE.target }));
    expect(noAnswer).toMatchObject({ code: 'no_answer', status: 0, requestId: null, fields: [] });
    expect(silent.seen).toHaveLength(2);
  });

  it('do not wait longer than allowed', async () => {
    const { url, seen } = await startFailing([{ status: 429, retryAfter: '3600' }]);
    const error = await caught(clientOf(url, { sleep: recordIn([]) }).get(CODE.id));
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(seen).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 412, 422, 500])('leave a %d as it is', async (status) => {
    const { url, seen } = await startFailing([{ status, body: '{"code":"x","message":"No."}' }]);
    expect(await caught(clientOf(url).get(CODE.id))).toMatchObject({ status, code: 'x', message: 'No.' });
    expect(seen).toHaveLength(1);
  });

  it('do not repeat an edit with If-Match whose answer was lost, but one that was refused', async () => {
    const lost = await startFailing(['hang up']);
    const edit = (url: string) =>
      clientOf(url, { sleep: recordIn([]) }).update(CODE.id, { title: 'x' }, { ifMatch: '"1"' });
    expect((await caught(edit(lost.url))).code).toBe('no_answer');
    expect(lost.seen).toHaveLength(1);

    const busy = await startFailing([BUSY]);
    expect((await edit(busy.url)).code).toEqual(CODE);
    expect(busy.seen.map(({ request }) => request.headers['if-match'])).toEqual(['"1"', '"1"']);
  });

  it('give up a try that takes too long', async () => {
    const { url, seen } = await startFailing(['silence']);
    const hasty = clientOf(url, { sleep: recordIn([]), timeoutMs: 300 });
    expect((await hasty.get(CODE.id)).code).toEqual(CODE);
    expect(seen).toHaveLength(2);
  });

  it('end at once when the caller aborts, in a try and in a wait', async () => {
    for (const failure of ['silence', { status: 429, retryAfter: '60' }] as const) {
      const { url, seen } = await startFailing([failure]);
      const controller = new AbortController();
      const call = clientOf(url).get(CODE.id, { signal: controller.signal });
      await expect.poll(() => seen.length).toBe(1);
      controller.abort(new Error('no longer wanted'));
      await expect(call).rejects.toThrow('no longer wanted');
      expect(seen).toHaveLength(1);
    }
  });

  it('work with the real clock', async () => {
    const { url } = await startFailing([{ status: 429, retryAfter: '0' }, BUSY]);
    expect((await clientOf(url).get(CODE.id)).code).toEqual(CODE);
  });
});

describe('a client of something else', () => {
  it.each([
    [200, '<h1>Welcome</h1>'],
    [200, ''],
    [502, '<h1>Bad gateway</h1>'],
    [404, '{"error": "no such page"}'],
  ])('says so: %d %s', async (status, body) => {
    const { url } = await startFailing([{ status, body }]);
    const error = await caught(clientOf(url).get(CODE.id));
    expect(error.code).toBe('unexpected_answer');
    expect(error.message).toContain('Is the URL right?');
  });

  it('sends no key in the clear', () => {
    expect(() => clientOf('http://api.example.com')).toThrow('must be an https URL');
    expect(() => clientOf('api.example.com')).toThrow(TypeError);
    expect(() => clientOf('https://api.example.com')).not.toThrow();
  });
});
