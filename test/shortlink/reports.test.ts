import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#core/control/password.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { withFault } from '#harness/worker/faults.ts';
import { MOST_REPORTS, MOST_REPORTS_OF_ONE } from '#storage/abuse/reports.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const CODE = 'rep0rted';

type Init = Visit & { readonly atMs?: number };

const visit = (path: string, { atMs = NOW, ...visiting }: Init = {}, bindings: object = {}) =>
  new Isolate(atMs).visit(path, visiting, bindings);

let nextAddress = 0;

/** Sends the form as a browser does, each time from another address. */
function report(
  fields: Record<string, string>,
  { path = `/report/${CODE}`, headers = {}, ...init }: Init & { path?: string } = {},
  bindings = {},
) {
  const body = new URLSearchParams(fields).toString();
  return visit(
    path,
    {
      method: 'POST',
      body,
      ...init,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
        'Sec-Fetch-Site': 'same-origin',
        'CF-Connecting-IP': `10.${nextAddress >> 8}.${nextAddress++ & 255}.1`,
        ...headers,
      },
    },
    bindings,
  );
}

async function reportsOf(codeId: string) {
  const { results } = await env.DB.prepare('SELECT * FROM abuse_reports WHERE code_id = ? ORDER BY id')
    .bind(codeId)
    .all();
  return results;
}

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
  await seedCode(env.DB, { accountId, codeId: CODE });
});
afterEach(() => vi.restoreAllMocks());

describe('a page of a code', () => {
  const password = hashPassword('pepper of the tests', 'salt', 'open sesame');
  it.each([
    ['its content', { type: 'text', target: 'Pay here', redirectTo: null, isDynamic: false }],
    ['that it was deleted', { deletedAtMs: 1 }],
    ['that it is paused', { control: { isPaused: true } }],
    ['the form for its password', { control: { password } }],
  ])('that shows %s names its host, and links to the report page', async (_, code) => {
    const codeId = `pg${String(nextAddress++).padStart(6, '0')}`;
    await seedCode(env.DB, { accountId, codeId, ...code });
    const html = await (await visit(`/${codeId.toUpperCase()}`)).text();
    expect(html).toContain('<footer>Shown by go.example.com · <a');
    const href = (/<a href="([^"]+)"[^>]*>Report<\/a>/.exec(html)?.[1] ?? '').toLowerCase();
    expect(new URL(href, `https://go.example.com/${codeId}`).pathname).toBe(`/report/${codeId}`);
    // On a laptop, short links are below /s/.
    expect(new URL(href, `http://localhost:8787/s/${codeId}`).pathname).toBe(`/s/report/${codeId}`);
  });

  it('that the operator disabled, in the language of its reader, says the same', async () => {
    const codeId = await seedCode(env.DB, { accountId, codeId: 'd1sab1ed' });
    await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'abuse' WHERE code_id = ?").bind(codeId).run();
    const html = await (await visit(`/${codeId}`, { headers: { 'Accept-Language': 'de' } })).text();
    expect(html).toContain('Gezeigt von go.example.com · <a');
    expect(html).toContain(`<a href="report/${codeId}" rel="nofollow">Melden</a>`);
  });

  it('that does not exist has nothing to report, and names its host', async () => {
    const html = await (await visit('/n0th1ng0')).text();
    expect(html).toContain('Shown by go.example.com');
    expect(html).not.toContain('report/');
  });
});

