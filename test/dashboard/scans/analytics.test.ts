import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { formatChange } from '#dashboard/scans/charts/change.tsx';
import { formatFullDay, formatScans } from '#dashboard/scans/words.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { type Page, readText, toPage, toText } from '#harness/worker/page.ts';
import { D1, type NewScan } from '#harness/worker/scan-backends.ts';

/** `/codes/{id}/analytics` and `/analytics`: one page of statistics, for a code, the codes with a tag, and all codes. */

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const XSS = `"><script>alert('x')</script>`;
const AE = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'a', AE_API_TOKEN: 't' } as const;
const appOptions = { nowMs: () => NOW };

const SCANS: readonly NewScan[] = [
  { atMs: NOW, country: 'DE', os: 'iOS', visitorKey: 'a', source: 'symbol' },
  { atMs: NOW, country: 'DE', os: 'Android', visitorKey: 'b', source: 'link' },
  { atMs: NOW - DAY_MS, visitorKey: 'e' },
  { atMs: NOW - 2 * DAY_MS, country: 'DE', os: 'iOS', visitorKey: 'a', source: 'symbol' },
  { atMs: NOW - 3 * DAY_MS, country: 'FR', os: 'iOS', device: 'tablet', visitorKey: 'c' },
  { atMs: NOW - 9 * DAY_MS, country: 'FR', os: 'iOS', visitorKey: 'd' },
];

interface Owner {
  readonly api: ApiClient;
  readonly browser: SignedInClient;
}

async function createOwner(): Promise<Owner> {
  const api = await createClient({ appOptions });
  return { api, browser: await signIn({ accountId: api.accountId, appOptions }) };
}

async function addCode({ api }: Owner, scans: readonly NewScan[], tags: readonly string[] = []) {
  const { id } = await create(api, { dynamic: true, title: 'Menu', tags });
  const codeId = parsePublicId(id)!;
  await D1.record(
    codeId,
    scans.map((scan) => ({ accountId: api.accountId, ...scan })),
  );
  return codeId;
}

/** Scans of a day before the log of single scans. */
const count = (codeId: CodeId, day: string, scans: number) =>
  env.DB.prepare(
    "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, 'mobile', ?3, unixepoch(?2) * 1000)",
  )
    .bind(codeId, day, scans)
    .run();

let owner: Owner;
let tags = 0;
beforeAll(async () => {
  owner = await createOwner();
  // They appear on no page except that of their own code.
  for (const other of [owner, await createOwner()]) await addCode(other, [{ atMs: NOW, country: 'JP' }]);
});

const SCOPES = ['a code', 'a tag', 'all codes'] as const;

/** A scope with exactly these scans, and the ways to read its page and its statistics. */
async function open(scope: (typeof SCOPES)[number], scans: readonly NewScan[]) {
  const own = scope === 'all codes' ? await createOwner() : owner;
  const tag = `tag-${tags++}`;
  const codeId = await addCode(own, scans, scope === 'a tag' ? [tag] : []);
  const path = scope === 'a code' ? `/codes/qr_${codeId}/analytics` : '/analytics';
  const csvPath = scope === 'a code' ? `/codes/qr_${codeId}/scans.csv` : '/analytics/scans.csv';
  const statsPath = scope === 'a code' ? `/v1/qr/qr_${codeId}/stats` : '/v1/stats';
  const tagged = scope === 'a tag' ? `tag=${tag}` : '';
  const withTag = (query: string) => `?${[query.slice(1), tagged].filter((part) => part !== '').join('&')}`;
  const visit = (query = '', options = {}) => own.browser.get(path + withTag(query), options);
  return {
    codeId,
    csvPath,
    name: { 'a code': 'Menu', 'a tag': tag, 'all codes': 'All codes' }[scope],
    visit,
    follow: (link: URL | undefined) => own.browser.get(`${link?.pathname}${link?.search}`),
    read: async (query = '') => readText(await visit(query)),
    readHtml: async (query = '') => (await visit(query)).text(),
    ask: async <T>(query: string) => (await own.api.request('GET', statsPath + withTag(query))).json<T>(),
    download: (query: string) => own.browser.get(csvPath + withTag(query)),
    /** An address as it appears in the page: the tag comes after the period. */
    linkTo: (period: string, rest: string, base = path) =>
      `${base}?${[period, tagged, rest].filter((part) => part !== '').join('&')}`.replaceAll('&', '&amp;'),
  };
}

