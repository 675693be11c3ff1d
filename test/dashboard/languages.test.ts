import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import { ENGLISH } from '#harness/data/english-words.ts';
import { seedCode } from '#harness/data/seed.ts';
import { create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type DashboardClient, signIn } from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { toPage, toText } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { D1 } from '#harness/worker/scan-backends.ts';

const GERMAN = { headers: { 'Accept-Language': 'de-CH, en;q=0.5' } };

describe('the language of a page', () => {
  it('is that of the browser', async () => {
    const page = await createBrowser().get('/sign-in', GERMAN);
    expect(page.headers.get('Content-Language')).toBe('de');
    expect(page.headers.get('Vary')).toContain('Accept-Language');
    const html = await page.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('<h1>Anmelden</h1>');
  });

  it('is English for a browser that wants none of ours', async () => {
    const page = await createBrowser().get('/sign-in', { headers: { 'Accept-Language': 'ja' } });
    expect(await page.text()).toContain('<html lang="en">');
  });

  it('is the one that the person chose in the settings, wherever they sign in', async () => {
    const browser = await signIn();
    const saved = await browser.post('/settings/language', { language: 'fr' });
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/settings#languages']);
    const page = await (await browser.get('/settings', GERMAN)).text();
    expect(page).toContain('<html lang="fr">');
    expect(toText(page)).toContain('Enregistré.');
    await browser.post('/settings/language', { language: '' });
    expect(await (await browser.get('/settings', GERMAN)).text()).toContain('<html lang="de"');
  });

  it('is that of the browser after a choice that does not exist', async () => {
    const browser = await signIn();
    await browser.post('/settings/language', { language: 'tlh' });
    expect(await (await browser.get('/settings', GERMAN)).text()).toContain('<html lang="de"');
  });

  it('is never that of a page that is written at the same time', async () => {
    const languages = ['de', 'fr', 'es', 'en', 'de', 'fr', 'es', 'en'];
    const pages = await Promise.all(
      languages.map((language) =>
        createBrowser().get('/sign-in', { headers: { 'Accept-Language': language } }),
      ),
    );
    expect(pages.map(({ headers }) => headers.get('Content-Language'))).toEqual(languages);
  });

  it('is that of an error too', async () => {
    const page = await createBrowser().get('/sign-in/link/unknown', GERMAN);
    expect([page.status, toText(await page.text())]).toEqual([
      410,
      expect.stringContaining('Dieser Link funktioniert nicht mehr'),
    ]);
  });
});

describe('the language of a mail', () => {
  it('is that of the page that asked for it, unless its reader chose one', async () => {
    const mailbox = openMailbox();
    const email = `${randomHex()}@example.com`;
    const reader = await signIn({ name: 'Grete', email });
    const askForLink = () => createBrowser().post('/sign-in', { email }, { ...GERMAN, env: mailbox.env });
    await askForLink();
    await reader.post('/settings/language', { language: 'es' });
    await askForLink();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Ihr Anmeldelink',
      'Su enlace de inicio de sesión',
    ]);
    expect(mailbox.mails[0]?.text).toContain('Hallo Grete,');
    expect(mailbox.mails[1]?.html).toContain('<html lang="es">');
  });

  it('is that of the page where its reader subscribed to it', async () => {
    const mailbox = openMailbox();
    const person = { email: `${randomHex()}@example.com`, isEmailProved: true };
    const reader = await signIn(person);
    await reader.post('/settings/mail', { weekly: 'on' }, { ...GERMAN, env: mailbox.env });
    const nowMs = Date.now() + 8 * 24 * 60 * 60 * 1000;
    await runScheduled(nowMs, mailbox.env);
    expect(mailbox.mails.find(({ to }) => to === person.email)?.subject).toBe('0 Scans letzte Woche');
  });
});

/** The pages that are translated in whole. Add those of a room when you convert it: CONTRIBUTING.md. */
const OPEN = ['/sign-in', '/sign-in/link/unknown', '/unknown', '/privacy', '/terms'];
const TRANSLATED = [
  '/sign-in?again=1',
  '/settings/keys',
  '/settings/apps',
  '/connect?client_id=unknown',
  '/settings',
  '/settings/people',
  '/settings/workspace',
  '/settings/domains',
  '/settings/webhooks',
  '/settings/log',
  '/settings/log?of=requests',
  '/analytics',
  '/analytics?from=2026-13-01&tz=Mars&compare=x&tag=none&by=weather&filter=x:y',
  '/analytics?from=2001-01-01&filter=country:DE&compare=previous_year',
  '/codes/new',
  ...CONTENT_TYPES.map((type) => `/codes/new?type=${type}`),
  '/codes/templates',
  '/codes/library',
  '/codes/import',
];