describe('addresses other than short links', () => {
  it.each(['GET', 'HEAD'])('include robots.txt, which lets short links be followed: %s', async (method) => {
    const response = await visit('/robots.txt', { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/plain');
    expect(await response.text()).toBe(method === 'HEAD' ? '' : 'User-agent: *\nDisallow: /report/\n');
  });

  it('include security.txt if the operator named a contact', async () => {
    const path = '/.well-known/security.txt';
    const named = await visit(path, {}, { SECURITY_CONTACT: 'security@example.com' });
    expect(await named.text()).toContain('Contact: mailto:security@example.com\nExpires: 2027-05-20');
    expect((await visit(path)).status).toBe(404);
    expect((await visit(path, { method: 'POST' })).status).toBe(405);
  });
});

describe('the page that reports a code', () => {
  it('is a form without a script, which reads no store', async () => {
    const response = await visit(`/report/${CODE.toUpperCase()}`, {}, { DB: null, LINKS: null });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`Does go.example.com/${CODE} deceive`);
    for (const name of ['reason', 'note', 'email']) expect(html).toContain(`name="${name}"`);
    expect(html).not.toContain('<script');
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(await (await visit(`/report/${CODE}`, { method: 'HEAD' })).text()).toBe('');
  });

  it.each(['/report/', '/report/robots', '/report/hello.php', '/report', `/report/${CODE}/x`, '/report/%00'])(
    'is not at %s',
    async (path) => {
      expect((await visit(path)).status).toBe(404);
    },
  );

  it('stores a report, and nothing about its author except the address that they give', async () => {
    const headers = { 'User-Agent': 'Browser of a reporter', 'CF-Connecting-IP': '198.51.100.77' };
    const note = 'It asks for my PIN.\r\n\u001b[31mReally\u0000';
    const response = await report({ reason: 'phishing', note, email: ' Ada@Example.com ' }, { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Your report was stored, and');
    const [stored] = await reportsOf(CODE);
    expect(stored).toEqual({
      id: expect.any(Number),
      code_id: CODE,
      host: null,
      reported_at_ms: NOW,
      reason: 'phishing',
      note: 'It asks for my PIN.\n [31mReally',
      email: 'ada@example.com',
      mailed_at_ms: null,
      closed_at_ms: null,
    });
  });

  it('accepts a report about a deleted code, and one of 1,000 characters that take the most bytes', async () => {
    const codeId = await seedCode(env.DB, { accountId, codeId: 'g0neg0ne', deletedAtMs: 1 });
    const note = '\u{1f575}'.repeat(1_000);
    const response = await report({ reason: 'other', note }, { path: `/report/${codeId}` });
    expect(response.status).toBe(200);
    expect(await reportsOf(codeId)).toMatchObject([{ note, email: null }]);
  });

  it.each([
    ['no reason', { reason: '' }, 'reason', 'Choose what is wrong.'],
    ['an unknown reason', { reason: 'boredom' }, 'reason', 'Choose what is wrong.'],
    ['a text too long', { note: 'x'.repeat(1_001) }, 'note', 'at most 1,000 characters'],
    ['half an address', { email: 'ada@' }, 'email', 'name@example.com'],
  ])('with %s says so at its field, and keeps the typed text', async (_, fields, field, words) => {
    const codeId = await seedCode(env.DB, {
      accountId,
      codeId: `bad${String(nextAddress++).padStart(5, '0')}`,
    });
    const typed = { reason: 'other', note: '"><script>', email: '', ...fields };
    const response = await report(typed, { path: `/report/${codeId}` });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(words);
    expect(html).toMatch(new RegExp(`name="${field}" aria-invalid="true" aria-describedby="problem"`));
    expect(html).not.toContain('<script');
    if (typed.note === '"><script>') expect(html).toContain('&#34;&#62;&#60;script&#62;');
    expect(await reportsOf(codeId)).toEqual([]);
  });

  it.each([
    ['from a page of somebody else', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ['that is too long', { headers: { 'Content-Length': '16385' } }],
    ['that is no form', { headers: { 'Content-Type': 'text/plain' } }],
  ])('refuses a form %s', async (_, init) => {
    const before = await reportsOf(CODE);
    expect((await report({ reason: 'other' }, init)).status).toBe(400);
    expect(await reportsOf(CODE)).toEqual(before);
  });

  it('about a code that was never issued is a 404', async () => {
    await env.DB.prepare('INSERT INTO link_names VALUES (?, ?, ?, 1, 2)').bind('taken-off', '', CODE).run();
    for (const path of ['/report/n0th1ng0', '/report/taken-off'])
      expect((await report({ reason: 'other' }, { path })).status, path).toBe(404);
  });

  it('accepts five reports a minute from one network, an IPv6 one by its /48, and keeps the typed text', async () => {
    const send = (n: number) =>
      report(
        { reason: 'other', note: 'kept' },
        { path: '/report/n0th1ng0', headers: { 'CF-Connecting-IP': `2001:db8:77:${n}::1` } },
      );
    const responses: Response[] = [];
    // Twice the limit plus one, because a minute may end in between.
    for (let n = 1; n <= 11; n++) responses.push(await send(n));
    expect(responses.slice(0, 5).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get('Retry-After')).toBe('60');
    expect(await refused?.text()).toContain('kept</textarea>');
  });
});

describe('the reports of a day', () => {
  const seed = (codeId: string, count: number, atMs: number) =>
    env.DB.prepare(
      `INSERT INTO abuse_reports (code_id, reported_at_ms, reason)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3) SELECT ?1, ?2, 'other' FROM n`,
    )
      .bind(codeId, atMs, count)
      .run();

  it('about one code are limited, even if they arrive together; the next day accepts more', async () => {
    const codeId = await seedCode(env.DB, { accountId, codeId: 'b0nndb0n' });
    await seed(codeId, MOST_REPORTS_OF_ONE - 1, NOW);
    const path = `/report/${codeId}`;
    const responses = await Promise.all([1, 2, 3].map(() => report({ reason: 'other' }, { path })));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(texts.filter((text) => text.includes('was stored'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('Yours was not added'))).toHaveLength(2);
    expect(await reportsOf(codeId)).toHaveLength(MOST_REPORTS_OF_ONE);
    expect(await (await report({ reason: 'other' }, { path, atMs: NOW + DAY_MS })).text()).toContain(
      'was stored',
    );
  });

  it('about all codes are limited, and their authors are told', async () => {
    const [one, other] = [
      await seedCode(env.DB, { accountId, codeId: 'fn11fn11' }),
      await seedCode(env.DB, { accountId, codeId: '0ther000' }),
    ];
    await seed(one, MOST_REPORTS, NOW - 3 * DAY_MS);
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const response = await report({ reason: 'other' }, { path: `/report/${other}`, atMs: NOW - 3 * DAY_MS });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('Your report was not stored');
    expect(log.mock.calls.flat().join()).toContain('reports_full');
    expect(await reportsOf(other)).toEqual([]);
  });
});

describe('while something fails', () => {
  const down = () => {
    throw new Error('this part of the platform is down');
  };

  it('the database: the page says that nothing was stored, and keeps the typed text', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const DB = withFault(env.DB, { prepare: down });
    const typed = { reason: 'malware', note: 'a long story', email: 'ada@example.com' };
    const response = await report(typed, {}, { DB });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    const html = await response.text();
    expect(html).toContain('Your report was not stored');
    for (const kept of ['a long story</textarea>', 'value="ada@example.com"', 'value="malware" selected'])
      expect(html).toContain(kept);
    expect(log.mock.calls.flat().join()).toContain('report_not_stored');
    expect(log.mock.calls.flat().join()).not.toContain('ada@example.com');
  });

  it('the limiter: the report is stored', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const codeId = await seedCode(env.DB, { accountId, codeId: '11m1t000' });
    await report({ reason: 'other' }, { path: `/report/${codeId}` }, { REPORT_LIMIT: { limit: down } });
    expect(await reportsOf(codeId)).toHaveLength(1);
    expect(log.mock.calls.flat().join()).toContain('report_limiter_failed');
  });
});

describe('with Turnstile', () => {
  const KEYS = { TURNSTILE_SITE_KEY: '1x00"AA', TURNSTILE_SECRET: 'secret of the tests' };
  const sent: string[] = [];
  /** Stands in for Cloudflare, which tests cannot reach. */
  const answerWith = (respond: () => Response) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      sent.push(`${request.url} ${await request.text()}`);
      return respond();
    });

  it('the page may load the widget and nothing else, and only if both keys are set', async () => {
    const response = await visit(`/report/${CODE}`, {}, KEYS);
    const html = await response.text();
    expect(html).toContain('data-sitekey="1x00&#34;AA"');
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer>',
    ]);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy.split('; ').filter((directive) => directive.includes('https:'))).toEqual([
      'script-src https://challenges.cloudflare.com',
      'frame-src https://challenges.cloudflare.com',
    ]);
    const half = await visit(`/report/${CODE}`, {}, { ...KEYS, TURNSTILE_SECRET: undefined });
    expect(await half.text()).not.toContain('<script');
  });

  it('stores the reports of people, refuses those of machines, and stores them all while Turnstile fails', async () => {
    const codeId = await seedCode(env.DB, { accountId, codeId: 't1rnst00' });
    const send = (token: string) =>
      report({ reason: 'other', 'cf-turnstile-response': token }, { path: `/report/${codeId}` }, KEYS);
    const fetched = answerWith(() => Response.json({ success: true }));
    expect((await send('token of a person')).status).toBe(200);
    expect(sent).toEqual([
      'https://challenges.cloudflare.com/turnstile/v0/siteverify secret=secret+of+the+tests&response=token+of+a+person',
    ]);
    fetched.mockImplementation(async () => Response.json({ success: false }));
    for (const token of ['token of a machine', '']) {
      const refused = await send(token);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('confirm that you are a person');
    }
    expect(await reportsOf(codeId)).toHaveLength(1);

    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fetched.mockImplementation(async () => new Response('<h1>502</h1>', { status: 502 }));
    expect((await send('token of a person')).status).toBe(200);
    expect(await reportsOf(codeId)).toHaveLength(2);
    expect(log.mock.calls.flat().join()).toContain('report_turnstile_failed');
    expect(log.mock.calls.flat().join()).not.toContain('secret of the tests');
  });
});
