import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import {
  type ApiClient,
  type CodeResource,
  createClient,
  readError,
  WITHOUT_R2,
} from '#harness/worker/api-client.ts';
import { withFailingStatements, withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { createApp } from '#api/app.ts';

const API = 'https://api.example.com';
const NEEDS_R2 =
  'This service takes no files: it needs R2, Cloudflare’s storage for files, which its operator has not set up.';
const GROWN = { CDN_URL: WITHOUT_R2.CDN_URL! };

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

const make = (body: object, bindings: Partial<ApiEnv> = WITHOUT_R2) =>
  client.json<CodeResource>(
    'POST',
    '/v1/qr',
    { target: 'https://example.com/menu', ...body },
    { env: bindings },
  );

const ask = (
  address: string,
  bindings: Partial<ApiEnv> = WITHOUT_R2,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) => client.request(method, address.replace(API, ''), undefined, { env: bindings, headers });

const bytesOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())];
const broken = () => Promise.reject(new Error('is not asked'));
const brokenDatabase = withFailingStatements(env.DB, () => true);
const listStored = async () => (await env.IMAGES.list()).objects.map(({ key }) => key);

/** Draws what is missing in the bucket, as the cron of an installation does that got R2. */
async function grow(bindings: Partial<ApiEnv> = {}): Promise<void> {
  await env.LINKS.put('images/redrawn-up-to', 'start');
  await runScheduled(Date.now(), bindings);
  expect(await env.LINKS.get('images/redrawn-up-to')).toBeNull();
}

describe('a code that is created without R2', () => {
  it('stores nothing, and its pictures are drawn by the API as a bucket would store them', async () => {
    const { id: image } = await client.json<{ id: string }>('POST', '/v1/images', discPng(90), {
      headers: { 'Content-Type': 'image/png' },
      env: WITHOUT_R2,
    });
    const before = await listStored();
    const codes = [
      await make({ dynamic: true }),
      await make({ target: 'https://example.com/ä?q=1', size: 333, margin: 2, error_correction: 'H' }),
      await make({ dynamic: true, color: { dark: '#102030', light: '#fff0e0' }, short_code: 'drawn-later' }),
      await make({
        target: undefined,
        type: 'wifi',
        content: { ssid: 'Café', password: 'soup soup', security: 'WPA' },
      }),
      await make({ dynamic: true, size: 512, style: { modules: 'rounded', logo: { image } } }),
    ];
    expect(await listStored()).toEqual(before);
    const drawn = new Map<string, { bytes: number[]; tag: string | null; type: string | null }>();
    for (const { id, image_url, svg_url } of codes) {
      expect([image_url, svg_url]).toEqual(
        ['png', 'svg'].map((format) => `${API}/images/qr/${id.slice(3)}.${format}`),
      );
      for (const address of [image_url, svg_url]) {
        const response = await ask(address);
        expect(response.status).toBe(200);
        const { headers } = response;
        const tag = headers.get('ETag');
        drawn.set(address, { bytes: await bytesOf(response), tag, type: headers.get('Content-Type') });
      }
    }
    await grow();
    for (const [address, { bytes, tag, type }] of drawn) {
      const stored = await env.IMAGES.get(address.replace(`${API}/images/`, ''));
      expect(bytes).toEqual([...new Uint8Array(await stored!.arrayBuffer())]);
      expect([tag, type]).toEqual([stored?.httpEtag, stored?.httpMetadata?.contentType]);
    }
  });

  it('can be changed, archived and deleted, and the cron finds nothing amiss', async () => {
    const { id, image_url } = await make({ dynamic: true });
    expect((await client.request('PATCH', `/v1/qr/${id}`, { title: 'x' }, { env: WITHOUT_R2 })).status).toBe(
      200,
    );
    await client.json('DELETE', `/v1/qr/${id}`, undefined, { env: WITHOUT_R2 });
    await readError(ask(image_url), 404, 'not_found');
    for (let job = 0; job < 24; job++) {
      const free = { ...WITHOUT_R2, WORKERS_PLAN: 'free' };
      const { failed, lines } = await runScheduled(Date.now() + job * 600_000, free);
      expect(failed, JSON.stringify(lines)).toBe(false);
    }
    const { failed, lines } = await runScheduled(Date.now(), WITHOUT_R2);
    expect(failed, JSON.stringify(lines)).toBe(false);
  });
});

