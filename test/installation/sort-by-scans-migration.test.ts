import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';

const MIGRATION = '0019_sort_by_scans.sql';

it('codes that were scanned before lists were sorted by scans are sorted as if they had been counted from the start', () => {
  using database = new DatabaseSync(':memory:');
  const migrate = (isWanted: (file: string) => boolean) => {
    for (const file of readdirSync('migrations').sort()) {
      if (file.endsWith('.sql') && isWanted(file)) database.exec(readFileSync(`migrations/${file}`, 'utf8'));
    }
  };
  migrate((file) => file < MIGRATION);
  database.exec(`INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('acc_a', 'A', 'free', 0)`);
  const insert = database.prepare(
    `INSERT INTO qr_codes (position, code_id, account_id, type, target, is_dynamic, color_dark, color_light, format, size, margin,
       error_correction, revision, created_at_ms, updated_at_ms) VALUES (?, ?, 'acc_a', 'url', '', 1, '', '', 'png', 1, 1, 'M', 1, 0, 0)`,
  );
  for (const [i, codeId] of ['counted', 'logged', 'never'].entries()) insert.run(i, codeId);
  database.exec(`INSERT INTO scan_days (code_id, day, device, scans)
    VALUES ('counted', '2031-04-30', 'mobile', 3), ('counted', '2031-05-01', 'tablet', 4), ('counted', '2031-05-01', 'mobile', 1)`);
  const scanned = Date.UTC(2031, 4, 2, 13, 14, 15);
  const scan = database.prepare(
    "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, ?, 'mobile', 'v')",
  );
  scan.run('logged', scanned);
  scan.run('logged', scanned - 1);

  migrate((file) => file === MIGRATION);
  const read = () =>
    database
      .prepare('SELECT code_id, scans_rolled_up AS scans, last_scan_at_ms AS last FROM qr_codes ORDER BY 1')
      .all()
      .map((row) => Object.values(row));
  const lastDay = Date.UTC(2031, 4, 1);
  expect(read()).toEqual([
    ['counted', 8, lastDay],
    ['logged', 2, scanned],
    ['never', 0, null],
  ]);

  // What counts afterwards adds to it: the log, the roll-up, and an earlier version that knows no times.
  scan.run('logged', scanned + 5);
  database.exec(`INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES ('counted', '2031-05-01', 'mobile', 3, ${lastDay + 7})
    ON CONFLICT DO UPDATE SET scans = excluded.scans, last_scan_at_ms = excluded.last_scan_at_ms`);
  database.exec(
    `INSERT INTO scan_days (code_id, day, device, scans) VALUES ('never', '2031-05-01', 'mobile', 2)`,
  );
  expect(read()).toEqual([
    ['counted', 10, lastDay + 7],
    ['logged', 3, scanned + 5],
    ['never', 2, lastDay],
  ]);
});
