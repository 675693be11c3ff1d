import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { LOGS, createCode, createOwner, type NewScan, type Owner } from '#harness/worker/scan-backends.ts';

/** Comparisons, and periods that begin before the log of single scans. Every expectation holds for both scan logs. */

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const NOW = MIDNIGHT + DAY / 2;

interface Statistics {
  total_scans: number;
  by_day: { date: string; scans: number }[];
  compare?: { total_scans: number; by_day: { date: string; scans: number }[] };
}

const seen = (days: Statistics['by_day'] = []) =>
  days.filter((day) => day.scans > 0).map(({ date, scans }) => `${date} ${scans}`);

describe.each(LOGS)('statistics from %s', (_, backend) => {
  let owner: Owner;
  beforeAll(async () => {
    await env.DB.prepare('DELETE FROM scan_query_log').run();
    owner = await createOwner(backend, () => NOW);
  });

  /** `old` contains counts of days that the log may no longer cover. */
  async function scanned(scans: readonly NewScan[], old: Readonly<Record<string, number>> = {}) {
    const codeId: CodeId = await createCode(owner);
    await backend.record(codeId, scans);
    for (const [day, count] of Object.entries(old))
      await env.DB.prepare(
        "INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, 'tablet', ?3, unixepoch(?2) * 1000)",
      )
        .bind(codeId, day, count)
        .run();
    return `/v1/qr/qr_${codeId}/stats`;
  }

  it('compare with the period before, by the days of the same zone', async () => {
    const path = await scanned([
      { atMs: NOW, visitorKey: 'a' },
      { atMs: MIDNIGHT - 6 * DAY, visitorKey: 'a' },
      { atMs: MIDNIGHT - 6 * DAY - 1_000, visitorKey: 'a' },
      { atMs: MIDNIGHT - 8 * DAY, visitorKey: 'b' },
      { atMs: MIDNIGHT - 8 * DAY, visitorKey: 'b' },
      { atMs: MIDNIGHT - 13 * DAY - 1_000, visitorKey: 'c' },
    ]);
    expect(await owner.get(`${path}?range=last_7_days`)).not.toHaveProperty('compare');
    const utc = await owner.get<Statistics>(`${path}?range=last_7_days&compare=previous_period`);
    expect(utc).toMatchObject({ total_scans: 2, unique_scans: 1 });
    expect(utc.compare).toMatchObject({
      range: '2026-11-08/2026-11-14',
      tz: 'UTC',
      total_scans: 3,
      unique_scans: 2,
    });
    expect(utc.compare?.by_day).toHaveLength(7);
    expect(seen(utc.compare?.by_day)).toEqual(['2026-11-13 2', '2026-11-14 1']);
    const tokyo = await owner.get<Statistics>(
      `${path}?range=last_7_days&compare=previous_period&tz=Asia/Tokyo`,
    );
    expect(tokyo.total_scans).toBe(3);
    expect(tokyo.compare).toMatchObject({ tz: 'Asia/Tokyo', total_scans: 3, unique_scans: 2 });
    expect(seen(tokyo.compare?.by_day)).toEqual(['2026-11-08 1', '2026-11-13 2']);
  });

  it('compare with the year before by UTC days, whose visitors nobody knows', async () => {
    const path = await scanned([{ atMs: NOW }], { '2025-11-14': 9, '2025-11-15': 4, '2025-11-21': 5 });
    for (const zone of ['UTC', 'Asia/Tokyo']) {
      const { compare } = await owner.get<Statistics>(
        `${path}?range=last_7_days&compare=previous_year&tz=${zone}`,
      );
      expect(compare).toMatchObject({
        range: '2025-11-15/2025-11-21',
        tz: 'UTC',
        total_scans: 9,
        unique_scans: null,
      });
      expect(seen(compare?.by_day)).toEqual(['2025-11-15 4', '2025-11-21 5']);
    }
  });

  it('compare 90 days with the 90 before them, which the log does not cover', async () => {
    const path = await scanned([{ atMs: NOW - 89 * DAY }], {
      '2026-08-23': 2,
      '2026-05-26': 3,
      '2026-05-25': 9,
    });
    const statistics = await owner.get<Statistics>(`${path}?range=last_90_days&compare=previous_period`);
    expect(statistics).toMatchObject({ total_scans: 1, compare: { total_scans: 5, unique_scans: null } });
    expect(statistics.compare?.by_day).toHaveLength(90);
  });

  it('count days and devices of any age, and say since when they know visitors and the rest', async () => {
    const path = await scanned(
      [
        { atMs: MIDNIGHT - 89 * DAY, country: 'DE', visitorKey: 'a' },
        { atMs: NOW, country: 'DE', visitorKey: 'a' },
        { atMs: NOW, country: 'FR', visitorKey: 'b' },
      ],
      { '2026-08-23': 40, '2026-01-01': 2, '2025-12-31': 9 },
    );
    const statistics = await owner.get<Statistics>(`${path}?from=2026-01-01&include=country,hour`);
    expect(statistics).toMatchObject({
      range: '2026-01-01/2026-11-21',
      total_scans: 45,
      unique_scans: 2,
      details_from: '2026-08-24',
      by_device: { mobile: 3, tablet: 42 },
      by_country: [
        { country: 'DE', scans: 2 },
        { country: 'FR', scans: 1 },
      ],
    });
    expect(statistics.by_day).toHaveLength(325);
    expect(seen(statistics.by_day)).toEqual([
      '2026-01-01 2',
      '2026-08-23 40',
      '2026-08-24 1',
      '2026-11-21 2',
    ]);
    expect(await owner.get(`${path}?from=2026-01-01&to=2026-08-23&include=country`)).toMatchObject({
      total_scans: 42,
      unique_scans: 0,
      details_from: '2026-08-24',
      by_country: [],
    });
    expect(await owner.get(`${path}?from=2026-08-24`)).not.toHaveProperty('details_from');
    const csv = await owner.request('GET', `${path}.csv?from=2025-12-31&to=2026-01-02`);
    expect(await csv.text()).toBe('date,scans\r\n2025-12-31,9\r\n2026-01-01,2\r\n2026-01-02,0\r\n');
  });
});