interface Statistics {
  total_scans: number;
  unique_scans: number;
  by_country: { country: string | null; scans: number }[];
  by_day: { date: string; scans: number }[];
  by_hour: { hour: number; scans: number }[];
  compare?: {
    total_scans: number;
    unique_scans: number;
    by_hour: { hour: number; scans: number }[] | null;
  };
}

describe.each(SCOPES)('the statistics of %s', (scope) => {
  const isCode = scope === 'a code';

  it.each([
    '?range=last_7_days',
    '?range=last_7_days&compare=previous_period',
    '?range=last_7_days&filter=country:DE&filter=os:iOS&compare=previous_period',
    '?range=last_7_days&filter=device:mobile&tz=Europe/Berlin',
    '?from=2026-11-12&to=2026-11-18&tz=Asia/Tokyo&compare=previous_period&filter=country:FR',
    '?from=2026-11-21&to=2026-11-21',
    '?from=2026-01-01&to=2026-11-21',
  ])('agree with the interface, and with their file: %s', async (query) => {
    const { codeId, ask, read, download } = await open(scope, SCANS);
    await count(codeId, '2026-02-03', 40);
    const statistics = await ask<Statistics>(`${query}&include=country`);
    expect(statistics.total_scans).toBeGreaterThan(0);
    const text = await read(query);
    const { compare } = statistics;
    const before = (scans: number | undefined) => (scans === undefined ? '' : ` \\S+ before: ${scans}`);
    expect(text).toMatch(new RegExp(` Scans ${statistics.total_scans}${before(compare?.total_scans)} `));
    const visitors = isCode ? 'Unique visitors' : 'Visitors, counted per code';
    expect(text).toMatch(
      new RegExp(`${visitors}[\\w, ]* ${statistics.unique_scans}${before(compare?.unique_scans)} `),
    );
    const names = { DE: 'Germany', FR: 'France', none: 'Unknown' };
    for (const { country, scans } of statistics.by_country)
      expect(text).toContain(`${names[(country ?? 'none') as keyof typeof names]} ${scans} `);
    expect(text).not.toContain('Japan');
    expect(await (await download(query.replace(/&compare=\w+/, ''))).text()).toBe(
      `date,scans\r\n${statistics.by_day.map(({ date, scans }) => `${date},${scans}\r\n`).join('')}`,
    );
  });

  it('are filtered by each entry of one menu, which has or leads to the values', async () => {
    const { readHtml, follow } = await open(scope, SCANS);
    const html = await readHtml('?range=last_7_days&filter=country:DE&by=os');
    const menu = toPage(html).find('ul.dimensions');
    const listLinks = (list: Page | null) =>
      list?.attributes('a[href]', 'href').map((href) => new URL(href, 'https://a.invalid')) ?? [];
    const [fixed, pages] = [false, true].map((isPage) =>
      listLinks(menu).filter(({ pathname }) => pathname.endsWith('/filter') === isPage),
    );
    const filters = fixed?.map(({ searchParams }) => searchParams.getAll('filter').join(' '));
    expect(filters).toContain('country:DE device:mobile');
    expect(filters).toContain('country:DE hour:23');
    expect(filters).toContain('country:DE source:symbol');
    const asked = pages?.map(({ searchParams }) => searchParams.get('dimension')) ?? [];
    const others = ['country', 'region', 'city', 'os', 'browser', 'referrer', 'language'];
    expect(asked).toEqual([...others, ...(isCode ? ['rule', 'variant', 'name'] : [])]);
    const page = pages?.find(({ searchParams }) => searchParams.get('dimension') === 'os');
    const list = await (await follow(page)).text();
    expect(toText(list)).toContain('iOS 2 Android 1');
    const [ios] = listLinks(toPage(list).find('ul.filter-values'));
    expect(ios?.searchParams.getAll('filter')).toEqual(['country:DE', 'os:iOS']);
    expect(await readText(await follow(ios))).toMatch(/Country: Germany × System: iOS × .* Scans 2 /);
  });

  it('compare each value and each day with the period before', async () => {
    const { read } = await open(scope, SCANS);
    const query = '?range=last_7_days&compare=previous_period';
    const before = 'Scans Share of scans Before Difference';
    const rows = await read(query);
    expect(rows).toMatch(new RegExp(`Country ${before} Germany 3 60% 0 \\+3 .*France 1 20% 1 ±0`));
    expect(rows).toMatch(/Day \(UTC\) Scans Before Difference/);
    expect(await read(`${query}&by=device`)).toMatch(
      new RegExp(`Device ${before} Mobile phone 4 80% 1 \\+300%`),
    );
    expect(await read('?range=last_7_days')).not.toContain('Difference');
  });

  it('lead from each value to the same page, filtered by it, and from each filter back; days and lists keep the filter', async () => {
    const { linkTo, read, readHtml } = await open(scope, SCANS);
    const week = 'range=last_7_days';
    expect(await readHtml(`?${week}`)).toContain(`href="${linkTo(week, 'filter=country%3ADE')}"`);
    const query = `?${week}&filter=country%3ADE&by=os`;
    const filtered = await readHtml(query);
    const day = 'from=2026-11-21&to=2026-11-21';
    for (const href of [
      linkTo(week, 'by=os&filter=country%3ADE&filter=os%3AiOS'),
      linkTo(week, 'by=os'),
      linkTo(day, 'by=os&filter=country%3ADE'),
      `${linkTo(week, 'by=city&filter=country%3ADE')}#breakdown`,
    ])
      expect(filtered).toContain(`href="${href}"`);
    expect(filtered).toMatch(/<input type="hidden" name="filter" value="country:DE"/);
    expect(await read(query)).toMatch(
      /Country: Germany × Clear all .*System Scans Share of scans iOS 2 67% Android 1 33% /,
    );
  });

  it('show each dimension, and one day by hour', async () => {
    const told = {
      region: 'Land Berlin, DE',
      city: 'Berlin, DE',
      os: 'iOS',
      browser: 'Safari',
      referrer: 'news.example',
      language: 'de',
      rule: 'A',
      source: 'symbol' as const,
    };
    const { read } = await open(scope, [
      { atMs: NOW, ...told },
      { atMs: NOW, ...told },
      { atMs: NOW - 1, device: 'tablet' },
    ]);
    for (const [by, text] of [
      ['region', 'Land Berlin, DE 2 67% Unknown 1 33%'],
      ['city', 'Berlin, DE 2 67% Unknown 1 33%'],
      ['os', 'iOS 2 67% Unknown 1 33%'],
      ['browser', 'Safari 2 67% Unknown 1'],
      ['referrer', 'news.example 2 67% No referrer 1'],
      ['language', 'German 2 67% Unknown 1'],
      ['device', 'Mobile phone 2 67% Computer 0 0% Tablet 1 33%'],
      ['source', 'QR code 2 67% Short link 0 0% Unknown 1 33%'],
      ['hour', '11:00 to 12:00 1 33% 12:00 to 13:00 2 67%'],
      ['rule', isCode ? 'A 2 67% No rule 1' : 'There is no such list'],
      ['variant', isCode ? 'No variant 3 100% 1 –' : 'There is no such list'],
    ])
      expect(await read(`?by=${by}`), by).toContain(text);
    const day = await read('?from=2026-11-21&to=2026-11-21&tz=Asia/Tokyo');
    expect(day).toContain('The hour with the most scans: 21:00 to 22:00, 2 scans.');
    expect(day).toContain('20:00 to 21:00 1 21:00 to 22:00 2 22:00 to 23:00 0');
  });

  it.each([
    ['the same hours a week before', 'previous_period', '2026-11-14'],
    ['the same day of the week a year before, as a whole', 'previous_year', '2025-11-22'],
  ])('show one day beside %s', async (_, compare, dayBefore) => {
    const { codeId, ask, read } = await open(scope, [
      { atMs: NOW },
      { atMs: NOW - DAY_MS },
      { atMs: NOW - 7 * DAY_MS },
      { atMs: NOW - 7 * DAY_MS },
      { atMs: NOW - 7 * DAY_MS - 3_600_000 },
    ]);
    await count(codeId, '2025-11-22', 40);
    const isYear = compare === 'previous_year';
    const zone = isYear ? '' : '&tz=Asia/Tokyo';
    const asked = `?from=2026-11-21&to=2026-11-21${zone}`;
    const { by_hour: hours, compare: inApi } = await ask<Statistics>(
      `${asked}&include=hour&compare=${compare}`,
    );
    expect((await ask<Statistics>(`${asked}&compare=${compare}`)).compare).not.toHaveProperty('by_hour');
    const askedBefore = `?from=${dayBefore}&to=${dayBefore}${zone}`;
    const before = await ask<Statistics>(isYear ? askedBefore : `${askedBefore}&include=hour`);
    const text = await read(`${asked}&compare=${compare}`);
    expect(text).toContain(`before: ${before.total_scans}`);
    expect(text).toContain('Each day is compared with the same day of the week.');
    expect(text).toContain(`Compared with ${formatFullDay(dayBefore)}.`);
    if (isYear) {
      expect(inApi?.by_hour).toBeNull();
      expect(text).toContain('Its hours are not known, because its individual scans are no longer kept.');
      expect(text).not.toContain('Before,');
      return;
    }
    expect(inApi?.by_hour?.filter(({ scans }) => scans > 0)).toEqual([{ hour: 21, scans: 1 }]);
    expect(before.by_hour.filter(({ scans }) => scans > 0)).toEqual([
      { hour: 20, scans: 1 },
      { hour: 21, scans: 2 },
    ]);
    for (const [i, { hour, scans }] of hours.entries()) {
      const name = [hour, hour + 1].map((one) => `${String(one).padStart(2, '0')}:00`).join(' to ');
      const then = before.by_hour[i]?.scans ?? -1;
      expect(text).toContain(` ${name} ${scans} ${then} `);
      expect(text).toContain(
        `${name}: ${formatScans(scans)}, ${formatChange(scans, then)}. Before, ${formatFullDay(dayBefore)}: ${formatScans(then)}.`,
      );
    }
  });

  it('name what is notable', async () => {
    const { read } = await open(scope, SCANS);
    const text = await read('?range=last_7_days');
    expect(text).toContain('Average per day 0.7 ');
    expect(text).toMatch(
      /Most scans: Sat, 21 Nov 2026 \(2\) ?, Fri, 20 Nov 2026 \(1\) ?, Thu, 19 Nov 2026 \(1\)/,
    );
  });

  it('say since when visitors are known, and that a year ago they are not', async () => {
    const { codeId, read } = await open(scope, []);
    await count(codeId, '2025-11-20', 4);
    const year = await read('?range=last_7_days&compare=previous_year');
    expect(year).toContain('before: 4');
    expect(year).toContain('Its visitors are no longer known.');
    expect(await read('?from=2025-11-01')).toContain('begin on Mon, 24 Aug 2026');
  });

  it('say what is wrong with an address, and show what comes nearest', async () => {
    const { visit } = await open(scope, SCANS);
    for (const [query, message] of [
      ['?from=2026-11-22', 'must not be after today'],
      ['?from=2026-11-10&to=2026-11-09', 'must not be after the last day'],
      ['?from=1999-01-01', 'must not be before 1 Jan 2000'],
      ['?from=yesterday', 'must be a date'],
      ['?from=2026-02-30', 'must be a date'],
      ['?range=ever', 'There is no such period'],
      ['?tz=Mars/Olympus', 'There is no such time zone'],
      ['?compare=friends', 'There is no such comparison'],
      ['?by=weather', 'There is no such list'],
      ['?filter=weather:rain', 'A filter in the address is not valid'],
      [`?${'filter=os:x&'.repeat(12)}`, 'A filter in the address is not valid'],
      [`?${'filter=os:x&'.repeat(10_000)}`, 'A filter in the address is not valid'],
      ...(isCode ? [] : [['?filter=rule:A', 'A filter in the address is not valid'] as const]),
      [
        '?filter=country:DE&compare=previous_year',
        'The comparison must not reach before 24 Aug 2026 with a filter',
      ],
      ['?filter=country:DE&from=2026-01-01', 'must not be before 24 Aug 2026 with a filter'],
      ['?from=2026-01-01&tz=Asia/Tokyo', 'counted by UTC day, so these figures use UTC days.'],
      ['?from=2026-01-01&to=2026-11-22&tz=Pacific/Kiritimati', 'these figures use UTC days. '],
      [
        `?from=${encodeURIComponent(XSS)}&tz=${encodeURIComponent(XSS)}&by=${encodeURIComponent(XSS)}`,
        'must be a date',
      ],
    ] as const) {
      const response = await visit(query);
      expect(response.status, query.slice(0, 100)).toBe(200);
      const html = await response.clone().text();
      expect(await readText(response)).toContain(message);
      expect(html).toContain('id="breakdown"');
      expect(html).not.toContain('<script>alert');
    }
  });

  it('are in the reader’s time zone if the address names none, in links to files too', async () => {
    const { visit, readHtml, linkTo, csvPath } = await open(scope, [{ atMs: NOW - 13 * 3_600_000 }]);
    const html = await (await visit('?from=2026-11-21', { cf: { timezone: 'Asia/Tokyo' } })).text();
    expect(html).toMatch(/<dt>Scans<\/dt><dd>1/);
    expect(html).toContain('value="Asia/Tokyo"');
    expect(html).toContain(`"${linkTo('from=2026-11-21&tz=Asia%2FTokyo', '', csvPath)}"`);
    expect(await readHtml('?from=2026-11-21')).toMatch(/<dt>Scans<\/dt><dd>0/);
    expect(await readHtml('?from=2026-11-20&to=2026-11-20')).toMatch(/<dt>Scans<\/dt><dd>1/);
    // It is already tomorrow there.
    const east = { cf: { timezone: 'Pacific/Kiritimati' } };
    const old = await readText(await visit('?from=2026-01-01&to=2026-11-22', east));
    expect(old).toContain('these figures use UTC days.');
    expect(old).toContain('Time zone: UTC.');
    expect(old).not.toContain('must not be after today');
  });

  it('print every value as text, wherever it came from', async () => {
    const fields = ['country', 'region', 'city', 'os', 'browser', 'referrer', 'language'] as const;
    const all = [...fields, ...(isCode ? (['rule', 'variant', 'name'] as const) : [])];
    const { readHtml } = await open(scope, [
      { atMs: NOW, ...Object.fromEntries(all.map((field) => [field, XSS])) },
    ]);
    for (const by of all) {
      const html = await readHtml(`?by=${by}&filter=${encodeURIComponent(`${by}:${XSS}`)}`);
      expect(html.match(/&lt;script&gt;alert/g)?.length, by).toBeGreaterThanOrEqual(2);
      expect(html).not.toContain('<script>alert');
    }
  });

  it('come as CSV of the same period, zone and filters, by any dimension', async () => {
    const { csvPath, download, linkTo, name, readHtml } = await open(scope, SCANS);
    const query = '?range=last_7_days&filter=country%3ADE';
    for (const [address, table] of [
      [`${query}&by=os`, 'os,scans\r\niOS,2\r\nAndroid,1\r\n'],
      [`${query}&by=device`, 'device,scans\r\nmobile,3\r\ndesktop,0\r\ntablet,0\r\n'],
      [`${query}&by=source`, 'source,scans\r\nsymbol,2\r\nlink,1\r\nunknown,0\r\n'],
      ['?range=last_7_days&by=country', 'country,scans\r\nDE,3\r\nunknown,1\r\nFR,1\r\n'],
      [
        '?from=2026-11-19&to=2026-11-21&filter=os%3AAndroid',
        'date,scans\r\n2026-11-19,0\r\n2026-11-20,0\r\n2026-11-21,1\r\n',
      ],
    ] as const)
      expect(await (await download(address)).text()).toBe(table);
    const { headers } = await download('?by=os');
    expect(headers.get('Content-Disposition')).toContain(`filename="${name} scans by os.csv"`);
    const html = await readHtml(`${query}&by=os&compare=previous_period`);
    for (const rest of ['filter=country%3ADE', 'filter=country%3ADE&by=os'])
      expect(html).toContain(`href="${linkTo('range=last_7_days', rest, csvPath)}"`);
    for (const wrong of [
      '?from=tomorrow',
      '?from=2026-11-22',
      '?filter=x:y',
      '?filter=os:a&from=2026-01-01',
      ...(isCode ? [] : ['?filter=rule:A']),
    ])
      expect((await download(wrong)).status, wrong).toBe(400);
  });
});