describe('a translated page', () => {
  it.each([...OPEN, ...TRANSLATED])('has no English left: %s', async (path) => {
    const browser = OPEN.includes(path) ? createBrowser() : await signIn();
    const html = await (
      await browser.get(path, { headers: { ...GERMAN.headers, Accept: 'text/html' } })
    ).text();
    expect(html).toContain('<html lang="de"');
    const attributes = [...html.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
      ([, text]) => text,
    );
    // The island has this name in German, too.
    const words = [toText(html), ...attributes].join('\n').replaceAll('Isle of Man', '');
    expect(words.match(ENGLISH)).toBeNull();
  });
});

/** Examples and names that German takes over. */
const SAME_IN_GERMAN = /DE-BY|Isle of Man/g;

describe('the page “What happens on a scan” in German', () => {
  it('has no English left, with every setting, every condition and a tried scan', async () => {
    const api = await createClient();
    const browser = await signIn({ accountId: api.accountId, name: 'Grete', role: 'member' });
    const target = 'https://example.com/a';
    const when = {
      country: ['DE', 'CH'],
      not_country: ['FR'],
      language: ['de'],
      os: ['iOS'],
      device: ['mobile', 'desktop'],
      browser: ['Safari'],
      query: { table: '5' },
      from: '2026-10-25T01:30:00Z',
      until: '2037-01-01T00:00:12Z',
      weekdays: ['mon', 'tue', 'wed'],
      hours: ['22:15', '24:00'],
      timezone: 'Europe/Berlin',
    };
    const { id } = await create(api, {
      target,
      dynamic: true,
      starts_at: '2026-10-25T01:30:00Z',
      ends_at: '2037-01-01T00:00:00Z',
      max_scans: 1_000,
      fallback_url: 'https://example.com/b',
      password: '0815 4711',
      forward_query: true,
      utm: { source: 'Plakat', campaign: 'Sommer' },
      preview: { title: 'Speisekarte' },
      rules: [
        { name: 'Eins', target, when },
        { name: 'Zwei', target, when: { weekdays: ['mon', 'fri'], timezone: 'UTC' } },
      ],
      variants: [
        { name: 'A', target, weight: 50 },
        { name: 'B', target, weight: 50 },
      ],
    });
    for (const query of ['', '?rule=Eins', '?test=on&test_password=on&test_country=AT', '?tz=Berlin']) {
      const html = await (await browser.get(`/codes/${id}/control${query}`, GERMAN)).text();
      expect(html).toContain('<html lang="de"');
      const attributes = [...html.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g)];
      const texts = [toText(html), ...attributes.map(([, text]) => text)].join('\n');
      expect(texts.replaceAll(SAME_IN_GERMAN, '').match(ENGLISH)).toBeNull();
    }
    const refused = await browser.post(
      `/codes/${id}/control/rules`,
      {
        revision: '1',
        'rule.target': 'https://example.com/ a',
        'rule.when.region': 'Bayern',
        'rule.name': 'Eins',
      },
      GERMAN,
    );
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain('etwa „DE-BY“');
    expect(toText(html).replaceAll(SAME_IN_GERMAN, '').match(ENGLISH)).toBeNull();
  });

  it('does not change the language of the interface', async () => {
    const api = await createClient();
    const response = await api.request(
      'POST',
      '/v1/qr',
      { target: 'https://example.com/', dynamic: true, max_scans: 0 },
      { headers: { 'Accept-Language': 'de' } },
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('must be a whole number from 1 to 1,000,000,000.');
  });
});

