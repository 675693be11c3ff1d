import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Control } from '#core/control/control.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { hashPassword } from '#core/control/password.ts';
import { DEVICES } from '#core/scans/device.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { PEOPLE, PREVIEWERS } from '#harness/data/user-agents.ts';
import { limiterOf } from '#harness/worker/limiter.ts';
import { toPage } from '#harness/worker/page.ts';
import { Isolate, PHONE, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const UTC = 'UTC' as TimeZone;
const TARGET = 'https://example.com/';

type Init = Visit & { readonly atMs?: number };

const visit = (path: string, { atMs = NOW, ...visiting }: Init = {}, bindings: Partial<ShortlinkEnv> = {}) =>
  new Isolate(atMs).visit(path, visiting, bindings);

async function scansOf(codeId: string) {
  const { results } = await env.DB.prepare('SELECT rule, variant FROM scans WHERE code_id = ? ORDER BY id')
    .bind(codeId)
    .all<{ rule: string | null; variant: string | null }>();
  return results;
}

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

async function codeWith(control: Partial<Control>, more: { scansTaken?: number; target?: string } = {}) {
  const codeId = `c0${String(nextId++).padStart(6, '0')}`;
  await seedCode(env.DB, { accountId, codeId, control, ...more });
  return codeId;
}

it('a code that counts no scans leads on and shows its page, and nothing is stored in either log', async () => {
  const points: unknown[] = [];
  const SCANS = { writeDataPoint: (point: unknown) => void points.push(point) };
  const rules = [{ name: 'All', when: { device: [...DEVICES], timeZone: UTC }, target: `${TARGET}rule` }];
  const codes = [
    await codeWith({ isUncounted: true }, { target: TARGET }),
    await codeWith({ isUncounted: true, rules }, { target: TARGET }),
  ];
  const counted = await codeWith({ rules });
  for (const SCAN_LOG of ['d1', 'analytics_engine'] as const) {
    for (const [i, codeId] of codes.entries()) {
      const response = await visit(`/${codeId}`, {}, { SCAN_LOG, SCANS });
      expect(response.headers.get('Location')).toBe(i === 0 ? TARGET : `${TARGET}rule`);
    }
    await visit(`/${counted}`, {}, { SCAN_LOG, SCANS });
  }
  expect([...(await scansOf(codes[0] ?? '')), ...(await scansOf(codes[1] ?? ''))]).toEqual([]);
  expect([(await scansOf(counted)).length, points.length]).toEqual([1, 1]);
});

describe('a code that is not active', () => {
  const cases: [status: string, control: Partial<Control>, scansTaken: number, heading: string][] = [
    ['paused', { isPaused: true }, 0, 'This code is paused'],
    ['scheduled', { startsAtMs: NOW + 1 }, 0, 'This code is not active yet'],
    ['ended', { endsAtMs: NOW }, 0, 'This code has expired'],
    ['exhausted', { maxScans: 3 }, 3, 'This code has been used up'],
  ];

  it.each(cases)(
    'shows a page that says it is %s, or leads to its fallback, and counts no scan',
    async (_, control, scansTaken, heading) => {
      const codeId = await codeWith(control, { scansTaken });
      const response = await visit(`/${codeId}`);
      expect(response.status).toBe(403);
      expect(response.headers.get('Cache-Control')).toBe('private, no-store');
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
      expect(response.headers.get('Location')).toBeNull();
      const html = await response.text();
      expect(html).toContain(`<h1>${heading}</h1>`);
      expect(html).not.toContain('<script');
      expect(html).not.toContain(TARGET);
      const away = await codeWith({ ...control, fallbackUrl: `${TARGET}later` }, { scansTaken });
      const led = await visit(`/${away}`);
      expect([led.status, led.headers.get('Location')]).toEqual([302, `${TARGET}later`]);
      expect([...(await scansOf(codeId)), ...(await scansOf(away))]).toEqual([]);
    },
  );

  it('says when it becomes active, in the language and the time zone of its reader', async () => {
    const codeId = await codeWith({ startsAtMs: Date.UTC(2026, 11, 24, 17, 30) });
    const read = async (language: string, timezone?: string) =>
      (
        await visit(`/${codeId}`, {
          headers: { 'Accept-Language': language },
          ...(timezone && { cf: { timezone } }),
        })
      ).text();
    expect(await read('en')).toMatch(/It becomes active on December 24, 2026 at 5:30\sPM UTC\./);
    expect(await read('de', 'Europe/Berlin')).toContain('Er wird am 24. Dezember 2026 um 18:30 MEZ aktiv.');
    expect(await read('en', 'Mars/Olympus')).toMatch(/5:30\sPM UTC/);
  });
});

describe('a code with rules', () => {
  const control: Partial<Control> = {
    rules: [
      {
        name: 'iPhones in Germany',
        target: `${TARGET}ios`,
        when: { country: ['DE'], os: ['iOS'], timeZone: UTC },
      },
      { name: 'Bavaria', target: `${TARGET}by`, when: { region: ['DE-BY'], timeZone: UTC } },
      { name: 'not France', target: `${TARGET}fr`, when: { notCountry: ['FR'], timeZone: UTC } },
      { name: 'German', target: `${TARGET}de`, when: { language: ['de'], timeZone: UTC } },
      { name: 'from a poster', target: `${TARGET}p`, when: { query: { src: 'poster' }, timeZone: UTC } },
      { name: 'phones', target: `${TARGET}phone`, when: { device: ['mobile'], timeZone: UTC } },
    ],
  };
  const desktop = {
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
  };

  it.each<[string, string, Init, string | null]>([
    ['ios', '', { cf: { country: 'DE' } }, 'iPhones in Germany'],
    ['by', '', { cf: { country: 'DE', regionCode: 'BY' }, headers: desktop }, 'Bavaria'],
    ['fr', '', { cf: { country: 'US' } }, 'not France'],
    ['de', '', { cf: { country: 'FR' }, headers: { 'Accept-Language': 'de-CH, fr;q=0.8' } }, 'German'],
    ['p', '?src=poster', {}, 'from a poster'],
    ['phone', '', {}, 'phones'],
    ['phone', '', { cf: { country: 'XX' } }, 'phones'],
    ['', '', { headers: desktop }, null],
  ])('leads to /%s if "%s" and %j are known', async (path, query, init, rule) => {
    const codeId = await codeWith(control);
    const response = await visit(`/${codeId}${query}`, init);
    expect([response.status, response.headers.get('Location')]).toEqual([302, TARGET + path]);
    expect(await scansOf(codeId)).toEqual([{ rule, variant: null }]);
  });

  it('leads a program that names no user agent like anybody else, and counts no scan', async () => {
    const codeId = await codeWith(control);
    const response = await visit(`/${codeId}`, { headers: { 'User-Agent': '' } });
    expect([response.status, response.headers.get('Location')]).toEqual([302, TARGET]);
    expect(await scansOf(codeId)).toEqual([]);
  });

  it('passes its query on to the target only if its owner wants that', async () => {
    const plain = await codeWith({ ...control, rules: [], fallbackUrl: TARGET });
    expect((await visit(`/${plain}?utm_source=a`)).headers.get('Location')).toBe(TARGET);
    const forwarding = await codeWith({ forwardsQuery: true }, { target: `${TARGET}?a=1#top` });
    const response = await visit(`/${forwarding}?utm_source=a&a=2`);
    expect(response.headers.get('Location')).toBe(`${TARGET}?a=1&utm_source=a#top`);
  });

  it('adds campaign parameters wherever it leads but to its fallback, before the query that it passes on', async () => {
    const utm = { source: 'a & b', medium: '🍋', campaign: null, term: null, content: null };
    const added = 'utm_source=a%20%26%20b&utm_medium=%F0%9F%8D%8B';
    const locationOf = async (codeId: string, query = '') =>
      (await visit(`/${codeId}${query}`)).headers.get('Location');
    const rule = { name: 'R', target: `${TARGET}r#top`, when: { query: { r: null }, timeZone: UTC } };
    const variants = [{ name: 'A', target: `${TARGET}?utm_source=own&utm_source=2`, weight: 100 }];
    const codeId = await codeWith({ utm, forwardsQuery: true, rules: [rule] }, { target: `${TARGET}?` });
    expect(await locationOf(codeId)).toBe(`${TARGET}?${added}`);
    expect(await locationOf(codeId, '?utm_source=visitor&utm_term=t')).toBe(`${TARGET}?${added}&utm_term=t`);
    expect(await locationOf(codeId, '?r')).toBe(`${TARGET}r?${added}&r#top`);
    expect(await locationOf(await codeWith({ utm, variants }))).toBe(
      `${TARGET}?utm_source=own&utm_source=2&utm_medium=%F0%9F%8D%8B`,
    );
    const paused = await codeWith({ utm, isPaused: true, fallbackUrl: `${TARGET}later` });
    expect(await locationOf(paused)).toBe(`${TARGET}later`);
    expect(await scansOf(codeId)).toHaveLength(3);
  });

  it('never splits a header or runs a script, whatever is in the stores', async () => {
    for (const target of ['javascript:alert(1)', 'https://example.com/\r\nSet-Cookie: a=b', 'nonsense']) {
      const codeId = await codeWith({
        rules: [{ name: 'R', target, when: { device: ['mobile'], timeZone: UTC } }],
      });
      const response = await visit(`/${codeId}`);
      expect(response.headers.get('Set-Cookie')).toBeNull();
      expect(response.headers.get('Location') ?? '').not.toMatch(/^javascript|\r|\n/);
    }
  });
});

describe('a code with a link preview', () => {
  const preview = { title: `</title><script>alert("1")</script> 'A' & 🍋`, description: '"><b>x' };
  const ask = (path: string, userAgent: string, init: Init = {}) =>
    visit(path, { ...init, headers: { 'User-Agent': userAgent } });
  const contentOf = (html: string, selector: string) => toPage(html).find(selector)?.attribute('content');

  it.each(PREVIEWERS)('shows its texts, escaped, to %s, and counts no scan', async (userAgent) => {
    const codeId = await codeWith({ preview, maxScans: 1 }, { target: `${TARGET}?a=1&b=2` });
    const response = await ask(`/${codeId.toUpperCase()}?x`, userAgent);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none';"),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    expect(response.headers.get('Location')).toBeNull();
    const html = await response.text();
    expect(html).not.toMatch(/<script|<b>/);
    expect(contentOf(html, '[property="og:title"]')).toBe(preview.title);
    expect(contentOf(html, '[property="og:description"]')).toBe(preview.description);
    expect(contentOf(html, '[property="og:url"]')).toBe(`https://go.example.com/${codeId}`);
    expect(contentOf(html, '[name="twitter:card"]')).toBe('summary');
    expect(contentOf(html, '[property="og:image"]')).toBeUndefined();
    expect(toPage(html).find('a')?.attribute('href')).toBe(`${TARGET}?a=1&b=2`);
    const head = await ask(`/${codeId}`, userAgent, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await visit(`/${codeId}`)).status).toBe(302);
    expect(await scansOf(codeId)).toHaveLength(1);
    expect((await ask(`/${codeId}`, userAgent, { atMs: NOW + 30_000 })).status).toBe(403);
  });

  it('shows its image from the image host', async () => {
    const image = 'img_0123456789abcdef' as ImageId;
    const codeId = await codeWith({ preview: { title: null, description: null, image, imageSide: 240 } });
    const html = await (await ask(`/${codeId}`, 'WhatsApp/2.24.20.89 A')).text();
    expect(contentOf(html, '[property="og:image"]')).toBe(`https://cdn.example.com/preview/${image}.png`);
    for (const side of ['width', 'height'])
      expect(contentOf(html, `[property="og:image:${side}"]`)).toBe('240');
    expect(contentOf(html, '[property="og:title"]')).toBe('go.example.com');
    expect(contentOf(html, '[name="twitter:card"]')).toBe('summary');
  });

  it('redirects people, whatever app they use, and all other programs', async () => {
    const codeId = await codeWith({ preview: { title: null, description: 'x' } });
    const programs = [
      'UptimeRobot/2.0',
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
      'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'curl/8.5.0',
      '',
    ];
    for (const userAgent of [...PEOPLE.map(([, , , text]) => text), ...programs]) {
      const response = await ask(`/${codeId}`, userAgent);
      expect([userAgent, response.headers.get('Location')]).toEqual([userAgent, TARGET]);
    }
    expect(await scansOf(codeId)).toHaveLength(PEOPLE.length);
  });

  it.each<[string, Partial<Control>]>([
    ['asks for a password', { password: hashPassword('pepper of the tests', 'salt', 'open sesame') }],
    ['is paused', { isPaused: true }],
    ['has ended', { endsAtMs: NOW }],
    ['has not started', { startsAtMs: NOW + 1 }],
  ])('keeps its texts to itself while it %s', async (_, control) => {
    const codeId = await codeWith({ ...control, preview: { title: 'Secret menu', description: null } });
    const response = await ask(`/${codeId}`, 'Twitterbot/1.0');
    expect(await response.text()).not.toContain('Secret menu');
    const away = await codeWith({ ...control, fallbackUrl: `${TARGET}later`, preview });
    const { status } = await ask(`/${away}`, 'Twitterbot/1.0');
    expect(status).toBe(control.password ? 200 : 302);
  });
});

