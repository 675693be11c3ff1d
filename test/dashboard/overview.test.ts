import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { parsePublicId } from '#core/codes/code-id.ts';
import { layOutLines } from '#dashboard/scans/charts/line-geometry.ts';
import { formatChange } from '#dashboard/scans/charts/change.tsx';
import { toStep } from '#dashboard/scans/charts/heat-map.tsx';
import { type ApiClient, type CodeResource, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { listBarLinks, readText, toText } from '#harness/worker/page.ts';
import { formatFullDay } from '#dashboard/scans/words.ts';

/** The log is in Analytics Engine, which is unreachable. */
const ANALYTICS_OFF = {
  SCAN_LOG: 'analytics_engine',
  AE_API_TOKEN: 't',
  AE_API_URL: 'https://analytics.invalid',
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Saturday. */
const NOW = Date.UTC(2026, 10, 21, 12);

let api: ApiClient;
let browser: SignedInClient;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOW;
  const app = createApp({
    nowMs: () => nowMs,
    // The page queries only Analytics Engine, and it is down.
    fetch: () => Promise.reject(new TypeError('no network')),
    sleep: () => Promise.resolve(),
  });
  api = await createClient({ app });
  browser = await signIn({ accountId: api.accountId, app });
});

async function scan(id: string, atMs: number, count: number, country: string | null = null): Promise<void> {
  const codeId = parsePublicId(id);
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, account_id)
     SELECT ?1, ?2, 'mobile', ?1 || i, ?3, account_id FROM n JOIN qr_codes ON code_id = ?1`,
  )
    .bind(codeId, atMs, country)
    .run();
}

describe('the overview', () => {
  it('is the first page, and tells an empty account what to do first', async () => {
    expect((await browser.get('/')).headers.get('Location')).toBe('/overview');
    const response = await browser.get('/overview');
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('Create your first code</button>');
    expect(html).not.toContain('<svg class="plot"');
  });

  it('leads from each row to all statistics of its scans', async () => {
    const menu = await create(api, { dynamic: true, title: 'Menu', tags: ['table & bar'] });
    const poster = await create(api, { dynamic: true, title: 'Poster' });
    await scan(menu.id, NOW, 5, 'DE');
    await scan(menu.id, NOW - 2 * DAY_MS, 2);
    await scan(menu.id, NOW - 35 * DAY_MS, 4, 'DE');
    await scan(poster.id, NOW, 3, 'FR');
    for (const [query, expected] of [
      ['', [10, 5, 3, 2]],
      ['?range=last_7_days&tag=table+%26+bar&tz=Asia%2FTokyo&compare=previous_year', [7, 5, 2]],
      ['?range=last_90_days', [14, 9, 3, 2]],
    ] as const) {
      const links = listBarLinks(await (await browser.get(`/overview${query}`)).text());
      expect(links.map(({ scans }) => scans)).toEqual(expected);
      for (const { href, scans } of links) {
        expect(href).toMatch(/^\/analytics\?.*filter=(device|country)%3A/);
        const text = await readText(await browser.get(href));
        expect(text, href).toContain(` Scans ${scans} `);
        expect(text).toContain('Clear all');
      }
    }
    // Days from before single scans were kept cannot be filtered.
    expect(listBarLinks(await (await browser.get('/overview?from=2026-01-01')).text())).toEqual([]);
  });

  it('shows the same figures as GET /v1/stats', async () => {
    const menu = await create(api, { dynamic: true, title: 'Menu', tags: ['table'] });
    const poster = await create(api, { dynamic: true, title: '<b>Poster</b>' });
    await scan(menu.id, NOW, 5, 'DE');
    await scan(menu.id, NOW - 35 * DAY_MS, 2);
    await scan(poster.id, NOW - 3 * DAY_MS, 3, 'FR');
    await scan(poster.id, NOW - 40 * DAY_MS, 6);
    // Less than five weeks ago, and not in the period: equal weekdays of 30 days are five weeks apart.
    await scan(menu.id, NOW - 31 * DAY_MS, 1);
    const text = await readText(await browser.get('/overview'));
    const statistics = await (
      await api.request('GET', '/v1/stats?compare=previous_period&include=country,week_hour')
    ).json<Record<string, never>>();
    expect(statistics).toMatchObject({ total_scans: 8, unique_scans: 8, compare: { total_scans: 9 } });
    expect(text).toContain('Scans 8 ±0 8 before (18 Sept to 17 Oct 2026)');
    expect(text).toContain('23 Oct to 21 Nov 2026 Today so far 18 Sept to 17 Oct 2026');
    expect(text).toContain('Each day is compared with the same day of the week. Today is not over yet.');
    expect(text).toContain('Visitors, counted per code 8');
    expect(text).toContain('New codes 2 2 in total');
    expect(text).toMatch(
      /Top codes Menu 5 scans \+150% \(2 before\) <b>Poster<\/b> 3 scans −50% \(6 before\)/,
    );
    expect(text).toMatch(/Rising codes Menu 5 scans .* Falling codes <b>Poster<\/b> 3 scans/);
    expect(text).toContain('Germany');
    expect(text).toContain('Most scans: Saturday from 12:00 to 13:00, 5 scans.');
    expect(text).not.toContain('Needs attention');
    expect(text).toContain('Scans per day 0.3 Most: 5 on Sat, 21 Nov 2026');
    const html = await (await browser.get('/overview')).text();
    expect(html).toContain(
      'data-says="Sat, 21 Nov 2026: 5 scans so far.\nBefore, Sat, 17 Oct 2026: 2 scans."',
    );
    expect(html).toContain('data-says="Wed, 18 Nov 2026: 3 scans, +3.\nBefore, Wed, 14 Oct 2026: 0 scans."');
    expect(html).not.toContain('<b>Poster');
    expect(html).toMatch(/title="Wednesday, 12:00: 3 scans"/);
  });

  it('shows the period, the tag and the comparison that were chosen, and links keep them', async () => {
    const menu = await create(api, { dynamic: true, title: 'Menu', tags: ['table top'] });
    const poster = await create(api, { dynamic: true, title: 'Poster' });
    await scan(menu.id, NOW, 1);
    await scan(menu.id, NOW - 365 * DAY_MS, 4);
    await scan(poster.id, NOW, 2);
    const response = await browser.get('/overview?range=last_7_days&tag=table+top&compare=previous_year');
    const html = await response.text();
    expect(html).toContain('href="/overview?compare=previous_year&amp;tag=table+top"');
    expect(html).toMatch(/<option value="table top" selected[^>]*>/);
    expect(html).toMatch(/aria-current="true"[^>]*>7 days<\/a>/);
    const text = await readText(new Response(html));
    expect(text).toContain('Scans 1 −75% 4 before (16 Nov to 22 Nov 2025)');
    expect(text).not.toContain('Poster');
    const gone = await readText(await browser.get('/overview?tag=gone'));
    expect(gone).toContain('No code has the tag gone any more. These figures are for all codes.');
    expect(gone).toContain(' Scans 3 ');
    const odd = await browser.get('/overview?range=ever&compare=%00&tag=a,b&tag=c&x=1');
    expect(odd.status).toBe(200);
  });

  /** The scans of as many days, whole weeks before them. */
  async function readBefore(
    days: readonly { date: string }[],
    { zone, isYear }: { zone: string; isYear: boolean },
  ): Promise<number> {
    const back = isYear ? 364 : Math.ceil(days.length / 7) * 7;
    const [from = '', to = ''] = [days[0], days.at(-1)].map((day) =>
      new Date(Date.parse(day?.date ?? '') - back * DAY_MS).toISOString().slice(0, 10),
    );
    const isKept = Date.parse(from) > NOW - 89 * DAY_MS;
    const path = `/v1/stats?from=${from}&to=${to}&tz=${isKept ? zone : 'UTC'}`;
    return (await (await api.request('GET', path)).json<{ total_scans: number }>()).total_scans;
  }

  it.each([
    ['?range=last_7_days&tz=Asia/Tokyo', 'Asia/Tokyo'],
    ['?range=last_90_days&tz=America/St_Johns&compare=previous_year', 'America/St_Johns'],
    ['?from=2026-11-10&to=2026-11-21&tz=Asia/Tokyo', 'Asia/Tokyo'],
    ['?from=2026-11-22&to=2026-11-22&tz=Pacific/Kiritimati', 'Pacific/Kiritimati'],
    ['?from=2025-12-01', 'UTC'],
  ])('shows the same figures as GET /v1/stats for any days and zone: %s', async (query, zone) => {
    const { id } = await create(api, { dynamic: true, title: 'Menu' });
    // 23:30 in Tokyo, and the next day there; the same days in UTC.
    await scan(id, Date.UTC(2026, 10, 19, 14, 30), 4);
    await scan(id, Date.UTC(2026, 10, 19, 15, 30), 7);
    await scan(id, Date.UTC(2026, 10, 21, 11, 30), 2);
    await scan(id, Date.UTC(2026, 10, 9, 15, 30), 5);
    const response = await api.request('GET', `/v1/stats${query}&include=week_hour`);
    const statistics = await response.json<{
      total_scans: number;
      by_day: { date: string; scans: number }[];
      by_week_hour: { weekday: number; hour: number; scans: number }[];
    }>();
    expect(response.status).toBe(200);
    const html = await (await browser.get(`/overview${query}`)).text();
    const text = toText(html);
    expect(text).toContain(` Scans ${statistics.total_scans} `);
    const before = await readBefore(statistics.by_day, { zone, isYear: query.includes('year') });
    expect(text).toMatch(new RegExp(`Scans ${statistics.total_scans} \\S+ ${before} before \\(`));
    expect(text).toContain(`(${zone})`);
    if (statistics.by_day.length === 1) return expect(text).toContain('Scans by hour');
    expect(text).toContain(`Time zone: ${zone}.`);
    if (statistics.by_day.length <= 120)
      for (const { date, scans } of statistics.by_day)
        expect(text, date).toContain(` ${formatFullDay(date)} ${scans} `);
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    for (const { weekday, hour, scans } of statistics.by_week_hour)
      expect(html).toContain(
        `title="${days[weekday - 1]}, ${String(hour).padStart(2, '0')}:00: ${scans} scan`,
      );
  });

  it.each([
    ['?from=2026-11-22', '“From” must not be after today, 21 Nov 2026.'],
    ['?from=2026-11-10&to=2026-11-09', '“From” must not be after the last day, 9 Nov 2026.'],
    ['?from=1999-01-01', '“From” must not be before 1 Jan 2000.'],
    ['?from=2010-01-01&to=2026-11-21', 'it has at most 1,100 days'],
    ['?from=yesterday', '“From” must be a date'],
    ['?tz=Mars/Olympus', 'There is no such time zone. Use a name like Europe/Berlin.'],
    ['?range=ever', 'There is no such period: here are the last 30 days.'],
    ['?compare=friends', 'There is no such comparison.'],
    [`?from=${encodeURIComponent('"><script>alert(1)</script>')}`, '“From” must be a date'],
  ])('says what is wrong with an address, and shows the defaults: %s', async (query, message) => {
    const { id } = await create(api, { dynamic: true });
    await scan(id, NOW, 3);
    const html = await (await browser.get(`/overview${query}`)).text();
    expect(toText(html)).toContain(message);
    expect(toText(html)).toContain('Scans 3 +3 0 before (18 Sept to 17 Oct 2026)');
    expect(html).toMatch(/aria-current="true"[^>]*>30 days</);
    expect(html).not.toContain('<script>alert');
  });

  it('compares with nothing on request, and shows one day by the hour', async () => {
    const { id } = await create(api, { dynamic: true });
    await scan(id, NOW, 3);
    const text = await readText(await browser.get('/overview?compare=none&from=2026-11-21&to=2026-11-21'));
    expect(text).toContain(' Scans 3 ');
    expect(text).not.toContain('0 before (');
    expect(text).toContain('Codes are compared with Fri, 20 Nov 2026.');
    expect(text).toContain('12:00 to 13:00 3 13:00 to 14:00 0');
    const today = await readText(await browser.get('/overview?from=2026-11-21&to=2026-11-21'));
    expect(today).toContain('12:00 to 13:00 3 0 +3 13:00 to 14:00 0 0 ±0 ');
    expect(today).toContain('Today is not over yet.');
    const day = await readText(await browser.get('/overview?from=2026-11-20&to=2026-11-20'));
    expect(day).not.toContain('Today is not over yet');
    expect(day).toContain('Scans 0 ±0 0 before (Fri, 13 Nov 2026)');
    const stats = '/v1/stats?from=2026-11-21&to=2026-11-21&compare=previous_period';
    await scan(id, NOW - DAY_MS, 2);
    interface Statistics {
      compare: { by_hour?: { hour: number; scans: number }[] | null };
    }
    const { compare } = await (await api.request('GET', `${stats}&include=hour`)).json<Statistics>();
    expect(compare.by_hour?.filter(({ scans }) => scans > 0)).toEqual([{ hour: 12, scans: 2 }]);
    expect((await (await api.request('GET', stats)).json<Statistics>()).compare).not.toHaveProperty(
      'by_hour',
    );
    await scan(id, NOW - 7 * DAY_MS, 4);
    const both = await readText(await browser.get('/overview?from=2026-11-21&to=2026-11-21'));
    expect(both).toContain('12:00 to 13:00 3 4 −25% 13:00 to 14:00 0 0 ±0 ');
    const year = await readText(
      await browser.get('/overview?from=2026-11-21&to=2026-11-21&compare=previous_year'),
    );
    expect(year).toContain('Sat, 22 Nov 2025 is compared as a whole. Its hours are not known');
  });

  it('has UTC days if those of the reader are unknown, and says why', async () => {
    const { id } = await create(api, { dynamic: true, tags: ['many'] });
    await scan(id, NOW, 3);
    const kiritimati = { cf: { timezone: 'Pacific/Kiritimati' } };
    // It is already tomorrow there.
    const today = await (await browser.get('/overview', kiritimati)).text();
    const [, path = ''] = /href="([^"]*)"[^>]*>Today</.exec(today) ?? [];
    expect(path).toContain('from=2026-11-22');
    const down = { ...kiritimati, env: ANALYTICS_OFF };
    const text = await readText(await browser.get(path.replaceAll('&amp;', '&'), down));
    expect(text).toContain('Sat, 21 Nov 2026 · UTC');
    expect(text).toContain('Only UTC days are available right now');
    const old = await readText(await browser.get('/overview?from=2026-01-01', kiritimati));
    expect(old).toContain('1 Jan to 21 Nov 2026 · UTC');
    expect(old).toContain('Scans this old are counted by UTC day');
    await env.DB.prepare(
      `INSERT INTO account_days (account_id, day, device, scans) VALUES (?, '2026-11-20', 'desktop', 20000)`,
    )
      .bind(api.accountId)
      .run();
    const first = await readText(await browser.get('/overview', kiritimati));
    expect(first).toContain('The days of your time zone are being counted');
    expect(first).toContain(' Scans 20,003 ');
    nowMs += 60_000;
    await browser.get('/overview', kiritimati);
    const later = await readText(await browser.get('/overview', kiritimati));
    expect(later).toContain('· Pacific/Kiritimati');
    expect(later).toContain(' Scans 3 ');
  });

  it('names what needs attention: codes that end, are paused, disabled or never scanned, and quotas', async () => {
    nowMs = NOW - 40 * DAY_MS;
    await create(api, { dynamic: true, title: 'Old and unscanned' });
    await create(api, { dynamic: true, title: 'Uncounted', count_scans: false });
    const scanned = await create(api, { dynamic: true, title: 'Old' });
    nowMs = NOW;
    await scan(scanned.id, NOW, 1);
    await create(api, {
      dynamic: true,
      title: 'Festival',
      ends_at: new Date(NOW + 6 * DAY_MS).toISOString(),
    });
    await create(api, { dynamic: true, title: 'Later', ends_at: new Date(NOW + 8 * DAY_MS).toISOString() });
    await create(api, { dynamic: true, title: 'Over', ends_at: new Date(NOW + DAY_MS / 24).toISOString() });
    nowMs = NOW + DAY_MS / 12;
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await create(api, { dynamic: true, title, paused: true });
    const off = await create(api, { dynamic: true, title: 'Blocked' });
    await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'operator' WHERE code_id = ?")
      .bind(parsePublicId(off.id))
      .run();
    await env.DB.prepare("UPDATE accounts SET plan = 'free' WHERE id = ?").bind(api.accountId).run();
    await env.DB.prepare('UPDATE account_usage SET stored_bytes = 8000000 WHERE account_id = ?')
      .bind(api.accountId)
      .run();
    const text = await readText(await browser.get('/overview'));
    expect(text).toMatch(/Needs attention 1 code is disabled Blocked See why/);
    expect(text).toMatch(/1 code ends within 7 days Festival Keep for 30 more days/);
    expect(text).toMatch(/Storage: 8 MB of 10 MB are used\. See plan/);
    expect(text).toMatch(/4 codes are paused \w+ , \w+ , \w+ … Show/);
    expect(text).toMatch(/1 code is more than 30 days old and has never been scanned Old and unscanned Show/);
  });

  it('keeps all codes that end soon with one press, which can be taken back', async () => {
    const ends = new Date(NOW + 6 * DAY_MS).toISOString();
    const codes: CodeResource[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four'])
      codes.push(await create(api, { dynamic: true, title, ends_at: ends }));
    const readEnds = async () =>
      Promise.all(
        codes.map(async ({ id }) => {
          const code = await (await api.request('GET', `/v1/qr/${id}`)).json<{ ends_at: string }>();
          return code.ends_at;
        }),
      );
    const page = await browser.get('/overview?tz=UTC');
    const html = await page.text();
    const [form = ''] = /<form method="post" action="\/codes\/selection">.*?<\/form>/s.exec(html) ?? [];
    const fields = [...form.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name, value]);
    // Meanwhile others have put off the first end, and taken away the second.
    const far = '2030-01-01T00:00:00.000Z';
    for (const [i, ends_at] of [far, null].entries())
      await api.request('PATCH', `/v1/qr/${codes[i]?.id}`, { ends_at });
    const kept = await browser.post('/codes/selection', Object.fromEntries(fields) as Record<string, string>);
    const until = new Date(Date.parse('2026-12-22T00:00:00Z')).toISOString();
    expect(await readEnds()).toEqual([far, null, until, until]);
    const list = await (await browser.get(kept.headers.get('Location') ?? '')).text();
    expect(list).toContain(
      '2 codes are kept for 30 more days. 2 codes were not changed: they do not end before that.',
    );
    const [, undo = ''] = /name="undo" value="([^"]*)"/.exec(list) ?? [];
    await browser.post('/codes/undo', { undo: undo.replaceAll('&amp;', '&') });
    expect(await readEnds()).toEqual([far, null, ends, ends]);
    const viewer = await signIn({
      accountId: api.accountId,
      role: 'viewer',
      appOptions: { nowMs: () => nowMs },
    });
    expect(await (await viewer.get('/overview?tz=UTC')).text()).not.toContain('Keep for 30 more days');
  });

  it('draws days that are over in its figures, the busiest of them, and the days of new codes', async () => {
    const menu = await create(api, { dynamic: true, title: 'Menu' });
    await scan(menu.id, NOW - 8 * DAY_MS, 4);
    await scan(menu.id, NOW - DAY_MS, 10);
    await scan(menu.id, NOW, 1);
    nowMs = NOW + DAY_MS / 24;
    const html = await (await browser.get('/overview?range=last_7_days')).text();
    const [line = '', visitors = '', average = '', created = ''] = html.match(
      /<svg class="sparkline".*?<\/svg>/gs,
    ) ?? [''];
    // The line ends with yesterday, at its top, although today has only one scan so far.
    expect(line).toContain(' 100.0,1.0"');
    expect(visitors).toContain('fill="var(--chart-now)" y="12" width="100.0"');
    expect(visitors).toContain('fill="var(--chart-before)" fill-opacity="0.5" y="22" width="40.0"');
    expect(average.match(/fill-opacity="1"/g)).toHaveLength(1);
    expect(average).toContain(`fill-opacity="1" x="${((5 * 100) / 7).toFixed(2)}"`);
    expect(created.match(/<rect/g)).toHaveLength(1);
    expect(created).toContain(`x="${((6 * 100) / 7).toFixed(2)}"`);
  });

  it('never shows anything of another account', async () => {
    const stranger = await createClient({ appOptions: { nowMs: () => NOW } });
    const secret = await create(stranger, { dynamic: true, title: 'Secret', tags: ['secret'], paused: true });
    await scan(secret.id, NOW, 9, 'JP');
    await create(api, { dynamic: true });
    for (const path of ['/overview', '/overview?tag=secret']) {
      const text = await readText(await browser.get(path));
      expect(text).toContain(' Scans 0 ');
      expect(text).not.toContain('Secret');
    }
    expect((await browser.post('/overview')).status).toBe(404);
  });

  it('shows the rest while the log of scans does not respond', async () => {
    const { id } = await create(api, { dynamic: true, title: 'Menu' });
    await scan(id, NOW, 3);
    const down = await readText(await browser.get('/overview', { env: ANALYTICS_OFF }));
    expect(down).toContain(' Scans 3 ');
    expect(down).toContain('Countries and hours are being counted, or are not available right now.');
  });

  it('of an account with many scanned codes and scans shows what an earlier visit computed', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 210)
       INSERT INTO qr_codes (position, code_id, account_id, type, target, title, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       SELECT 70000 + i, printf('many%04d', i), ?, 'url', 'https://example.com/', 'Code ' || i, 1, '#000000', '#ffffff', 'png', 1024, 4, 'M',
         2, 1, 0, 0 FROM n`,
    )
      .bind(api.accountId)
      .run();
    await env.DB.prepare(
      `INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms)
       SELECT code_id, '2026-11-20', 'mobile', 100 + position % 100, ? FROM qr_codes WHERE account_id = ?`,
    )
      .bind(NOW - DAY_MS, api.accountId)
      .run();
    const first = await readText(await browser.get('/overview'));
    expect(first).toContain('Your codes are being ranked. Please look again in a minute.');
    expect(first).toContain('Countries and hours are being counted');
    nowMs = NOW + 5 * 60_000;
    const second = await readText(await browser.get('/overview'));
    expect(second).toMatch(/Top codes Code 99 199 scans/);
    expect(second).toContain('Codes as of 21 Nov 2026, 12:00 UTC');
    expect(second).toContain('Visitors, countries and hours as of 21 Nov 2026, 12:00 UTC .');
    expect(second).not.toContain('being counted');
    await env.DB.prepare("UPDATE scan_days SET scans = 500 WHERE code_id = 'many0007'").run();
    expect(await readText(await browser.get('/overview'))).toMatch(/Top codes Code 99 199 scans/);
    nowMs = NOW + 11 * 60_000;
    // It is older than ten minutes, so this visit requests a new ranking, and the next visit shows it.
    await browser.get('/overview');
    expect(await readText(await browser.get('/overview'))).toMatch(/Top codes Code 7 500 scans/);
  });
});

describe('the parts of the overview', () => {
  it('draw both lines to one scale, over the same days', () => {
    const layout = layOutLines([0, 10, 5], [20, 0, 0, 7]);
    expect(layout.ticks.at(-1)?.value).toBe(20);
    expect(layout.now).toBe('166.67,200 500,106 833.33,153');
    expect(layout.before).toBe('166.67,12 500,200 833.33,200');
    expect(layout.area).toBe(`166.67,200 ${layout.now} 833.33,200`);
    expect(layout.soFar).toBe('');
    const open = layOutLines([0, 10, 5], [], true);
    expect(open.now).toBe('166.67,200 500,12');
    expect(open.soFar).toBe('500,12 833.33,106');
    expect(layout.days).toHaveLength(3);
    expect(layOutLines([], []).now).toBe('');
  });

  it('describe changes clearly', () => {
    expect(formatChange(0, 0)).toBe('±0');
    expect(formatChange(118, 100)).toBe('+18%');
    expect(formatChange(50, 100)).toBe('−50%');
    expect(formatChange(12, 0)).toBe('+12');
    expect(formatChange(1_000_001, 1_000_000)).toBe('+<1%');
  });

  it('give every hour with a scan a colour, and the busiest the strongest', () => {
    expect([0, 1, 20, 21, 99, 100].map((scans) => toStep(scans, 100))).toEqual([0, 1, 1, 2, 5, 5]);
    expect(toStep(1, 1)).toBe(5);
  });
});
