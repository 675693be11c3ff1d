import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEVICES } from '#core/scans/device.ts';
import { FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { readError } from '#harness/worker/api-client.ts';
import {
  BACKENDS,
  createCode,
  createOwner,
  type NewScan,
  type Owner,
} from '#harness/worker/scan-backends.ts';

/** Statistics of those scans that match filters: each scan log counts the same. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const NOW = MIDNIGHT + 12 * HOUR;

/** Whatever may have come from outside, and means something to SQL, HTML or a terminal. */
const NASTY = [
  "it's",
  "'",
  "''",
  '\\',
  "\\'",
  "a\\' OR 1=1 --",
  "' OR '1'='1",
  '"; DROP TABLE scans; --',
  '<script>alert(1)</script>',
  '${1} $1 :a ? %s %27 \\x27 \\u0027',
  '/* */ # {a} [b] | & ; ( )',
  'naïve 東京 😀 ‮',
  'NULL',
  'other',
  'a:b',
  '+1 %',
  '%',
  '_',
];

const TEXT_FIELDS = [
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

const toQuery = (filters: readonly string[]) =>
  filters.map((one) => `&filter=${encodeURIComponent(one)}`).join('');

describe.each(BACKENDS)('filtered statistics from %s', (_, backend) => {
  let owner: Owner;
  beforeAll(async () => {
    await env.DB.prepare('DELETE FROM scan_query_log').run();
    owner = await createOwner(backend, () => NOW);
  });

  async function scanned(scans: readonly NewScan[]): Promise<string> {
    const codeId = await createCode(owner);
    await backend.record(codeId, scans);
    return `/v1/qr/qr_${codeId}/stats`;
  }

  it('count days, devices, visitors and every breakdown of the scans that match', async () => {
    const path = await scanned([
      { atMs: NOW, country: 'DE', os: 'iOS', visitorKey: 'a' },
      { atMs: NOW - DAY, country: 'DE', os: 'Android', device: 'tablet', visitorKey: 'b' },
      { atMs: NOW - DAY, country: 'DE', os: 'iOS', visitorKey: 'a' },
      { atMs: NOW, country: 'FR', os: 'iOS', visitorKey: 'c' },
      { atMs: NOW, os: 'iOS', visitorKey: 'd' },
    ]);
    const query = `${path}?range=last_7_days&include=os,country,hour`;
    const german = await owner.get<{ by_day: { scans: number }[] }>(`${query}&filter=country:DE`);
    expect(german).toMatchObject({
      filter: ['country:DE'],
      total_scans: 3,
      unique_scans: 2,
      by_device: { mobile: 2, tablet: 1, desktop: 0 },
      by_country: [{ country: 'DE', scans: 3 }],
      by_os: [
        { os: 'iOS', scans: 2 },
        { os: 'Android', scans: 1 },
      ],
    });
    expect(german.by_day.map(({ scans }) => scans)).toEqual([0, 0, 0, 0, 0, 2, 1]);
    expect(await owner.get(`${query}&filter=country:DE&filter=os:iOS`)).toMatchObject({
      filter: ['country:DE', 'os:iOS'],
      total_scans: 2,
      unique_scans: 1,
    });
    expect(await owner.get(`${query}&filter=country:`)).toMatchObject({
      filter: ['country:'],
      total_scans: 1,
      by_country: [{ country: null, scans: 1 }],
    });
    expect(await owner.get(`${query}&filter=device:tablet`)).toMatchObject({ total_scans: 1 });
    expect(await owner.get(`${query}&filter=country:IT`)).toMatchObject({ total_scans: 0, by_os: [] });
    expect(await owner.get(query)).not.toHaveProperty('filter');
    const csv = await owner.request('GET', `${path}.csv?from=2026-11-20&filter=country:DE`);
    expect(await csv.text()).toBe('date,scans\r\n2026-11-20,2\r\n2026-11-21,1\r\n');
  });

  it('take the hour of the time zone asked for', async () => {
    const path = await scanned([
      { atMs: MIDNIGHT + 5 * HOUR, visitorKey: 'a' },
      { atMs: MIDNIGHT + 6 * HOUR, visitorKey: 'b' },
      // Berlin: +02:00 until 25 October.
      { atMs: Date.UTC(2026, 9, 24, 4), visitorKey: 'c' },
    ]);
    expect(await owner.get(`${path}?filter=hour:6`)).toMatchObject({ total_scans: 1, unique_scans: 1 });
    const berlin = `${path}?tz=Europe/Berlin&filter=hour:6&include=hour,variant`;
    const { by_hour: hours, ...rest } = await owner.get<{ by_hour: { scans: number }[] }>(berlin);
    expect(rest).toMatchObject({
      total_scans: 2,
      unique_scans: 2,
      by_variant: [{ variant: null, scans: 2, unique_scans: 2 }],
      srm: null,
    });
    expect(hours.flatMap(({ scans }, hour) => (scans > 0 ? [[hour, scans]] : []))).toEqual([[6, 2]]);
  });

  it('compare like with like', async () => {
    const path = await scanned([
      { atMs: NOW, country: 'DE' },
      { atMs: NOW - 7 * DAY, country: 'DE' },
      { atMs: NOW - 7 * DAY, country: 'FR' },
    ]);
    expect(
      await owner.get(`${path}?range=last_7_days&compare=previous_period&filter=country:DE`),
    ).toMatchObject({ total_scans: 1, compare: { total_scans: 1, unique_scans: 1 } });
  });

  it('find each value as it was recorded, and nothing else, however nasty it is', async () => {
    const path = await scanned(
      NASTY.flatMap((value) => [
        { atMs: NOW, city: value },
        { atMs: NOW, referrer: value },
      ]),
    );
    for (const value of NASTY)
      expect(await owner.get(`${path}?include=city${toQuery([`city:${value}`])}`), value).toMatchObject({
        filter: [`city:${value}`],
        total_scans: 1,
        by_city: [{ city: value, scans: 1 }],
      });
  }, 30_000);

  it('agree with a plain count, whatever is filtered', async () => {
    const value = fc.constantFrom(null, 'x', "it's", '\\');
    const scan = fc.record({
      atMs: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => NOW - hours * HOUR),
      device: fc.constantFrom(...DEVICES),
      visitorKey: fc.constantFrom('a', 'b', 'c'),
      ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, value])),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(scan, { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(fc.constantFrom(...FILTER_DIMENSIONS), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
        async (scans: NewScan[], dimensions, zone) => {
          const hourOf = (atMs: number) =>
            String(Number(new Date(atMs).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' })));
          const dayOf = (atMs: number) => new Date(atMs).toLocaleDateString('sv-SE', { timeZone: zone });
          const read = (one: NewScan, dimension: (typeof dimensions)[number]) =>
            dimension === 'hour' ? hourOf(one.atMs) : (one[dimension] ?? '');
          const [first] = scans;
          const filters = dimensions.map(
            (dimension) => `${dimension}:${first ? read(first, dimension) : ''}`,
          );
          const expected = scans.filter(
            (one) =>
              dimensions.every((dimension, i) => `${dimension}:${read(one, dimension)}` === filters[i]) &&
              dayOf(one.atMs) >= dayOf(NOW - 29 * DAY),
          );
          const path = await scanned(scans);
          expect(await owner.get(`${path}?tz=${zone}${toQuery(filters)}`)).toMatchObject({
            total_scans: expected.length,
            unique_scans: new Set(expected.map((one) => one.visitorKey)).size,
            by_device: Object.fromEntries(
              DEVICES.map((device) => [device, expected.filter((one) => one.device === device).length]),
            ),
          });
        },
      ),
      { numRuns: 15 },
    );
  }, 30_000);

  describe('refuse', () => {
    it.each([
      ['filter=weather:rain', 'filter[0]', 'Dimensions: country, region, city, os'],
      ['filter=DE', 'filter[0]', 'like "country:DE"'],
      ['filter=', 'filter[0]', 'like "country:DE"'],
      ['filter=__proto__:x', 'filter[0]', 'Dimensions: country'],
      ['filter=country:DE&filter=country:FR', 'filter[1]', 'is a second filter of country'],
      ['filter=os:iOS&filter=regions:BY', 'filter[1]', 'Dimensions: country'],
      ['filter=device:watch', 'filter[0]', 'device:mobile, device:desktop, device:tablet'],
      ['filter=device:', 'filter[0]', 'device:mobile'],
      ['filter=hour:24', 'filter[0]', 'from hour:0 to hour:23'],
      ['filter=hour:-1', 'filter[0]', 'from hour:0 to hour:23'],
      ['filter=hour:07', 'filter[0]', 'from hour:0 to hour:23'],
      ['filter=city:a%00b', 'filter[0]', 'control characters'],
      ['filter=city:a%0Ab', 'filter[0]', 'control characters'],
      [`filter=city:${'x'.repeat(111)}`, 'filter[0]', 'at most 110 characters'],
      ['filter=country:DE&from=2026-08-23', 'from', 'must not be before 2026-08-24 where "filter" is sent'],
      ['filter=country:DE&compare=previous_year', 'compare', 'must not reach before 2026-08-24'],
      [Array.from({ length: 12 }, () => 'filter=os:x').join('&'), 'filter', 'must hold at most 11'],
    ])('%s', async (query, field, message) => {
      const path = await scanned([]);
      const response = await owner.request('GET', `${path}?${query}`);
      const { errors } = await readError(response, 400, 'invalid_request');
      expect(errors?.map((error) => error.field)).toEqual([field]);
      expect(errors?.[0]?.message).toContain(message);
    });

    it('10,000 filters in one short sentence', async () => {
      const path = await scanned([]);
      const query = Array.from({ length: 10_000 }, (_value, i) => `filter=os:${i}`).join('&');
      const response = await owner.request('GET', `${path}?${query}`);
      const { errors } = await readError(response, 400, 'invalid_request');
      expect(errors).toHaveLength(1);
    });
  });
});