describe('GET /images/…', () => {
  it('may be kept for an hour, and opened by itself it runs nothing', async () => {
    const { image_url, svg_url } = await make({ dynamic: true });
    for (const address of [image_url, svg_url]) {
      const { headers } = await ask(address);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(headers.get('ETag')).toMatch(/^"[0-9a-f]{32}"$/);
    }
    expect((await ask(svg_url)).headers.get('Content-Security-Policy')).toContain('sandbox');
  });

  it('is not sent again to who has it, drawn, kept or stored', async () => {
    for (const bindings of [WITHOUT_R2, GROWN]) {
      const { image_url } = await make({ dynamic: true }, bindings);
      const tag = (await ask(image_url, bindings)).headers.get('ETag') ?? '';
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await ask(image_url, bindings, { headers: { 'If-None-Match': known } });
        expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
      }
      const other = await ask(image_url, bindings, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).toBe(200);
    }
  });

  it('answers HEAD without the bytes, and no method that writes', async () => {
    const { image_url } = await make({ dynamic: true });
    const head = await ask(image_url, WITHOUT_R2, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([
      200,
      'image/png',
      '',
    ]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await ask(image_url, WITHOUT_R2, { method });
      expect(refused.headers.get('Allow')).toBe('GET, HEAD');
      await readError(refused, 405, 'method_not_allowed');
    }
  });

  it.each([
    'qr/k7m2p9q.png',
    'qr/K7M2P9QA.png',
    'qr/k7m2p9qa.gif',
    'qr/k7m2p9qa.png/',
    'qr/../imports/imp_0123456789abcdef/0',
    'imports/imp_0123456789abcdef/0',
    'backups/2026-11-29.ndjson.gz',
    'preview/img_0.png',
    'preview/img_0123456789abcdef.svg',
    '',
    `qr/${'x'.repeat(200)}.png`,
  ])('looks up nothing for %s', async (key) => {
    const IMAGES = withFault(env.IMAGES, { get: broken, head: broken, list: broken });
    for (const bindings of [{ IMAGES }, WITHOUT_R2]) {
      const app = createApp();
      const ctx = { waitUntil: () => undefined, passThroughOnException: () => undefined };
      const asked = new Request(`${API}/images/${key}`, { headers: { Accept: 'text/html' } });
      const response = await app.fetch(
        asked,
        { ...env, ...bindings, DB: brokenDatabase },
        ctx as unknown as ExecutionContext,
      );
      expect(response.status).toBe(404);
      expect((await response.text()).length).toBeLessThan(1000);
    }
  });

  it('is not found without a code, and is unavailable while the database does not respond', async () => {
    await readError(ask('/images/qr/00000000.png'), 404, 'not_found');
    await readError(ask('/images/qr/00000000.png', GROWN), 404, 'not_found');
    const { image_url } = await make({ dynamic: true });
    await readError(ask(image_url, { ...WITHOUT_R2, DB: brokenDatabase }), 503, 'unavailable');
  });

  it('keeps what it drew, as far as the host has a cache', async () => {
    const { svg_url } = await make({ dynamic: true });
    const drawn = await bytesOf(await ask(svg_url));
    const kept = await ask(`${svg_url}?a-query-changes-nothing`, { ...WITHOUT_R2, DB: brokenDatabase });
    expect([kept.status, await bytesOf(kept)]).toEqual([200, drawn]);
  });

  it('draws only so much for a network, and hands out what is stored in any case', async () => {
    const { id: image } = await client.json<{ id: string }>('POST', '/v1/images', discPng(80), {
      headers: { 'Content-Type': 'image/png' },
    });
    const long = {
      target: `https://example.com/?${'x'.repeat(300)}`,
      size: 2048,
      style: { logo: { image } },
    };
    const [drawn, large, stored] = [
      await make({ dynamic: true }),
      await make(long),
      await make({ dynamic: true }, GROWN),
    ];
    const keys: string[] = [];
    const counting = withFault(env.RATE_LIMIT_DASHBOARD, {
      limit: ({ key }: { key: string }) => Promise.resolve({ success: keys.push(key) > 0 }),
    });
    const headers = { 'CF-Connecting-IP': '2001:db8:7:8::9' };
    await ask(drawn.image_url, { ...WITHOUT_R2, RATE_LIMIT_DASHBOARD: counting }, { headers });
    expect(keys).toEqual(['pictures 2001:db8:7::/48']);
    await ask(large.image_url, { ...WITHOUT_R2, RATE_LIMIT_DASHBOARD: counting }, { headers });
    expect(keys.length).toBeGreaterThan(2);

    const full = withFault(env.RATE_LIMIT_DASHBOARD, { limit: () => Promise.resolve({ success: false }) });
    const refused = await ask(drawn.svg_url, { ...WITHOUT_R2, RATE_LIMIT_DASHBOARD: full }, { headers });
    expect(refused.headers.get('Retry-After')).toBe('60');
    await readError(refused, 429, 'rate_limited');
    expect((await ask(stored.svg_url, { ...GROWN, RATE_LIMIT_DASHBOARD: full })).status).toBe(200);
  });
});

