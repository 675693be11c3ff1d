import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { parsePublicId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText } from '#harness/worker/page.ts';
import { D1, type NewScan } from '#harness/worker/scan-backends.ts';

/** `/analytics`: the page with the statistics of all codes. */

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const XSS = `"><script>alert('x')</script>`;

let api: ApiClient;
let browser: SignedInClient;

async function add(scans: readonly NewScan[], tags: readonly string[] = []): Promise<string> {
  const { id } = await create(api, { dynamic: true, title: 'Menu', tags });
  await D1.record(
    parsePublicId(id)!,
    scans.map((scan) => ({ accountId: api.accountId, ...scan })),
  );
  return id;
}

beforeAll(async () => {
  api = await createClient({ appOptions: { nowMs: () => NOW } });
  browser = await signIn({ accountId: api.accountId, appOptions: { nowMs: () => NOW } });
  await add(
    [
      { atMs: NOW, country: 'DE', city: 'Berlin, DE', os: 'iOS', visitorKey: 'a' },
      { atMs: NOW, country: 'DE', os: 'Android', visitorKey: 'b' },
      { atMs: NOW - 2 * DAY_MS, country: 'DE', os: 'iOS', visitorKey: 'a' },
      { atMs: NOW - 9 * DAY_MS, country: 'FR', os: 'iOS', visitorKey: 'd' },
    ],
    ['Menu', 'Door & wall'],
  );
  const id = await add([
    { atMs: NOW - 3 * DAY_MS, country: 'FR', os: 'iOS', device: 'tablet', visitorKey: 'c' },
    { atMs: NOW - DAY_MS, city: XSS, referrer: XSS, visitorKey: 'e' },
  ]);
  await env.DB.prepare(
    "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2026-02-03', 'mobile', 40, unixepoch('2026-02-03') * 1000)",
  )
    .bind(parsePublicId(id))
    .run();
  const stranger = await createClient({ appOptions: { nowMs: () => NOW } });
  const other = await create(stranger, { dynamic: true });
  await D1.record(parsePublicId(other.id)!, [{ atMs: NOW, accountId: stranger.accountId, country: 'JP' }]);
});

const readHtml = async (query = '') => {
  const response = await browser.get(`/analytics${query}`);
  expect(response.status).toBe(200);
  return response.text();
};
const read = async (query = '') => readText(await browser.get(`/analytics${query}`));

