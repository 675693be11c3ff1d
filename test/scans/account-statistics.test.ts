import { random } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { readError } from '#harness/worker/api-client.ts';
import {
  ANALYTICS_ENGINE,
  LOGS,
  createCode,
  createOwner,
  createScannedCode,
  D1,
  type NewScan,
  type Owner,
  type ScanBackend,
} from '#harness/worker/scan-backends.ts';

/** `GET /v1/stats`: both scan logs give the same results. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);
/** Saturday, 21 November 2026, noon. */
const NOW = MIDNIGHT + 12 * HOUR;

interface Ranked {
  id: string;
  title: string | null;
  scans: number;
  scans_before: number;
}

interface Statistics {
  total_scans: number;
  unique_scans: number | null;
  range: string;
  by_day: { date: string; scans: number }[];
  by_device: Record<string, number>;
  details_from?: string;
  tag?: string;
  compare?: { range: string; total_scans: number; by_day: { scans: number }[] };
  new_codes: number;
  top_codes: Ranked[];
  rising_codes: Ranked[];
  falling_codes: Ranked[];
  codes_as_of: string | null;
  by_country?: { country: string | null; scans: number }[];
  by_region?: { region: string | null; scans: number }[];
  by_week_hour?: { weekday: number; hour: number; scans: number }[];
}

/** A code that is older than the requested period. */
function add(owner: Owner, backend: ScanBackend, scans: readonly NewScan[], tags: readonly string[] = []) {
  const createdAtMs = NOW - 400 * DAY + Math.floor(random() * DAY);
  return createScannedCode(owner, backend, scans, { tags, createdAtMs });
}

/** A week of scans that differ in every dimension, of three codes: two have the tag Menu. */
async function fill(owner: Owner, backend: ScanBackend): Promise<CodeId[]> {
  const scansOf = (seed: number, count: number): NewScan[] =>
    Array.from({ length: count }, (_, i) => ({
      atMs: NOW - ((i * 7 + seed * 11) % 20) * DAY - ((i * 5 + seed) % 24) * HOUR - i * 1_000,
      device: (['mobile', 'tablet', 'desktop'] as const)[(i + seed) % 3] ?? 'mobile',
      visitorKey: `${seed}-visitor-${i % 4}`,
      country: ['DE', 'FR', 'US', null][(i * 3 + seed) % 4] ?? null,
      region: ['Bavaria, DE', 'Texas, US', null][(i + seed) % 3] ?? null,
      language: ['de', 'en'][i % 2] ?? null,
    }));
  return [
    await add(owner, backend, scansOf(1, 23), ['Menu']),
    await add(owner, backend, scansOf(2, 9), ['menu', 'door']),
    await add(owner, backend, scansOf(3, 14)),
  ];
}

