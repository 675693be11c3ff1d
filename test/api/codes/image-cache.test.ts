import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

/** Deleted images leave the edge. Only Cloudflare's API is not real here. */

const NOW = Date.now();
const TOKEN = 'token that purges';
const CACHE = { CACHE_ZONE_ID: 'zone', CACHE_PURGE_TOKEN: TOKEN } as Partial<ApiEnv>;

let status: number;
let purges: { url: string; authorization: string | null; files: string[] }[];
const purge: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { files } = await request.json<{ files: string[] }>();
  purges.push({ url: request.url, authorization: request.headers.get('Authorization'), files });
  if (status === 0) throw new TypeError('Network connection lost.');
  return Response.json({ success: status === 200 }, { status });
};

let client: ApiClient;
beforeEach(async () => {
  status = 200;
  purges = [];
  client = await createClient({ appOptions: { fetch: purge, nowMs: () => NOW } });
});

async function deleteOne(bindings = CACHE): Promise<string> {
  const { id } = await create(client, { dynamic: true });
  const response = await client.request('DELETE', `/v1/qr/${id}`, undefined, { env: bindings });
  expect(response.status).toBe(200);
  expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).toBeNull();
  return id.slice(3);
}

const urlsOf = (codeId: string) => ['png', 'svg'].map((format) => `${env.CDN_URL}/qr/${codeId}.${format}`);
const isDone = async (codeId: string) =>
  (await env.DB.prepare('SELECT images_deleted_at_ms AS at FROM qr_codes WHERE code_id = ?')
    .bind(codeId)
    .first<{ at: number | null }>())!.at !== null;

describe('a deleted code', () => {
  it('has its images purged from the cache by their URLs', async () => {
    const codeId = await deleteOne();
    await vi.waitFor(async () => expect(await isDone(codeId)).toBe(true));
    expect(purges).toEqual([
      {
        url: `${env.AE_API_URL}/zones/zone/purge_cache`,
        authorization: `Bearer ${TOKEN}`,
        files: urlsOf(codeId),
      },
    ]);
  });

  it.each<[string, Partial<ApiEnv>]>([
    ['no token', { CACHE_ZONE_ID: 'zone' }],
    ['no zone', { ...CACHE, CACHE_ZONE_ID: '' }],
  ])('sends no purge if there is %s', async (_, bindings) => {
    expect(await isDone(await deleteOne(bindings))).toBe(true);
    expect(purges).toEqual([]);
  });

  it.each([0, 403, 429, 500])(
    'is deleted even if the cache responds with %i; the sweep retries until no copy can be left',
    async (failure) => {
      status = failure;
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const codeId = await deleteOne();
      await vi.waitFor(() => expect(log.mock.calls.join()).toContain('image_purge_failed'));
      expect(log.mock.calls.join()).not.toContain(TOKEN);
      log.mockRestore();
      expect(await isDone(codeId)).toBe(false);

      const network = vi.spyOn(globalThis, 'fetch').mockImplementation(purge);
      const { lines } = await runScheduled(NOW + 600_000, CACHE);
      expect(lines.map(({ event }) => event)).toContain('images_swept_failed');
      expect(await isDone(codeId)).toBe(false);
      status = 200;
      purges = [];
      expect((await runScheduled(NOW + 1_200_000, CACHE)).failed).toBe(false);
      expect(purges.flatMap(({ files }) => files)).toEqual(urlsOf(codeId));
      expect(await isDone(codeId)).toBe(true);
      network.mockRestore();
    },
  );

  it('keeps nothing waiting for a token that works no more: after an hour its copies are gone by themselves', async () => {
    status = 403;
    const codeId = await deleteOne();
    await vi.waitFor(() => expect(purges).toHaveLength(1));
    const network = vi.spyOn(globalThis, 'fetch').mockImplementation(purge);
    expect((await runScheduled(NOW + 3_600_000, CACHE)).failed).toBe(false);
    expect(purges).toHaveLength(1);
    expect(await isDone(codeId)).toBe(true);
    network.mockRestore();
  });
});
