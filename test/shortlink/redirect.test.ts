import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { Isolate, PHONE, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

interface Scan {
  code_id: string;
  scanned_at_ms: number;
  device: string;
  visitor_key: string;
  country: string | null;
}

const visit = (path: string, visiting: Visit = {}, bindings: Partial<ShortlinkEnv> = {}) =>
  new Isolate(NOW).visit(path, visiting, bindings);

async function scansOf(codeId: string): Promise<Scan[]> {
  const { results } = await env.DB.prepare('SELECT * FROM scans WHERE code_id = ? ORDER BY id')
    .bind(codeId)
    .all<Scan>();
  return results;
}

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

describe('a short link that leads somewhere', () => {
  it('responds with 302 to the target, which nobody may cache', async () => {
    await seedCode(env.DB, { accountId, codeId: 'k7m2p9qa', target: 'https://example.com/menu?x=1#soup' });
    const response = await visit('/k7m2p9qa');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe('https://example.com/menu?x=1#soup');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer-when-downgrade');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(await response.text()).toBe('');
  });

  it('is found in either case, because symbols contain it in upper case', async () => {
    await seedCode(env.DB, { accountId, codeId: 'abcdefgh' });
    for (const path of ['/abcdefgh', '/ABCDEFGH', '/AbCdEfGh']) expect((await visit(path)).status).toBe(302);
  });

  it('sends the target byte for byte', async () => {
    const target = 'https://example.com/%7Eb/%e4%bd%a0?a=%20&b=[1]|2#%23' + 'x'.repeat(4_000);
    await seedCode(env.DB, { accountId, codeId: 'bytesame', target });
    expect((await visit('/bytesame')).headers.get('Location')).toBe(target);
  });

  it('responds to each of many scans, at the same time and later, like the first', async () => {
    const target = 'https://example.com/hot';
    await seedCode(env.DB, { accountId, codeId: 'h0th0th0', target });
    const visits = Array.from({ length: 50 }, (_, n) =>
      visit('/h0th0th0', { method: n % 5 === 0 ? 'HEAD' : 'GET' }),
    );
    for (const response of [...(await Promise.all(visits)), await visit('/h0th0th0')]) {
      expect(response.status).toBe(302);
      expect(Object.fromEntries(response.headers)).toEqual({
        location: target,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer-when-downgrade',
        'x-robots-tag': 'noindex',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(await response.text()).toBe('');
    }
    expect(await scansOf('h0th0th0')).toHaveLength(41);
  });
});

describe('a short link over plain http', () => {
  const visitAt = (url: string, method = 'GET') => visit(url, { method }, withoutStores());

  it.each(['GET', 'HEAD', 'POST', 'PUT'])('redirects a %s to https, and reads no code', async (method) => {
    const response = await visitAt('http://go.example.com/K7M2P9QA?utm_source=poster', method);
    expect(response.status).toBe(301);
    expect(response.headers.get('Location')).toBe('https://go.example.com/K7M2P9QA?utm_source=poster');
    expect(await response.text()).toBe('');
  });

  it.each(['10.0.0.1', 'localhost.example.com', '127.0.0.1.example.com'])(
    'is not served on %s',
    async (host) => {
      expect((await visitAt(`http://${host}/k7m2p9qa`)).status).toBe(301);
    },
  );

  it.each(['localhost:8787', '127.0.0.1:8787', '[::1]:8787'])('is served on a laptop: %s', async (host) => {
    expect((await visitAt(`http://${host}/nothing/here`)).status).toBe(404);
  });

  it.each(['/k7m2p9qa', '/00000000', '/nothing'])(
    'is not requested over http by a browser that saw %s over https',
    async (path) => {
      const response = await visit(path);
      expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    },
  );
});

describe('a short link that leads nowhere', () => {
  it('responds with 404 with a page for people to an id that was never issued', async () => {
    const response = await visit('/00000000');
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<h1>This code does not exist</h1>');
  });

  it.each([
    '/',
    '/k7m2p9qa/x',
    '/k7m2p9qa//',
    '//k7m2p9qa',
    '/%00',
    '/%2f7m2p9qa',
    '/..%2f..%2fetc',
    '/%ff%fe',
    '/favicon.ico',
    '/wp-login.php',
  ])('responds with 404 to %s without asking any store', async (path) => {
    expect((await visit(path, {}, withoutStores())).status).toBe(404);
  });

  it('responds with 410 with a page for people when the code was deleted', async () => {
    await seedCode(env.DB, { accountId, codeId: 'deadc0de', target: '', redirectTo: null, deletedAtMs: NOW });
    const response = await visit('/deadc0de');
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('<h1>This code is no longer in use</h1>');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Diesen Code gibt es nicht'],
    ['fr', 'fr', 'Ce code n’existe pas'],
    ['it, es-MX;q=0.7, en;q=0.3', 'es', 'Este código no existe'],
    ['zh-Hans-CN', 'zh', '此二维码不存在'],
    ['en;q=0.1, de;q=0.2', 'de', 'Diesen Code gibt es nicht'],
    ['it', 'en', 'This code does not exist'],
    ['de;q=0', 'en', 'This code does not exist'],
    [';;,=,q=de', 'en', 'This code does not exist'],
  ])('speaks the language that the reader asks for: %s', async (acceptLanguage, language, heading) => {
    const response = await visit('/00000000', { headers: { 'Accept-Language': acceptLanguage } });
    expect(response.headers.get('Content-Language')).toBe(language);
    const html = await response.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(heading);
  });

  it('allows its page no script and no request', async () => {
    const response = await visit('/00000000');
    const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1];
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    );
    expect((await (await visit('/00000000')).text()).includes(String(nonce))).toBe(false);
  });

  it('refuses other methods by name, without touching a store', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await visit('/k7m2p9qa', { method }, withoutStores());
      expect(response.status).toBe(405);
      expect(response.headers.get('Cache-Control')).toBe('private, no-store');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Allow')).toBe('GET, HEAD');
    }
  });
});