describe('a code with variants', () => {
  it('leads each visitor to one variant, and records which', async () => {
    const variants = [
      { name: 'A', target: `${TARGET}a`, weight: 50 },
      { name: 'B', target: `${TARGET}b`, weight: 50 },
    ];
    const codeId = await codeWith({ variants });
    const locationOf = async (n: number) =>
      (await visit(`/${codeId}`, { headers: { 'CF-Connecting-IP': `198.51.100.${n}` } })).headers.get(
        'Location',
      );
    const first: (string | null)[] = [];
    for (let n = 0; n < 20; n++) first.push(await locationOf(n));
    const again: (string | null)[] = [];
    for (let n = 0; n < 20; n++) again.push(await locationOf(n));
    expect(again).toEqual(first);
    expect(new Set(first)).toEqual(new Set([`${TARGET}a`, `${TARGET}b`]));
    const recorded = (await scansOf(codeId)).map(({ variant }) => `${TARGET}${variant?.toLowerCase()}`);
    expect(recorded).toEqual([...first, ...again]);
  });
});

describe('a code with a limit', () => {
  it('lets exactly as many scans through as its limit, however many come at once', async () => {
    const codeId = await codeWith({ maxScans: 10 });
    const responses = await Promise.all(Array.from({ length: 100 }, () => visit(`/${codeId}`)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 302)).toHaveLength(10);
    expect(statuses.filter((status) => status === 403)).toHaveLength(90);
    expect(await scansOf(codeId)).toHaveLength(10);
  });

  it('does not count bots, previews and prefetches', async () => {
    const codeId = await codeWith({ maxScans: 1 });
    for (const init of [
      { method: 'HEAD' },
      { headers: { 'User-Agent': 'Googlebot/2.1' } },
      { headers: { 'Sec-Purpose': 'prefetch' } },
    ]) {
      expect((await visit(`/${codeId}`, init)).status).toBe(302);
    }
    expect((await visit(`/${codeId}`)).status).toBe(302);
    expect((await visit(`/${codeId}`)).status).toBe(403);
  });

  it('lives again when the limit is raised or lifted', async () => {
    const codeId = await codeWith({ maxScans: 1 }, { scansTaken: 1 });
    expect((await visit(`/${codeId}`)).status).toBe(403);
    await env.DB.prepare(`UPDATE qr_codes SET control = json_set(control, '$.maxScans', 2) WHERE code_id = ?`)
      .bind(codeId)
      .run();
    const later = { atMs: NOW + 30_000 };
    expect((await visit(`/${codeId}`, later)).status).toBe(302);
    expect((await visit(`/${codeId}`, later)).status).toBe(403);
    await env.DB.prepare(
      `UPDATE qr_codes SET control = json_set(control, '$.maxScans', NULL) WHERE code_id = ?`,
    )
      .bind(codeId)
      .run();
    expect((await visit(`/${codeId}`, { atMs: NOW + 60_000 })).status).toBe(302);
  });

  it('leads on if the limit was lifted since it was read', async () => {
    const codeId = await codeWith({ maxScans: 5 }, { scansTaken: 4 });
    expect((await visit(`/${codeId}`)).status).toBe(302);
    await env.DB.prepare(`UPDATE qr_codes SET control = NULL WHERE code_id = ?`).bind(codeId).run();
    expect((await visit(`/${codeId}`)).status).toBe(302);
  });
});

