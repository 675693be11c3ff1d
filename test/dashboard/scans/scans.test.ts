import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { listBarLinks, readText, toText } from '#harness/worker/page.ts';
import { D1, type NewScan } from '#harness/worker/scan-backends.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

let api: ApiClient;
let browser: SignedInClient;
let codeId: CodeId;
let path: string;
beforeEach(async () => {
  api = await createClient({ appOptions: { nowMs: () => NOW } });
  browser = await signIn({ accountId: api.accountId, appOptions: { nowMs: () => NOW } });
  const { id } = await create(api, { dynamic: true, title: 'Menu' });
  codeId = parsePublicId(id)!;
  path = `/codes/${id}`;
});

async function record(scans: readonly Partial<NewScan>[]): Promise<void> {
  await D1.record(
    codeId,
    scans.map((scan) => Object.assign({ atMs: NOW }, scan)),
  );
}

/** The text of the parts that a live page updates, by name. */
async function readParts(address: string): Promise<Record<string, string>> {
  const html = await (await browser.get(address)).text();
  const parts = html.split(/data-part="/).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...rest] = part.split('">');
      return [name, toText(rest.join('">')).trim()];
    }),
  );
}

describe('the scans of a code', () => {
  it('are shown by day, device and country, in total and by visitor', async () => {
    await record([
      { atMs: NOW, country: 'DE', visitorKey: 'a' },
      { atMs: NOW, country: 'DE', visitorKey: 'a' },
      { atMs: NOW - 2 * DAY_MS, country: 'FR', device: 'desktop', visitorKey: 'b' },
      { atMs: NOW - 40 * DAY_MS, country: 'US', visitorKey: 'c' },
    ]);
    const parts = await readParts(path);
    expect(await readText(await browser.get(path))).toContain(
      'Today 2 Last 30 days 3 2 visitors All time 4 ',
    );
    expect(parts['day-chart']).toContain('3 scans in 30 days, the most on 21 Nov: 2.');
    expect(parts['day-figures']).toMatch(/19 Nov 1 33% 20 Nov 0 0% 21 Nov 2 67%/);
    expect(parts['device-chart']).toContain('Mobile phone: 2 scans, Computer: 1 scan, Tablet: 0 scans');
    expect(parts['device-figures']).toMatch(/^Mobile phone 2 67% Computer 1 33% Tablet 0 0%/);
    expect(parts['country-figures']).toMatch(/^Germany 2 67% France 1 33%/);
  });

  it('lead from each row to all statistics, filtered by it', async () => {
    await record([
      { atMs: NOW, country: 'DE', visitorKey: 'a' },
      { atMs: NOW, country: 'DE', device: 'desktop', visitorKey: 'b' },
      { atMs: NOW - 8 * DAY_MS, visitorKey: 'c' },
    ]);
    const html = await (await browser.get(`${path}?tz=Asia/Tokyo`)).text();
    const links = listBarLinks(html);
    expect(links.map(({ scans }) => scans)).toEqual([2, 1, 2, 1]);
    for (const { href, scans } of links) {
      expect(href).toMatch(/^\/codes\/qr_\w+\/analytics\?range=last_30_days&tz=Asia%2FTokyo&filter=/);
      expect(await readText(await browser.get(href)), href).toContain(` Scans ${scans} `);
    }
    // The rows of the tables link there, too; a live page is updated only if something has changed.
    for (const { href } of links) expect(html.split(`${href.replaceAll('&', '&amp;')}"`)).toHaveLength(3);
    const fragment = await (await browser.get(`${path}/scans?range=last_30_days&tz=Asia/Tokyo`)).text();
    expect(listBarLinks(fragment)).toEqual(links);
  });

  it.each([
    ['last_7_days', 7],
    ['last_30_days', 30],
    ['last_90_days', 90],
    ['since_ever', 30],
  ])('of range %s cover %i days', async (range, days) => {
    await record([{ atMs: NOW - 89 * DAY_MS }, { atMs: NOW - 20 * DAY_MS }, { atMs: NOW }]);
    const html = await (await browser.get(`${path}?range=${range}`)).text();
    const { 'day-figures': figures } = await readParts(`${path}?range=${range}`);
    expect(figures?.match(/\d+ [A-Z][a-z]+ /g)).toHaveLength(days);
    expect(html).toMatch(new RegExp(`aria-current="true">${days} days</a>`));
    expect(toText(html)).toContain(`Last ${days} days ${{ 7: 1, 30: 2, 90: 3 }[days]} `);
  });

  it('name a period or time zone of the address that does not exist, and show the usual one', async () => {
    await record([{ atMs: NOW }]);
    const html = await readText(await browser.get(`${path}?range=since_ever&tz=Mars/Olympus`));
    expect(html).toContain('There is no such period: here are the last 30 days.');
    expect(html).toContain('There is no such time zone. Use a name like Europe/Berlin.');
    expect(html).toMatch(/Day \(UTC\)/);
    const usual = await readText(await browser.get(`${path}?range=last_7_days&tz=Asia/Tokyo`));
    expect(usual).not.toContain('There is no such');
  });

  it('are those of the reader’s days, as the interface counts them, and so is today', async () => {
    // 01:00, 23:00 and 02:00 in Auckland.
    await record([{ atMs: NOW }, { atMs: Date.UTC(2026, 10, 21, 10) }, { atMs: Date.UTC(2026, 10, 20, 13) }]);
    const options = { cf: { timezone: 'Pacific/Auckland' } };
    const html = await (await browser.get(`${path}?range=last_7_days`, options)).text();
    const query = '?range=last_7_days&tz=Pacific%2FAuckland';
    const response = await api.request('GET', `/v1/qr/qr_${codeId}/stats${query}`);
    const { by_day: days } = await response.json<{ by_day: { date: string; scans: number }[] }>();
    expect(days.slice(-2).map(({ scans }) => scans)).toEqual([2, 1]);
    expect(toText(html)).toMatch(/Day \(Pacific\/Auckland\).* 21 Nov 2 67% 22 Nov 1 33%/);
    expect(toText(html)).toMatch(/ Today 1 Last 7 days 3 1 visitor All time 3 /);
    expect(html).toContain(`data-live-scans="${path}/scans${query.replaceAll('&', '&amp;')}"`);
    expect(html).toContain(`href="${path}/scans.csv${query.replaceAll('&', '&amp;')}"`);
    const fragment = await readText(await browser.get(`${path}/scans${query}`));
    expect(fragment).toMatch(/^ ?Today 1 Last 7 days 3 1 visitor All time 3 /);
  });

  it('have charts with a name and a description, each with its figures as a table', async () => {
    const html = await (await browser.get(path)).text();
    const charts = [...html.matchAll(/<svg[^>]*role="(?:img|group)"[^>]*aria-labelledby="([^"]*)"[^>]*>/g)];
    expect(charts).toHaveLength(3);
    for (const [, ids = ''] of charts) {
      const [title, description] = ids.split(' ');
      expect(html).toMatch(new RegExp(`<title id="${title}">[^<]+</title>`));
      expect(html).toMatch(new RegExp(`<desc id="${description}">[^<]+</desc>`));
    }
    expect(html.match(/<details[^>]*><summary>[^<]+ as a table<\/summary><table><caption/g)).toHaveLength(3);
    // The title of a chart must not become the title of the page.
    expect(html.slice(0, html.indexOf('</head>')).match(/<title/g)).toHaveLength(1);
  });

  it('say what to do next if there are none yet', async () => {
    const html = await (await browser.get(path)).text();
    expect(toText(html)).toContain('No scans yet: open the short link , or print the code.');
    expect(html).toContain(`href="https://go.example.com/${codeId}"`);
  });

  it('are not said to be none if they are before the period', async () => {
    await record([{ atMs: NOW - 40 * DAY_MS }]);
    const text = await readText(await browser.get(`${path}?range=last_7_days`));
    expect(text).toContain('No scans in this period');
    expect(text).not.toContain('No scans yet');
  });

  it('name countries, including unknown ones and non-countries', async () => {
    await record([{ country: 'T1' }, { country: null }, { country: 'XK' }]);
    const { 'country-figures': figures } = await readParts(path);
    expect(figures).toContain('T1 1 33%');
    expect(figures).toContain('Unknown 1 33%');
    expect(figures).toContain('Kosovo 1 33%');
  });

  it('from many countries are drawn as the largest and all others, and listed in full', async () => {
    const countries = ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'ZA', 'NO'];
    await record(countries.flatMap((country, i) => Array.from({ length: 9 - i }, () => ({ country }))));
    const parts = await readParts(path);
    expect(parts['country-chart']).toContain(
      'Germany: 9 scans, France: 8 scans, United States: 7 scans, Japan: 6 scans, Brazil: 5 scans, All others: 9 scans',
    );
    expect(parts['country-figures']).toMatch(/Norway 2 /);
  });
});