describe('the image of a link preview', () => {
  it('is read from the database while a code shows it, and only then', async () => {
    const { id: image } = await client.json<{ id: string }>('POST', '/v1/images', discPng(70), {
      headers: { 'Content-Type': 'image/png' },
      env: WITHOUT_R2,
    });
    const address = `/images/preview/${image}.png`;
    await readError(ask(address), 404, 'not_found');
    const { id } = await make({ dynamic: true, preview: { image } });
    const shown = await ask(address);
    const file = await client.request('GET', `/v1/images/${image}/file`);
    expect(await bytesOf(shown)).toEqual(await bytesOf(file));
    expect(shown.headers.get('Content-Type')).toBe('image/png');
    await client.json('DELETE', `/v1/qr/${id}`, undefined, { env: WITHOUT_R2 });
    await caches.default.delete(`${API}${address}`);
    await readError(ask(address), 404, 'not_found');
    const deleted = await client.request('DELETE', `/v1/images/${image}`, undefined, { env: WITHOUT_R2 });
    expect(deleted.status).toBe(200);
  });
});

describe('what needs a bucket', () => {
  it.each([
    ['/v1/files', makePdf('Menu', 2_000), 'application/pdf'],
    ['/v1/imports', 'target\nhttps://example.com/\n', 'text/csv'],
  ])('is refused in one sentence: POST %s', async (path, body, type) => {
    const headers = { 'Content-Type': type, 'Content-Length': String(body.length) };
    const refused = client.request('POST', path, body, { headers, env: WITHOUT_R2 });
    const { message, errors } = await readError(refused);
    expect(message).toBe(NEEDS_R2);
    expect(errors).toEqual([{ field: 'body', code: 'not_available', message }]);
  });

  it('is not asked by /health, nor by the export of everything', async () => {
    const health = await ask('/health', WITHOUT_R2);
    const { status, checks } = await health.json<{ status: string; checks: object }>();
    expect([health.status, status, 'IMAGES' in checks]).toEqual([200, 'ok', false]);
    const archive = await client.request('GET', '/v1/exports/everything.zip', undefined, { env: WITHOUT_R2 });
    expect(archive.status).toBe(200);
    await archive.arrayBuffer();
  });
});

describe('an installation that gets a domain and R2', () => {
  const FIRST = {
    ...WITHOUT_R2,
    SHORT_URL_BASE: 'https://qr.example.workers.dev',
  } as unknown as Partial<ApiEnv>;

  it('shows the pictures of old codes as they were printed, and new ones with the new host', async () => {
    const old = await make({ dynamic: true }, FIRST);
    expect(old.short_url).toMatch(/^https:\/\/qr\.example\.workers\.dev\//);
    const printed = await bytesOf(await ask(old.svg_url, FIRST));
    await caches.default.delete(old.svg_url);
    const moved = new Date(Date.now() + 1).toISOString();
    const grown = {
      ...GROWN,
      EARLIER_SHORT_URL_BASE: `https://qr.example.workers.dev ${moved}`,
    } as Partial<ApiEnv>;
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(moved));

    expect(await bytesOf(await ask(old.svg_url, grown))).toEqual(printed);
    await caches.default.delete(old.svg_url);
    await grow(grown);
    const stored = await env.IMAGES.get(old.svg_url.replace(`${API}/images/`, ''));
    expect([...new Uint8Array(await stored!.arrayBuffer())]).toEqual(printed);
    expect(await bytesOf(await ask(old.svg_url, grown))).toEqual(printed);
    // The size of its paper, too: the symbol in a print file has the printed modules.
    expect(
      (await client.request('GET', `/v1/qr/${old.id}/print?width_mm=30`, undefined, { env: grown })).status,
    ).toBe(200);

    const fresh = await make({ dynamic: true }, grown);
    expect(fresh.short_url).toMatch(/^https:\/\/go\.example\.com\//);
    expect(await (await ask(fresh.svg_url, grown)).text()).toContain('https://go.example.com/');
    expect(await env.IMAGES.head(`qr/${fresh.id.slice(3)}.png`)).not.toBeNull();
  });
});