describe('the statistics of all codes', () => {
  it.each([
    '?range=last_7_days',
    '?range=last_7_days&compare=previous_period',
    '?range=last_7_days&filter=country:DE&filter=os:iOS&compare=previous_period',
    '?from=2026-11-12&to=2026-11-19&tz=Asia/Tokyo&compare=previous_period&filter=country:FR',
    '?range=last_7_days&tag=menu',
    '?range=last_7_days&tag=MENU&filter=device:mobile&tz=Europe/Berlin',
    '?from=2026-11-21&to=2026-11-21',
    '?from=2026-01-01&to=2026-11-21',
  ])('say the same as the interface: %s', async (query) => {
    interface Statistics {
      total_scans: number;
      unique_scans: number;
      by_country: { country: string | null; scans: number }[];
      by_day: { date: string; scans: number }[];
      compare?: { total_scans: number; unique_scans: number };
    }
    const response = await api.request('GET', `/v1/stats${query}&include=country`);
    const statistics = await response.json<Statistics>();
    expect(statistics.total_scans).toBeGreaterThan(0);
    const text = await read(query);
    const { compare } = statistics;
    const before = (scans: number | undefined) => (scans === undefined ? '' : ` \\S+ before: ${scans}`);
    expect(text).toMatch(new RegExp(` Scans ${statistics.total_scans}${before(compare?.total_scans)} `));
    expect(text).toMatch(
      new RegExp(`summed over codes[\\w, ]* ${statistics.unique_scans}${before(compare?.unique_scans)} `),
    );
    const names = { DE: 'Germany', FR: 'France', none: 'Unknown' };
    for (const { country, scans } of statistics.by_country)
      expect(text).toContain(`${names[(country ?? 'none') as keyof typeof names]} ${scans} `);
    expect(text).not.toContain('Japan');
    const { headers } = await api.request('GET', '/v1/stats');
    expect(headers.get('Content-Type')).toContain('json');
    const csv = await (await browser.get(`/analytics/scans.csv${query.replace(/&compare=\w+/, '')}`)).text();
    expect(csv).toBe(
      `date,scans\r\n${statistics.by_day.map(({ date, scans }) => `${date},${scans}\r\n`).join('')}`,
    );
  });

  it('lead from each value to the same page, filtered by it, and from each filter back; days and lists keep the filter', async () => {
    const filtered = await readHtml('?range=last_7_days&tag=Menu&filter=country%3ADE&by=os');
    const kept = 'range=last_7_days&amp;tag=Menu&amp;by=os';
    expect(filtered).toContain(`href="/analytics?${kept}&amp;filter=country%3ADE&amp;filter=os%3AiOS"`);
    expect(filtered).toContain(`<a href="/analytics?${kept}">`);
    expect(filtered).toContain(
      'href="/analytics?from=2026-11-21&amp;to=2026-11-21&amp;tag=Menu&amp;by=os&amp;filter=country%3ADE"',
    );
    expect(filtered).toContain(
      'href="/analytics?range=last_7_days&amp;tag=Menu&amp;by=city&amp;filter=country%3ADE#breakdown"',
    );
    expect(filtered).toMatch(/<input type="hidden" name="filter" value="country:DE"/);
    expect(filtered).toMatch(/<option value="Menu" selected/);
    expect(filtered).toContain('<option value="Door &amp; wall"');
    expect(await read('?range=last_7_days&filter=country%3ADE&by=os')).toMatch(
      /Remove the filter Country: Germany × .*System Scans Share iOS 2 67% Android 1 33% /,
    );
  });

  it('are listed by each dimension of many codes, none of which is a rule or a variant', async () => {
    for (const [by, text] of [
      ['city', 'Berlin, DE 1 17%'],
      ['device', 'Phone 5 83% Computer 0 0% Tablet 1 17%'],
      ['os', 'iOS 4 67% Unknown 1 17% Android 1 17%'],
      ['hour', '12:00 to 13:00 6 100%'],
    ])
      expect(await read(`?by=${by}`), by).toContain(text);
    const html = await readHtml();
    expect(html).toContain('by=language');
    expect(html).not.toMatch(/by=(rule|variant)/);
    expect(await read('?by=rule')).toContain('There is no such list');
    expect(await read('?filter=rule:A')).toContain('A filter in the address is not valid');
    expect(await read('?from=2026-11-21&to=2026-11-21&tz=Asia/Tokyo')).toContain(
      'The hour with most scans: 21:00 to 22:00, 2 scans.',
    );
  });

  it('stand beside the overview, for everybody of the account and nobody else', async () => {
    const html = await readHtml();
    expect(html).toMatch(/<a href="\/analytics" aria-current="page">/);
    expect((await (await browser.get('/overview')).text()).match(/href="\/analytics"/g)?.length).toBe(1);
    const stranger = await signIn({ appOptions: { nowMs: () => NOW } });
    expect(await readText(await stranger.get('/analytics'))).toContain('No scans in this period.');
    const nobody = await createBrowser({ appOptions: { nowMs: () => NOW } }).get('/analytics');
    expect(nobody.status).toBe(303);
    expect((await browser.get('/analytics/nothing')).status).toBe(404);
  });

  it.each([
    ['?from=2026-11-22', 'must not be after today'],
    ['?from=2026-02-30', 'must be a date'],
    ['?range=ever', 'There is no such period'],
    ['?tz=Mars/Olympus', 'There is no such time zone'],
    ['?compare=friends', 'There is no such comparison'],
    ['?by=weather', 'There is no such list'],
    ['?tag=nothing', 'No code has the tag nothing any more: here are all codes.'],
    ['?tag=a,b', 'There is no such tag'],
    [`?tag=${encodeURIComponent(XSS)}`, 'alert'],
    ['?filter=weather:rain', 'A filter in the address is not valid'],
    [`?${'filter=os:x&'.repeat(10_000)}`, 'A filter in the address is not valid'],
    [
      '?filter=country:DE&compare=previous_year',
      'The comparison must not reach before 2026-08-24 with a filter',
    ],
    ['?filter=country:DE&from=2026-01-01', 'must not be before 2026-08-24 with a filter'],
  ])('say what is wrong with an address, and show what comes nearest (%#)', async (query, message) => {
    const html = await readHtml(query);
    expect(await read(query)).toContain(message);
    expect(html).toContain('id="breakdown"');
    expect(html).not.toContain('<script>alert');
  });

  it('print every value as text, wherever it came from', async () => {
    for (const by of ['city', 'referrer']) {
      const html = await readHtml(`?by=${by}&filter=${encodeURIComponent(`${by}:${XSS}`)}`);
      expect(html.match(/&lt;script&gt;alert/g)?.length, by).toBeGreaterThanOrEqual(2);
      expect(html).not.toContain('<script>alert');
    }
  });

  it('come as CSV of the same period, tag, zone and filters, by any dimension', async () => {
    for (const [query, table] of [
      ['?range=last_7_days&filter=country%3ADE&by=os', 'os,scans\r\niOS,2\r\nAndroid,1\r\n'],
      ['?range=last_7_days&tag=menu&by=device', 'device,scans\r\nmobile,3\r\ndesktop,0\r\ntablet,0\r\n'],
      ['?range=last_7_days&by=country', 'country,scans\r\nDE,3\r\nunknown,1\r\nFR,1\r\n'],
    ])
      expect(await (await browser.get(`/analytics/scans.csv${query}`)).text()).toBe(table);
    const { headers } = await browser.get('/analytics/scans.csv?tag=menu&by=os');
    expect(headers.get('Content-Disposition')).toContain('filename="Menu scans by os.csv"');
    for (const wrong of [
      '?from=tomorrow',
      '?filter=x:y',
      '?filter=os:a&from=2026-01-01',
      '?tag=nothing',
      '?filter=rule:A',
    ])
      expect((await browser.get(`/analytics/scans.csv${wrong}`)).status, wrong).toBe(400);
  });
});

