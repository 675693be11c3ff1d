import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, type CodeResource, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

/** In the order of its keys, as it is hashed. */
const BODY = { dynamic: true, target: 'https://example.com/menu' };
const DAY_MS = 86_400_000;

let now = Date.UTC(2026, 10, 21, 12);
let client: ApiClient;
let other: ApiClient;
beforeAll(async () => {
  client = await createClient({ appOptions: { nowMs: () => now } });
  other = await createClient();
});

const post = (key: string, body: unknown = BODY, bindings: Partial<ApiEnv> = {}, by = client) =>
  by.request('POST', '/v1/qr', body, { headers: { 'Idempotency-Key': key }, env: bindings });

async function countCodes(): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS codes FROM qr_codes').first<{ codes: number }>();
  return row?.codes ?? -1;
}

describe('Idempotency-Key', () => {
  it('gets the first response again, and makes nothing new', async () => {
    const first = await post('retry-1');
    const before = await countCodes();
    const again = await post('retry-1');
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.status).toBe(200);
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(await again.text()).toBe(await first.text());
    expect(await countCodes()).toBe(before);
  });

  it('gets the first response again even after the code was changed', async () => {
    const first = await post('retry-2');
    const text = await first.text();
    const { id } = JSON.parse(text) as CodeResource;
    await client.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/new' });
    expect(await (await post('retry-2')).text()).toBe(text);
  });

  it('does not reveal the target of a deleted code, and creates no other code', async () => {
    const { id } = await (await post('retry-3')).json<CodeResource>();
    await client.request('DELETE', `/v1/qr/${id}`);
    const before = await countCodes();
    const { message } = await readError(post('retry-3'), 404, 'not_found');
    expect(message).toContain('is deleted');
    expect(message).not.toContain(BODY.target);
    expect(await countCodes()).toBe(before);
  });

  it('knows the same body in another order of keys', async () => {
    const first = await post('order', { ...BODY, metadata: { a: '1', b: '2' } });
    const { target, dynamic } = BODY;
    const replayed = await post('order', { metadata: { b: '2', a: '1' }, dynamic, target });
    expect(replayed.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await replayed.text()).toBe(await first.text());
  });

  it.each(['/v1/templates', '/v1/images', '/v1/imports'])('is refused by POST %s', async (path) => {
    const headers = { 'Idempotency-Key': 'unused' };
    const response = await client.request('POST', path, { name: 'Menu' }, { headers });
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field: 'Idempotency-Key' }]);
  });

  it('is refused for another body, or another path', async () => {
    await post('mismatch');
    await readError(post('mismatch', { ...BODY, dynamic: false }), 422, 'idempotency_mismatch');
    const bulk = await client.request(
      'POST',
      '/v1/qr/bulk',
      { codes: [BODY] },
      { headers: { 'Idempotency-Key': 'mismatch' } },
    );
    await readError(bulk, 422, 'idempotency_mismatch');
  });

  it('is an account’s own', async () => {
    const [mine, theirs] = [await post('shared'), await post('shared', BODY, {}, other)];
    expect((await mine.json<CodeResource>()).id).not.toBe((await theirs.json<CodeResource>()).id);
  });

  it('makes one code from a hundred simultaneous requests', async () => {
    const before = await countCodes();
    const responses = await Promise.all(Array.from({ length: 100 }, () => post('rush')));
    expect(await countCodes()).toBe(before + 1);
    const ids = new Set<string>();
    for (const response of responses) {
      if (response.status === 200) ids.add((await response.json<CodeResource>()).id);
      else {
        await readError(response, 409, 'idempotency_in_progress');
        expect(response.headers.get('Retry-After')).toBe('60');
      }
    }
    expect(ids.size).toBe(1);
    expect(ids.has((await (await post('rush')).json<CodeResource>()).id)).toBe(true);
  });

  it('is kept for 24 hours, and not longer', async () => {
    const first = await (await post('aged')).json<CodeResource>();
    now += DAY_MS;
    expect((await (await post('aged')).json<CodeResource>()).id).toBe(first.id);
    now += 1;
    expect((await (await post('aged')).json<CodeResource>()).id).not.toBe(first.id);
  });

  it('is released by a refusal, so that the corrected request may use it', async () => {
    await readError(post('mended', { ...BODY, target: 'nonsense' }));
    await readError(post('mended', { ...BODY, color: { dark: '#ffffff' } }), 400, 'low_contrast');
    expect((await post('mended')).status).toBe(200);
  });

  it('is released by a failure; the retry makes one code', async () => {
    const before = await countCodes();
    const IMAGES = withFault(env.IMAGES, { put: () => Promise.reject(new Error('R2 is down')) });
    await readError(post('failed', BODY, { IMAGES }), 503, 'unavailable');
    expect(await countCodes()).toBe(before);
    expect((await post('failed')).status).toBe(200);
    expect(await countCodes()).toBe(before + 1);
  });

  it('loses neither code nor response when the Worker dies between storing and responding', async () => {
    // The transaction is stored, and then the Worker dies: nothing after it happens.
    let isDead = false;
    const DB = withFault(env.DB, {
      async batch(statements: D1PreparedStatement[]) {
        if (isDead) throw new Error('D1_ERROR: connection lost');
        const results = await env.DB.batch(statements);
        isDead = (await countCodes()) > before;
        if (isDead) throw new Error('D1_ERROR: connection lost');
        return results;
      },
    });
    const before = await countCodes();
    await readError(post('died', BODY, { DB }), 503, 'unavailable');
    expect(await countCodes()).toBe(before + 1);
    const retried = await post('died');
    expect(retried.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await countCodes()).toBe(before + 1);
  });

  it('is released a minute after a Worker died with it, as Retry-After says', async () => {
    await env.DB.prepare('INSERT INTO idempotency_locks VALUES (?, ?, ?, ?)')
      .bind(client.accountId, 'stuck', await hashOfBody(), now)
      .run();
    now += 12_500;
    const stuck = await post('stuck');
    const { message } = await readError(stuck, 409, 'idempotency_in_progress');
    expect(message).toContain('Retry in 48 seconds');
    expect(stuck.headers.get('Retry-After')).toBe('48');
    now += 47_499;
    const almost = await post('stuck');
    expect([almost.status, almost.headers.get('Retry-After')]).toEqual([409, '1']);
    now += 1;
    expect((await post('stuck')).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['a control character', 'a\tb'],
  ])('is refused when it is %s', async (_, key) => {
    const { errors } = await readError(post(key));
    expect(errors?.[0]?.field).toBe('Idempotency-Key');
  });

  it('may have 255 characters', async () => {
    expect((await post('k'.repeat(255))).status).toBe(200);
  });
});

async function hashOfBody(): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`POST /v1/qr\n${JSON.stringify(BODY)}`),
  );
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
