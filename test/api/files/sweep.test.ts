import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { makePdf } from '#harness/data/files.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { SUSPENDED_UNTIL } from '#storage/images/upkeep.ts';
import { sweepFiles } from '#service/files/sweep.ts';

const PDF = makePdf('Soup');
const DAY_MS = 24 * 60 * 60 * 1000;

let now = Date.UTC(2026, 10, 24, 12);
let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'pro', app: createApp({ nowMs: () => now }) });
});

async function upload(): Promise<string> {
  const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(PDF.length) };
  return (await client.json<{ id: string }>('POST', '/v1/files', PDF, { headers })).id;
}

const sweep = (bindings: Partial<ApiEnv> = {}) =>
  sweepFiles(createDependencies({ ...env, ...bindings }, { ...PLATFORM, nowMs: () => now }, () => undefined));

const isThere = async (id: string) => {
  const row = await env.DB.prepare('SELECT 1 FROM files WHERE id = ?').bind(id).first();
  return { row: row !== null, object: (await env.FILES.head(id)) !== null };
};

const open = async (target: string) => (await create(client, { type: 'file', dynamic: true, target })).id;
const change = (id: string, target: string) => client.request('PATCH', `/v1/qr/${id}`, { target });

const THERE = { row: true, object: true };
const GONE = { row: false, object: false };

describe('the sweep of files', () => {
  it('removes a file 30 days after another one took its place, and not before', async () => {
    const [first, second] = [await upload(), await upload()];
    const code = await open(first);
    await change(code, second);
    now += 30 * DAY_MS - 1;
    await sweep();
    expect(await isThere(first)).toEqual(THERE);
    now += 2;
    expect(await sweep()).toEqual({ deleted: 1 });
    expect([await isThere(first), await isThere(second)]).toEqual([GONE, THERE]);
  });

  it('keeps a file that another code opens, or opens again, and one that no code ever opened', async () => {
    const [shared, back, never, other] = [await upload(), await upload(), await upload(), await upload()];
    const [one, two] = [await open(shared), await open(shared)];
    await change(one, back);
    await change(one, other);
    await change(one, back);
    now += 40 * DAY_MS;
    await sweep();
    expect([await isThere(shared), await isThere(back), await isThere(never)]).toEqual([THERE, THERE, THERE]);
    expect(await isThere(other)).toEqual(GONE);
    await client.request('DELETE', `/v1/qr/${two}`);
    now += 31 * DAY_MS;
    await sweep();
    expect(await isThere(shared)).toEqual(GONE);
  });

  it('removes what is left of an upload that stopped with its Worker, an hour later', async () => {
    const id = await upload();
    await env.DB.prepare(`UPDATE files SET state = 'uploading' WHERE id = ?`).bind(id).run();
    now += 59 * 60_000;
    await sweep();
    expect(await isThere(id)).toEqual(THERE);
    now += 2 * 60_000;
    await sweep();
    expect(await isThere(id)).toEqual(GONE);
  });

  it('removes nothing while the database is being restored', async () => {
    const [first, second] = [await upload(), await upload()];
    await change(await open(first), second);
    now += 40 * DAY_MS;
    await env.LINKS.put(SUSPENDED_UNTIL, String(now + 1));
    expect(await sweep()).toBeNull();
    expect(await isThere(first)).toEqual(THERE);
    now += 2;
    await sweep();
    expect(await isThere(first)).toEqual(GONE);
  });

  it('tries again what R2 did not delete', async () => {
    const id = await upload();
    const FILES = withFault(env.FILES, { delete: () => Promise.reject(new Error('R2 is down')) });
    await client.request('DELETE', `/v1/files/${id}`, undefined, { env: { FILES } });
    await expect(sweep({ FILES })).rejects.toThrow('R2 did not respond');
    expect(await isThere(id)).toEqual(THERE);
    await sweep();
    expect(await isThere(id)).toEqual(GONE);
  });
});
