import { env } from 'cloudflare:workers';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLANS } from '#core/accounts/plan.ts';
import { cutIntoParts } from '#core/exports/everything.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

const PATH = '/v1/exports/everything.zip';
const BRAND = 'brand.example';
const PDF = makePdf('Soup 5 EUR', 20_000);

interface Manifest {
  readonly part: number;
  readonly parts: number;
  readonly files: readonly string[];
  readonly lost: readonly { readonly what: string; readonly host?: string; readonly codes?: number }[];
}

async function unpack(response: Response) {
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  return { files, textOf, manifest: JSON.parse(textOf('manifest.json')) as Manifest };
}

async function upload(client: ApiClient, path: string, file: Uint8Array<ArrayBuffer>, type: string) {
  const name = 'attachment; filename="Menu 50%.pdf"';
  const headers = {
    'Content-Type': type,
    'Content-Length': String(file.length),
    'Content-Disposition': name,
  };
  return (await client.json<{ id: string }>('POST', path, file, { headers })).id;
}

let client: ApiClient;
let image: string;
let pdf: string;
let menu: string;
beforeAll(async () => {
  client = await createClient();
  await seedDomain(env.DB, { accountId: client.accountId, host: BRAND });
  image = await upload(client, '/v1/images', discPng(90), 'image/png');
  pdf = await upload(client, '/v1/files', PDF, 'application/pdf');
  await client.request('PATCH', '/v1/account', { brand: { name: 'Bella Fig', logo: image } });
  await client.request('POST', '/v1/templates', { name: 'Ours', style: { logo: { image } } });
  const first = await create(client, { dynamic: true, short_code: 'leave-menu', title: 'Menu' });
  menu = first.id;
  await client.request('POST', `/v1/qr/${menu}/names`, { host: BRAND, path: 'Old/Menu' });
  await client.request('POST', `/v1/qr/${menu}/names`, { path: 'leave-old' });
  await create(client, { type: 'file', target: pdf, dynamic: true, domain: BRAND, short_code: 'Karte' });
  await create(client, { dynamic: true, short_code: 'leave-rule', password: 'a long secret' });
});