describe.each(LOGS)('the statistics of an account from %s', (_, backend) => {
  let owner: Owner;
  let codes: CodeId[];
  beforeAll(async () => {
    await env.DB.prepare('DELETE FROM scan_query_log').run();
    owner = await createOwner(backend, () => NOW);
    codes = await fill(owner, backend);
    const stranger = await createOwner(backend, () => NOW);
    await add(stranger, backend, [{ atMs: NOW, country: 'JP' }], ['menu']);
  });

  const QUESTIONS = [
    '',
    'range=last_7_days',
    'from=2026-11-05&to=2026-11-12',
    'tz=Asia/Kathmandu&range=last_7_days',
    'tz=America/New_York',
  ];

  it.each(QUESTIONS)('are the sums of those of its codes: %s', async (question) => {
    const own = await Promise.all(
      codes.map((codeId) =>
        owner.get<Statistics & { by_hour: { scans: number }[] }>(
          `/v1/qr/qr_${codeId}/stats?${question}&include=country,region,hour`,
        ),
      ),
    );
    const sum = (valueOf: (statistics: (typeof own)[number]) => number) =>
      own.reduce((total, one) => total + valueOf(one), 0);
    const all = await owner.get<Statistics & { by_hour: { scans: number }[] }>(
      `/v1/stats?${question}&include=country,region,hour,week_hour`,
    );
    expect(all.total_scans).toBe(sum((one) => one.total_scans));
    expect(all.total_scans).toBeGreaterThan(5);
    expect(all.unique_scans).toBe(sum((one) => one.unique_scans ?? 0));
    expect(all.by_day.map(({ scans }) => scans)).toEqual(
      all.by_day.map((_day, i) => sum((one) => one.by_day[i]?.scans ?? 0)),
    );
    for (const device of ['mobile', 'tablet', 'desktop'])
      expect(all.by_device[device]).toBe(sum((one) => one.by_device[device] ?? 0));
    for (const { country, scans } of all.by_country ?? [])
      expect(scans).toBe(sum((one) => one.by_country?.find((item) => item.country === country)?.scans ?? 0));
    expect(all.by_region?.length).toBeGreaterThan(1);
    for (const { region, scans } of all.by_region ?? [])
      expect(scans).toBe(sum((one) => one.by_region?.find((item) => item.region === region)?.scans ?? 0));
    expect(all.by_hour.map(({ scans }) => scans)).toEqual(
      all.by_hour.map((_hour, i) => sum((one) => one.by_hour[i]?.scans ?? 0)),
    );
    const week = all.by_week_hour ?? [];
    expect(week).toHaveLength(168);
    expect(all.by_hour.map(({ scans }) => scans)).toEqual(
      all.by_hour.map((_hour, hour) =>
        week.filter((item) => item.hour === hour).reduce((total, item) => total + item.scans, 0),
      ),
    );
    expect(JSON.stringify(all)).not.toContain('JP');
  });

  it('of a tag are the sums of its codes, whatever its spelling, and follow changes', async () => {
    const [first, second] = codes;
    const totalOf = async (codeId: CodeId | undefined) =>
      (await owner.get<Statistics>(`/v1/qr/qr_${codeId}/stats?include=country`)).total_scans;
    const all = await owner.get<Statistics>('/v1/stats?tag=MENU&include=country');
    expect(all.tag).toBe('Menu');
    expect(all.total_scans).toBe((await totalOf(first)) + (await totalOf(second)));
    expect(all.by_country?.reduce((total, { scans }) => total + scans, 0)).toBe(all.total_scans);
    const local = await owner.get<Statistics>('/v1/stats?tag=menu&tz=Asia/Tokyo');
    expect(local.total_scans).toBe(all.total_scans);
    const door = await owner.get<Statistics>('/v1/stats?tag=door');
    expect(door).toMatchObject({ total_scans: await totalOf(second), tag: 'door' });
    expect(door.top_codes.map(({ id }) => id)).toEqual([`qr_${second}`]);
    await owner.request('PATCH', `/v1/qr/qr_${second}`, { tags: ['menu'] });
    await readError(owner.request('GET', '/v1/stats?tag=door'));
  });

  it('name hours of the week from Monday on, by the clocks of the zone', async () => {
    const other = await createOwner(backend, () => NOW);
    // Thursday, 19 November, 23:30 in UTC.
    await add(other, backend, [{ atMs: Date.UTC(2026, 10, 19, 23, 30) }]);
    const busy = async (zone: string) =>
      (await other.get<Statistics>(`/v1/stats?include=week_hour&tz=${zone}`)).by_week_hour?.filter(
        ({ scans }) => scans > 0,
      );
    expect(await busy('UTC')).toEqual([{ weekday: 4, hour: 23, scans: 1 }]);
    expect(await busy('Asia/Kathmandu')).toEqual([{ weekday: 5, hour: 5, scans: 1 }]);
    // Sunday evening of the previous week; Monday in Tokyo.
    await add(other, backend, [{ atMs: Date.UTC(2026, 10, 15, 20) }]);
    expect(await busy('Asia/Tokyo')).toContainEqual({ weekday: 1, hour: 5, scans: 1 });
    expect(await busy('UTC')).toContainEqual({ weekday: 7, hour: 20, scans: 1 });
  });

  it('compare, and rank codes by change', async () => {
    const other = await createOwner(backend, () => NOW);
    const times = (count: number, atMs: number) => Array.from({ length: count }, () => ({ atMs }));
    const riser = await add(other, backend, [...times(1, NOW - 8 * DAY), ...times(6, NOW)]);
    const faller = await add(other, backend, [...times(5, NOW - 8 * DAY), ...times(2, NOW - DAY)]);
    const steady = await add(other, backend, [...times(3, NOW - 9 * DAY), ...times(3, NOW - 2 * DAY)]);
    const gone = await add(other, backend, times(9, NOW));
    await add(other, backend, times(4, NOW - 40 * DAY));
    await other.request('DELETE', `/v1/qr/qr_${gone}`);
    const statistics = await other.get<Statistics>('/v1/stats?range=last_7_days&compare=previous_period');
    expect(statistics).toMatchObject({
      // The account keeps the scans of deleted codes.
      total_scans: 6 + 2 + 3 + 9,
      compare: { range: '2026-11-08/2026-11-14', total_scans: 9 },
      top_codes: [
        { id: `qr_${riser}`, scans: 6, scans_before: 1 },
        { id: `qr_${steady}`, scans: 3, scans_before: 3 },
        { id: `qr_${faller}`, scans: 2, scans_before: 5 },
      ],
      rising_codes: [{ id: `qr_${riser}`, title: null, scans: 6, scans_before: 1 }],
      falling_codes: [{ id: `qr_${faller}`, scans: 2, scans_before: 5 }],
      codes_as_of: new Date(NOW).toISOString(),
      new_codes: 0,
    });
    expect(statistics.compare?.by_day).toHaveLength(7);
    const year = await other.get<Statistics>('/v1/stats?compare=previous_year');
    expect(year.compare).toMatchObject({ range: '2025-10-23/2025-11-21', total_scans: 0 });
  });

  it('count days of any age, and visitors only if single scans are kept', async () => {
    const other = await createOwner(backend, () => NOW);
    const codeId = await add(other, backend, [
      { atMs: NOW - 85 * DAY, visitorKey: 'a', country: 'DE' },
      { atMs: NOW, visitorKey: 'b', country: 'FR' },
    ]);
    await env.DB.prepare(
      "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?, '2025-03-01', 'tablet', 7, unixepoch('2025-03-01') * 1000)",
    )
      .bind(codeId)
      .run();
    const old = await other.get<Statistics>('/v1/stats?from=2025-02-01&to=2025-03-31&include=country');
    expect(old).toMatchObject({
      total_scans: 7,
      unique_scans: null,
      details_from: '2026-08-24',
      by_country: [],
    });
    const long = await other.get<Statistics>(
      '/v1/stats?from=2025-02-01&include=country&compare=previous_period',
    );
    expect(long).toMatchObject({
      total_scans: 9,
      unique_scans: 2,
      details_from: '2026-08-24',
      by_device: { mobile: 2, desktop: 0, tablet: 7 },
      compare: { total_scans: 0, unique_scans: null },
    });
    expect(await other.get<Statistics>('/v1/stats?range=last_90_days&compare=previous_period')).toMatchObject(
      {
        total_scans: 2,
        compare: { total_scans: 0, unique_scans: null },
      },
    );
  });

  it('count codes that were made in the period and are still there', async () => {
    const other = await createOwner(backend, () => NOW);
    await createCode(other, MIDNIGHT - 6 * DAY);
    await createCode(other, NOW - 1);
    await createCode(other, MIDNIGHT - 6 * DAY - 1);
    const deleted = await createCode(other, NOW - 2);
    await other.request('DELETE', `/v1/qr/qr_${deleted}`);
    expect((await other.get<Statistics>('/v1/stats?range=last_7_days')).new_codes).toBe(2);
  });

  it('are zeros for an account without codes', async () => {
    const other = await createOwner(backend, () => NOW);
    const empty = await other.get<Statistics>('/v1/stats?include=country,week_hour&compare=previous_year');
    expect(empty).toMatchObject({ total_scans: 0, unique_scans: 0, new_codes: 0, top_codes: [] });
    expect(empty.by_day).toHaveLength(30);
    expect(empty.by_country).toEqual([]);
  });
});

