import { type CodeId, createCodeId } from '#core/codes/code-id.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import { STAND_IN } from '../programs/analytics-engine-account.ts';
import type { ClickHouse } from '../programs/clickhouse.ts';

/** Millions of scans, generated inside the databases. Both get the same mix: three devices, 40 countries, one visitor for three scans. */

type BenchDatabase = Pick<D1Database, 'prepare' | 'batch'>;

export const HOT_CODE = 'h0tc0de0';
const ROWS_PER_STATEMENT = 50_000;
const SPREAD_SECONDS = 80 * 86_400;
const FIRST_CREATED_AT_MS = Date.UTC(2026, 0, 1);

/** The id of the i-th code; the order of the ids is unrelated to i. */
export function codeIdOf(i: number): CodeId {
  const mixed = (i * 2_654_435_761) % 4_294_967_296;
  return createCodeId(
    new Uint8Array([7, mixed >>> 24, (mixed >>> 16) & 255, (mixed >>> 8) & 255, mixed & 255]),
  );
}

export async function seedCodes(db: BenchDatabase, accountId: string, codes: number): Promise<void> {
  for (let from = 0; from < codes; from += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, codes - from);
    const rows = Array.from({ length: count }, (_, i) => {
      const codeId = codeIdOf(from + i);
      const createdAtMs = FIRST_CREATED_AT_MS + from + i;
      return { codeId, createdAtMs, position: firstPositionOf(createdAtMs) };
    });
    await db
      .prepare(
        `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format, size,
           margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
         SELECT value ->> 'position', value ->> 'codeId', ?, 'url', 'https://example.com/', 'https://example.com/', 1, '#000000', '#ffffff',
           'png', 1024, 4, 'M', 2, 1, value ->> 'createdAtMs', value ->> 'createdAtMs' FROM json_each(?)`,
      )
      .bind(accountId, JSON.stringify(rows))
      .run();
  }
}

/** Everything before this time is final, as after months of service. */
export async function settleBefore(db: BenchDatabase, timeMs: number): Promise<void> {
  const day = new Date(timeMs).toISOString().slice(0, 10);
  await db.prepare("INSERT OR REPLACE INTO scan_roll_up VALUES (1, ?, 0, NULL, '')").bind(day).run();
}

interface Load {
  readonly scans: number;
  readonly codes: number;
  readonly now: number;
}

/** Seeds `scans` of the hot code, and as many of all other codes together, over 80 days. */
export async function seedD1(db: BenchDatabase, { scans, codes, now }: Load): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: codes }, (_, i) => codeIdOf(i)));
  await db.batch([
    db.prepare('CREATE TABLE bench_codes (i INTEGER PRIMARY KEY, code_id TEXT NOT NULL)'),
    db.prepare('INSERT INTO bench_codes SELECT key, value FROM json_each(?)').bind(ids),
  ]);
  for (const codeId of [
    `'${HOT_CODE}'`,
    `(SELECT code_id FROM bench_codes WHERE bench_codes.i = n.i % ${codes})`,
  ]) {
    for (let from = 0; from < scans; from += ROWS_PER_STATEMENT) {
      await db
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${from + ROWS_PER_STATEMENT})
           INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, city, os, browser, referrer, language)
           SELECT ${codeId}, ${now} - 1000 * (i * 7919 % ${SPREAD_SECONDS}),
             CASE i % 10 WHEN 0 THEN 'tablet' WHEN 1 THEN 'desktop' ELSE 'mobile' END,
             printf('visitor-%08d', i * 31 % ${Math.floor(scans / 3)}), 'C' || i % 40, 'City ' || i % 300, 'iOS', 'Safari',
             'host' || i % 70 || '.example', 'de' FROM n`,
        )
        .run();
    }
  }
}

/** Seeds the same scans in ClickHouse. */
export async function seedAnalyticsEngine(
  clickHouse: ClickHouse,
  { scans, codes, now }: Load,
): Promise<void> {
  const ids = Array.from({ length: codes }, (_, i) => `'${codeIdOf(i)}'`).join(', ');
  await seedPoints(clickHouse, `'${HOT_CODE}'`, { scans, now });
  await seedPoints(clickHouse, `arrayElement([${ids}], toUInt32(number % ${codes}) + 1)`, { scans, now });
}

/** Seeds `scans` of one code over 80 days, in ClickHouse. */
export async function seedHotCode(
  clickHouse: ClickHouse,
  { codeId, ...load }: { readonly codeId: CodeId } & Omit<Load, 'codes'>,
): Promise<void> {
  await seedPoints(clickHouse, `'${codeId}'`, load);
}

async function seedPoints(
  clickHouse: ClickHouse,
  codeId: string,
  { scans, now }: Omit<Load, 'codes'>,
): Promise<void> {
  await clickHouse.run(
    `INSERT INTO ${STAND_IN.dataset} (dataset, timestamp, _sample_interval, index1, blob1, blob2, blob3, blob4, blob5, blob6, blob7, blob8)
     SELECT '${STAND_IN.dataset}', toDateTime(${Math.floor(now / 1_000)} - number * 7919 % ${SPREAD_SECONDS}), 1, ${codeId},
       concat('visitor-', toString(number * 31 % ${Math.floor(scans / 3)})),
       if(number % 10 = 0, 'tablet', if(number % 10 = 1, 'desktop', 'mobile')), concat('C', toString(number % 40)),
       concat('City ', toString(number % 300)), 'iOS', 'Safari', concat('host', toString(number % 70), '.example'), 'de'
     FROM numbers(${scans})`,
  );
}

/** Seeds three scans of every code on the day of `midnight` and three on the day before, on two devices. */
export async function seedTwoDays(clickHouse: ClickHouse, codes: number, midnight: number): Promise<void> {
  const chunk = 20_000;
  for (let from = 0; from < codes; from += chunk) {
    const rows = Array.from({ length: chunk }, (_, i) =>
      Array.from({ length: 6 }, (__, j) =>
        JSON.stringify({
          dataset: STAND_IN.dataset,
          timestamp: midnight / 1_000 - 86_400 + (((from + i) * 7_919 + j * 28_800) % 172_800),
          _sample_interval: 1,
          index1: codeIdOf(from + i),
          blob1: `visitor-${j}`,
          blob2: j % 3 === 0 ? 'desktop' : 'mobile',
        }),
      ).join('\n'),
    );
    await clickHouse.run(`INSERT INTO ${STAND_IN.dataset} FORMAT JSONEachRow ${rows.join('\n')}`);
  }
}
