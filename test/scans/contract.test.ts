import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { DEVICES } from '#core/scans/device.ts';
import { randomCodeId } from '#harness/data/random.ts';
import { seedCodes } from '#harness/data/seed.ts';
import { readError } from '#harness/worker/api-client.ts';
import {
  BACKENDS,
  createCode,
  createOwner,
  createScannedCode,
  D1,
  type NewScan,
  type Owner,
} from '#harness/worker/scan-backends.ts';

/** Both scan logs give the same results: every expectation here holds for both. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);
/** Saturday, 21 November 2026, noon. */
const NOW = MIDNIGHT + 12 * HOUR;

interface Statistics {
  total_scans: number;
  unique_scans: number;
  range: string;
  by_day: { date: string; scans: number }[];
  by_device: Record<string, number>;
}

describe.each(BACKENDS)('statistics from %s', (_, backend) => {
  let owner: Owner;
  beforeAll(async () => {
    // The clock stands still, so the window whose queries the previous backend used up never ends.
    await env.DB.prepare('DELETE FROM scan_query_log').run();
    owner = await createOwner(backend, () => NOW);
  });

  async function scanned(scans: readonly NewScan[]): Promise<string> {
    const codeId = await createCode(owner);
    await backend.record(codeId, scans);
    return `/v1/qr/qr_${codeId}`;
  }

  it('have exactly the six fields of the specification, every day of the range, and totals that agree', async () => {
    const path = await scanned([
      { atMs: NOW, device: 'mobile', visitorKey: 'a' },
      { atMs: NOW, device: 'mobile', visitorKey: 'a' },
      { atMs: MIDNIGHT, device: 'tablet', visitorKey: 'b' },
      { atMs: MIDNIGHT - 1_000, device: 'desktop', visitorKey: 'a' },
      { atMs: MIDNIGHT - 29 * DAY, device: 'desktop', visitorKey: 'c' },
      { atMs: MIDNIGHT - 29 * DAY - 1_000, device: 'mobile', visitorKey: 'd' },
    ]);
    const statistics = await owner.get<Statistics>(`${path}/stats`);
    expect(Object.keys(statistics)).toEqual([
      'id',
      'total_scans',
      'unique_scans',
      'range',
      'by_day',
      'by_device',
    ]);
    expect(statistics).toMatchObject({
      id: path.slice('/v1/qr/'.length),
      total_scans: 5,
      unique_scans: 3,
      range: 'last_30_days',
      by_device: { mobile: 2, desktop: 2, tablet: 1 },
    });
    expect(statistics.by_day).toHaveLength(30);
    expect(statistics.by_day.filter((day) => day.scans > 0)).toEqual([
      { date: '2026-10-23', scans: 1 },
      { date: '2026-11-20', scans: 1 },
      { date: '2026-11-21', scans: 3 },
    ]);
    expect(await owner.get(`${path}/stats?range=last_90_days`)).toMatchObject({ total_scans: 6 });
    expect(await owner.get(`${path}/stats?range=last_7_days`)).toMatchObject({
      total_scans: 4,
      unique_scans: 2,
    });
  });

  it('are all zeros for a code that nobody has scanned', async () => {
    const path = await scanned([{ atMs: NOW }].slice(1));
    expect(await owner.get(`${path}/stats`)).toMatchObject({
      total_scans: 0,
      unique_scans: 0,
      by_device: { mobile: 0, desktop: 0, tablet: 0 },
    });
  });

  it('never include the scans of another code', async () => {
    const path = await scanned([{ atMs: NOW, country: 'DE' }]);
    await scanned([{ atMs: NOW, country: 'FR' }]);
    expect(await owner.get(`${path}/stats?include=country`)).toMatchObject({
      total_scans: 1,
      by_country: [{ country: 'DE', scans: 1 }],
    });
  });

  it('give the same number of scans in the code, in the list and in the statistics', async () => {
    const path = await scanned([
      { atMs: NOW },
      { atMs: NOW - DAY, device: 'tablet' },
      { atMs: NOW - 40 * DAY },
    ]);
    const { data } = await owner.get<{ data: { id: string; scans: number }[] }>('/v1/qr?limit=100');
    const code = await owner.get<{ id: string; scans: number }>(path);
    const statistics = await owner.get<Statistics>(`${path}/stats?range=last_90_days`);
    expect(code.scans).toBe(3);
    expect(data.find(({ id }) => id === code.id)?.scans).toBe(3);
    expect(statistics.total_scans).toBe(3);
  });

  it('say when a code was scanned last, and nothing before its first scan', async () => {
    interface Scanned {
      id: string;
      last_scan_at: string | null;
    }
    const fresh = await scanned([]);
    expect(await owner.get<Scanned>(fresh)).toMatchObject({ last_scan_at: null });
    const path = await scanned([
      { atMs: NOW - 40 * DAY, device: 'tablet' },
      { atMs: MIDNIGHT + HOUR },
      { atMs: MIDNIGHT },
      { atMs: MIDNIGHT - 1_000, device: 'desktop' },
    ]);
    const code = await owner.get<Scanned>(path);
    expect(code.last_scan_at).toBe('2026-11-21T01:00:00.000Z');
    const { data } = await owner.get<{ data: Scanned[] }>('/v1/qr?limit=100');
    const listed = data.find(({ id }) => id === code.id);
    expect(listed?.last_scan_at).toBe(code.last_scan_at);
    await backend.record(path.slice('/v1/qr/qr_'.length) as CodeId, [{ atMs: MIDNIGHT + 2 * HOUR }]);
    expect((await owner.get<Scanned>(path)).last_scan_at).toBe('2026-11-21T02:00:00.000Z');
  });

  it('sort a list by counts and times that somebody has seen', async () => {
    const other = await createOwner(backend, () => NOW);
    const add = async (scans: readonly NewScan[]) => {
      const codeId = await createCode(other);
      await backend.record(codeId, scans);
      return `qr_${codeId}`;
    };
    const many = await add([
      { atMs: MIDNIGHT },
      { atMs: MIDNIGHT, device: 'tablet' },
      { atMs: MIDNIGHT - 5 * HOUR },
    ]);
    const none = await add([]);
    const latest = await add([{ atMs: MIDNIGHT + HOUR }]);
    // Reading codes stores Analytics Engine's counts of them, as the roll-up does.
    await other.get('/v1/qr');
    const list = async (sort: string) =>
      (await other.get<{ data: { id: string }[] }>(`/v1/qr?sort=${sort}`)).data.map(({ id }) => id);
    expect(await list('-scans')).toEqual([many, latest, none]);
    expect(await list('-last_scan_at')).toEqual([latest, many, none]);
  });

  describe('of rules and variants', () => {
    it('name the rule that led each scan, and null for scans without a rule', async () => {
      const path = await scanned([
        { atMs: NOW, rule: 'iPhones' },
        { atMs: NOW, rule: 'iPhones' },
        { atMs: NOW, rule: "it's \\ ü" },
        { atMs: NOW },
      ]);
      const { by_rule: byRule } = await owner.get<{ by_rule: { scans: number }[] }>(
        `${path}/stats?include=rule`,
      );
      expect(byRule).toHaveLength(3);
      expect(byRule[0]).toEqual({ rule: 'iPhones', scans: 2 });
      expect(byRule).toContainEqual({ rule: "it's \\ ü", scans: 1 });
      expect(byRule).toContainEqual({ rule: null, scans: 1 });
    });

    it('show scans, visitors and the expected share of each variant, and check the shares', async () => {
      const split = (name: string, visitors: number, from = 0) =>
        Array.from({ length: visitors }, (_value, n) => ({
          atMs: NOW,
          variant: name,
          visitorKey: `${name}${from + n}`,
        }));
      const path = await scanned([
        ...split('A', 60),
        ...split('A', 10),
        ...split('B', 140),
        ...split('Old', 1),
      ]);
      const control = {
        ...NO_CONTROL,
        variants: [
          { name: 'A', target: 'https://example.com/a', weight: 25 },
          { name: 'B', target: 'https://example.com/b', weight: 75 },
        ],
        variantsSinceMs: NOW - DAY,
      };
      await env.DB.prepare('UPDATE qr_codes SET control = ? WHERE code_id = ?')
        .bind(JSON.stringify(control), path.slice(-8))
        .run();
      const statistics = await owner.get<{ by_variant: unknown }>(`${path}/stats?include=variant`);
      expect(statistics.by_variant).toEqual([
        { variant: 'B', scans: 140, unique_scans: 140, expected_share: 0.75 },
        { variant: 'A', scans: 70, unique_scans: 60, expected_share: 0.25 },
        { variant: 'Old', scans: 1, unique_scans: 1, expected_share: null },
      ]);
      // 200 visitors instead of the expected 50 and 150: (10² / 50) + (10² / 150).
      const since = new Date(NOW - DAY + 30_000).toISOString();
      expect(statistics).toMatchObject({ srm: { chi2: 2.6667, p: 0.10247, flag: false, since } });
    });

    it('check only visitors since the last change of weights, and give no result for few', async () => {
      const path = await scanned([
        ...Array.from({ length: 50 }, (_value, n) => ({
          atMs: NOW - 2 * DAY,
          variant: 'A',
          visitorKey: `${n}`,
        })),
        { atMs: NOW, variant: 'B', visitorKey: 'b' },
      ]);
      const variants = ['A', 'B'].map((name) => ({ name, target: 'https://example.com/', weight: 50 }));
      await env.DB.prepare('UPDATE qr_codes SET control = ? WHERE code_id = ?')
        .bind(JSON.stringify({ ...NO_CONTROL, variants, variantsSinceMs: NOW - DAY }), path.slice(-8))
        .run();
      expect(await owner.get(`${path}/stats?include=variant`)).toMatchObject({ srm: null });
      expect(await owner.get(`${path}/stats`)).not.toHaveProperty('srm');
    });
  });

  describe('on request', () => {
    it('break scans down by country, region, city, system, browser, referrer and language', async () => {
      const munich = {
        country: 'DE',
        region: 'Bavaria, DE',
        city: 'Munich, DE',
        os: 'iOS',
        browser: 'Safari',
        language: 'de',
      };
      const path = await scanned([
        { atMs: NOW, ...munich, referrer: 'news.example.com' },
        { atMs: NOW, ...munich },
        { atMs: NOW, country: 'FR', city: 'Paris, FR', os: 'Android', browser: 'Chrome', language: 'fr' },
        { atMs: NOW - 60 * DAY, country: 'US', city: "Coeur d'Alene, US" },
      ]);
      const statistics = await owner.get(
        `${path}/stats?include=country,region,city,os,browser,referrer,language`,
      );
      expect(statistics).toMatchObject({
        total_scans: 3,
        by_country: [
          { country: 'DE', scans: 2 },
          { country: 'FR', scans: 1 },
        ],
        // A scan from before regions were recorded has none either.
        by_region: [
          { region: 'Bavaria, DE', scans: 2 },
          { region: null, scans: 1 },
        ],
        by_city: [
          { city: 'Munich, DE', scans: 2 },
          { city: 'Paris, FR', scans: 1 },
        ],
        by_os: [
          { os: 'iOS', scans: 2 },
          { os: 'Android', scans: 1 },
        ],
        by_browser: [
          { browser: 'Safari', scans: 2 },
          { browser: 'Chrome', scans: 1 },
        ],
        by_referrer: [
          { referrer: null, scans: 2 },
          { referrer: 'news.example.com', scans: 1 },
        ],
        by_language: [
          { language: 'de', scans: 2 },
          { language: 'fr', scans: 1 },
        ],
      });
    });

    it('tell scans of the symbol from taps on the link, of a code and of the account, and filter by them', async () => {
      const own = await createOwner(backend, () => NOW);
      const codeId = await createScannedCode(own, backend, [
        { atMs: NOW, source: 'symbol', country: 'DE' },
        { atMs: NOW, source: 'symbol', country: 'FR' },
        { atMs: NOW, source: 'link', country: 'DE' },
        { atMs: NOW - DAY },
      ]);
      const empty = await createScannedCode(own, backend, []);
      const [ofCode, ofEmpty] = [codeId, empty].map((id) => `/v1/qr/qr_${id}/stats?include=source`);
      for (const path of [ofCode, '/v1/stats?include=source']) {
        expect(await own.get(`${path}`)).toMatchObject({
          total_scans: 4,
          by_source: { symbol: 2, link: 1, unknown: 1 },
        });
        expect(await own.get(`${path},country&filter=source:symbol`)).toMatchObject({
          filter: ['source:symbol'],
          total_scans: 2,
          by_source: { symbol: 2, link: 0, unknown: 0 },
          by_country: [
            { country: 'DE', scans: 1 },
            { country: 'FR', scans: 1 },
          ],
        });
        expect(await own.get(`${path}&filter=source:unknown&tz=Asia/Tokyo`)).toMatchObject({
          total_scans: 1,
        });
        expect(await own.get(`${path}&filter=country:DE`)).toMatchObject({
          by_source: { symbol: 1, link: 1, unknown: 0 },
        });
      }
      expect(await own.get(`${ofEmpty}`)).toMatchObject({ by_source: { symbol: 0, link: 0, unknown: 0 } });
    });

    it('name the 50 most frequent values, the rest is "other", last', async () => {
      const scans: NewScan[] = [];
      for (let i = 0; i < 60; i++) {
        const country = `${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(65 + (i % 26))}`;
        for (let times = 0; times < (i < 5 ? 3 : 1); times++) scans.push({ atMs: NOW, country });
      }
      const path = await scanned(scans);
      const { by_country: countries } = await owner.get<{ by_country: { country: string; scans: number }[] }>(
        `${path}/stats?include=country`,
      );
      expect(countries).toHaveLength(51);
      expect(countries.slice(0, 6).map((item) => item.scans)).toEqual([3, 3, 3, 3, 3, 1]);
      expect(countries.slice(0, 6).map((item) => item.country)).toEqual(['AA', 'AB', 'AC', 'AD', 'AE', 'AF']);
      expect(countries.at(-1)).toEqual({ country: 'other', scans: 10 });
    });

    it('give all 24 hours, in the requested time zone', async () => {
      const path = await scanned([{ atMs: MIDNIGHT }, { atMs: MIDNIGHT + HOUR - 1_000 }, { atMs: NOW - 1 }]);
      const { by_hour: inUtc } = await owner.get<{ by_hour: object[] }>(`${path}/stats?include=hour`);
      expect(inUtc).toHaveLength(24);
      expect(inUtc[0]).toEqual({ hour: 0, scans: 2 });
      expect(inUtc[11]).toEqual({ hour: 11, scans: 1 });
      const { by_hour: inIndia } = await owner.get<{ by_hour: object[] }>(
        `${path}/stats?include=hour&tz=Asia/Kolkata`,
      );
      expect(inIndia[5]).toEqual({ hour: 5, scans: 1 });
      expect(inIndia[6]).toEqual({ hour: 6, scans: 1 });
      expect(inIndia[17]).toEqual({ hour: 17, scans: 1 });
    });

    it('split days at midnight in a time zone, even across a change of its clocks', async () => {
      const path = await scanned([
        // Berlin: +02:00 until 25 October, 01:00 UTC, then +01:00.
        { atMs: Date.UTC(2026, 9, 24, 21, 59, 59) },
        { atMs: Date.UTC(2026, 9, 24, 22, 0, 0) },
        { atMs: Date.UTC(2026, 9, 25, 22, 59, 59) },
        { atMs: Date.UTC(2026, 9, 25, 23, 0, 0) },
        { atMs: MIDNIGHT - HOUR },
      ]);
      const statistics = await owner.get<Statistics>(`${path}/stats?tz=Europe/Berlin`);
      expect(statistics).toMatchObject({ tz: 'Europe/Berlin', total_scans: 5, range: 'last_30_days' });
      expect(statistics.by_day.filter((day) => day.scans > 0)).toEqual([
        { date: '2026-10-24', scans: 1 },
        { date: '2026-10-25', scans: 2 },
        { date: '2026-10-26', scans: 1 },
        { date: '2026-11-21', scans: 1 },
      ]);
    });

    it('cover the days from one date to another, both included', async () => {
      const path = await scanned([
        { atMs: Date.UTC(2026, 9, 1) - 1_000 },
        { atMs: Date.UTC(2026, 9, 1), visitorKey: 'b' },
        { atMs: Date.UTC(2026, 9, 2, 23, 59, 59), visitorKey: 'c' },
        { atMs: Date.UTC(2026, 9, 3) },
      ]);
      expect(await owner.get(`${path}/stats?from=2026-10-01&to=2026-10-02`)).toMatchObject({
        range: '2026-10-01/2026-10-02',
        total_scans: 2,
        unique_scans: 2,
        by_day: [
          { date: '2026-10-01', scans: 1 },
          { date: '2026-10-02', scans: 1 },
        ],
      });
      const { by_day: untilToday } = await owner.get<Statistics>(`${path}/stats?from=2026-10-03`);
      expect(untilToday.at(0)).toEqual({ date: '2026-10-03', scans: 1 });
      expect(untilToday.at(-1)).toEqual({ date: '2026-11-21', scans: 0 });
    });

    it('come as CSV, the daily table', async () => {
      const path = await scanned([{ atMs: NOW }, { atMs: NOW - DAY }]);
      const accept = async (header: string) =>
        owner.request('GET', `${path}/stats?from=2026-11-19`, undefined, { headers: { Accept: header } });
      const response = await accept('text/csv');
      expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
      expect(response.headers.get('Vary')).toBe('Accept');
      expect(await response.text()).toBe('date,scans\r\n2026-11-19,0\r\n2026-11-20,1\r\n2026-11-21,1\r\n');
      for (const header of ['*/*', 'text/html, */*;q=0.8', 'application/json, text/csv', 'text/csv;q=0'])
        expect((await accept(header)).headers.get('Content-Type')).toContain('application/json');
      expect((await accept('application/json;q=0.5, text/csv')).headers.get('Content-Type')).toContain(
        'text/csv',
      );
      const addressed = await owner.request('GET', `${path}/stats.csv?from=2026-11-19`);
      expect(addressed.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
      expect(await addressed.text()).toBe(await (await accept('text/csv')).text());
      const refused = await owner.request('GET', `${path}/stats.csv?include=country`);
      expect(await refused.text()).toContain('is not a parameter of this request.');
      expect(refused.status).toBe(400);
    });
  });

  it('agree with a plain count of the scans, whatever they are, in any zone and period', async () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    ];
    const scan = fc.record({
      atMs: fc.integer({ min: 0, max: (89 * DAY) / 1_000 }).map((seconds) => NOW - seconds * 1_000),
      device: fc.constantFrom(...DEVICES),
      visitorKey: fc.constantFrom('a', 'b', 'c', 'd'),
      country: fc.constantFrom('DE', 'FR', null),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(scan, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 80 }),
        async (scans, zone, ...edges) => {
          const [daysAgo, fewerDaysAgo] = [Math.max(...edges), Math.min(...edges)];
          const toDay = (timeMs: number) => new Date(timeMs).toLocaleDateString('sv-SE', { timeZone: zone });
          const [from, to] = [toDay(NOW - daysAgo * DAY), toDay(NOW - fewerDaysAgo * DAY)];
          const expected = scans.filter(({ atMs }) => toDay(atMs) >= from && toDay(atMs) <= to);
          const countBy = <T>(values: T[], value: T) => values.filter((other) => other === value).length;

          const path = await scanned(scans);
          const query = `from=${from}&to=${to}&tz=${zone}&include=country,hour`;
          const statistics = await owner.get<
            Statistics & {
              by_country: { country: string | null; scans: number }[];
              by_hour: { scans: number }[];
            }
          >(`${path}/stats?${query}`);
          expect(statistics.total_scans).toBe(expected.length);
          expect(statistics.unique_scans).toBe(new Set(expected.map((one) => one.visitorKey)).size);
          for (const { date, scans: count } of statistics.by_day)
            expect(count, date).toBe(
              countBy(
                expected.map((one) => toDay(one.atMs)),
                date,
              ),
            );
          for (const device of DEVICES)
            expect(statistics.by_device[device]).toBe(
              countBy(
                expected.map((one) => one.device),
                device,
              ),
            );
          for (const { country, scans: count } of statistics.by_country)
            expect(count).toBe(
              countBy(
                expected.map((one) => one.country),
                country,
              ),
            );
          const hours = expected.map((one) =>
            Number(new Date(one.atMs).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' })),
          );
          statistics.by_hour.forEach((item, hour) =>
            expect(item.scans, `${hour}`).toBe(countBy(hours, hour)),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('accept the oldest day that is kept, and zones in any spelling', async () => {
    const path = await scanned([{ atMs: NOW - 89 * DAY }]);
    expect(await owner.get(`${path}/stats?from=2026-08-24`)).toMatchObject({ total_scans: 1 });
    expect(await owner.get(`${path}/stats?tz=europe/BERLIN`)).toMatchObject({ tz: 'Europe/Berlin' });
  });

  it('cost a list of 100 codes at most three more questions', async () => {
    const lister = await createOwner(
      backend,
      () => NOW,
      (input, init) => {
        questions++;
        return fetch(input, init);
      },
    );
    const codes = Array.from({ length: 100 }, () => ({
      codeId: randomCodeId(),
      target: 'https://example.com/',
    }));
    await seedCodes(env.DB, lister.accountId, codes);
    let questions = 0;
    const DB = new Proxy(env.DB, {
      get(target, property) {
        if (property === 'prepare') questions++;
        const value: unknown = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await lister.request('GET', '/v1/qr?limit=100', undefined, { env: { DB } });
    questions = 0;
    const response = await lister.request('GET', '/v1/qr?limit=100', undefined, { env: { DB } });
    expect((await response.json<{ data: unknown[] }>()).data).toHaveLength(100);
    // The list itself, the stored counts, whether Analytics Engine may be queried, and Analytics Engine.
    expect(questions).toBeLessThanOrEqual(4);
  });
});

/** Decided before a log is read. */
describe('statistics refuse', () => {
  let owner: Owner;
  let path: string;
  beforeAll(async () => {
    owner = await createOwner(D1, () => NOW);
    path = `/v1/qr/qr_${await createCode(owner)}`;
  });

  it.each([
    ['range=last_year', 'range', '"last_7_days"'],
    ['range=', 'range', '"last_30_days"'],
    ['from=2026-13-01', 'from', 'YYYY-MM-DD'],
    ['from=2026-02-30', 'from', 'YYYY-MM-DD'],
    ['from=yesterday', 'from', 'YYYY-MM-DD'],
    ['from=2026-11-01T00:00:00Z', 'from', 'YYYY-MM-DD'],
    ['from=2026-11-10&to=2026-11-09', 'from', 'must not be after the last day'],
    ['from=2026-11-22', 'from', 'must not be after today, 2026-11-21'],
    ['from=2026-11-01&to=2026-11-22', 'to', 'must not be after today, 2026-11-21'],
    ['from=1999-12-31', 'from', 'must not be before 2000-01-01'],
    ['from=2023-11-17', 'from', 'must not be before 2023-11-18 where the period ends on 2026-11-21'],
    ['from=2026-08-23&tz=Europe/Berlin', 'tz', 'must be UTC where the first day is before 2026-08-24'],
    ['compare=last_week', 'compare', '"previous_period", "previous_year"'],
    ['compare=', 'compare', '"previous_period"'],
    ['to=2026-11-09', 'from', 'is required'],
    ['range=last_7_days&from=2026-11-01', 'range', 'cannot be combined'],
    ['tz=Mars/Olympus', 'tz', 'Europe/Berlin'],
    ['tz=%2B01:00', 'tz', 'Europe/Berlin'],
    ["tz=UTC'%20OR%20'1'='1", 'tz', 'Europe/Berlin'],
    ['include=weather', 'include', 'country, region, city, os, browser, referrer, hour, language'],
    ['include=country,', 'include', 'country, region, city'],
    ['include=', 'include', 'country, region, city'],
    ['include=__proto__', 'include', 'country, region, city'],
    ['period=week', 'period', 'not a parameter of this request'],
    ['tz=UTC&tz=UTC', 'tz', 'once'],
  ])('%s, with the parameter at fault and what is allowed', async (query, field, message) => {
    const { errors } = await readError(owner.request('GET', `${path}/stats?${query}`));
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(errors?.[0]?.message).toContain(message);
  });

  it('breakdowns and comparisons in CSV', async () => {
    const response = await owner.request('GET', `${path}/stats?include=os`, undefined, {
      headers: { Accept: 'text/csv' },
    });
    expect((await readError(response)).errors?.[0]?.field).toBe('include');
    const compared = await owner.request('GET', `${path}/stats?compare=previous_year`, undefined, {
      headers: { Accept: 'text/csv' },
    });
    expect((await readError(compared)).errors?.[0]?.field).toBe('compare');
  });
});