describe('the page of a code in German', () => {
  it('has no English left', async () => {
    const api = await createClient();
    const browser = await signIn({ accountId: api.accountId, role: 'member' });
    const dynamic = await create(api, { dynamic: true, target: 'https://example.com/a', title: 'Karte' });
    await api.request('PATCH', `/v1/qr/${dynamic.id}`, {
      target: 'https://example.com/b',
      title: 'Neue Karte',
      metadata: { Saal: '4' },
      variants: [
        { name: 'Rot', target: 'https://example.com/rot', weight: 50 },
        { name: 'Blau', target: 'https://example.com/blau', weight: 50 },
      ],
    });
    const fixed = await create(api, { type: 'wifi', target: 'WIFI:T:WPA;S:gast;P:geheim;;' });
    const paths = [
      `/codes/${dynamic.id}`,
      `/codes/${fixed.id}`,
      `/codes/${dynamic.id}?before=999999`,
      '/codes/leave',
    ];
    for (const path of paths) {
      expect([path, (await readAll(browser, path)).match(ENGLISH)]).toEqual([path, null]);
    }
  });
});

/** All that a page says, also in attributes. */
async function readAll(browser: DashboardClient, path: string): Promise<string> {
  const html = await (await browser.get(path, GERMAN)).text();
  const attributes = html.matchAll(/(?:aria-label|title|placeholder|alt|data-chart|data-says)="([^"]*)"/g);
  return [toText(html), ...[...attributes].map(([, text]) => text)].join('\n');
}

describe('the scans of a code', () => {
  it('are in German, with the names of places, devices and times', async () => {
    const api = await createClient();
    const browser = await signIn({ accountId: api.accountId });
    const { id } = await create(api, { dynamic: true, title: 'Karte', tags: ['Herbst'] });
    const atMs = Date.now();
    const scan = { accountId: api.accountId, country: 'DE', language: 'es', os: 'iOS' };
    await D1.record(parsePublicId(id)!, [
      { ...scan, atMs },
      { ...scan, atMs: atMs - 5 * 86_400_000, country: 'FR' },
    ]);
    const week = 'range=last_7_days&compare=previous_period';
    const found: Record<string, string> = {};
    for (const by of ['country', 'device', 'language', 'hour', 'rule'])
      found[by] = await readAll(browser, `/codes/${id}/analytics?${week}&by=${by}&filter=os:iOS`);
    found['day'] = await readAll(browser, `/analytics?from=${new Date(atMs).toISOString().slice(0, 10)}`);
    found['figures'] = await readAll(browser, `/codes/${id}/scans`);
    for (const [name, text] of Object.entries(found)) expect(text.match(ENGLISH), name).toBeNull();
    expect(found['country']).toMatch(/Deutschland 1 50\s%/);
    expect(found['country']).toContain('System: iOS entfernen');
    expect(found['device']).toContain('Smartphone 2');
    expect(found['language']).toContain('Spanisch 2');
    expect(found['hour']).toContain('09:00 bis 10:00');
    expect(found['rule']).toContain('Keine Regel 2');
  });
});

describe('the translated list of codes', () => {
  /** A German list of 21 codes; their titles and tags are German too. */
  async function openList() {
    const browser = await signIn();
    const ids: string[] = [];
    for (let i = 0; i < 21; i++) {
      const codeId = randomCodeId();
      await seedCode(env.DB, {
        accountId: browser.accountId,
        codeId,
        title: `Tisch ${i}`,
        isDynamic: i > 0,
      });
      ids.push(`qr_${codeId}`);
    }
    await browser.get(
      '/codes?columns=content&columns=link&columns=tags&columns=state&columns=scans&columns=last_scan&columns=created',
    );
    const [fixed = '', first = '', second = ''] = ids;
    const post = async (path: string, fields: Record<string, string>) => browser.post(path, fields, GERMAN);
    await post('/codes/selection', { [first]: 'on', action: 'tag', tags: 'Garten, Haus, Hof' });
    const ticked = { [fixed]: 'on', [second]: 'on' };
    const read = async (path: string) => (await browser.get(path, GERMAN)).text();
    return { post, read, ticked };
  }

  const listEnglish = (html: string) => {
    const attributes = [
      ...html.matchAll(/(?:aria-label|title|placeholder|alt|data-[a-z-]*selected)="([^"]*)"/g),
    ];
    return [toText(html), ...attributes.map(([, text]) => text)].join('\n').match(ENGLISH);
  };

  it('has no English left, with filters and without, and on its tags', async () => {
    const { read } = await openList();
    for (const path of [
      '/codes',
      '/codes?kind=dynamic&sort=title',
      '/codes?q=nichts&archived=any',
      '/codes/tags',
    ])
      expect([path, listEnglish(await read(path))]).toEqual([path, null]);
  });

  it('has no English left after a change and before a deletion', async () => {
    const { post, read, ticked } = await openList();
    await post('/codes/selection', { ...ticked, action: 'pause' });
    const changed = await read('/codes');
    expect(toText(changed)).toContain('1 Code ist pausiert. 1 Code wurde nicht geändert');
    expect(listEnglish(changed)).toBeNull();
    for (const [path, fields] of [
      ['/codes/selection', { ...ticked, action: 'delete' }],
      ['/codes/selection', { action: 'archive' }],
      ['/codes/tags/rename', { name: 'Hof', new_name: 'Garten' }],
    ] as const)
      expect([path, listEnglish(await (await post(path, fields)).text())]).toEqual([path, null]);
  });
});

