import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { DEVICES } from '#core/scans/device.ts';
import { fieldOf } from '#core/scans/dimension.ts';
import { ACCOUNT_FILTER_DIMENSIONS, FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { SOURCES } from '#core/scans/source.ts';
import { readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import {
  ANALYTICS_ENGINE,
  LOGS,
  createOwner,
  createScannedCode,
  D1,
  type NewScan,
  type Owner,
} from '#harness/worker/scan-backends.ts';

/** Statistics of the scans that match filters: both scan logs give the same counts for a code, a tag and an account. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const NOW = MIDNIGHT + 12 * HOUR;

/** Values from outside that have a special meaning in SQL, HTML or a terminal. */
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

interface Statistics {
  total_scans: number;
  unique_scans: number | null;
  by_day: { date: string; scans: number }[];
  by_week_hour?: { weekday: number; hour: number; scans: number }[];
}

const dimensionsOf = (scope: string) => (scope === 'a code' ? FILTER_DIMENSIONS : ACCOUNT_FILTER_DIMENSIONS);

const SCOPES = ['a code', 'a tag', 'an account'] as const;

describe.each(LOGS)('filtered statistics from %s', (_, backend) => {
  let owner: Owner;
  let tags = 0;
  // The clock stands still: otherwise, the queries of all tests would share the budget of one minute.
  beforeEach(() => env.DB.prepare('DELETE FROM scan_query_log').run());
  beforeAll(async () => {
    owner = await createOwner(backend, () => NOW);
  });

  /** Returns a function that requests the statistics of a scope with exactly these scans. */
  async function scanned(scope: (typeof SCOPES)[number], scans: readonly NewScan[]) {
    const own = scope === 'an account' ? await createOwner(backend, () => NOW) : owner;
    const tag = `tag ${tags++}`;
    const codeId = await createScannedCode(own, backend, scans, scope === 'a tag' ? { tags: [tag] } : {});
    const path =
      scope === 'a code'
        ? `/v1/qr/qr_${codeId}/stats?`
        : `/v1/stats?${scope === 'a tag' ? `tag=${encodeURIComponent(tag)}&` : ''}`;
    return <T>(query: string) => own.get<T>(path + query);
  }

  describe.each(SCOPES)('of %s', (scope) => {
    it('count days, devices, visitors and every breakdown of the scans that match', async () => {
      const ask = await scanned(scope, [
        { atMs: NOW, country: 'DE', os: 'iOS', visitorKey: 'a' },
        { atMs: NOW - DAY, country: 'DE', os: 'Android', device: 'tablet', visitorKey: 'b' },
        { atMs: NOW - DAY, country: 'DE', os: 'iOS', visitorKey: 'a' },
        { atMs: NOW, country: 'FR', os: 'iOS', visitorKey: 'c' },
        { atMs: NOW, os: 'iOS', visitorKey: 'd' },
      ]);
      const query = 'range=last_7_days&include=os,country,hour';
      const german = await ask<{ by_day: { scans: number }[] }>(`${query}&filter=country:DE`);
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
      expect(await ask(`${query}&filter=country:DE&filter=os:iOS`)).toMatchObject({
        filter: ['country:DE', 'os:iOS'],
        total_scans: 2,
        unique_scans: 1,
      });
      expect(await ask(`${query}&filter=country:`)).toMatchObject({
        filter: ['country:'],
        total_scans: 1,
        by_country: [{ country: null, scans: 1 }],
      });
      expect(await ask(`${query}&filter=device:tablet`)).toMatchObject({ total_scans: 1 });
      expect(await ask(`${query}&filter=country:IT`)).toMatchObject({ total_scans: 0, by_os: [] });
      expect(await ask(query)).not.toHaveProperty('filter');
    });

    it('compare like with like', async () => {
      const ask = await scanned(scope, [
        { atMs: NOW, country: 'DE' },
        { atMs: NOW - 7 * DAY, country: 'DE' },
        { atMs: NOW - 7 * DAY, country: 'FR' },
      ]);
      expect(await ask(`range=last_7_days&compare=previous_period&filter=country:DE`)).toMatchObject({
        total_scans: 1,
        compare: { total_scans: 1, unique_scans: 1 },
      });
    });

    it('find each value as it was recorded, and nothing else, however nasty it is', async () => {
      const ask = await scanned(
        scope,
        NASTY.flatMap((value) => [
          { atMs: NOW, city: value },
          { atMs: NOW, referrer: value },
        ]),
      );
      const answers = await Promise.all(
        NASTY.map((value) => ask(`include=city${toQuery([`city:${value}`])}`)),
      );
      expect(answers).toMatchObject(
        NASTY.map((value) => ({
          filter: [`city:${value}`],
          total_scans: 1,
          by_city: [{ city: value, scans: 1 }],
        })),
      );
    });

    it('agree with a plain count, whatever is filtered', async () => {
      const value = fc.constantFrom(null, 'x', "it's", '\\');
      const scan = fc.record({
        atMs: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => NOW - hours * HOUR),
        device: fc.constantFrom(...DEVICES),
        source: fc.constantFrom(...SOURCES),
        visitorKey: fc.constantFrom('a', 'b', 'c'),
        ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, value])),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(scan, { minLength: 1, maxLength: 40 }),
          fc.uniqueArray(fc.constantFrom(...dimensionsOf(scope)), { minLength: 1, maxLength: 3 }),
          fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'),
          async (scans: NewScan[], dimensions, zone) => {
            const hourOf = (atMs: number) =>
              String(Number(new Date(atMs).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit' })));
            const dayOf = (atMs: number) => new Date(atMs).toLocaleDateString('sv-SE', { timeZone: zone });
            const read = (one: NewScan, dimension: (typeof dimensions)[number]) =>
              dimension === 'hour' ? hourOf(one.atMs) : (one[fieldOf(dimension)] ?? '');
            const [first] = scans;
            const filters = dimensions.map(
              (dimension) => `${dimension}:${first ? read(first, dimension) : ''}`,
            );
            const expected = scans.filter(
              (one) =>
                dimensions.every((dimension, i) => `${dimension}:${read(one, dimension)}` === filters[i]) &&
                dayOf(one.atMs) >= dayOf(NOW - 29 * DAY),
            );
            const ask = await scanned(scope, scans);
            expect(await ask(`tz=${zone}${toQuery(filters)}`)).toMatchObject({
              total_scans: expected.length,
              unique_scans: new Set(expected.map((one) => one.visitorKey)).size,
              by_device: Object.fromEntries(
                DEVICES.map((device) => [device, expected.filter((one) => one.device === device).length]),
              ),
            });
          },
        ),
        { numRuns: scope === 'a code' ? 15 : 8 },
      );
    });
  });

  it('use the hour in the requested time zone', async () => {
    const ask = await scanned('a code', [
      { atMs: MIDNIGHT + 5 * HOUR, visitorKey: 'a' },
      { atMs: MIDNIGHT + 6 * HOUR, visitorKey: 'b' },
      // Berlin: +02:00 until 25 October.
      { atMs: Date.UTC(2026, 9, 24, 4), visitorKey: 'c' },
    ]);
    expect(await ask('filter=hour:6')).toMatchObject({ total_scans: 1, unique_scans: 1 });
    const berlin = 'tz=Europe/Berlin&filter=hour:6&include=hour,variant';
    const { by_hour: hours, ...rest } = await ask<{ by_hour: { scans: number }[] }>(berlin);
    expect(rest).toMatchObject({
      total_scans: 2,
      unique_scans: 2,
      by_variant: [{ variant: null, scans: 2, unique_scans: 2 }],
      srm: null,
    });
    expect(hours.flatMap(({ scans }, hour) => (scans > 0 ? [[hour, scans]] : []))).toEqual([[6, 2]]);
  });

  it('come as CSV, the daily table', async () => {
    const codeId = await createScannedCode(owner, backend, [
      { atMs: NOW, country: 'DE' },
      { atMs: NOW - DAY, country: 'DE' },
      { atMs: NOW - DAY, country: 'DE' },
      { atMs: NOW, country: 'FR' },
    ]);
    const csv = await owner.request('GET', `/v1/qr/qr_${codeId}/stats.csv?from=2026-11-20&filter=country:DE`);
    expect(await csv.text()).toBe('date,scans\r\n2026-11-20,2\r\n2026-11-21,1\r\n');
  });
});