describe('GET /v1/exports/everything.zip', () => {
  it('has the codes with all names, redirects of each host, files, images, templates, scans and what is lost', async () => {
    const response = await client.request('GET', PATH);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="everything.zip"');
    expect(response.headers.get('Link')).toBeNull();
    const { files, textOf, manifest } = await unpack(response);
    const hex = pdf.slice('file_'.length);
    expect(Object.keys(files)).toEqual([...manifest.files, 'manifest.json']);
    const outside = manifest.files.filter((name) => !name.startsWith('redirects/'));
    expect(outside).toEqual([
      ...['README.txt', 'codes.csv', 'codes.ndjson', 'templates.json', 'account.json'],
      ...['scans.csv', 'edits.ndjson'],
      ...[`images/${image}.png`, `file/${hex}/Menu 50%.pdf`],
    ]);
    expect(files[`file/${hex}/Menu 50%.pdf`]).toEqual(PDF);
    expect([...(files[`images/${image}.png`]?.subarray(1, 4) ?? [])]).toEqual([0x50, 0x4e, 0x47]);
    expect(JSON.parse(textOf('templates.json'))).toMatchObject([
      { name: 'Ours', style: { logo: { image } } },
    ]);
    const account = await client.json('GET', '/v1/account');
    expect(account).toMatchObject({ brand: { name: 'Bella Fig' } });
    expect(JSON.parse(textOf('account.json'))).toEqual(account);

    const operators = new URL(env.SHORT_URL_BASE).hostname;
    for (const host of [operators, BRAND])
      for (const file of ['_redirects', 'redirects.nginx.conf', 'redirects.caddyfile', 'redirects.csv'])
        expect(textOf(`redirects/${host}/${file}`), file).toContain('https://example.com/menu');
    expect(textOf(`redirects/${BRAND}/redirects.csv`)).toContain(
      `/Karte,https://${BRAND}/file/${hex}/Menu%2050%25.pdf,`,
    );
    expect(textOf(`redirects/${BRAND}/redirects.nginx.conf`)).toContain(
      '# /Karte opens a file of everything.zip, to be served at this address.',
    );
    expect(manifest.lost).toContainEqual(
      expect.objectContaining({ what: 'password', host: operators, codes: 1 }),
    );
    expect(manifest).toMatchObject({ part: 1, parts: 1 });
  });

  it('names a code in CSV and JSON Lines by all of its names, as the single exports do', async () => {
    const { textOf } = await unpack(await client.request('GET', PATH));
    const csv = await (await client.request('GET', '/v1/qr/export.csv?archived=any')).text();
    const ndjson = await (await client.request('GET', '/v1/qr/export.ndjson?archived=any')).text();
    expect([textOf('codes.csv'), textOf('codes.ndjson')]).toEqual([csv, ndjson]);
    const base = env.SHORT_URL_BASE;
    expect(csv).toContain(`${base}/leave-menu https://${BRAND}/Old/Menu ${base}/leave-old`);
    const lines = ndjson.trimEnd().split('\n');
    const code = lines.map((line) => JSON.parse(line) as { id: string }).find(({ id }) => id === menu);
    const alone = await client.json<{ renditions: unknown }>('GET', `/v1/qr/${menu}`);
    const { renditions: _, ...shown } = alone;
    expect(code).toEqual(shown);
  });

  it('comes in parts where a request may do little, each of which says how many there are', async () => {
    let queries = 0;
    const prepare = (sql: string) => {
      queries++;
      return env.DB.prepare(sql);
    };
    const free = { env: { WORKERS_PLAN: 'free', DB: withFault(env.DB, { prepare }) } };
    const names: string[] = [];
    let path: string | null = PATH;
    let parts = 0;
    while (path !== null) {
      const response: Response = await client.request('GET', path, undefined, free);
      const { manifest } = await unpack(response);
      // What Cloudflare's Free plan allows a request.
      expect(queries).toBeLessThanOrEqual(50);
      queries = 0;
      parts++;
      expect(manifest.part).toBe(parts);
      names.push(...manifest.files.filter((name) => name !== 'README.txt'));
      const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
      expect(next === undefined).toBe(manifest.part === manifest.parts);
      path = next === undefined ? null : next.slice(new URL(next).origin.length);
    }
    expect(parts).toBeGreaterThan(1);
    const { manifest } = await unpack(await client.request('GET', PATH));
    expect(names).toEqual(manifest.files.filter((name) => name !== 'README.txt'));
    const { errors } = await readError(client.request('GET', `${PATH}?part=2`));
    expect(errors?.map(({ field, message }) => [field, message])).toEqual([
      ['part', '"part" must be at most 1: the export has one part.'],
    ]);
    for (const query of ['part=0', 'part=x', 'q=menu'])
      await readError(client.request('GET', `${PATH}?${query}`));
  });

  it('names a file that the storage does not have, and breaks off when the storage fails', async () => {
    const owner = await createClient();
    const id = await upload(owner, '/v1/files', PDF, 'application/pdf');
    const failing = { FILES: withFault(env.FILES, { get: () => Promise.reject(new Error('R2: 500')) }) };
    const broken = await owner.request('GET', PATH, undefined, { env: failing });
    await expect(broken.arrayBuffer()).rejects.toThrow('R2');
    await env.FILES.delete(id);
    const { manifest } = await unpack(await owner.request('GET', PATH));
    expect(manifest.files.filter((name) => name.startsWith('file/'))).toEqual([]);
    expect(manifest.lost.map(({ what }) => what)).toContain(`${id} (Menu 50%.pdf)`);
  });

  it('has nothing of other accounts, and may be taken with a key that only reads', async () => {
    const other = await createClient({ scope: 'read' });
    const { files, textOf } = await unpack(await other.request('GET', PATH));
    expect(Object.keys(files).filter((name) => /^(file|images)\/|brand/.test(name))).toEqual([]);
    expect([textOf('codes.ndjson'), textOf('templates.json')]).toEqual(['', '[]\n']);
  });

  it('counts against the plan by what it reads', async () => {
    let taken = 0;
    const limit = () => {
      taken++;
      return Promise.resolve({ success: true });
    };
    const owner = await createClient();
    const small = { env: { RATE_LIMIT_BUSINESS: { limit } as RateLimit } };
    await (await owner.request('GET', PATH, undefined, small)).arrayBuffer();
    const before = taken;
    await env.DB.prepare('UPDATE files SET bytes = 900000000 WHERE id = ?')
      .bind(await upload(owner, '/v1/files', PDF, 'application/pdf'))
      .run();
    taken = 0;
    await (await owner.request('GET', PATH, undefined, small)).arrayBuffer();
    expect(before).toBe(1);
    expect(taken).toBe(16);
  });
});

describe('the parts of the archive', () => {
  const fileOf = (bytes: number, queries = 1) => ({ bytes, queries });

  it('hold as much as one may, and a larger file is a part of its own', () => {
    const files = [5, 5, 1, 20, 3].map((bytes) => fileOf(bytes));
    const cut = cutIntoParts(files, { bytes: 10, queries: 100 });
    expect(cut.map((part) => part.map(({ bytes }) => bytes))).toEqual([[5, 5], [1], [20], [3]]);
    const many = Array.from({ length: 5 }, () => fileOf(0, 2));
    expect(cutIntoParts(many, { bytes: 10, queries: 4 }).map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(cutIntoParts([], { bytes: 1, queries: 1 })).toEqual([[]]);
  });

  it('hold the largest account of every plan by 1 GB', () => {
    const { file_bytes } = PLANS.business.quotas;
    const files = Array.from({ length: 1_000 }, () => fileOf(file_bytes / 1_000));
    expect(cutIntoParts(files, { bytes: 1e9, queries: 800 })).toHaveLength(20);
  });
});