describe('the statistics of a code', () => {
  it('are those of one’s own codes, and of dynamic ones', async () => {
    const { api, browser } = owner;
    const { id } = await create(api, {});
    expect((await browser.get(`/codes/${id}/analytics`)).status).toBe(404);
    const codeId = await addCode(owner, []);
    const stranger = await signIn({ appOptions });
    expect((await stranger.get(`/codes/qr_${codeId}/analytics`)).status).toBe(404);
  });

  it('are the last known ones while Analytics Engine does not respond, and the scans of all time before it first responded', async () => {
    await env.DB.prepare('DELETE FROM scan_queries').run();
    const codeId = await addCode(owner, []);
    await count(codeId, '2026-11-20', 9);
    let nowMs = NOW;
    let isFailing = true;
    const app = createApp({
      nowMs: () => nowMs,
      fetch: () =>
        isFailing
          ? Promise.reject(new TypeError('Network connection lost.'))
          : Promise.resolve(Response.json({ meta: [], data: [], rows: 0 })),
    });
    const ada = await signIn({ accountId: owner.api.accountId, app });
    const readPage = async () => {
      const response = await ada.get(`/codes/qr_${codeId}/analytics?filter=country:DE`, { env: AE });
      expect(response.status).toBe(200);
      return readText(response);
    };
    const text = await readPage();
    expect(text).toContain('Scans are still being counted: 9 scans in all');
    expect(text).toContain('Country: Germany × Clear all');
    isFailing = false;
    nowMs += 60_000;
    expect(await readPage()).toContain(' Scans 0 ');
    isFailing = true;
    nowMs += 3_600_000;
    expect(await readPage()).toContain('As of 21 Nov 2026, 12:01 UTC');
  });
});