describe.each(LOGS)('filtered statistics of the codes of an account from %s', (_, backend) => {
  let owner: Owner;
  let codes: CodeId[];
  beforeEach(() => env.DB.prepare('DELETE FROM scan_query_log').run());
  beforeAll(async () => {
    owner = await createOwner(backend, () => NOW);
    codes = [
      await createScannedCode(
        owner,
        backend,
        [
          { atMs: NOW, country: 'DE', os: 'iOS', visitorKey: 'a' },
          { atMs: NOW - DAY, country: 'DE', os: 'Android', device: 'tablet', visitorKey: 'b' },
          { atMs: NOW - 8 * DAY, country: 'DE', os: 'iOS', visitorKey: 'a' },
          { atMs: NOW, country: 'FR', os: 'iOS', visitorKey: 'c' },
        ],
        { tags: ['menu'] },
      ),
      await createScannedCode(owner, backend, [
        { atMs: NOW - DAY, country: 'DE', os: 'iOS', visitorKey: 'd' },
        { atMs: NOW - 2 * DAY, os: 'iOS', visitorKey: 'e' },
      ]),
    ];
    const stranger = await createOwner(backend, () => NOW);
    await createScannedCode(stranger, backend, [{ atMs: NOW, country: 'DE', os: 'iOS' }]);
  });

  it('count the hours of the week, and compare, of the scans that match', async () => {
    const query = '/v1/stats?range=last_7_days&include=week_hour&compare=previous_period&filter=country:DE';
    const german = await owner.get<Statistics>(query);
    expect(german).toMatchObject({
      total_scans: 3,
      unique_scans: 3,
      compare: { range: '2026-11-08/2026-11-14', total_scans: 1, unique_scans: 1 },
    });
    expect(german.by_week_hour?.filter(({ scans }) => scans > 0)).toEqual([
      { weekday: 5, hour: 12, scans: 2 },
      { weekday: 6, hour: 12, scans: 1 },
    ]);
  });

  it('are the sums of those of its codes, in any zone, and of a tag those of its codes', async () => {
    for (const question of [
      'filter=os:iOS',
      'filter=hour:21&tz=Asia/Tokyo',
      'filter=device:mobile&tz=America/New_York',
    ]) {
      const own = await Promise.all(
        codes.map((codeId) => owner.get<Statistics>(`/v1/qr/qr_${codeId}/stats?${question}`)),
      );
      const sum = (valueOf: (one: Statistics) => number | null) =>
        own.reduce((total, one) => total + (valueOf(one) ?? 0), 0);
      const all = await owner.get<Statistics>(`/v1/stats?${question}`);
      expect(all.total_scans, question).toBeGreaterThan(2);
      expect(all.total_scans).toBe(sum((one) => one.total_scans));
      expect(all.unique_scans).toBe(sum((one) => one.unique_scans));
      expect(all.by_day.map(({ scans }) => scans)).toEqual(
        all.by_day.map((_day, i) => sum((one) => one.by_day[i]?.scans ?? 0)),
      );
      const { by_day: days, total_scans: total } = await owner.get<Statistics>(
        `/v1/stats?tag=MENU&${question}`,
      );
      expect({ days, total }).toEqual({ days: own[0]?.by_day, total: own[0]?.total_scans });
    }
  });

  it('leave out figures that count codes, not scans', async () => {
    const filtered = await owner.get<Statistics>('/v1/stats?filter=country:DE');
    for (const name of ['new_codes', 'top_codes', 'rising_codes', 'falling_codes', 'codes_as_of']) {
      expect(filtered).not.toHaveProperty(name);
      expect(await owner.get<Statistics>('/v1/stats')).toHaveProperty(name);
    }
  });
});

