import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, type CodeResource, createClient, readError } from '../support/api-client.ts';
import { withFault } from '../support/faults.ts';

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
  const response = await by.request('POST', '/v1/qr/bulk', { codes });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json<{ data: BulkResult[] }>()).data;
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
      expect(await env.IMAGES.head(`qr/${code!.id.slice(3)}.png`)).not.toBeNull();
      expect(await env.IMAGES.head(`qr/${code!.id.slice(3)}.svg`)).not.toBeNull();
    }
    const listed = await (await client.request('GET', '/v1/qr?limit=100')).json<{ data: CodeResource[] }>();
    expect(listed.data).toHaveLength(100);
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

  it('answers a retry with the first answer', async () => {
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
    const { errors } = await readError(
      await client.request('POST', '/v1/qr/bulk', body),
      400,
      'invalid_request',
    );
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });

  it('may have 512 KiB and not more', async () => {
    const pad = (size: number) => JSON.stringify({ codes: [{ target: 7 }] }).padEnd(size, ' ');
    expect((await client.request('POST', '/v1/qr/bulk', pad(524_288))).status).toBe(200);
    await readError(await client.request('POST', '/v1/qr/bulk', pad(524_289)), 413, 'payload_too_large');
  });

  it('counts each code against the plan', async () => {
    const free = await createClient({ plan: 'free' });
    const codes = Array.from({ length: 61 }, () => ({ target: 7 }));
    const response = await free.request('POST', '/v1/qr/bulk', { codes });
    await readError(response, 429, 'rate_limited');
    expect(response.headers.get('RateLimit')).toBe('"free";r=0;t=60');
  });
});
