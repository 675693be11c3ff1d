import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { DEVICES } from '#core/scans/device.ts';
import { budgetOf } from '#service/budget.ts';
import { rollUpScans, type RollUpReport } from '#service/scans/roll-up.ts';
import { maintainScans } from '#service/scans/maintain.ts';
import { analyticsEngineOf, createDependencies, PLATFORM } from '#api/dependencies.ts';
import { type JobName, JOBS } from '#service/upkeep/jobs.ts';
import { openDatabase } from '#storage/database.ts';
import { createAnalyticsEngineScanCounter } from '#storage/scans/counter.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import {
  ANALYTICS_ENGINE,
  ANALYTICS_SQL,
  createCode,
  createOwner,
  D1,
  type Owner,
} from '#harness/worker/scan-backends.ts';
import { withFault } from '#harness/worker/faults.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/**
 * The rows that a grown count writes, as in docs/costs.md: its own row, that of its code with two index entries for sorted lists, and that
 * of its account.
 */
const ROWS_OF_A_COUNT = 5;

/** Each test has its own time span, so that none sees another's scans. */
let midnight = Date.UTC(2030, 0, 1);
let now = 0;
beforeEach(async () => {
  midnight += 400 * DAY;
  now = midnight + 12 * HOUR;
  await env.DB.batch([env.DB.prepare('DELETE FROM scan_roll_up'), env.DB.prepare('DELETE FROM scan_days')]);
});

async function scanDays(codeId: CodeId): Promise<[daysAgo: number, device: string, scans: number][]> {
  const { results } = await env.DB.prepare('SELECT * FROM scan_days WHERE code_id = ? ORDER BY day, device')
    .bind(codeId)
    .all<{ day: string; device: string; scans: number }>();
  return results.map((row) => [(midnight - Date.parse(row.day)) / DAY, row.device, row.scans]);
}