describe('scans', () => {
  it('are recorded one for each GET of a person: when, on what, from where', async () => {
    await seedCode(env.DB, { accountId, codeId: 'scanscan' });
    await visit('/scanscan', { cf: { country: 'DE' } });
    await visit('/SCANSCAN', { headers: { 'User-Agent': 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)' } });
    const scans = await scansOf('scanscan');
    expect(scans).toMatchObject([
      { scanned_at_ms: NOW, device: 'mobile', country: 'DE' },
      { scanned_at_ms: NOW, device: 'tablet', country: null },
    ]);
    expect(scans[0]?.visitor_key).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(scans[0]?.visitor_key).not.toBe(scans[1]?.visitor_key);
  });

  it('are not HEAD, bots, previews, or pages fetched ahead; those are led on all the same', async () => {
    await seedCode(env.DB, { accountId, codeId: 'n0tascan' });
    const visits: [string, Record<string, string>][] = [
      ['HEAD', {}],
      ['GET', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
      ['GET', { 'User-Agent': 'WhatsApp/2.23.20.0' }],
      ['GET', { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
      ['GET', { 'User-Agent': 'curl/8.5.0' }],
      ['GET', { 'Sec-Purpose': 'prefetch;prerender' }],
      ['GET', { Purpose: 'prefetch' }],
      ['GET', { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' }],
      ['GET', { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' }],
      ['GET', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' }],
      ['GET', { 'X-Moz': 'prefetch' }],
    ];
    for (const [method, headers] of visits) {
      const response = await visit('/n0tascan', { method, headers });
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe('https://example.com/');
    }
    expect(await scansOf('n0tascan')).toEqual([]);
  });

  it('are not recorded for a static code, nor for a code that leads nowhere', async () => {
    await seedCode(env.DB, { accountId, codeId: 'stat1c00', isDynamic: false });
    await seedCode(env.DB, { accountId, codeId: 'dead0000', deletedAtMs: NOW });
    expect((await visit('/stat1c00')).status).toBe(302);
    await visit('/dead0000');
    expect([...(await scansOf('stat1c00')), ...(await scansOf('dead0000'))]).toEqual([]);
  });

  it('distinguish visitors by address and browser, per code, and IPv6 by its /64', async () => {
    await seedCode(env.DB, { accountId, codeId: 'v1s1t0rs' });
    await seedCode(env.DB, { accountId, codeId: '0ther000' });
    const keyOf = async (path: string, address: string, userAgent = PHONE) => {
      await visit(path, { headers: { 'CF-Connecting-IP': address, 'User-Agent': userAgent } });
      return (await scansOf(path.slice(1))).at(-1)?.visitor_key;
    };
    const first = await keyOf('/v1s1t0rs', '2001:db8:0:1::1');
    expect(await keyOf('/v1s1t0rs', '2001:db8:0:1:aaaa:bbbb:cccc:dddd')).toBe(first);
    expect(await keyOf('/v1s1t0rs', '2001:0DB8:0000:0001::2')).toBe(first);
    expect(await keyOf('/v1s1t0rs', '2001:db8:0:2::1')).not.toBe(first);
    expect(await keyOf('/v1s1t0rs', '2001:db8:0:1::1', `${PHONE} Other`)).not.toBe(first);
    expect(await keyOf('/v1s1t0rs', '192.0.2.1')).not.toBe(await keyOf('/v1s1t0rs', '192.0.2.2'));
    expect(await keyOf('/0ther000', '2001:db8:0:1::1')).not.toBe(first);
  });

  it('go to Analytics Engine in production, in the columns of the contract', async () => {
    await seedCode(env.DB, { accountId, codeId: 'ae000000' });
    const points: AnalyticsEngineDataPoint[] = [];
    const dataset = {
      writeDataPoint: (point?: AnalyticsEngineDataPoint) => void (point && points.push(point)),
    };
    await visit(
      '/ae000000',
      { cf: { country: 'FR', region: 'Brittany' } },
      { SCAN_LOG: 'analytics_engine', SCANS: dataset },
    );
    expect(points).toEqual([
      {
        indexes: ['ae000000'],
        blobs: [
          expect.stringMatching(/^.{16}$/),
          'mobile',
          'FR',
          '',
          'iOS',
          'Safari',
          '',
          '',
          '',
          '',
          accountId,
          'Brittany, FR',
          'ae000000',
          'link',
          '',
        ],
      },
    ]);
    expect(await scansOf('ae000000')).toEqual([]);
  });
});

describe('when something fails', () => {
  it('responds with 503 with Retry-After and a page while the database is down, never 404', async () => {
    const response = await visit('/never000', {}, { DB: brokenDatabase() });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await response.text()).toContain('Please try again in a moment');
  });

  it('leads on when the scan log fails, or the secret of the visitor keys is missing', async () => {
    await seedCode(env.DB, { accountId, codeId: 'n010g000' });
    const dataset = {
      writeDataPoint() {
        throw new Error('the scan log is down');
      },
    };
    const failing = { SCAN_LOG: 'analytics_engine', SCANS: dataset } as const;
    expect((await visit('/n010g000', {}, failing)).status).toBe(302);
    const withoutSecret = { VISITOR_KEY_SECRET: undefined } as unknown as ShortlinkEnv;
    expect((await visit('/n010g000', {}, withoutSecret)).status).toBe(302);
  });
});

/** Stores that must not be touched. */
function withoutStores(): Partial<ShortlinkEnv> {
  const untouchable = new Proxy(
    {},
    {
      get(_, name) {
        throw new Error(`${String(name)} was touched`);
      },
    },
  );
  const names = Object.keys(env).filter((name) => name !== 'SHORT_HOSTS' && name !== 'LINK_CACHE');
  return Object.fromEntries(names.map((name) => [name, untouchable]));
}

/** A D1 binding whose every query fails, as when the database is down. */
function brokenDatabase(): D1Database {
  return {
    prepare() {
      throw new Error('D1_ERROR: the database is down');
    },
  } as unknown as D1Database;
}
