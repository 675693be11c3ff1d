import { randomBytes, randomCodeId } from '#harness/data/random.ts';
import { seedCodes } from '#harness/data/seed.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CODE_ID_BYTES } from '#core/codes/code-id.ts';
import { type ApiClient, type CodeResource, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { limiterOf } from '#harness/worker/limiter.ts';

interface BulkResult {
  index: number;
  status: number;
  code?: CodeResource;
  error?: { code: string; message: string; errors?: { field: string }[] };
}

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

async function bulk(codes: unknown[], by = client): Promise<BulkResult[]> {
  return (await by.json<{ data: BulkResult[] }>('POST', '/v1/qr/bulk', { codes })).data;
}

describe('POST /v1/qr/bulk', () => {
  it('makes a hundred codes, each with its images, in the order of the request', async () => {
    const results = await bulk(
      Array.from({ length: 100 }, (_, i) => ({
        target: `https://example.com/table/${i}`,
        dynamic: i % 2 === 0,
      })),
    );
    expect(results.map((result) => result.index)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(results.map((result) => result.code?.target)).toEqual(
      results.map((_, i) => `https://example.com/table/${i}`),
    );
    expect(new Set(results.map((result) => result.code?.id)).size).toBe(100);
    const { objects } = await env.IMAGES.list({ prefix: 'qr/' });
    const images = new Set(objects.map(({ key }) => key));
    for (const { code } of results) {
      expect(Object.keys(code!)).toEqual([
        'id',
        'type',
        'target',
        'dynamic',
        'short_url',
        'image_url',
        'svg_url',
        'scans',
        'created_at',
      ]);
      for (const extension of ['png', 'svg'])
        expect(images).toContain(`qr/${code!.id.slice(3)}.${extension}`);
    }
    const listed = await client.json<{ data: CodeResource[] }>('GET', '/v1/qr?limit=100');
    expect(listed.data.map((code) => code.id)).toEqual(results.map((result) => result.code?.id));
  });

  it('makes the last of 900 codes while the clock stands still, each drawn once, and keeps their order', async () => {
    let drawn = 0;
    const draw = (count: number) => {
      if (count === CODE_ID_BYTES) drawn++;
      return randomBytes(count);
    };
    const nowMs = Date.UTC(2026, 0, 1);
    const frozen = await createClient({ appOptions: { nowMs: () => nowMs, randomBytes: draw } });
    // 800 of the 1,024 positions of the millisecond are taken.
    const codes = Array.from({ length: 100 }, () => ({ target: 'https://example.com/', size: 128 }));
    const taken = Array.from({ length: 800 }, () => ({
      codeId: randomCodeId(),
      target: 'https://example.com/',
    }));
    await seedCodes(env.DB, frozen.accountId, taken);
    await env.DB.prepare(
      'UPDATE qr_codes SET position = position + ?2 - (SELECT min(position) FROM qr_codes WHERE account_id = ?1) WHERE account_id = ?1',
    )
      .bind(frozen.accountId, firstPositionOf(nowMs))
      .run();
    const results = await bulk(codes, frozen);
    expect(results.map(({ status }) => status)).toEqual(codes.map(() => 200));
    expect(drawn).toBe(100);
    const { data } = await frozen.json<{ data: CodeResource[] }>('GET', '/v1/qr?limit=100');
    expect(data.map(({ id }) => id)).toEqual(results.map(({ code }) => code?.id));
    expect(new Set(data.map((code) => code.created_at)).size).toBe(1);
  });

  it('draws only those codes again whose ids were issued before', async () => {
    let next = 0;
    const draw = () => new Uint8Array([7, 7, 7, 7, next++]);
    const drawer = await createClient({ appOptions: { randomBytes: draw } });
    const [deleted, living] = await bulk(
      [{ target: 'https://example.com/' }, { target: 'https://example.com/' }],
      drawer,
    );
    expect((await drawer.request('DELETE', `/v1/qr/${deleted?.code?.id}`)).status).toBe(200);
    // The third code gets the id of the deleted one, the fourth that of the living one.
    next = 2;
    const ids = [2, 3, 0, 1, 4, 5].map((last) => new Uint8Array([7, 7, 7, 7, last]));
    const put = vi.fn<R2Bucket['put']>(env.IMAGES.put.bind(env.IMAGES));
    const again = await createClient({ appOptions: { randomBytes: () => ids.shift() ?? draw() } });
    const codes = ['1', '2', '3', '4'].map((path) => ({ target: `https://example.com/${path}` }));
    const { data } = await again.json<{ data: BulkResult[] }>(
      'POST',
      '/v1/qr/bulk',
      { codes },
      { env: { IMAGES: withFault(env.IMAGES, { put }) } },
    );
    expect(data.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(ids).toEqual([]);
    expect(put).toHaveBeenCalledTimes(2 * 6);
    expect(data.map(({ code }) => code?.id)).not.toContain(living?.code?.id);
    expect(data.map(({ code }) => code?.id)).not.toContain(deleted?.code?.id);
  });

  it('accepts settings for scans, and names each wrong field by its path', async () => {
    const target = 'https://example.com/';
    const rules = [{ target, when: { device: ['mobile'] } }];
    const results = await bulk([
      { target, dynamic: true, paused: true, rules },
      { target, dynamic: true, rules: [...rules, { target, when: { country: ['UK'] } }], starts_at: 'soon' },
      { target, rules },
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 400, 409]);
    const fields = results[1]?.error?.errors?.map(({ field }) => field);
    expect(fields?.sort()).toEqual(['rules[1].when.country[0]', 'starts_at']);
    const made = await client.request('GET', `/v1/qr/${results[0]?.code?.id}`);
    expect(await made.json()).toMatchObject({ status: 'paused', rules: [{ name: 'Rule 1' }] });
  });

  it('gives each code its own result; one failure does not undo the others', async () => {
    const results = await bulk([
      { target: 'https://example.com/1' },
      { target: 'javascript:alert(1)' },
      { target: 'https://example.com/2', sise: 7, margin: 99 },
      'nonsense',
      null,
      { target: 'https://example.com/3', color: { dark: '#ffffff' } },
      { type: 'text', target: 'x'.repeat(5_000) },
      { target: 'https://example.com/4' },
    ]);
    expect(results.map((result) => result.status)).toEqual([200, 400, 400, 400, 400, 400, 400, 200]);
    expect(results.map((result) => result.error?.code)).toEqual([
      undefined,
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'low_contrast',
      'content_too_long',
      undefined,
    ]);
    expect(results[2]?.error?.errors?.map((error) => error.field).sort()).toEqual(['margin', 'sise']);
    expect(results[7]?.code?.target).toBe('https://example.com/4');
    expect((await client.request('GET', `/v1/qr/${results[7]?.code?.id}`)).status).toBe(200);
  });

  it('names at most three fields of each code, because the response is stored', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`field${i}`, i]));
    const [created, refused] = await bulk([
      { target: 'https://example.com/' },
      { target: 'https://example.com/', ...unknown },
    ]);
    expect([created?.status, refused?.status]).toEqual([200, 400]);
    expect(refused?.error?.errors?.map(({ field }) => field)).toEqual(['field0', 'field1', 'field2']);
    expect(refused?.error?.message).toMatch(/^("field\d" is not a known field\. ){3}And more\.$/);
  });

  it('makes the other codes when the images of one cannot be stored', async () => {
    let puts = 0;
    const put = (...args: [string, string]) =>
      ++puts === 3 ? Promise.reject(new Error('R2 is down')) : env.IMAGES.put(...args);
    const IMAGES = withFault(env.IMAGES, { put });
    const codes = Array.from({ length: 4 }, () => ({ target: 'https://example.com/' }));
    const response = await client.request('POST', '/v1/qr/bulk', { codes }, { env: { IMAGES } });
    const { data } = await response.json<{ data: BulkResult[] }>();
    expect(data.map((result) => result.status).sort()).toEqual([200, 200, 200, 503]);
    expect(data.find((result) => result.status === 503)?.error?.code).toBe('unavailable');
  });

  it('responds to a retry with the first response', async () => {
    const send = () =>
      client.request(
        'POST',
        '/v1/qr/bulk',
        { codes: [{ target: 'https://example.com/' }, { target: 'nonsense' }] },
        { headers: { 'Idempotency-Key': 'bulk' } },
      );
    const first = await send();
    const again = await send();
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
  });

  it.each<[string, unknown, string]>([
    ['no codes', {}, 'codes'],
    ['an empty list', { codes: [] }, 'codes'],
    [
      '101 codes',
      { codes: Array.from({ length: 101 }, () => ({ target: 'https://example.com/' })) },
      'codes',
    ],
    ['codes that are no list', { codes: { target: 'https://example.com/' } }, 'codes'],
    ['an unknown field', { codes: [{ target: 'https://example.com/' }], dry: true }, 'dry'],
  ])('refuses %s as a whole', async (_, body, field) => {
    const { errors } = await readError(client.request('POST', '/v1/qr/bulk', body));
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });

  it('may have 512 KiB and not more', async () => {
    const pad = (size: number) => JSON.stringify({ codes: [{ target: 7 }] }).padEnd(size, ' ');
    expect((await client.request('POST', '/v1/qr/bulk', pad(524_288))).status).toBe(200);
    await readError(client.request('POST', '/v1/qr/bulk', pad(524_289)), 413, 'payload_too_large');
  });

  it('responds to a retry without the target of a code that was deleted meanwhile', async () => {
    const codes = [{ target: 'https://example.com/kept' }, { target: 'https://example.com/private' }];
    const send = () =>
      client.request('POST', '/v1/qr/bulk', { codes }, { headers: { 'Idempotency-Key': 'half' } });
    const first = await (await send()).json<{ data: BulkResult[] }>();
    await client.request('DELETE', `/v1/qr/${first.data[1]?.code?.id}`);
    const again = await send();
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const { data } = await again.json<{ data: BulkResult[] }>();
    expect(data[0]).toEqual(first.data[0]);
    expect(data[1]).toMatchObject({ index: 1, status: 404, error: { code: 'not_found' } });
    expect(JSON.stringify(data)).not.toContain('private');
  });

  describe('against a plan', () => {
    const send = (by: ApiClient, count: number, RATE_LIMIT_FREE: RateLimit) => {
      const codes = Array.from({ length: count }, (_, i) => ({ target: `https://example.com/${i}` }));
      return by.request('POST', '/v1/qr/bulk', { codes }, { env: { RATE_LIMIT_FREE } });
    };

    it('is refused with the limit if the plan never allows that many, and costs one request', async () => {
      const free = await createClient({ plan: 'free' });
      const limiter = limiterOf(60);
      const { message, errors } = await readError(send(free, 61, limiter));
      expect(message).toContain('at most 60 codes, not 61');
      expect(errors?.map(({ field, code }) => [field, code])).toEqual([['codes', 'too_big']]);
      const next = await (await send(free, 59, limiter)).json<{ data: BulkResult[] }>();
      expect(next.data.map((result) => result.status)).toEqual(Array.from({ length: 59 }, () => 200));
    });

    const style = { modules: 'dot', gradient: { type: 'radial', from: '#0b3d91', to: '#5b0a4a' } };
    const heavy = (i: number) => ({ target: `https://example.com/${i}${'a'.repeat(1_700)}`, style });
    const sendTo = async (method: string, by: ApiClient, codes: object[], bindings: Partial<ApiEnv> = {}) => {
      const response = await by.request(method, '/v1/qr/bulk', { codes }, { env: bindings });
      const { data } = await response.json<{ data: BulkResult[] }>();
      return { statuses: data.map(({ status }) => status), data, response };
    };

    it('counts a code that takes long to draw for more than one request', async () => {
      const by = await createClient({ plan: 'free' });
      const RATE_LIMIT_FREE = limiterOf(6);
      const codes = [heavy(0), heavy(1), heavy(2)];
      const { statuses, response } = await sendTo('POST', by, codes, { RATE_LIMIT_FREE });
      expect(statuses).toEqual([200, 200, 429]);
      expect(response.headers.get('Retry-After')).toBe('60');
    });

    it.each(['POST', 'PUT'])('names the codes that a request has no time to draw: %s', async (method) => {
      const by = await createClient();
      const wrong = { ...heavy(0), color: { dark: '#ffffff' } };
      // Refused after the reckoning, so that the test has none of them to draw.
      const codes = Array.from({ length: 100 }, (_, i) => ({ ...wrong, external_id: `heavy-${i}` }));
      const { statuses, data, response } = await sendTo(method, by, codes);
      const refused = statuses.filter((status) => status === 429).length;
      expect(refused).toBeGreaterThan(10);
      expect(statuses.slice(-refused).every((status) => status === 429)).toBe(true);
      expect(data.at(-1)?.error).toMatchObject({ code: 'rate_limited', message: /another request/ });
      expect(response.headers.get('Retry-After')).toBe('1');
    });

    it('has time for a hundred codes with a light style in a request', async () => {
      const by = await createClient();
      const codes = Array.from({ length: 100 }, () => ({
        target: 'https://example.com/',
        dynamic: true,
        size: 2048,
        style: { modules: 'dot' },
        color: { dark: '#ffffff' },
      }));
      expect(new Set((await sendTo('POST', by, codes)).statuses)).toEqual(new Set([400]));
    });

    it('takes no more for codes that are there already', async () => {
      const by = await createClient({ plan: 'free' });
      const codes = [
        { ...heavy(0), external_id: 'there-0' },
        { ...heavy(1), external_id: 'there-1' },
      ];
      expect((await sendTo('PUT', by, codes)).statuses).toEqual([200, 200]);
      const RATE_LIMIT_FREE = limiterOf(2);
      expect((await sendTo('PUT', by, codes, { RATE_LIMIT_FREE })).statuses).toEqual([200, 200]);
    });

    it('creates what still fits, in order, and refuses the rest without charging for it', async () => {
      const free = await createClient({ plan: 'free' });
      const limiter = limiterOf(5);
      const response = await send(free, 7, limiter);
      expect(response.headers.get('Retry-After')).toBe('60');
      const { data } = await response.json<{ data: BulkResult[] }>();
      expect(data.map((result) => result.status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(data[6]?.error?.code).toBe('rate_limited');
      const whole = await send(free, 1, limiter);
      await readError(whole, 429, 'rate_limited');
      expect(whole.headers.get('RateLimit')).toBe('"free";r=0;t=60');
      expect(whole.headers.get('Retry-After')).toBe('60');
    });
  });
});