describe('a code with a password', () => {
  const password = hashPassword('pepper of the tests', 'salt', 'open sesame');
  const limited = { PASSWORD_LIMIT: limiterOf(5), CODE_PASSWORD_LIMIT: limiterOf(60) };
  const send = (codeId: string, text: string, init: Init = {}) => {
    const body = new URLSearchParams({ password: text }).toString();
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
      ...init.headers,
    };
    return visit(`/${codeId}`, { method: 'POST', body, ...init, headers }, limited);
  };

  it('asks for it with a form, without a script, and counts no scan', async () => {
    const codeId = await codeWith({ password });
    const response = await visit(`/${codeId}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    const html = await response.text();
    expect(html).toContain('<form method="post">');
    expect(html).not.toContain('<script');
    expect(html).not.toContain(TARGET);
    expect(await scansOf(codeId)).toEqual([]);
  });

  it('leads people on who enter it, counts the scan then, and does not ask again for twelve hours', async () => {
    const codeId = await codeWith({ password });
    const response = await send(codeId, 'open sesame');
    expect([response.status, response.headers.get('Location')]).toEqual([303, TARGET]);
    expect(await scansOf(codeId)).toHaveLength(1);
    const cookie = response.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(
      /^__Host-qr-\w{8}=\d+\.[\w-]+; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
    );
    const headers = { Cookie: `a=b; ${cookie.split(';')[0]}` };
    expect((await visit(`/${codeId}`, { headers })).status).toBe(302);
    expect((await visit(`/${codeId}`, { headers, atMs: NOW + 43_199_000 })).status).toBe(302);
    expect((await visit(`/${codeId}`, { headers, atMs: NOW + 43_200_000 })).status).toBe(200);
    const other = await codeWith({ password });
    expect((await visit(`/${other}`, { headers })).status).toBe(200);
    await env.DB.prepare(
      `UPDATE qr_codes SET control = json_set(control, '$.password.salt', 'new') WHERE code_id = ?`,
    )
      .bind(codeId)
      .run();
    expect((await visit(`/${codeId}`, { headers })).status).toBe(200);
  });

  it('asks again after another one, or one in the query', async () => {
    const codeId = await codeWith({ password });
    const wrong = await send(codeId, 'Open Sesame');
    expect(wrong.status).toBe(403);
    expect(wrong.headers.get('Set-Cookie')).toBeNull();
    expect(await wrong.text()).toContain('That is not the password.');
    for (const path of [`/${codeId}?password=open+sesame`, `/${codeId}?pw=open+sesame`]) {
      expect((await visit(path)).status).toBe(200);
    }
    expect(await scansOf(codeId)).toEqual([]);
  });

  it('stops people who guess, whatever their user agent', async () => {
    const codeId = await codeWith({ password });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) {
      const init = { headers: { 'CF-Connecting-IP': '203.0.113.9', 'User-Agent': `${PHONE} ${n}` } };
      statuses.push((await send(codeId, `guess ${n}`, init)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    const init = { headers: { 'CF-Connecting-IP': '203.0.113.9' } };
    const right = await send(codeId, 'open sesame', init);
    expect([right.status, right.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(
      (await send(codeId, 'open sesame', { headers: { 'CF-Connecting-IP': '203.0.113.10' } })).status,
    ).toBe(303);
  });

  it('stops whoever guesses from one network, whatever device of it they name', async () => {
    const codeId = await codeWith({ password });
    const from = (n: number) => ({ headers: { 'CF-Connecting-IP': `2001:db8:aa:${n.toString(16)}::1` } });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await send(codeId, `guess ${n}`, from(n))).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const elsewhere = { headers: { 'CF-Connecting-IP': '2001:db8:ab::1' } };
    expect((await send(codeId, 'open sesame', elsewhere)).status).toBe(303);
  });

  it('takes 60 guesses a minute at a code, from however many addresses', async () => {
    const codeId = await codeWith({ password });
    const from = (n: number) => ({ headers: { 'CF-Connecting-IP': `198.51.100.${n}` } });
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push((await send(codeId, `guess ${n}`, from(n))).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 403), 429, 429]);
    const other = await codeWith({ password });
    expect((await send(other, 'open sesame', from(1))).status).toBe(303);
  });

  it('lets nobody in while attempts cannot be counted', async () => {
    const codeId = await codeWith({ password });
    const PASSWORD_LIMIT = { limit: () => Promise.reject(new Error('no limiter')) };
    const form = { method: 'POST', body: 'password=open+sesame' };
    expect((await visit(`/${codeId}`, form, { PASSWORD_LIMIT })).status).toBe(503);
  });

  it('is asked for only if there is one: otherwise, POST is not allowed', async () => {
    const open = await codeWith({ isPaused: true });
    await seedCode(env.DB, { accountId, codeId: 'p0stp1a1' });
    for (const path of [`/${open}`, '/p0stp1a1', '/00000000', '/nothing']) {
      const response = await visit(path, { method: 'POST', body: 'password=x' });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each(['', 'password', 'x'.repeat(5_000), '%ff%00', 'password=%F0%9F'])(
    'is not harmed by the form %#',
    async (body) => {
      const codeId = await codeWith({ password });
      const response = await visit(`/${codeId}`, {
        method: 'POST',
        body,
        headers: { 'Content-Length': String(body.length), 'CF-Connecting-IP': '203.0.113.11' },
      });
      expect(response.status).toBe(403);
    },
  );
});

it('a scan never meets control that is no JSON: the database does not store it', async () => {
  const codeId = await codeWith({ isPaused: true });
  const write = env.DB.prepare("UPDATE qr_codes SET control = '{' WHERE code_id = ?").bind(codeId).run();
  await expect(write).rejects.toThrow('malformed JSON');
});