describe('while Analytics Engine does not respond, the statistics of all codes', () => {
  const AE = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'a', AE_API_TOKEN: 't' } as const;

  it('are those by UTC day that are kept, and say so', async () => {
    await env.DB.prepare('DELETE FROM scan_queries').run();
    const app = createApp({
      nowMs: () => NOW,
      fetch: () => Promise.reject(new TypeError('Network connection lost.')),
    });
    const ada = await signIn({ accountId: api.accountId, app });
    const readPage = async (query: string) => {
      const response = await ada.get(`/analytics${query}`, { env: AE });
      expect(response.status).toBe(200);
      return readText(response);
    };
    const plain = await readPage('?range=last_7_days');
    expect(plain).toContain(' Scans 5 ');
    expect(plain).toContain('summed over codes –');
    expect(plain).toContain('Newer figures are not available right now');
    expect(plain).toContain('Not known right now');
    expect(await readPage('?range=last_7_days&by=device')).toContain('Phone 4 80%');
    for (const query of ['&filter=country:DE', '&tz=Asia/Tokyo', '&filter=os:iOS&tz=Europe/Berlin']) {
      const text = await readPage(`?range=last_7_days${query}`);
      expect(text, query).toContain('Single scans cannot be read right now');
      expect(text).toContain(' Scans 5 ');
      expect(text).not.toContain('Remove the filter');
      expect(text).toContain('Time zone: UTC.');
    }
  });
});
