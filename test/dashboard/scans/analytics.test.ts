import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText } from '#harness/worker/page.ts';
import { D1, type NewScan } from '#harness/worker/scan-backends.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const XSS = `"><script>alert('x')</script>`;

let api: ApiClient;
let browser: SignedInClient;
let codeId: CodeId;
let path: string;
beforeAll(async () => {
  api = await createClient({ appOptions: { nowMs: () => NOW } });
  browser = await signIn({ accountId: api.accountId, appOptions: { nowMs: () => NOW } });
});

beforeEach(async () => {
  const { id } = await create(api, { dynamic: true, title: 'Menu' });
  codeId = parsePublicId(id)!;
  path = `/codes/${id}`;
});

const record = (scans: readonly NewScan[]) => D1.record(codeId, scans);
const count = (day: string, scans: number) =>
  env.DB.prepare(
    "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, 'mobile', ?3, unixepoch(?2) * 1000)",
  )
    .bind(codeId, day, scans)
    .run();
const read = async (query = '') => readText(await browser.get(`${path}/analytics${query}`));
const readHtml = async (query = '') => (await browser.get(`${path}/analytics${query}`)).text();

const SCANS: readonly NewScan[] = [
  { atMs: NOW, country: 'DE', os: 'iOS', visitorKey: 'a' },
  { atMs: NOW, country: 'DE', os: 'Android', visitorKey: 'b' },
  { atMs: NOW - 2 * DAY_MS, country: 'DE', os: 'iOS', visitorKey: 'a' },
  { atMs: NOW - 3 * DAY_MS, country: 'FR', os: 'iOS', device: 'tablet', visitorKey: 'c' },
  { atMs: NOW - 9 * DAY_MS, country: 'FR', os: 'iOS', visitorKey: 'd' },
];

