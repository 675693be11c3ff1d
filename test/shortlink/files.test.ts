import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { withFault } from '#harness/worker/faults.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';

const PDF = makePdf('Soup 5 EUR', 5_000);
const PNG = discPng(30);
const HEX = '3f9a1c5e7b2d8046';
const ID = `file_${HEX}`;

const visit = (path: string, { bindings, ...visiting }: Visit & { bindings?: Partial<ShortlinkEnv> } = {}) =>
  new Isolate(Date.now()).visit(path, visiting, bindings);

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
  await hold(ID, PDF, 'application/pdf');
});

async function hold(id: string, bytes: Uint8Array, contentType: string): Promise<void> {
  const contentDisposition = `inline; filename="Menu.pdf"; filename*=UTF-8''Men%C3%BC.pdf`;
  await env.FILES.put(id, bytes, { httpMetadata: { contentType, contentDisposition } });
  await env.DB.prepare(`INSERT INTO files VALUES (?, ?, 'Menü.pdf', ?, ?, 'stored', 0, NULL, NULL)`)
    .bind(id, accountId, contentType, bytes.length)
    .run();
}

const set = (column: 'state' | 'disabled_for', value: string | null) =>
  env.DB.prepare(`UPDATE files SET ${column} = ? WHERE id = ?`).bind(value, ID).run();