describe('the form of a new code', () => {
  it.each([
    ['url', { url: 'https://example.com', dark: '#0b3d91', modules: 'dot', eyes: 'leaf', frame: 'card' }],
    ['wifi', { 'wifi.ssid': '', 'wifi.password': 'x', 'wifi.security': 'nopass' }],
    ['geo', { 'geo.latitude': '91', 'geo.longitude': 'x' }],
    ['phone', { 'phone.number': '030 1' }],
    ['email', { 'email.to': 'jane' }],
    ['vcard', { 'vcard.last_name': '', 'vcard.url': 'ftp://x', 'vcard.phone': '1' }],
    [
      'event',
      {
        'event.title': 'T',
        'event.start_date': '2026-12-31',
        'event.start_time': '25:00',
        'event.end_date': '2026-13-01',
      },
    ],
  ])('says in German what is wrong and how well it scans: %s', async (type, fields) => {
    const browser = await signIn();
    const opened = await (await browser.get(`/codes/new?type=${type}`)).text();
    const id = toPage(opened).valueOf('id') ?? '';
    const sent = { 'color.light': '#ffffff', size: '1024', error_correction: 'M', format: 'png', ...fields };
    const page = await browser.post('/codes/new', { id, type, preview: '1', ...sent }, GERMAN);
    expect(toText(await page.text()).match(ENGLISH)).toBeNull();
  });
});

describe('the overview, and what is shared of it', () => {
  it('are in German, for a stranger in the language of the browser', async () => {
    const api = await createClient();
    const browser = await signIn({ accountId: api.accountId });
    const { id } = await create(api, { dynamic: true, title: 'Karte', tags: ['Herbst'], paused: true });
    await D1.record(parsePublicId(id)!, [
      { accountId: api.accountId, country: 'DE', atMs: Date.now() },
      { accountId: api.accountId, country: 'DE', atMs: Date.now() - 36 * 86_400_000 },
    ]);
    const overview = await readAll(browser, '/overview');
    expect(overview).toContain('1 Code ist pausiert Karte Anzeigen');
    expect(overview).toMatch(/Scans 1 ±0 zuvor 1 \(/);
    expect(overview).toMatch(/Karte 1 Scan ±0 \(zuvor 1\)/);
    expect(overview).toContain('Deutschland');
    const found = [overview, await readAll(browser, '/overview?range=last_90_days&compare=none&tag=weg')];
    const form = await (await browser.get('/analytics', GERMAN)).text();
    const formId = toPage(form).valueOf('id') ?? '';
    const fields = { id: formId, what: 'account', days: '30', password: '' };
    const created = await (await browser.post('/shares', fields, GERMAN)).text();
    const [, link = ''] = /href="[^"]*(\/shared\/[^"]*)"/.exec(created) ?? [];
    const report = await readAll(createBrowser(), link);
    expect(report).toContain('Scans nach');
    found.push(toText(created), report, await readAll(browser, '/analytics'));
    const refused = await browser.post('/shares', { ...fields, what: 'x', password: 'kurz' }, GERMAN);
    found.push(toText(await refused.text()), await readAll(browser, '/settings/log'));
    found.push(await readAll(createBrowser(), `${link}x`), await readAll(createBrowser(), `${link}?range=x`));
    for (const text of found) expect(text.match(ENGLISH), text).toBeNull();
  });
});