describe('the statistics of a code', () => {
  it.each([
    '?range=last_7_days',
    '?range=last_7_days&compare=previous_period',
    '?range=last_7_days&filter=country:DE&filter=os:iOS',
    '?from=2026-11-12&to=2026-11-18&tz=Asia/Tokyo&compare=previous_period&filter=country:FR',
    '?from=2026-11-21&to=2026-11-21',
    '?from=2026-01-01&to=2026-11-21',
  ])('say the same as the interface: %s', async (query) => {
    await record(SCANS);
    await count('2026-02-03', 40);
    interface Statistics {
      total_scans: number;
      unique_scans: number;
      by_country: { country: string; scans: number }[];
      compare?: { total_scans: number; unique_scans: number };
    }
    const response = await api.request('GET', `/v1/qr/qr_${codeId}/stats${query}&include=country`);
    const statistics = await response.json<Statistics>();
    const text = await read(query);
    const { compare } = statistics;
    const before = (scans: number | undefined) => (scans === undefined ? '' : ` \\S+ before: ${scans}`);
    expect(text).toMatch(new RegExp(` Scans ${statistics.total_scans}${before(compare?.total_scans)} `));
    expect(text).toMatch(
      new RegExp(`Unique visitors[\\w, ]* ${statistics.unique_scans}${before(compare?.unique_scans)} `),
    );
    const names: Record<string, string> = { DE: 'Germany', FR: 'France' };
    for (const { country, scans } of statistics.by_country)
      expect(text).toContain(`${names[country]} ${scans} `);
  });

  it('lead from each value to the same page, filtered by it, and from each filter back', async () => {
    await record(SCANS);
    const html = await readHtml('?range=last_7_days');
    expect(html).toContain(`href="${path}/analytics?range=last_7_days&amp;filter=country%3ADE"`);
    const filtered = await readHtml('?range=last_7_days&filter=country%3ADE&by=os');
    expect(filtered).toContain(
      `href="${path}/analytics?range=last_7_days&amp;by=os&amp;filter=country%3ADE&amp;filter=os%3AiOS"`,
    );
    expect(filtered).toContain(`<a href="${path}/analytics?range=last_7_days&amp;by=os">`);
    expect(await read('?range=last_7_days&filter=country%3ADE&by=os')).toMatch(
      /Remove the filter Country: Germany × .*System Scans Share iOS 2 67% Android 1 33% /,
    );
  });

  it('show each dimension, and one day by hour', async () => {
    const told = {
      region: 'Land Berlin, DE',
      city: 'Berlin, DE',
      browser: 'Safari',
      referrer: 'news.example',
      language: 'de',
      rule: 'A',
    };
    await record([
      { atMs: NOW, ...told },
      { atMs: NOW, ...told },
      { atMs: NOW - 1, device: 'tablet' },
    ]);
    for (const [by, text] of [
      ['region', 'Land Berlin, DE 2 67% Unknown 1 33%'],
      ['city', 'Berlin, DE 2 67% Unknown 1 33%'],
      ['browser', 'Safari 2 67% Unknown 1'],
      ['referrer', 'news.example 2 67% No referrer 1'],
      ['language', 'German 2 67% Unknown 1'],
      ['rule', 'A 2 67% No rule 1'],
      ['variant', 'No variant 3 100% 1 –'],
      ['device', 'Phone 2 67% Computer 0 0% Tablet 1 33%'],
      ['hour', '11:00 to 12:00 1 33% 12:00 to 13:00 2 67%'],
    ])
      expect(await read(`?by=${by}`), by).toContain(text);
    const day = await read('?from=2026-11-21&to=2026-11-21&tz=Asia/Tokyo');
    expect(day).toContain('The hour with most scans: 21:00 to 22:00, 2 scans.');
    expect(day).toContain('20:00 to 21:00 1 21:00 to 22:00 2 22:00 to 23:00 0');
  });

  it.each([
    ['the day before, by the same hours', '&compare=previous_period&tz=Asia/Tokyo', 'Fri, 20 Nov 2026'],
    ['the date a year before, as a whole', '&compare=previous_year', null],
  ])('show one day beside %s', async (_, query, dayBefore) => {
    await record([
      { atMs: NOW },
      { atMs: NOW - DAY_MS },
      { atMs: NOW - DAY_MS },
      { atMs: NOW - DAY_MS - 3_600_000 },
    ]);
    await count('2025-11-21', 40);
    const asked = `?from=2026-11-21&to=2026-11-21${query}`;
    interface Statistics {
      by_hour: { hour: number; scans: number }[];
      compare: { total_scans: number; by_hour: { hour: number; scans: number }[] | null };
    }
    const response = await api.request('GET', `/v1/qr/qr_${codeId}/stats${asked}&include=hour`);
    const { by_hour: hours, compare } = await response.json<Statistics>();
    const text = await read(asked);
    expect(text).toContain(`before: ${compare.total_scans}`);
    if (dayBefore === null) {
      expect(compare.by_hour).toBeNull();
      expect(text).toContain('Its hours are not known, because its individual scans are no longer kept.');
      expect(text).not.toContain('Before,');
      return;
    }
    expect(compare.by_hour?.filter(({ scans }) => scans > 0)).toEqual([
      { hour: 20, scans: 1 },
      { hour: 21, scans: 2 },
    ]);
    for (const [i, { hour, scans }] of hours.entries()) {
      const name = [hour, hour + 1].map((one) => `${String(one).padStart(2, '0')}:00`).join(' to ');
      const before = compare.by_hour?.[i]?.scans ?? -1;
      expect(text).toContain(` ${name} ${scans} ${before} `);
      expect(text).toContain(
        `${name}: ${scans} ${scans === 1 ? 'scan' : 'scans'}. Before, ${dayBefore}: ${before} ${before === 1 ? 'scan' : 'scans'}.`,
      );
    }
    const plain = await api.request('GET', `/v1/qr/qr_${codeId}/stats${asked}`);
    expect((await plain.json<Statistics>()).compare).not.toHaveProperty('by_hour');
  });

  it('name what is notable', async () => {
    await record(SCANS);
    const text = await read('?range=last_7_days');
    expect(text).toContain('Average per day 0.6 ');
    expect(text).toContain('The day with most scans: Sat, 21 Nov 2026, 2 scans.');
    expect(text).toMatch(
      /Most scans: Sat, 21 Nov 2026 \(2\) ?, Thu, 19 Nov 2026 \(1\) ?, Wed, 18 Nov 2026 \(1\)/,
    );
  });

  it('say since when visitors are known, and that a year ago they are not', async () => {
    await count('2025-11-20', 4);
    const year = await read('?range=last_7_days&compare=previous_year');
    expect(year).toContain('before: 4');
    expect(year).toContain('Its visitors are not known any more.');
    expect(await read('?from=2025-11-01')).toContain('begin on Mon, 24 Aug 2026');
  });

  it.each([
    ['?from=2026-11-22', 'must not be after today'],
    ['?from=2026-11-10&to=2026-11-09', 'must not be after “To”'],
    ['?from=1999-01-01', 'must not be before 2000-01-01'],
    ['?from=yesterday', 'must be a date'],
    ['?from=2026-02-30', 'must be a date'],
    ['?range=ever', 'There is no such period'],
    ['?tz=Mars/Olympus', 'There is no such time zone'],
    ['?compare=friends', 'There is no such comparison'],
    ['?by=weather', 'There is no such list'],
    ['?filter=weather:rain', 'A filter in the address is not valid'],
    [`?${'filter=os:x&'.repeat(12)}`, 'A filter in the address is not valid'],
    [
      '?filter=country:DE&compare=previous_year',
      'The comparison must not reach before 2026-08-24 with a filter',
    ],
    ['?filter=country:DE&from=2026-01-01', 'must not be before 2026-08-24 with a filter'],
    ['?from=2026-01-01&tz=Asia/Tokyo', 'counted by UTC day, so these figures use UTC days.'],
    ['?from=2026-01-01&to=2026-11-22&tz=Pacific/Kiritimati', 'these figures use UTC days. '],
    [
      `?from=${encodeURIComponent(XSS)}&tz=${encodeURIComponent(XSS)}&by=${encodeURIComponent(XSS)}`,
      'must be a date',
    ],
  ])('say what is wrong with an address, and show what comes nearest: %s', async (query, message) => {
    await record(SCANS);
    const response = await browser.get(`${path}/analytics${query}`);
    expect(response.status).toBe(200);
    const html = await response.clone().text();
    expect(await readText(response)).toContain(message);
    expect(html).toContain('id="breakdown"');
    expect(html).not.toContain('<script>alert');
  });

  it('are by the clocks of the reader where the address names none, in links to files too', async () => {
    await record([{ atMs: NOW - 13 * 3_600_000 }]);
    const options = { cf: { timezone: 'Asia/Tokyo' } };
    const html = await (await browser.get(`${path}/analytics?from=2026-11-21`, options)).text();
    expect(html).toMatch(/<dt>Scans<\/dt><dd>1/);
    expect(html).toContain('value="Asia/Tokyo"');
    expect(html).toContain('scans.csv?from=2026-11-21&amp;tz=Asia%2FTokyo"');
    const day = await (await browser.get(`${path}/analytics?from=2026-11-21`)).text();
    expect(day).toMatch(/<dt>Scans<\/dt><dd>0/);
    const eve = await (await browser.get(`${path}/analytics?from=2026-11-20&to=2026-11-20`)).text();
    expect(eve).toMatch(/<dt>Scans<\/dt><dd>1/);
    // It is already tomorrow there.
    const east = { cf: { timezone: 'Pacific/Kiritimati' } };
    const old = await readText(await browser.get(`${path}/analytics?from=2026-01-01&to=2026-11-22`, east));
    expect(old).toContain('these figures use UTC days.');
    expect(old).toContain('Time zone: UTC.');
    expect(old).not.toContain('must not be after today');
  });

  it('print every value as text, wherever it came from', async () => {
    const fields = [
      'country',
      'region',
      'city',
      'os',
      'browser',
      'referrer',
      'language',
      'rule',
      'variant',
    ] as const;
    await record([{ atMs: NOW, ...Object.fromEntries(fields.map((field) => [field, XSS])) }]);
    for (const by of fields) {
      const html = await readHtml(`?by=${by}&filter=${encodeURIComponent(`${by}:${XSS}`)}`);
      expect(html.match(/&lt;script&gt;alert/g)?.length, by).toBeGreaterThanOrEqual(2);
      expect(html).not.toContain('<script>alert');
    }
  });

  it('come as CSV of the same period, zone and filters', async () => {
    await record(SCANS);
    const query = '?range=last_7_days&filter=country%3ADE';
    const html = await readHtml(`${query}&by=os&compare=previous_period`);
    for (const [address, table] of [
      [`${query}&by=os`, 'os,scans\r\niOS,2\r\nAndroid,1\r\n'],
      [`${query}&by=device`, 'device,scans\r\nmobile,3\r\ndesktop,0\r\ntablet,0\r\n'],
      [
        '?from=2026-11-19&to=2026-11-21&filter=os%3AAndroid',
        'date,scans\r\n2026-11-19,0\r\n2026-11-20,0\r\n2026-11-21,1\r\n',
      ],
    ])
      expect(await (await browser.get(`${path}/scans.csv${address}`)).text()).toBe(table);
    expect(html).toContain(`href="${path}/scans.csv${query.replace('&', '&amp;')}"`);
    expect(html).toMatch(/scans\.csv\?range=last_7_days&amp;filter=country%3ADE&amp;by=os"/);
    for (const wrong of ['?from=tomorrow', '?from=2026-11-22', '?filter=x:y', '?filter=os:a&from=2026-01-01'])
      expect((await browser.get(`${path}/scans.csv${wrong}`)).status, wrong).toBe(400);
  });

  it('are those of one’s own codes, and of dynamic ones', async () => {
    const { id } = await create(api, {});
    expect((await browser.get(`/codes/${id}/analytics`)).status).toBe(404);
    const stranger = await signIn({ appOptions: { nowMs: () => NOW } });
    expect((await stranger.get(`${path}/analytics`)).status).toBe(404);
  });
});

describe('while Analytics Engine does not respond', () => {
  const AE = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'a', AE_API_TOKEN: 't' } as const;

  it('the page is there, with the scans of all time; once it responded, with the last figures and their age', async () => {
    await env.DB.prepare('DELETE FROM scan_queries').run();
    await count('2026-11-20', 9);
    let nowMs = NOW;
    let isFailing = true;
    const app = createApp({
      nowMs: () => nowMs,
      fetch: () =>
        isFailing
          ? Promise.reject(new TypeError('Network connection lost.'))
          : Promise.resolve(Response.json({ meta: [], data: [], rows: 0 })),
    });
    const ada = await signIn({ accountId: api.accountId, app });
    const readPage = async () => {
      const response = await ada.get(`${path}/analytics?filter=country:DE`, { env: AE });
      expect(response.status).toBe(200);
      return readText(response);
    };
    const text = await readPage();
    expect(text).toContain('Scans are still being counted: 9 scans of all time');
    expect(text).toContain('Remove the filter Country: Germany');
    isFailing = false;
    nowMs += 60_000;
    expect(await readPage()).toContain(' Scans 0 ');
    isFailing = true;
    nowMs += 3_600_000;
    expect(await readPage()).toContain('As of 21 Nov 2026, 12:01 UTC');
  });
});