describe('the fragment of a live page', () => {
  it('contains only the figures, as on the page, and brings the next scan', async () => {
    const page = await (await browser.get(`${path}?range=last_7_days`)).text();
    const address = toText(/data-live-scans="([^"]*)"/.exec(page)?.[1] ?? '');
    expect(address).toBe(`${path}/scans?range=last_7_days&tz=UTC`);
    const before = await (await browser.get(address)).text();
    const [totals = '', figures = ''] = before.replace('<div hidden="">', '').split(/(?<=<\/dl>)<\/div>/);
    for (const part of [totals, figures]) expect(page).toContain(part);
    expect(totals).toContain('data-live="totals"');
    expect(before).not.toContain('<html');
    await record([{}]);
    const after = await browser.get(address);
    expect(after.headers.get('Cache-Control')).toBe('no-store');
    expect(await readText(after)).toContain('Today 1 Last 7 days 1 ');
  });

  it('has the same parts before and after the first scan, so that nothing moves', async () => {
    const before = Object.keys(await readParts(`${path}/scans`));
    await record([{ country: 'DE' }]);
    expect(Object.keys(await readParts(`${path}/scans`))).toEqual(before);
    expect(before).toHaveLength(8);
  });
});

describe('the CSV', () => {
  it('is the daily table, to be saved under the title of the code', async () => {
    await record([{}, {}, { atMs: NOW - DAY_MS }]);
    const response = await browser.get(`${path}/scans.csv?range=last_7_days`);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="Menu scans.csv"');
    const lines = (await response.text()).split('\r\n');
    expect(lines).toHaveLength(9);
    expect([lines[0], lines[6], lines[7], lines[8]]).toEqual([
      'date,scans',
      '2026-11-20,1',
      '2026-11-21,2',
      '',
    ]);
  });

  it.each([
    ['device', 'device,scans\r\nmobile,3\r\ndesktop,0\r\ntablet,0\r\n'],
    ['country', 'country,scans\r\nDE,2\r\nunknown,1\r\n'],
  ])('is offered by %s too', async (by, table) => {
    await record([{ country: 'DE' }, { country: 'DE' }, { country: null }]);
    const page = await (await browser.get(`${path}?range=last_7_days`)).text();
    const address = `${path}/scans.csv?range=last_7_days&amp;by=${by}`;
    expect(page).toContain(`href="${address}"`);
    const response = await browser.get(address.replace('&amp;', '&'));
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Menu scans by ${by}.csv"`,
    );
    expect(await response.text()).toBe(table);
  });

  it('is offered by rule and variant if the code has them', async () => {
    expect(await (await browser.get(path)).text()).not.toMatch(/by=(rule|variant)/);
    const target = 'https://example.com/';
    const variants = [
      { name: 'A', target, weight: 25 },
      { name: '=B', target, weight: 75 },
    ];
    const rules = [{ name: 'Phones', target, when: { device: ['mobile'] } }];
    await api.request('PATCH', path.replace('/codes', '/v1/qr'), { rules, variants });
    await record([
      { rule: 'Phones' },
      { rule: 'Phones' },
      { rule: 'Phones' },
      { variant: '=B', visitorKey: 'a' },
      { variant: '=B', visitorKey: 'b' },
    ]);
    const read = async (by: string) => {
      const address = `${path}/scans.csv?range=last_30_days&amp;by=${by}`;
      expect(await (await browser.get(path)).text()).toContain(`href="${address}"`);
      return (await browser.get(address.replace('&amp;', '&'))).text();
    };
    expect(await read('rule')).toBe('rule,scans\r\nPhones,3\r\n,2\r\n');
    expect(await read('variant')).toBe(
      "variant,scans,unique_scans,expected_share\r\n,3,1,\r\n'=B,2,2,0.75\r\n",
    );
  });

  it('of a static code does not exist, as its figures do not', async () => {
    const { id } = await create(api, {});
    for (const address of ['scans', 'scans.csv']) {
      expect((await browser.get(`/codes/${id}/${address}`)).status).toBe(404);
    }
  });
});

