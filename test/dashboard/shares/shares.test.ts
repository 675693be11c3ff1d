import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { daysOf } from '#dashboard/scans/sharing/report-period.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import {
  createBrowser,
  type DashboardClient,
  type SignedInClient,
  ORIGIN,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { limiterOf } from '#harness/worker/limiter.ts';
import { readPage, readText, toPage } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { D1 } from '#harness/worker/scan-backends.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TITLE = 'Menu <script>alert(1)</script>';

let now: number;
let api: ApiClient;
let editor: SignedInClient;
let id: string;
beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  const appOptions = { nowMs: () => now };
  api = await createClient({ appOptions });
  editor = await signIn({ accountId: api.accountId, role: 'member', appOptions });
  ({ id } = await create(api, { dynamic: true, title: TITLE, tags: ['Winter'] }));
});

const stranger = (): DashboardClient => createBrowser({ app: editor.app });

async function record(publicId: string, scans: number): Promise<void> {
  const scan = { atMs: now, country: 'DE', accountId: api.accountId, source: 'symbol' as const };
  const visitors = Array.from({ length: scans }, (_, i) => ({ ...scan, visitorKey: `v${i}` }));
  await D1.record(parsePublicId(publicId)!, visitors);
}

async function send(fields: Record<string, string>): Promise<Response> {
  const form = await (await editor.get('/analytics')).text();
  const formId = toPage(form).valueOf('id') ?? '';
  return editor.post('/shares', { id: formId, what: `code:${id}`, days: '30', password: '', ...fields });
}

/** Creates a link and returns its path. */
async function share(fields: Record<string, string> = {}): Promise<string> {
  const response = await send(fields);
  const html = await response.text();
  expect(response.status, html).toBe(200);
  return toPage(html).wordsOf('#share-link')?.replace(ORIGIN, '') ?? '';
}