describe('GET /file/{id}/{name}', () => {
  it('hands out a PDF for a browser to show, with its name, and nothing for it to guess or run', async () => {
    const response = await visit(`/file/${HEX}/Men%C3%BC.pdf`);
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(PDF);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-disposition': `inline; filename="Menu.pdf"; filename*=UTF-8''Men%C3%BC.pdf`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'none'");
    // Chrome shows no PDF in a sandbox.
    expect(response.headers.get('Content-Security-Policy')).not.toContain('sandbox');
  });

  it('finds nothing where no bucket is bound', async () => {
    const none = { FILES: undefined } as unknown as Partial<ShortlinkEnv>;
    for (const method of ['GET', 'HEAD'])
      expect((await visit(`/file/${HEX}/menu.pdf`, { method, bindings: none })).status).toBe(404);
  });

  it('puts a picture into a sandbox', async () => {
    await hold('file_00000000000000a1', PNG, 'image/png');
    const response = await visit('/file/00000000000000a1/file.png');
    expect(await bytesOf(response)).toEqual(PNG);
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';.*; sandbox$/);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, PDF.length],
    ['bytes=-7', PDF.length - 7, PDF.length],
    ['bytes=4990-999999', 4990, PDF.length],
    ['bytes=-999999', 0, PDF.length],
  ])('gives a part of it: %s', async (range, from, to) => {
    const response = await visit(`/file/${HEX}/Menu.pdf`, { headers: { Range: range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to - 1}/${PDF.length}`);
    expect(response.headers.get('Content-Length')).toBe(String(to - from));
    expect(await bytesOf(response)).toEqual(PDF.slice(from, to));
  });

  it.each(['bytes=5000000-', `bytes=${PDF.length}-`, 'bytes=-0'])('has no such part: %s', async (range) => {
    const response = await visit(`/file/${HEX}/Menu.pdf`, { headers: { Range: range } });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe(`bytes */${PDF.length}`);
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-2', 'pages=1-2', 'bytes=-', 'bytes=99999999999999-'])(
    'gives the whole for what is no single range: %s',
    async (range) => {
      const response = await visit(`/file/${HEX}/Menu.pdf`, { headers: { Range: range } });
      expect(response.status).toBe(200);
      expect(await bytesOf(response)).toEqual(PDF);
    },
  );

  it('gives a part only of the file that the browser has begun, and none to HEAD', async () => {
    const part = (headers: Record<string, string>, method = 'GET') =>
      visit(`/file/${HEX}/Menu.pdf`, { method, headers: { Range: 'bytes=0-99', ...headers } });
    const tag = (await part({})).headers.get('ETag') ?? '';
    expect((await part({ 'If-Range': tag })).status).toBe(206);
    for (const other of ['"old"', `W/${tag}`, 'Sat, 29 Oct 1994 19:43:31 GMT', tag.slice(1, -1)]) {
      const whole = await part({ 'If-Range': other });
      expect([whole.status, await bytesOf(whole)], other).toEqual([200, PDF]);
    }
    const head = await part({}, 'HEAD');
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(PDF.length)]);
    expect(head.headers.has('Content-Range')).toBe(false);
  });

  it('sends nothing to a browser that has it, and to HEAD', async () => {
    const first = await visit(`/file/${HEX}/Menu.pdf`, { method: 'HEAD' });
    expect(first.status).toBe(200);
    expect(first.headers.get('Content-Length')).toBe(String(PDF.length));
    const known = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const second = await visit(`/file/${HEX}/Menu.pdf`, { headers: known });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe('');
    expect((await visit(`/file/${HEX}/Menu.pdf`, { method: 'POST' })).status).toBe(405);
  });

  it.each([
    ['the tag of another file', () => '"old"', 200],
    ['a weak tag', (tag: string) => `W/${tag}`, 200],
    ['a time, because no answer has one', () => 'Sat, 28 Nov 2026 10:00:00 GMT', 200],
    ['its tag', (tag: string) => tag, 206],
  ])('gives a part to who has the rest of this file: %s', async (_, ifRange, status) => {
    const tag = (await visit(`/file/${HEX}`)).headers.get('ETag') ?? '';
    for (const range of ['bytes=0-9', 'bytes=5000000-']) {
      const response = await visit(`/file/${HEX}`, { headers: { Range: range, 'If-Range': ifRange(tag) } });
      const isOutside = status === 206 && range === 'bytes=5000000-';
      expect(response.status).toBe(isOutside ? 416 : status);
      if (status === 200) expect(await bytesOf(response)).toEqual(PDF);
    }
  });

  it('knows ranges for GET alone', async () => {
    for (const range of ['bytes=0-9', 'bytes=5000000-']) {
      const response = await visit(`/file/${HEX}`, { method: 'HEAD', headers: { Range: range } });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Range')).toBeNull();
      expect(response.headers.get('Content-Length')).toBe(String(PDF.length));
    }
  });

  it.each(['GET', 'HEAD'])('answers %s as its conditions say', async (method) => {
    const tag = (await visit(`/file/${HEX}`)).headers.get('ETag') ?? '';
    const statusOf = async (headers: Record<string, string>) =>
      (await visit(`/file/${HEX}`, { method, headers })).status;
    for (const fails of ['"old"', `W/${tag}`, '', 'junk', '"a", "b"'])
      expect(await statusOf({ 'If-Match': fails }), fails).toBe(412);
    for (const holds of [tag, '*', `"old", ${tag}`])
      expect(await statusOf({ 'If-Match': holds }), holds).toBe(200);
    for (const known of [tag, `W/${tag}`, '*', `"old", ${tag}`])
      expect(await statusOf({ 'If-None-Match': known, Range: 'bytes=0-1' }), known).toBe(304);
    for (const other of ['"old"', '', 'junk'])
      expect(await statusOf({ 'If-None-Match': other }), other).toBe(200);
    expect(await statusOf({ 'If-Match': '"old"', 'If-None-Match': tag })).toBe(412);
  });

  it('needs the id and no particular name', async () => {
    expect((await visit(`/file/${HEX}`)).status).toBe(200);
    expect((await visit(`/file/${HEX}/anything`)).status).toBe(200);
    for (const path of [
      '/file/0000000000000000/a.pdf',
      '/file/x/a.pdf',
      `/file/${HEX}/a/b`,
      '/file/',
      '/files',
    ])
      expect((await visit(path)).status, path).toBe(404);
  });

  it('says that it cannot be reached while R2 fails, in a page', async () => {
    const fails = () => Promise.reject(new Error('R2 is down'));
    const bindings = { FILES: withFault(env.FILES, { get: fails, head: fails }) };
    for (const headers of [{}, { Range: 'bytes=0-1' }]) {
      const response = await visit(`/file/${HEX}/Menu.pdf`, { bindings, headers });
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('5');
      expect(await response.text()).toContain('Please try again in a moment');
    }
  });

  it('opens while the database fails', async () => {
    const DB = withFault(env.DB, {
      withSession: () => {
        throw new Error('D1 is down');
      },
    });
    expect(await bytesOf(await visit(`/file/${HEX}/Menu.pdf`, { bindings: { DB } }))).toEqual(PDF);
  });

  it('is not handed out once it is disabled or deleted', async () => {
    await set('disabled_for', 'abuse');
    expect((await visit(`/file/${HEX}/Menu.pdf`)).status).toBe(403);
    await set('disabled_for', 'legal');
    expect((await visit(`/file/${HEX}/Menu.pdf`)).status).toBe(451);
    await set('disabled_for', null);
    await set('state', 'leaving');
    expect((await visit(`/file/${HEX}/Menu.pdf`)).status).toBe(410);
    await set('state', 'stored');
    expect((await visit(`/file/${HEX}/Menu.pdf`)).status).toBe(200);
  });
});

describe('a code that opens a file', () => {
  const hold2 = (codeId: string) =>
    seedCode(env.DB, {
      ...{ accountId, codeId, type: 'file', target: ID, isDynamic: true },
      redirectTo: `https://go.example.com/file/${HEX}/Menu.pdf`,
    });

  it('leads to it, and takes it along when it is disabled', async () => {
    await hold2('fcfcfcfc');
    await hold2('fdfdfdfd');
    const scan = await visit('/fcfcfcfc');
    expect(scan.status).toBe(302);
    const { pathname } = new URL(scan.headers.get('Location')!);
    expect((await visit(pathname)).status).toBe(200);
    const disable = (codeId: string, why: string | null) =>
      env.DB.prepare('UPDATE qr_codes SET disabled_for = ? WHERE code_id = ?').bind(why, codeId).run();
    await disable('fcfcfcfc', 'abuse');
    await disable('fdfdfdfd', 'legal');
    expect((await visit(pathname)).status).toBe(451);
    await disable('fdfdfdfd', null);
    expect((await visit(pathname)).status).toBe(403);
    await disable('fcfcfcfc', null);
    expect((await visit(pathname)).status).toBe(200);
  });
});