describe('a request for the statistics of an account', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await createOwner(D1, () => NOW);
  });

  it.each([
    ['range=last_year', 'range', 'last_90_days'],
    ['from=2026-11-20&to=2026-11-10', 'from', 'must not be after the last day'],
    ['from=1999-12-31', 'from', 'must not be before 2000-01-01'],
    ['from=2026-11-22', 'from', 'must not be after today'],
    ['from=2026-11-01&to=2027-01-01', 'to', 'must not be after today'],
    ['to=2026-11-01', 'from', 'is required'],
    ['from=yesterday', 'from', 'YYYY-MM-DD'],
    ['tz=Mars/Olympus', 'tz', 'IANA'],
    ['tag=nothing', 'tag', 'GET /v1/tags'],
    ['tag=', 'tag', '1 to 50 characters'],
    ['tag=a,b', 'tag', 'comma'],
    ['tag=a&tag=b', 'tag', 'once'],
    ['include=rule', 'include', 'week_hour'],
    ['include=', 'include', 'week_hour'],
    ['compare=yesterday', 'compare', 'previous_period'],
    ['code=qr_00000000', 'code', 'There are'],
    [Array.from({ length: 10_000 }, (_, i) => `p${i}=1`).join('&'), 'p0', 'is not a parameter'],
  ])('is a 400 that names the problem and the correct form (%#)', async (query, field, text) => {
    const error = await readError(owner.request('GET', `/v1/stats?${query}`));
    const found = error.errors?.find((one) => one.field === field);
    expect(found?.message, JSON.stringify(error).slice(0, 500)).toContain(text);
  });

  it('is a GET, and accepts a read-only key', async () => {
    expect((await owner.request('POST', '/v1/stats', {})).status).toBe(405);
    const anonymous = await owner.request('GET', '/v1/stats', undefined, { headers: { Authorization: '' } });
    expect(anonymous.status).toBe(401);
  });

  it('of a tag with more than 500 codes returns counts, and says what it cannot return', async () => {
    let now = NOW;
    const big = await createOwner(D1, () => now);
    const codeId = await add(big, D1, [{ atMs: NOW }], ['big']);
    const { results } = await env.DB.prepare('SELECT id FROM tags WHERE account_id = ?')
      .bind(big.accountId)
      .all<{ id: number }>();
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO qr_codes (position, code_id, account_id, type, target, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms, tags)
       SELECT 900000 + i, printf('b1g%05d', i), ?, 'url', 'https://example.com/', 1, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0, ?
       FROM n`,
    )
      .bind(big.accountId, JSON.stringify([results[0]?.id]))
      .run();
    const statistics = await big.get<Statistics>('/v1/stats?tag=big');
    expect(statistics).toMatchObject({ total_scans: 1, unique_scans: null });
    // With this many codes, the first ranking is computed after the response.
    expect(statistics).toMatchObject({ codes_as_of: null, top_codes: [] });
    expect(await big.get<Statistics>('/v1/stats?tag=big')).toMatchObject({
      codes_as_of: new Date(NOW).toISOString(),
      top_codes: [{ id: `qr_${codeId}`, scans: 1, scans_before: 0 }],
    });
    // On the next day, it is available at once, with its date.
    now += DAY;
    const ranked = { top_codes: [{ id: `qr_${codeId}` }] };
    const nextDay = await big.get<Statistics>('/v1/stats?tag=big');
    expect(nextDay).toMatchObject({ ...ranked, codes_as_of: new Date(NOW).toISOString() });
    const renewed = await big.get<Statistics>('/v1/stats?tag=big');
    expect(renewed).toMatchObject({ ...ranked, codes_as_of: new Date(now).toISOString() });
    // Other days and other comparisons have their own rankings.
    for (const other of ['range=last_7_days', 'compare=previous_year'])
      expect(await big.get<Statistics>(`/v1/stats?tag=big&${other}`)).toMatchObject({ codes_as_of: null });
    for (const query of ['include=country', 'tz=Asia/Tokyo']) {
      const error = await readError(big.request('GET', `/v1/stats?tag=big&${query}`));
      expect(error.errors?.[0]?.code).toBe('tag_too_large');
    }
  });
});

describe.skipIf(!ANALYTICS_ENGINE)('while Analytics Engine does not respond', () => {
  it('totals are those known last, with their age; visitors are not known, and a breakdown is a 503', async () => {
    const backend = ANALYTICS_ENGINE ?? D1;
    let isDown = false;
    let now = NOW;
    const owner = await createOwner(
      backend,
      () => now,
      (input, init) => (isDown ? Promise.reject(new TypeError('no network')) : fetch(input, init)),
    );
    await add(owner, backend, [{ atMs: NOW - HOUR, country: 'DE' }]);
    expect(await owner.get<Statistics>('/v1/stats')).toMatchObject({ total_scans: 1, unique_scans: 1 });
    isDown = true;
    now += HOUR;
    const response = await owner.request('GET', '/v1/stats');
    expect(await response.json()).toMatchObject({ total_scans: 1, unique_scans: 1 });
    expect(Number(response.headers.get('Age'))).toBeGreaterThanOrEqual(3_600);
    const week = await owner.request('GET', '/v1/stats?range=last_7_days');
    expect(await week.json()).toMatchObject({ total_scans: 1, unique_scans: null });
    await readError(await owner.request('GET', '/v1/stats?include=city'), 503, 'unavailable');
  });
});
