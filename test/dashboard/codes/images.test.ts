import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';

let api: ApiClient;
let browser: SignedInClient;
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId });
});

const FORMATS = [
  ['svg', 'image/svg+xml; charset=utf-8'],
  ['png', 'image/png'],
] as const;

describe.each(FORMATS)('image.%s', (format, contentType) => {
  it('is the stored one, which only the browser may cache, and only with revalidation', async () => {
    const { id } = await create(api, { dynamic: true });
    const response = await browser.get(`/codes/${id}/image.${format}`);
    const stored = await env.IMAGES.get(`qr/${id.slice(3)}.${format}`);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(await stored!.arrayBuffer()));
    expect(response.headers.get('Content-Type')).toBe(contentType);
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(response.headers.get('Content-Disposition')).toBeNull();
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('is not sent again to who has it', async () => {
    const { id } = await create(api, { dynamic: false });
    const path = `/codes/${id}/image.${format}`;
    const entityTag = (await browser.get(path)).headers.get('ETag') ?? '';
    const known = await browser.get(path, { headers: { 'If-None-Match': entityTag } });
    expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', entityTag]);
    const other = await browser.get(path, { headers: { 'If-None-Match': '"another"' } });
    expect(other.status).toBe(200);
    await other.arrayBuffer();
  });

  it('is saved under the title of the code', async () => {
    const { id } = await create(api, { dynamic: true, title: 'Winter menu 2026' });
    const { headers } = await browser.get(`/codes/${id}/image.${format}?download`);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="Winter menu 2026.${format}"`);
  });

  it.each([
    ['a code without title', null, (id: string) => `filename="${id}.${format}"`],
    ['nothing but dots', '...', (id: string) => `filename="${id}.${format}"`],
    ['a path', '../../etc/passwd', () => `filename="etc passwd.${format}"`],
    ['quotes and backslashes', 'say "hi" \\ ; x=y', () => `filename="say hi ; x=y.${format}"`],
    [
      'umlauts',
      'Getränke & Speisen (Übersicht)',
      () =>
        `filename="Getranke & Speisen (Ubersicht).${format}"; filename*=UTF-8''Getr%C3%A4nke%20%26%20Speisen%20%28%C3%9Cbersicht%29.${format}`,
    ],
    [
      'another script',
      'قائمة الطعام',
      (id: string) =>
        `filename="${id}.${format}"; filename*=UTF-8''%D9%82%D8%A7%D8%A6%D9%85%D8%A9%20%D8%A7%D9%84%D8%B7%D8%B9%D8%A7%D9%85.${format}`,
    ],
    ['text that runs backwards', 'menu\u{202E}gpj.exe', () => `filename="menu gpj.exe.${format}"`],
    ['a long title', 'x'.repeat(200), () => `filename="${'x'.repeat(80)}.${format}"`],
  ])('is saved under a name that no file system or header stumbles over: %s', async (_, title, expected) => {
    const { id } = await create(api, { dynamic: true, title });
    const { headers } = await browser.get(`/codes/${id}/image.${format}?download`);
    expect(headers.get('Content-Disposition')).toBe(`attachment; ${expected(id)}`);
  });

  it('is gone with its code', async () => {
    const { id } = await create(api, { dynamic: true });
    await api.request('DELETE', `/v1/qr/${id}`);
    const response = await browser.get(`/codes/${id}/image.${format}`);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });

  it('is drawn again if the bucket has lost it, and temporarily unavailable if the bucket does not respond', async () => {
    const { id } = await create(api, { dynamic: true });
    const path = `/codes/${id}/image.${format}`;
    const failing = withFault(env.IMAGES, { get: () => Promise.reject(new Error('get: (10001)')) });
    expect((await browser.get(path, { env: { IMAGES: failing } })).status).toBe(503);
    const stored = await browser.get(path);
    await env.IMAGES.delete(`qr/${id.slice(3)}.${format}`);
    const drawn = await browser.get(path);
    expect(new Uint8Array(await drawn.arrayBuffer())).toEqual(new Uint8Array(await stored.arrayBuffer()));
    expect(drawn.headers.get('ETag')).toBe(stored.headers.get('ETag'));
  });
});

describe('an image opened by itself', () => {
  it('may run nothing, load nothing and send nothing', async () => {
    const { id } = await create(api, { dynamic: true, title: '<script>alert(1)</script>' });
    const response = await browser.get(`/codes/${id}/image.svg`);
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
    expect(await response.text()).not.toContain('<script');
  });

  it('is compressed if it is text', async () => {
    const { id } = await create(api, { dynamic: true });
    const headers = { 'Accept-Encoding': 'gzip' };
    const svg = await browser.get(`/codes/${id}/image.svg`, { headers });
    expect(svg.headers.get('Content-Encoding')).toBe('gzip');
    expect(svg.headers.get('ETag')).toMatch(/^W\//);
    await svg.arrayBuffer();
  });

  it.each([
    ['gzip, deflate, br', true],
    ['br;q=1.0, GZIP;q=0.5', true],
    ['gzip;q=0.001', true],
    ['gzip;q=0', false],
    ['br, gzip; q=0.000, deflate', false],
    ['x-gzip', false],
    ['br', false],
  ])('is compressed as far as the client wants it: %s', async (accepted, isCompressed) => {
    const page = await createBrowser().get('/sign-in', { headers: { 'Accept-Encoding': accepted } });
    expect(page.headers.get('Content-Encoding')).toBe(isCompressed ? 'gzip' : null);
    await page.arrayBuffer();
  });

  it('is sent as it is if it is empty, because a compressed nothing cannot be unpacked', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const { id } = await create(api, { dynamic: true });
    const entityTag = (await browser.get(`/codes/${id}/image.svg`)).headers.get('ETag') ?? '';
    const empty = [
      await browser.post('/codes/look-alike', { target: 'https://example.com' }, { headers }),
      await browser.get('/codes/qr_00000000', { headers }),
      await browser.get(`/codes/${id}/image.svg`, { headers: { ...headers, 'If-None-Match': entityTag } }),
      await createBrowser().get('/overview', { headers }),
    ];
    expect(empty.map(({ status }) => status)).toEqual([200, 404, 304, 303]);
    for (const response of empty) {
      const bytes = await response.arrayBuffer();
      expect(response.headers.get('Content-Encoding'), response.url).toBe(
        bytes.byteLength > 0 ? 'gzip' : null,
      );
    }
  });
});