/** Filters are read before a log is. */
describe('a filter of the statistics of a code', () => {
  let owner: Owner;
  let path: string;
  beforeAll(async () => {
    owner = await createOwner(D1, () => NOW);
    path = `/v1/qr/qr_${await createScannedCode(owner, D1, [])}/stats`;
  });

  it.each([
    ['filter=weather:rain', 'filter[0]', 'Dimensions: country, region, city, os'],
    ['filter=DE', 'filter[0]', 'like "country:DE"'],
    ['filter=', 'filter[0]', 'like "country:DE"'],
    ['filter=__proto__:x', 'filter[0]', 'Dimensions: country'],
    ['filter=country:DE&filter=country:FR', 'filter[1]', 'is a second filter of country'],
    ['filter=os:iOS&filter=regions:BY', 'filter[1]', 'Dimensions: country'],
    ['filter=device:watch', 'filter[0]', 'device:mobile, device:desktop, device:tablet'],
    ['filter=device:', 'filter[0]', 'device:mobile'],
    ['filter=source:print', 'filter[0]', 'source:symbol, source:link, source:unknown'],
    ['filter=source:', 'filter[0]', 'source:symbol'],
    ['filter=hour:24', 'filter[0]', 'from hour:0 to hour:23'],
    ['filter=hour:-1', 'filter[0]', 'from hour:0 to hour:23'],
    ['filter=hour:07', 'filter[0]', 'from hour:0 to hour:23'],
    ['filter=city:a%00b', 'filter[0]', 'control characters'],
    ['filter=city:a%0Ab', 'filter[0]', 'control characters'],
    [`filter=city:${'x'.repeat(111)}`, 'filter[0]', 'at most 110 characters'],
    ['filter=country:DE&from=2026-08-23', 'from', 'must not be before 2026-08-24 with a filter'],
    ['filter=country:DE&compare=previous_year', 'compare', 'must not reach before 2026-08-24'],
    [Array.from({ length: 15 }, () => 'filter=os:x').join('&'), 'filter', 'must hold at most 14'],
  ])('is refused if it makes no sense: %s', async (query, field, message) => {
    const { errors } = await readError(owner.request('GET', `${path}?${query}`));
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(errors?.[0]?.message).toContain(message);
  });

  it('that is repeated 10,000 times is refused in one short sentence', async () => {
    const query = Array.from({ length: 10_000 }, (_value, i) => `filter=os:${i}`).join('&');
    const { errors } = await readError(owner.request('GET', `${path}?${query}`));
    expect(errors).toHaveLength(1);
  });
});