describe('the statistics of all codes', () => {
  it('are beside the overview, for everybody in the account and nobody else', async () => {
    const { browser } = owner;
    const html = await (await browser.get('/analytics')).text();
    expect(html).toMatch(/<a href="\/analytics" aria-current="page">/);
    expect(html).toContain('by=language');
    expect(html).not.toMatch(/by=(rule|variant)/);
    expect((await (await browser.get('/overview')).text()).match(/href="\/analytics"><svg/g)?.length).toBe(1);
    const stranger = await signIn({ appOptions });
    expect(await readText(await stranger.get('/analytics'))).toContain('No scans in this period.');
    const nobody = await createBrowser({ appOptions }).get('/analytics');
    expect(nobody.status).toBe(303);
    expect((await browser.get('/analytics/nothing')).status).toBe(404);
  });

  it('are those of a tag in any spelling, and of all codes if there is no such tag', async () => {
    const own = await createOwner();
    await addCode(own, SCANS, ['Menu', 'Door & wall']);
    await addCode(own, [{ atMs: NOW }]);
    const read = async (query: string) => readText(await own.browser.get(`/analytics${query}`));
    expect(await read('?range=last_7_days&tag=MENU')).toContain(' Scans 5 ');
    const html = await (await own.browser.get('/analytics?tag=Menu')).text();
    expect(html).toContain('aria-label="Remove Tag Menu"');
    expect(html).toMatch(/<a href="\/analytics\?tag=Menu" dir="auto" aria-current="true">/);
    expect(html).toContain('href="/analytics?tag=Door+%26+wall"');
    for (const [tag, message] of [
      ['nothing', 'No code has the tag nothing any more: here are all codes.'],
      ['a,b', 'There is no such tag'],
      [XSS, 'alert'],
    ] as const) {
      const query = `?range=last_7_days&tag=${encodeURIComponent(tag)}`;
      const text = await read(query);
      expect(text).toContain(message);
      expect(text).toContain(' Scans 6 ');
      expect(await (await own.browser.get(`/analytics${query}`)).text()).not.toContain('<script>alert');
    }
    expect((await own.browser.get('/analytics/scans.csv?tag=nothing')).status).toBe(400);
  });

  it('are by stored UTC days while Analytics Engine does not respond, and say so', async () => {
    await env.DB.prepare('DELETE FROM scan_queries').run();
    const own = await createOwner();
    await addCode(own, SCANS);
    const app = createApp({
      nowMs: () => NOW,
      fetch: () => Promise.reject(new TypeError('Network connection lost.')),
    });
    const ada = await signIn({ accountId: own.api.accountId, app });
    const readPage = async (query: string) => {
      const response = await ada.get(`/analytics${query}`, { env: AE });
      expect(response.status).toBe(200);
      return readText(response);
    };
    const plain = await readPage('?range=last_7_days');
    expect(plain).toContain(' Scans 5 ');
    expect(plain).toContain('Visitors, counted per code –');
    expect(plain).toContain('Newer figures are not available right now');
    expect(plain).toContain('Not known right now');
    expect(await readPage('?range=last_7_days&by=device')).toContain('Mobile phone 4 80%');
    for (const query of ['&filter=country:DE', '&tz=Asia/Tokyo', '&filter=os:iOS&tz=Europe/Berlin']) {
      const text = await readPage(`?range=last_7_days${query}`);
      expect(text, query).toContain('Individual scans cannot be read right now');
      expect(text).toContain(' Scans 5 ');
      expect(text).not.toContain('Clear all');
      expect(text).toContain('Time zone: UTC.');
    }
  });
});