describe('while Analytics Engine', () => {
  // Failed queries are not repeated for a while, and results are cached: each test starts with neither.
  beforeEach(() => env.DB.prepare('DELETE FROM scan_queries').run());

  const AE = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'a', AE_API_TOKEN: 't' } as const;
  const at = async (doFetch: typeof fetch) => {
    const app = createApp({ nowMs: () => NOW, fetch: doFetch });
    return signIn({ accountId: api.accountId, app });
  };

  it('does not respond, the page still shows the lifetime scans that were rolled up; only the figures fail', async () => {
    await env.DB.prepare(
      "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2026-11-01', 'mobile', 7, unixepoch('2026-11-01') * 1000)",
    )
      .bind(codeId)
      .run();
    const ada = await at(() => Promise.reject(new TypeError('Network connection lost.')));
    const page = await ada.get(path, { env: AE });
    expect(page.status).toBe(200);
    const text = await readText(page);
    expect(text).toContain('The charts are not available right now.');
    expect(text).toContain('Today – Last 30 days – All time 7 ');
    for (const address of ['scans', 'scans.csv']) {
      expect((await ada.get(`${path}/${address}`, { env: AE })).status).toBe(503);
    }
    expect((await ada.post(path, { title: 'x', target: 'no' }, { env: AE })).status).toBe(422);
  });

  it('fails after it responded, the page shows the last figures, and their age once they are older than a minute', async () => {
    let nowMs = NOW;
    let isFailing = false;
    const respond = () => {
      if (isFailing) return Promise.reject(new TypeError('Network connection lost.'));
      return Promise.resolve(Response.json({ meta: [], data: [], rows: 0 }));
    };
    const app = createApp({ nowMs: () => nowMs, fetch: respond });
    const ada = await signIn({ accountId: api.accountId, app });
    await env.DB.prepare(
      "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2026-11-20', 'mobile', 9, unixepoch('2026-11-20') * 1000)",
    )
      .bind(codeId)
      .run();
    const readAt = async (ageMs: number) => {
      nowMs = NOW + ageMs;
      return readText(await ada.get(`${path}/scans`, { env: AE }));
    };
    expect(await readAt(0)).not.toContain('As of');
    isFailing = true;
    expect(await readAt(60_000)).not.toContain('As of');
    const text = await readAt(3_600_000);
    expect(text).toContain('Last 30 days 9 ');
    expect(text).toMatch(/As of 21 Nov 2026, 12:00 UTC ?\. Newer figures are not available right now/);
    isFailing = false;
    expect(await readAt(3_700_000)).not.toContain('As of');
  });

  it('has only a sample, the figures are marked as estimates', async () => {
    const ada = await at((_, init) => {
      const sql = typeof init?.body === 'string' ? init.body : '';
      const data = sql.includes('visitors') ? [{ visitors: '90', largest_interval: '10' }] : [];
      return Promise.resolve(Response.json({ meta: [], data, rows: data.length }));
    });
    await env.DB.prepare(
      "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2026-11-20', 'mobile', 900, unixepoch('2026-11-20') * 1000)",
    )
      .bind(codeId)
      .run();
    const text = await readText(await ada.get(path, { env: AE }));
    expect(text).toMatch(/Last 30 days 900 estimated 90 visitors /);
    expect(text).toContain('the figures are estimates');
  });
});