describe('a filter of the statistics of an account', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await createOwner(D1, () => NOW);
  });

  it.each([
    ['filter=weather:rain', 'filter[0]', 'Dimensions: country, region, city, os'],
    ['filter=rule:A', 'filter[0]', 'Scans of one code also have: rule, variant, name, link_type.'],
    ['filter=variant:B', 'filter[0]', 'Scans of one code also have: rule, variant, name, link_type.'],
    ['filter=week_hour:5', 'filter[0]', 'Dimensions: country'],
    ['filter=country:DE&from=2026-08-23', 'from', 'must not be before 2026-08-24 with a filter'],
    ['filter=country:DE&compare=previous_year', 'compare', 'must not reach before 2026-08-24'],
    ['filter=country:DE&tag=nothing', 'tag', 'GET /v1/tags'],
    [Array.from({ length: 11 }, () => 'filter=os:x').join('&'), 'filter', 'must hold at most 10'],
    [
      Array.from({ length: 10_000 }, (_value, i) => `filter=os:${i}`).join('&'),
      'filter',
      'must hold at most 10',
    ],
  ])('is refused if it makes no sense (%#)', async (query, field, message) => {
    const { errors } = await readError(owner.request('GET', `/v1/stats?${query}`));
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(errors?.[0]?.message).toContain(message);
  });

  it('is refused for a tag of more than 500 codes', async () => {
    const big = await createOwner(D1, () => NOW);
    await createScannedCode(big, D1, [], { tags: ['big'] });
    const tag = await env.DB.prepare('SELECT id FROM tags WHERE account_id = ?')
      .bind(big.accountId)
      .first<number>('id');
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO qr_codes (position, code_id, account_id, type, target, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms, tags)
       SELECT 800000 + i, printf('f1g%05d', i), ?, 'url', 'https://example.com/', 1, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0, ?
       FROM n`,
    )
      .bind(big.accountId, JSON.stringify([tag]))
      .run();
    const { errors } = await readError(big.request('GET', '/v1/stats?tag=big&filter=country:DE'));
    expect(errors).toMatchObject([{ field: 'filter', code: 'tag_too_large' }]);
  });

  it('is a 503, and no other figures, while the store does not respond', async () => {
    const broken = withFault(env.DB, {
      prepare: (sql: string) => {
        if (sql.includes('FROM json_each') && sql.includes('CROSS JOIN scans'))
          throw new Error('D1_ERROR: down');
        return env.DB.prepare(sql);
      },
    });
    const response = await owner.request('GET', '/v1/stats?filter=country:DE', undefined, {
      env: { DB: broken },
    });
    await readError(response, 503, 'unavailable');
  });
});

describe.skipIf(!ANALYTICS_ENGINE)('filtered questions to Analytics Engine', () => {
  it('count in the budget, are shared, and never mixed up', async () => {
    await env.DB.batch([
      env.DB.prepare('DELETE FROM scan_query_log'),
      env.DB.prepare('DELETE FROM scan_queries'),
    ]);
    const backend = ANALYTICS_ENGINE ?? D1;
    let sent = 0;
    const send: typeof fetch = (input, init) => {
      sent++;
      return fetch(input, init);
    };
    const owner = await createOwner(backend, () => NOW, send, 60_000);
    await createScannedCode(owner, backend, [
      { atMs: NOW, country: 'DE' },
      { atMs: NOW, country: 'DE' },
      { atMs: NOW, country: 'FR' },
    ]);
    const query = '/v1/stats?include=os,city&compare=previous_period';
    for (const [country, scans] of [
      ['DE', 2],
      ['FR', 1],
      ['DE', 2],
    ])
      expect(await owner.get(`${query}&filter=country:${country}`)).toMatchObject({ total_scans: scans });
    // Days, visitors and two breakdowns; days and visitors of the previous period; visitors for each of two countries.
    expect(sent).toBe(2 * (1 + 1 + 2 + 2));
    const used = await env.DB.prepare('SELECT sum(queries) AS used FROM scan_query_log WHERE account_id = ?')
      .bind(owner.accountId)
      .first<number>('used');
    expect(used).toBe(sent);
  });
});