describe('a link to the statistics of a code', () => {
  it('shows them to somebody without an account, with the figures of /v1, and nothing that search engines may store', async () => {
    await record(id, 3);
    const path = await share();
    const response = await stranger().get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await response.text();
    expect(html).not.toContain('<script>alert');
    for (const text of [
      'Scans from Fri, 23 Oct 2026 to Sat, 21 Nov 2026, in the time zone UTC.',
      'Germany',
      'Mobile phone',
    ])
      expect(html).toContain(text);
    const { total_scans: total } = await (
      await api.request('GET', `/v1/qr/${id}/stats`)
    ).json<{ total_scans: number }>();
    expect(total).toBe(3);
    expect(toPage(html).figureOf('Scans')).toBe('3');
    expect(toPage(html).text).toMatch(
      /By source Scans by source QR code: 3 scans, Short link: 0 scans, Unknown: 0 scans/,
    );
    expect(html).not.toContain('href="/codes');
    expect(html).not.toContain('https://example.com/menu');
  });

  it('says of a code that counts no scans that its zeros are no figures', async () => {
    const [report, view] = [await share(), await share({ view: 'by=device' })];
    for (const path of [report, view])
      expect(await readText(await stranger().get(path))).not.toContain('are not counted');
    await api.request('PATCH', `/v1/qr/${id}`, { count_scans: false });
    for (const path of [report, view])
      expect(await readText(await stranger().get(path))).toContain('Its scans are not counted');
  });

  it('shows the periods of the code’s page, and the usual one instead of an unknown one', async () => {
    await record(id, 1);
    const path = await share();
    expect(await readText(await stranger().get(`${path}?range=last_7_days`))).toContain(
      'Scans from Sun, 15 Nov',
    );
    expect(await readText(await stranger().get(`${path}?range=%3Cb%3E`))).toContain(
      'There is no such period: here are the last 30 days.',
    );
  });

  it('is recorded once an hour, however often it is made and ended', async () => {
    for (let pair = 0; pair < 3; pair++) {
      await share();
      const list = await (await editor.get('/analytics')).text();
      const end = toPage(list).find('form[action$="/end"]')?.attribute('action') ?? '';
      expect((await editor.post(end)).headers.get('Location')).toBe(`/codes/${id}/analytics`);
    }
    const { data } = await (
      await api.request('GET', '/v1/audit?limit=100')
    ).json<{ data: { action: string }[] }>();
    const actions = data.map(({ action }) => action).filter((action) => action.startsWith('statistics.'));
    expect(actions.toSorted()).toEqual(['statistics.shared', 'statistics.unshared']);
  });

  it('is stored only as a hash, and appears in the audit log', async () => {
    const path = await share();
    const token = path.split('/').at(-1) ?? '';
    expect(token).toHaveLength(43);
    const { results } = await env.DB.prepare('SELECT * FROM shares WHERE account_id = ?')
      .bind(api.accountId)
      .all();
    expect(JSON.stringify(results)).not.toContain(token);
    const audit = await (await api.request('GET', '/v1/audit')).text();
    expect(audit).toContain('statistics.shared');
    expect(audit).not.toContain(token);
  });

  it('ends when its owner ends it, when its time is over, and when the code is deleted: always the same page', async () => {
    const guessed = await (await stranger().get(`/shared/${'A'.repeat(43)}`)).text();
    const texts: string[] = [];
    const look = async (path: string) => {
      const response = await stranger().get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
      texts.push(await response.text());
    };
    const ended = await share();
    const list = await (await editor.get('/analytics')).text();
    const end = toPage(list).find('form[action$="/end"]')?.attribute('action') ?? '';
    expect((await stranger().get(ended)).status).toBe(200);
    expect((await editor.post(end)).headers.get('Location')).toBe(`/codes/${id}/analytics`);
    await look(ended);
    const short = await share({ days: '7' });
    now += 7 * DAY_MS - 1;
    expect((await stranger().get(short)).status).toBe(200);
    now += 1;
    await look(short);
    const orphan = await share();
    await api.request('DELETE', `/v1/qr/${id}`);
    await look(orphan);
    await look('/shared/%00');
    expect(new Set([guessed, ...texts]).size).toBe(1);
  });

  it('is deleted by the cron once it has expired', async () => {
    await share({ days: '7' });
    await share({ days: '30' });
    await runScheduled(now + 8 * DAY_MS);
    const left = env.DB.prepare('SELECT count(*) AS n FROM shares WHERE account_id = ?').bind(api.accountId);
    expect(await left.first('n')).toBe(1);
  });

  it('is made once, however often the form is sent', async () => {
    const form = await (await editor.get(`/codes/${id}/analytics`)).text();
    const formId = toPage(form).valueOf('id') ?? '';
    const fields = { id: formId, what: `code:${id}`, days: '30' };
    expect((await editor.post('/shares', fields)).status).toBe(200);
    expect((await editor.post('/shares', fields)).status).toBe(409);
    expect((await (await editor.get('/analytics')).text()).match(/\/end"/g)).toHaveLength(1);
  });

  it('keeps the rest of the page while the scan log does not respond', async () => {
    const path = await share();
    const broken = {
      SCAN_LOG: 'analytics_engine',
      AE_ACCOUNT_ID: 'acc',
      AE_API_URL: 'http://127.0.0.1:9',
    };
    const response = await stranger().get(path, { env: broken });
    expect(response.status).toBe(200);
    expect(await readText(response)).toContain('not available right now');
  });
});

describe('the days of a shared report', () => {
  it('of months are those of the calendar', () => {
    expect(daysOf('last_month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(daysOf('last_month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(daysOf('this_month', '2026-02-01')).toEqual({ from: '2026-02-01', to: '2026-02-01' });
    expect(daysOf('this_year', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' });
    expect(daysOf('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });

  const count = (day: string, scans: number) =>
    env.DB.prepare(
      "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, 'mobile', ?3, unixepoch(?2) * 1000)",
    )
      .bind(parsePublicId(id), day, scans)
      .run();

  it.each([
    ['range=today', 'from=2026-11-21'],
    ['range=yesterday', 'from=2026-11-20&to=2026-11-20'],
    ['range=last_90_days', 'range=last_90_days'],
    ['range=this_month', 'from=2026-11-01'],
    ['range=last_month', 'from=2026-10-01&to=2026-10-31'],
    ['range=this_year', 'from=2026-01-01'],
    ['from=2026-11-20', 'from=2026-11-20'],
    ['from=2026-11-21&to=2026-11-21&tz=Asia/Tokyo', 'from=2026-11-21&to=2026-11-21&tz=Asia/Tokyo'],
    // For times this long ago, there are only UTC days.
    ['range=this_year&tz=Asia/Tokyo', 'from=2026-01-01'],
  ])('are those of /v1 for the same question: %s', async (query, asked) => {
    await record(id, 3);
    now -= DAY_MS;
    await record(id, 2);
    now += DAY_MS;
    await count('2026-10-31', 10);
    await count('2026-02-28', 20);
    for (const [what, stats] of [
      [`code:${id}`, `/v1/qr/${id}/stats`],
      ['account', '/v1/stats'],
    ] as const) {
      const path = await share({ what });
      const html = await (await stranger().get(`${path}?${query}`)).text();
      const found = await (await api.request('GET', `${stats}?${asked}`)).json<Record<string, number>>();
      expect(toPage(html).figureOf('Scans'), what).toBe(String(found['total_scans']));
      if (query.startsWith('range='))
        expect(html).toMatch(new RegExp(`${query.split('&')[0]}[^"]*" aria-current="true"`));
    }
  });

  it('are in the reader’s time zone, and the page says so', async () => {
    const path = await share();
    const tokyo = await readText(
      await stranger().get(`${path}?range=today`, { cf: { timezone: 'Asia/Tokyo' } }),
    );
    expect(tokyo).toContain('Scans on Sat, 21 Nov 2026, in the time zone Asia/Tokyo.');
    expect(tokyo).toContain('Scans by hour');
    // It is already tomorrow there, and UTC does not have that day yet.
    const kiritimati = { cf: { timezone: 'Pacific/Kiritimati' } };
    const year = await readText(await stranger().get(`${path}?range=this_year`, kiritimati));
    expect(year).toContain('from Thu, 1 Jan 2026 to Sat, 21 Nov 2026, in the time zone UTC.');
    expect(year).toContain('Visitors and countries are known since');
  });

  it.each([
    ['from=2026-11-22', 'must not be after today'],
    ['from=2026-11-10&to=2026-11-09', 'must not be after the last day'],
    ['from=1999-01-01', 'must not be before 1 Jan 2000'],
    ['from=never', 'must be a date'],
    ['tz=Mars/Olympus', 'There is no such time zone'],
    ['range=ever', 'There is no such period'],
  ])('are the last 30 if the address makes no sense, and the page says why: %s', async (query, message) => {
    const path = await share();
    const text = await readText(await stranger().get(`${path}?${query}`));
    expect(text).toContain(message);
    expect(text).toContain('Scans from Fri, 23 Oct 2026 to Sat, 21 Nov 2026');
  });

  it('are first chosen by the person who makes the link', async () => {
    expect(await share({ range: 'this_month' })).toMatch(/\?range=this_month$/);
    expect(await share({ range: 'for_ever' })).not.toContain('range');
  });

  it('cost no more than a person does, whoever has the link', async () => {
    const path = await share();
    const refused = { limit: () => Promise.resolve({ success: false }) };
    const response = await stranger().get(path, { env: { RATE_LIMIT_DASHBOARD: refused } });
    expect(response.status).toBe(429);
  });
});

describe('a link to the statistics of more codes', () => {
  it.each(['account', 'tag:Winter'])('shows those of /v1/stats: %s', async (what) => {
    const { id: other } = await create(api, { dynamic: true });
    await record(id, 3);
    await record(other, 4);
    const path = await share({ what });
    const html = await (await stranger().get(path)).text();
    const query = what === 'account' ? '' : '?tag=Winter';
    const stats = await (await api.request('GET', `/v1/stats${query}`)).json<Record<string, number>>();
    expect(stats['total_scans']).toBe(what === 'account' ? 7 : 3);
    expect(toPage(html).figureOf('Scans')).toBe(String(stats['total_scans']));
    expect(toPage(html).figureOf('Visitors, counted per code')).toBe(String(stats['unique_scans']));
    expect(html).toContain(what === 'account' ? 'All codes' : 'Codes with the tag Winter');
  });

  it('shows nothing once the tag is gone', async () => {
    const path = await share({ what: 'tag:Winter' });
    await api.request('PATCH', `/v1/qr/${id}`, { tags: [] });
    expect((await stranger().get(path)).status).toBe(404);
    // SQLite gives the last deleted tag's id to the next tag.
    await api.request('PATCH', `/v1/qr/${id}`, { tags: ['Summer'] });
    expect((await stranger().get(path)).status).toBe(404);
    const left = env.DB.prepare('SELECT count(*) AS n FROM shares WHERE account_id = ?').bind(api.accountId);
    expect(await left.first('n')).toBe(0);
  });
});

describe('a link with a password', () => {
  it('asks for it, remembers it for this link only, and accepts no other', async () => {
    await record(id, 2);
    const path = await share({ password: 'correct horse' });
    const other = await share({ password: 'correct horse' });
    const visitor = stranger();
    const asked = await readText(await visitor.get(path));
    expect(asked).toContain('protected it with a password');
    expect(asked).not.toContain('Menu');
    const wrong = await visitor.post(path, { password: 'battery staple' });
    expect(wrong.status).toBe(403);
    expect(await wrong.text()).not.toContain('battery staple');
    expect((await visitor.post(path, { password: 'correct horse' })).status).toBe(303);
    expect(await readText(await visitor.get(path))).toContain('Unique visitors');
    // A browser would not even send the cookie there, because the cookie's path is the link.
    expect(await readText(await visitor.get(other))).toContain('protected it with a password');
    now += 12 * 60 * 60 * 1000 + 1_000;
    expect(await readText(await visitor.get(path))).toContain('protected it with a password');
  });

  it('opens on the days that its maker chose', async () => {
    const path = await share({ password: 'correct horse', range: 'last_month' });
    const visitor = stranger();
    const asked = await readPage(await visitor.get(path));
    expect(asked.find('form[method="post"]')?.attribute('action')).toBe(path);
    const admitted = await visitor.post(path, { password: 'correct horse' });
    expect(admitted.headers.get('Location')).toBe(path);
    expect(await readText(await visitor.get(path))).toContain(
      'Scans from Thu, 1 Oct 2026 to Sat, 31 Oct 2026',
    );
  });

  let limiters: Partial<ApiEnv>;
  beforeEach(() => {
    limiters = { RATE_LIMIT_SHARE_NETWORK: limiterOf(5), RATE_LIMIT_SHARE: limiterOf(60) };
  });
  const guess = async (path: string, password: string, address: string) => {
    const options = { headers: { 'CF-Connecting-IP': address }, env: limiters };
    return (await stranger().post(path, { password }, options)).status;
  };

  it('stops whoever guesses from one network, and nobody else', async () => {
    const path = await share({ password: 'correct horse' });
    const statuses: number[] = [];
    for (let i = 0; i < 70; i++) statuses.push(await guess(path, `guess ${i}`, `2001:db8:aa:${i}::1`));
    expect(statuses).toEqual(Array.from({ length: 70 }, (_, i) => (i < 5 ? 403 : 429)));
    expect(await guess(path, 'correct horse', '2001:db8:ab::1')).toBe(303);
  });

  it('takes 60 guesses a minute, from however many addresses', async () => {
    const path = await share({ password: 'correct horse' });
    const other = await share({ password: 'correct horse' });
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push(await guess(path, `guess ${i}`, `198.51.100.${i}`));
    expect(statuses).toEqual(Array.from({ length: 62 }, (_, i) => (i < 60 ? 403 : 429)));
    expect(await guess(other, 'correct horse', '198.51.100.1')).toBe(303);
  });

  it.each(['RATE_LIMIT_SHARE_NETWORK', 'RATE_LIMIT_SHARE'])(
    'lets nobody in while guesses cannot be counted: %s',
    async (name) => {
      const path = await share({ password: 'correct horse' });
      limiters = { ...limiters, [name]: { limit: () => Promise.reject(new Error('no limiter')) } };
      expect(await guess(path, 'correct horse', '198.51.100.1')).toBe(503);
    },
  );
});

describe('the form of a link', () => {
  it.each([
    ['a short password', { password: 'short' }, 'at least 8 characters'],
    ['a long password', { password: 'x'.repeat(129) }, 'at most 128 characters'],
    ['an unknown time', { days: '10000' }, 'how long the link works'],
    [
      'a tag that the account does not have',
      { what: 'tag:Nothing' },
      'What you want to share does not exist any more',
    ],
    ['an unknown code', { what: 'code:qr_00000000' }, 'What you want to share does not exist any more'],
    ['nothing', { what: '' }, 'What you want to share does not exist any more'],
  ])('refuses %s, and says what to do', async (_, fields, words) => {
    const response = await send(fields);
    expect(response.status).toBe(422);
    expect(await readText(response)).toContain(words);
  });

  it('refuses another account’s code and tag, and ends no link of another account', async () => {
    const path = await share();
    const list = await (await editor.get('/analytics')).text();
    const end = toPage(list).find('form[action$="/end"]')?.attribute('action') ?? '';
    const attacker = await signIn({ role: 'owner' });
    const form = await (await attacker.get('/analytics')).text();
    const formId = toPage(form).valueOf('id') ?? '';
    for (const what of [`code:${id}`, 'tag:Winter'])
      expect((await attacker.post('/shares', { id: formId, what, days: '30' })).status).toBe(422);
    expect((await attacker.post(end)).status).toBe(404);
    expect((await stranger().get(path)).status).toBe(200);
  });

  it('is not for viewers', async () => {
    const viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
    expect((await viewer.post('/shares', { what: 'account', days: '30' })).status).toBe(403);
  });

  it('says when the account has reached its limit', async () => {
    const rows = Array.from(
      { length: 100 },
      (_, i) => `('share_${i}', '${api.accountId}', '${api.accountId}${i}', ${now + DAY_MS}, ${now}, 'x')`,
    );
    await env.DB.prepare(
      `INSERT INTO shares (id, account_id, secret_hash, expires_at_ms, created_at_ms, created_by) VALUES ${rows.join(', ')}`,
    ).run();
    const response = await send({});
    expect(response.status).toBe(403);
    expect(await readText(response)).toContain('100 active links');
  });
});

describe('a link to one view of the analytics', () => {
  const log = (scans: readonly Parameters<typeof D1.record>[1][number][]) =>
    D1.record(
      parsePublicId(id)!,
      scans.map((scan) => ({ accountId: api.accountId, ...scan })),
    );

  beforeEach(() =>
    log([
      { atMs: now, country: 'DE', os: 'iOS', city: 'Berlin, DE' },
      { atMs: now - DAY_MS, country: 'DE', os: 'iOS', city: 'Bonn, DE' },
      { atMs: now - 8 * DAY_MS, country: 'DE', os: 'iOS', city: 'Ulm, DE' },
      { atMs: now, country: 'FR', os: 'Android', city: 'Paris, FR' },
    ]),
  );

  /** Presses “Share” on a page of analytics, then “Create link”, and returns the link and the form that led to it. */
  async function shareWhatIsSeen(page: string, options: { cf?: { timezone: string } } = {}) {
    const html = await (await editor.get(page, options)).text();
    const fields = { ...toPage(html).fieldsOf('[action="/shares"]'), days: '30', password: '' };
    const made = await (await editor.post('/shares', fields)).text();
    const link = toPage(made).wordsOf('#share-link')?.replace(ORIGIN, '') ?? '';
    return { link, form: html, fields };
  }
  const look = async (link: string) => readText(await stranger().get(link));

  it.each([
    ['a code', () => `/codes/${id}/analytics?`],
    ['a tag', () => '/analytics?tag=winter&'],
    ['all codes', () => '/analytics?'],
  ])('of %s shows its days, comparison, filters and list, as its maker sees them', async (_, page) => {
    const query = 'range=last_7_days&compare=previous_period&filter=country:DE&by=city';
    const { link, form } = await shareWhatIsSeen(page() + query);
    const parts = [
      'The last 7 days, in the time zone UTC',
      'Compared with the previous period',
      'Country: Germany',
      'By city',
    ];
    for (const part of parts) expect(form).toContain(part);
    const own = await readText(await editor.get(page() + query));
    const html = await (await stranger().get(link)).text();
    const text = await look(link);
    for (const part of [...parts, ' Scans 2 +100% before: 1 ', 'Berlin, DE 1 50%', 'Bonn, DE 1 50%'])
      expect(text).toContain(part);
    expect(own).toContain(' Scans 2 +100% before: 1 ');
    expect(text).not.toMatch(/Paris|Ulm|France/);
    // Nothing in it leads to the account, to other days or to other filters.
    expect(html).not.toMatch(/href="(?:\/codes|\/analytics|\/shared|\?)/);
    expect(html).not.toContain('<select');
    const list = await readText(await editor.get('/analytics'));
    expect(list).toContain(parts.join(' · '));
  });

  it('shows no more, whatever its reader asks for', async () => {
    const { link } = await shareWhatIsSeen(
      `/codes/${id}/analytics?from=2026-11-20&to=2026-11-20&filter=os:iOS&by=city`,
    );
    const shown = await look(link);
    expect(shown).toContain('Fri, 20 Nov 2026, in the time zone UTC');
    expect(shown).toContain(' Scans 1 ');
    for (const query of [
      '?range=last_90_days',
      '?from=2026-11-01&to=2026-11-21&filter=os:Android',
      '?filter=&by=country&compare=previous_period&tz=Asia/Tokyo&view=',
    ])
      expect(await look(link + query), query).toBe(shown);
  });

  it('keeps the time zone of its maker', async () => {
    const { link } = await shareWhatIsSeen(`/codes/${id}/analytics?range=last_7_days`, {
      cf: { timezone: 'Asia/Tokyo' },
    });
    const paris = await stranger().get(link, { cf: { timezone: 'Europe/Paris' } });
    expect(await readText(paris)).toContain('The last 7 days, in the time zone Asia/Tokyo');
  });

  it('shows nothing once its single scans are gone, or while they cannot be read: never the scans without the filter', async () => {
    const { link } = await shareWhatIsSeen(
      '/analytics?from=2026-10-01&to=2026-11-21&filter=country:DE&by=city',
    );
    expect(await look(link)).toContain(' Scans 3 ');
    const broken = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'acc', AE_API_URL: 'http://127.0.0.1:9' };
    await env.DB.prepare('DELETE FROM scan_queries').run();
    const failing = await readText(await stranger().get(link, { env: broken }));
    expect(failing).toContain('not available right now');
    expect(failing).not.toMatch(/Scans \d/);
    await env.DB.prepare('UPDATE shares SET expires_at_ms = ?')
      .bind(now + 400 * DAY_MS)
      .run();
    now = Date.UTC(2027, 0, 10);
    const late = await look(link);
    expect(late).toContain('Individual scans of these days are no longer kept');
    expect(late).not.toMatch(/Scans \d/);
  });

  it('is not made of a view that makes no sense, and shows nothing if it no longer makes sense', async () => {
    const { link, fields } = await shareWhatIsSeen(`/codes/${id}/analytics?filter=country:DE`);
    const retry = await editor.get('/analytics');
    const formId = toPage(await retry.text()).valueOf('id') ?? '';
    for (const view of ['filter=weather:rain', 'range=ever', 'filter=country:DE&filter=country:FR'])
      expect((await editor.post('/shares', { ...fields, id: formId, view })).status, view).toBe(422);
    // A rule has a meaning within one code only.
    const ofRule = { ...fields, id: formId, what: 'account', view: 'filter=rule:A' };
    expect((await editor.post('/shares', ofRule)).status).toBe(422);
    await env.DB.prepare("UPDATE shares SET view = 'filter=weather:rain' WHERE view IS NOT NULL").run();
    expect((await stranger().get(link)).status).toBe(404);
  });

  it('asks for its password first', async () => {
    const { fields } = await shareWhatIsSeen(`/codes/${id}/analytics?filter=country:DE`);
    const form = await (await editor.get('/analytics')).text();
    const formId = toPage(form).valueOf('id') ?? '';
    const made = await (
      await editor.post('/shares', { ...fields, id: formId, password: 'long enough' })
    ).text();
    const link = toPage(made).wordsOf('#share-link')?.replace(ORIGIN, '') ?? '';
    const text = await look(link);
    expect(text).toContain('protected it with a password');
    expect(text).not.toContain('Germany');
  });

  it('is not offered to viewers', async () => {
    const viewer = await signIn({
      accountId: api.accountId,
      role: 'viewer',
      appOptions: { nowMs: () => now },
    });
    expect(await (await viewer.get('/analytics')).text()).not.toContain('/shares');
  });
});
