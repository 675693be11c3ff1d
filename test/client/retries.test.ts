import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClientOptions, QrCodeClient } from '../../client/src/index.ts';
import { caught, recordIn } from '#harness/node/caught.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';

/** The client against servers that fail first, with the network's own errors. quickstart.test.ts runs it against the service. */

const API_KEY = 'qr_live_of_the_tests';

/** What comes before the service's own response: a status with `Retry-After`, or nothing at all. */
type Failure = { status: number; retryAfter?: string; body?: string } | 'hang up' | 'cut off' | 'silence';

const CODE = { id: 'qr_k7m2p9qa', target: 'https://example.com/' };
const BUSY: Failure = { status: 503 };

const servers: SmallServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** A server that fails in these ways, one request after the other, and then responds like the service. */
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

function clientOf(apiUrl: string, options: Partial<ClientOptions> = {}): QrCodeClient {
  return new QrCodeClient({ apiUrl, apiKey: API_KEY, ...options });
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

  it('wait longer each time if no time is given, between half and all of it', async () => {
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
    expect(seen.every(({ request }) => request.headers.authorization === `Bearer ${API_KEY}`)).toBe(true);
  });

  it('end after four by default, with the last response of the service or none', async () => {
    const busy = await startFailing(Array.from({ length: 9 }, () => BUSY));
    const error = await caught(clientOf(busy.url, { sleep: recordIn([]) }).get(CODE.id));
    expect(error).toMatchObject({ code: 'rate_limited', status: 503, message: 'Wait.' });
    expect(busy.seen).toHaveLength(5);

    const silent = await startFailing(Array.from({ length: 9 }, () => 'hang up' as const));
    const options = { sleep: recordIn([]), maxRetries: 1 };
    const noResponse = await caught(clientOf(silent.url, options).create({ target: CODE.target }));
    expect(noResponse).toMatchObject({ code: 'no_response', status: 0, requestId: null, fields: [] });
    expect(silent.seen).toHaveLength(2);
    expect(noResponse.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    for (const { request } of silent.seen)
      expect(request.headers['idempotency-key']).toBe(noResponse.idempotencyKey);
  });

  it('do not wait longer than allowed', async () => {
    const { url, seen } = await startFailing([{ status: 429, retryAfter: '3600' }]);
    const error = await caught(clientOf(url, { sleep: recordIn([]) }).get(CODE.id));
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(seen).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 412, 422, 500])('do not repeat a %d', async (status) => {
    const { url, seen } = await startFailing([{ status, body: '{"code":"x","message":"No."}' }]);
    expect(await caught(clientOf(url).get(CODE.id))).toMatchObject({ status, code: 'x', message: 'No.' });
    expect(seen).toHaveLength(1);
  });

  it('do not repeat an edit with If-Match whose response was lost, but one that was refused', async () => {
    const lost = await startFailing(['hang up']);
    const edit = (url: string) =>
      clientOf(url, { sleep: recordIn([]) }).update(CODE.id, { title: 'x' }, { ifMatch: '"1"' });
    expect((await caught(edit(lost.url))).code).toBe('no_response');
    expect(lost.seen).toHaveLength(1);

    const busy = await startFailing([BUSY]);
    expect((await edit(busy.url)).code).toEqual(CODE);
    expect(busy.seen.map(({ request }) => request.headers['if-match'])).toEqual(['"1"', '"1"']);
  });

  it('do not repeat what gives a secret if its response was lost, but if it was refused', async () => {
    const calls = [
      (client: QrCodeClient) => client.createWebhook({ url: 'https://example.com/', events: ['qr.created'] }),
      (client: QrCodeClient) => client.rotateWebhook('wh_1'),
    ];
    for (const call of calls) {
      const lost = await startFailing(['hang up']);
      const error = await caught(call(clientOf(lost.url, { sleep: recordIn([]) })));
      expect([error.code, lost.seen.length]).toEqual(['no_response', 1]);
      const busy = await startFailing([BUSY]);
      await call(clientOf(busy.url, { sleep: recordIn([]) }));
      expect(busy.seen).toHaveLength(2);
    }
    const lost = await startFailing(['hang up']);
    await clientOf(lost.url, { sleep: recordIn([]) }).testWebhook('wh_1');
    expect(lost.seen).toHaveLength(2);
  });

  it('abort a try that takes too long', async () => {
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
    expect(error.code).toBe('unexpected_response');
    expect(error.message).toContain('Is the URL right?');
  });

  it('sends no key in the clear', () => {
    expect(() => clientOf('http://api.example.com')).toThrow('must be an https URL');
    expect(() => clientOf('api.example.com')).toThrow(TypeError);
    expect(() => clientOf('https://api.example.com')).not.toThrow();
  });
});

describe('a condition', () => {
  it('is never lost: an empty one, or an ETag that a response lacks, sends nothing', async () => {
    const { url, seen } = await startFailing([]);
    const client = clientOf(url);
    for (const ifMatch of ['', ' ', null]) {
      const words = `"ifMatch" is ${ifMatch === null ? 'null' : 'empty'}, and the call would go without it`;
      await expect(client.update(CODE.id, { title: 'x' }, { ifMatch })).rejects.toThrow(words);
      await expect(client.delete(CODE.id, { ifMatch })).rejects.toThrow(words);
      await expect(client.upsert('sku-1', { target: CODE.target }, { ifMatch })).rejects.toThrow(words);
    }
    for (const options of [{ idempotencyKey: '' }, { idempotencyKey: ' ' }]) {
      await expect(client.create({ target: CODE.target }, options)).rejects.toThrow(
        '"idempotencyKey" is empty',
      );
      await expect(client.createMany([], options)).rejects.toThrow('"idempotencyKey" is empty');
    }
    expect(seen).toEqual([]);
  });
});

describe('a query', () => {
  it('joins the lists that the document writes with commas, and repeats the others', async () => {
    const { url, seen } = await startFailing([]);
    const client = clientOf(url);
    await client.statistics(CODE.id, { include: ['country', 'hour'], filter: ['country:DE', 'city:a,b'] });
    const { searchParams } = new URL(seen[0]?.request.url ?? '', url);
    expect([...searchParams]).toEqual([
      ['include', 'country,hour'],
      ['filter', 'country:DE'],
      ['filter', 'city:a,b'],
    ]);
  });
});