describe.skipIf(!ANALYTICS_ENGINE)('the roll-up of Analytics Engine', () => {
  const backend = ANALYTICS_ENGINE ?? D1;
  const UNREACHABLE = { AE_API_URL: `${backend.env.AE_API_URL}/down` };
  let owner: Owner;
  beforeEach(async () => {
    owner = await createOwner(backend, () => now);
  });

  /** What the cron does for scans. */
  async function run(atMs: number, bindings: Partial<ApiEnv> = {}): Promise<RollUpReport | null> {
    const platform = { ...PLATFORM, nowMs: () => atMs };
    const deps = createDependencies({ ...env, ...backend.env, ...bindings }, platform, () => undefined);
    const report = await maintainScans(deps);
    return report && 'queries' in report ? report : null;
  }

  /** Runs it every ten minutes until a pass is complete. */
  async function runUntilComplete(): Promise<RollUpReport[]> {
    const reports: RollUpReport[] = [];
    for (let runs = 0; runs < 60 && !reports.at(-1)?.isComplete; runs++) {
      const report = await run(now);
      if (report) reports.push(report);
      now += 10 * MINUTE;
    }
    return reports;
  }

  /** A state as after months of service: everything before yesterday is final. */
  async function settle(): Promise<void> {
    const yesterday = new Date(midnight - DAY).toISOString().slice(0, 10);
    await env.DB.prepare("INSERT INTO scan_roll_up VALUES (1, ?, 0, NULL, '')").bind(yesterday).run();
  }

  it('copies the scans of two days, by UTC day and device, and writes nothing when nothing changed', async () => {
    await settle();
    const codeId = await createCode(owner);
    await backend.record(codeId, [
      { atMs: now - 1_000, device: 'mobile' },
      { atMs: midnight, device: 'mobile' },
      { atMs: midnight, device: 'tablet' },
      { atMs: midnight - 1_000, device: 'mobile' },
      { atMs: midnight - DAY, device: 'mobile' },
    ]);
    const [first] = await runUntilComplete();
    expect(first).toMatchObject({ counts: 3, rowsWritten: 3 * ROWS_OF_A_COUNT, isComplete: true });
    const expected = [
      [1, 'mobile', 2],
      [0, 'mobile', 2],
      [0, 'tablet', 1],
    ];
    expect(await scanDays(codeId)).toEqual(expected);

    now += HOUR;
    expect((await runUntilComplete())[0]).toMatchObject({ counts: 3, rowsWritten: 0, isComplete: true });
    expect(await scanDays(codeId)).toEqual(expected);

    await backend.record(codeId, [{ atMs: now, device: 'tablet' }]);
    now += HOUR;
    expect((await runUntilComplete())[0]).toMatchObject({ rowsWritten: ROWS_OF_A_COUNT });
    expect(await scanDays(codeId)).toEqual([...expected.slice(0, 2), [0, 'tablet', 2]]);
  });

  it('queries by the hour, and at most once an hour', async () => {
    await settle();
    expect(await run(now)).toMatchObject({ queries: 24 + 12 });
    expect(await run(now + 10 * MINUTE)).toBeNull();
    expect(await run(now + 60 * MINUTE)).toMatchObject({ queries: 24 + 13 });
  });

  it('catches up after an outage of days, in runs of bounded size, stopped and started again', async () => {
    await settle();
    const codeId = await createCode(owner);
    now = midnight + 6 * DAY + 12 * HOUR;
    const days = [0, 1, 2, 3, 4, 5, 6];
    await backend.record(
      codeId,
      days.flatMap((day) =>
        Array.from({ length: day + 1 }, (_, i) => ({ atMs: midnight + day * DAY + i * HOUR })),
      ),
    );
    expect(await run(now)).toMatchObject({ queries: 48, isComplete: false });
    now += 10 * MINUTE;
    await expect(run(now, UNREACHABLE)).rejects.toThrow('Analytics Engine');
    const reports = await runUntilComplete();
    expect(reports.length).toBeGreaterThan(1);
    for (const report of reports) expect(report.queries).toBeLessThanOrEqual(48);
    expect(await scanDays(codeId)).toEqual(days.map((day) => [0 - day, 'mobile', day + 1]));
    // From here on, two days are enough.
    now += HOUR;
    expect((await runUntilComplete())[0]).toMatchObject({ queries: 24 + 14, rowsWritten: 0 });
  });

  it('reaches back as far as scans are kept when it never ran before', async () => {
    const codeId = await createCode(owner);
    await backend.record(codeId, [{ atMs: midnight - 89 * DAY }, { atMs: midnight - 90 * DAY }]);
    expect(await run(now)).toMatchObject({ queries: 48, isComplete: false });
    expect(await scanDays(codeId)).toEqual([[89, 'mobile', 1]]);
    const state = await env.DB.prepare('SELECT next_day FROM scan_roll_up').first();
    expect(state).toEqual({ next_day: new Date(midnight - 87 * DAY).toISOString().slice(0, 10) });
  });

  it('sees points that become visible a day late', async () => {
    await settle();
    const codeId = await createCode(owner);
    await runUntilComplete();
    now = midnight + DAY + 23 * HOUR;
    await backend.record(codeId, [{ atMs: midnight + DAY - 1_000 }]);
    await runUntilComplete();
    expect(await scanDays(codeId)).toEqual([[0, 'mobile', 1]]);
  });

  it('pages through more codes than fit in one response, and counts each once', async () => {
    await settle();
    const count = 12_000;
    const codeIds = Array.from({ length: count }, () => randomCodeId());
    await env.DB.prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       SELECT 1000000000 + key, value, ?, 'url', '', 1, '', '', 'png', 512, 4, 'M', 2, 1, 0, 0 FROM json_each(?)`,
    )
      .bind(owner.accountId, JSON.stringify(codeIds))
      .run();
    // Three devices each, so that a full response cuts off in the middle of a code; every third code also has scans in the hour before.
    const rows = codeIds.flatMap((codeId, i) =>
      (i % 3 === 0 ? [0, HOUR] : [HOUR]).flatMap((sinceMidnight) =>
        DEVICES.map((device) =>
          JSON.stringify({
            dataset: 'qr_scans',
            timestamp: (midnight + sinceMidnight) / 1_000,
            _sample_interval: 1,
            index1: codeId,
            blob1: 'v',
            blob2: device,
          }),
        ),
      ),
    );
    const write = await fetch(`${backend.env.AE_API_URL}/points`, { method: 'POST', body: rows.join('\n') });
    expect(write.status).toBe(200);
    now = midnight + 3 * HOUR;
    const reports = await runUntilComplete();
    const total = await env.DB.prepare(
      'SELECT count(*) AS counts, sum(scans) AS scans, max(scans) AS most FROM scan_days',
    ).first();
    expect(total).toEqual({ counts: 3 * count, scans: 4 * count, most: 2 });
    const { results: sums } = await env.DB.prepare(
      'SELECT scans_rolled_up AS scans, last_scan_at_ms AS last, count(*) AS codes FROM qr_codes WHERE account_id = ? GROUP BY 1, 2 ORDER BY 1',
    )
      .bind(owner.accountId)
      .all();
    const last = midnight + HOUR;
    expect(sums).toEqual([
      { scans: 3, last, codes: (count * 2) / 3 },
      { scans: 6, last, codes: count / 3 },
    ]);
    // Complete at once: no count was written twice.
    expect(reports.reduce((sum, report) => sum + report.rowsWritten, 0)).toBe(3 * count * ROWS_OF_A_COUNT);
    expect(reports.reduce((sum, report) => sum + report.queries, 0)).toBeLessThan(2 * 24);
  });

  it('never lowers a count when a later response is smaller', async () => {
    await settle();
    const codeId = await createCode(owner);
    await backend.record(codeId, [
      { atMs: midnight },
      { atMs: midnight + HOUR },
      { atMs: midnight + 2 * HOUR },
    ]);
    await runUntilComplete();
    now += HOUR;
    // A coarser sample of the same scans, as when Analytics Engine samples a long query.
    const config = analyticsEngineOf(
      { ...env, ...backend.env },
      {
        fetch: async (input, init) => {
          const text = await (await fetch(input, init)).text();
          return new Response(text.replaceAll(/"scans": "\d+"/g, '"scans": "0"'));
        },
      },
    );
    const report = await rollUpScans({
      db: openDatabase(env.DB),
      counter: createAnalyticsEngineScanCounter(config!),
      budget: budgetOf('paid').rollUp,
      nowMs: () => now,
    });
    expect(report).toMatchObject({ counts: 1, rowsWritten: 0 });
    expect(await scanDays(codeId)).toEqual([[0, 'mobile', 3]]);
  });

  it('passes over points of other programs and of ids that were never issued', async () => {
    await settle();
    const codeId = await createCode(owner);
    const never = randomCodeId();
    await backend.record(codeId, [{ atMs: midnight }]);
    await backend.record(never, [{ atMs: midnight }]);
    await backend.record("o'ther" as CodeId, [{ atMs: midnight }]);
    expect((await runUntilComplete())[0]).toMatchObject({ rowsWritten: ROWS_OF_A_COUNT, isComplete: true });
    expect(await scanDays(codeId)).toEqual([[0, 'mobile', 1]]);
  });

  it('counts a sampled scan with its weight', async () => {
    await settle();
    const codeId = await createCode(owner);
    await backend.record(codeId, [{ atMs: midnight, visitorKey: 'a' }], 10);
    await backend.record(codeId, [{ atMs: midnight + HOUR, visitorKey: 'b' }], 3);
    await runUntilComplete();
    expect(await scanDays(codeId)).toEqual([[0, 'mobile', 13]]);
    const path = `/v1/qr/qr_${codeId}/stats?include=country`;
    for (const { env: bindings } of [backend, ANALYTICS_SQL ?? backend]) {
      expect(await owner.json('GET', path, undefined, { env: bindings })).toMatchObject({
        total_scans: 13,
        unique_scans: 2,
        estimated: true,
        by_country: [{ country: null, scans: 13 }],
      });
    }
  });

  it('and the sweep of images do not stop each other', async () => {
    await settle();
    const down = () => Promise.reject(new Error('R2 is down'));
    const eventsOf = ({ lines }: Awaited<ReturnType<typeof runScheduled>>) =>
      lines.map(({ event }) => event).sort();
    const eventsWithFailed = (failed: JobName) =>
      Object.keys(JOBS)
        .map((name) => (name === failed ? `${name}_failed` : name))
        .sort();
    const withoutImages = await runScheduled(now, {
      ...backend.env,
      IMAGES: withFault(env.IMAGES, { list: down }),
    });
    expect(withoutImages.failed).toBe(true);
    expect(eventsOf(withoutImages)).toEqual(eventsWithFailed('images_swept'));
    const withoutScans = await runScheduled(now + HOUR, { ...backend.env, ...UNREACHABLE });
    expect(withoutScans.failed).toBe(true);
    expect(eventsOf(withoutScans)).toEqual(eventsWithFailed('scans_maintained'));
  });

  describe('and the number of scans', () => {
    const scansOf = async (codeId: CodeId, bindings: Partial<ApiEnv> = {}) => {
      const options = { env: bindings };
      const code = await owner.json<{ scans: number }>('GET', `/v1/qr/qr_${codeId}`, undefined, options);
      const list = await owner.json<{
        data: { id: string; scans: number }[];
      }>('GET', '/v1/qr', undefined, options);
      expect(list.data.find(({ id }) => id === `qr_${codeId}`)?.scans).toBe(code.scans);
      return code.scans;
    };

    it('counts scans at once that the roll-up has not seen, and none twice', async () => {
      await settle();
      const codeId = await createCode(owner);
      await backend.record(codeId, [{ atMs: midnight - HOUR }, { atMs: midnight }]);
      expect(await scansOf(codeId)).toBe(2);
      await runUntilComplete();
      expect(await scansOf(codeId)).toBe(2);
      await backend.record(codeId, [{ atMs: now, device: 'desktop' }, { atMs: now }]);
      expect(await scansOf(codeId)).toBe(4);
      expect(await owner.get(`/v1/qr/qr_${codeId}/stats`)).toMatchObject({ total_scans: 4 });
    });

    it('stays where it was when Analytics Engine fails after it was shown', async () => {
      await settle();
      const codeId = await createCode(owner);
      await backend.record(codeId, [{ atMs: midnight }, { atMs: midnight }, { atMs: midnight - HOUR }]);
      expect(await scansOf(codeId)).toBe(3);
      expect(await scansOf(codeId, UNREACHABLE)).toBe(3);
    });

    it('keeps history that Analytics Engine has long forgotten', async () => {
      await settle();
      const codeId = await createCode(owner);
      await backend.record(codeId, [{ atMs: midnight }]);
      await runUntilComplete();
      for (let day = 1; day <= 3; day++) {
        now = midnight + day * DAY + HOUR;
        await runUntilComplete();
      }
      now = midnight + 200 * DAY;
      expect(await scansOf(codeId)).toBe(1);
      await backend.record(codeId, [{ atMs: now }]);
      expect(await scansOf(codeId)).toBe(2);
    });

    it('includes the days of an outage of the roll-up', async () => {
      await settle();
      const codeId = await createCode(owner);
      now = midnight + 5 * DAY;
      await backend.record(codeId, [{ atMs: midnight }, { atMs: midnight + 2 * DAY }, { atMs: now }]);
      expect(await scansOf(codeId)).toBe(3);
    });
  });
});

describe('the scan log in D1', () => {
  it('forgets single scans that are in the 90 days of no time zone, and keeps their number', async () => {
    const owner = await createOwner(D1, () => now);
    const codeId = await createCode(owner);
    await D1.record(codeId, [
      { atMs: midnight - 91 * DAY },
      { atMs: midnight - 90 * DAY - 1 },
      { atMs: midnight - 89 * DAY },
      { atMs: now },
    ]);
    const { lines } = await runScheduled(now, { SCAN_LOG: 'd1' });
    expect(lines).toContainEqual({ event: 'scans_maintained', deleted: 2 });
    const rows = await env.DB.prepare('SELECT count(*) AS rows FROM scans WHERE code_id = ?')
      .bind(codeId)
      .first();
    expect(rows).toEqual({ rows: 2 });
    expect(await owner.get(`/v1/qr/qr_${codeId}`)).toMatchObject({ scans: 4 });
    expect(await owner.get(`/v1/qr/qr_${codeId}/stats?range=last_90_days`)).toMatchObject({ total_scans: 2 });
  });

  it.each([
    ['Europe/Berlin', 1],
    ['Pacific/Kiritimati', 1],
    ['Atlantic/Cape_Verde', 23.5],
    ['Pacific/Pago_Pago', 13.5],
  ])('keeps the whole oldest day of %s', async (tz, hoursLeft) => {
    // Half an hour into the UTC day: west of UTC, it is still yesterday.
    const halfPast = midnight + HOUR / 2;
    const owner = await createOwner(D1, () => halfPast);
    const codeId = await createCode(owner);
    const read = () =>
      owner.get<{ by_day: { scans: number }[] }>(`/v1/qr/qr_${codeId}/stats?range=last_90_days&tz=${tz}`);
    const hours = Array.from({ length: 48 }, (_, hour) => midnight - 90 * DAY + hour * HOUR - HOUR / 2);
    await D1.record(
      codeId,
      hours.map((atMs) => ({ atMs })),
    );
    const before = (await read()).by_day[0]?.scans ?? 0;
    expect(before).toBeGreaterThanOrEqual(Math.min(24, Math.floor(hoursLeft)));
    await runScheduled(halfPast, { SCAN_LOG: 'd1' });
    expect((await read()).by_day[0]?.scans).toBe(before);
  });

  it('writes the number of rows for a scan that docs/costs.md gives', async () => {
    const codeId = await createCode(await createOwner(D1, () => now));
    const insert = env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, account_id) VALUES (?, ?, 'mobile', 'v', 'acc_a')",
    );
    for (const atMs of [midnight, midnight + HOUR]) {
      const { meta } = await insert.bind(codeId, atMs).run();
      expect(meta.rows_written).toBe(4 + ROWS_OF_A_COUNT);
    }
  });

  it('counts a scan in the same transaction that records it', async () => {
    const codeId = await createCode(await createOwner(D1, () => now));
    const insert = (id: number | null) =>
      env.DB.prepare(
        "INSERT INTO scans (id, code_id, scanned_at_ms, device, visitor_key) VALUES (?, ?, ?, 'mobile', 'v')",
      ).bind(id, codeId, midnight);
    await insert(900_001).run();
    await expect(env.DB.batch([insert(null), insert(900_001)])).rejects.toThrow('UNIQUE');
    expect(await scanDays(codeId)).toEqual([[0, 'mobile', 1]]);
  });
});
