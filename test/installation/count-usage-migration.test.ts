import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';

const MIGRATION = /_count_usage\.sql$/;

function migrate(database: DatabaseSync, isWanted: (file: string) => boolean): void {
  const files = readdirSync('migrations').filter((file) => file.endsWith('.sql'));
  for (const file of files.sort().filter(isWanted)) {
    database.exec(readFileSync(`migrations/${file}`, 'utf8'));
  }
}

it('accounts that have codes already get the counters that they would have, had all been counted from the start', () => {
  using database = new DatabaseSync(':memory:');
  const files = readdirSync('migrations').filter((file) => file.endsWith('.sql'));
  const added = files.find((file) => MIGRATION.test(file)) ?? '';
  migrate(database, (file) => file < added);
  const fill = (suffix: string) => {
    database.exec(
      `INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('acc_a${suffix}', 'A', 'free', 0), ('acc_b${suffix}', 'B', 'free', 0), ('acc_c${suffix}', 'C', 'free', 0)`,
    );
    const insert = database.prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, is_dynamic, title, color_dark, color_light, format, size, margin,
         error_correction, control, revision, created_at_ms, updated_at_ms, deleted_at_ms)
       VALUES (?, ?, ?, 'url', ?, 1, ?, '', '', 'png', 1, 1, 'M', ?, 1, ?, 0, ?)`,
    );
    const base = suffix === '' ? 0 : 100;
    const [april, may] = [Date.UTC(2031, 3, 30), Date.UTC(2031, 4, 1)];
    insert.run(base + 1, `a1${suffix}`, `acc_a${suffix}`, 'https://example.com/é', 'Menü', '{}', april, null);
    insert.run(base + 2, `a2${suffix}`, `acc_a${suffix}`, 'https://example.com/', null, null, may, null);
    insert.run(base + 3, `a3${suffix}`, `acc_a${suffix}`, '', null, null, may + 1, may + 2);
    insert.run(base + 4, `b1${suffix}`, `acc_b${suffix}`, 'https://example.com/', 'B', null, april, null);
    database.exec(
      `INSERT INTO qr_code_edits (code_id, edited_at_ms, editor_id, from_target, to_target, from_title, to_title)
         VALUES ('a1${suffix}', 0, 'key', 'é', 'bb', NULL, 'Menü'), ('a1${suffix}', 0, 'key', NULL, NULL, 'x', NULL)`,
    );
  };
  const read = (suffix: string) =>
    database
      .prepare(
        `SELECT rtrim(account_id, '${suffix || ' '}') AS account, codes, stored_bytes, month, codes_that_month FROM account_usage
         WHERE account_id IN ('acc_a${suffix}', 'acc_b${suffix}', 'acc_c${suffix}') ORDER BY 1`,
      )
      .all();

  fill('');
  migrate(database, (file) => file === added);
  expect(read('')).toMatchObject([
    {
      account: 'acc_a',
      codes: 2,
      stored_bytes: 22 + 5 + 2 + 20 + 200 + 2 + 2 + 5 + 1,
      month: '2031-05',
      codes_that_month: 2,
    },
    { account: 'acc_b', codes: 1, stored_bytes: 21, month: '2031-04', codes_that_month: 1 },
  ]);
  fill('_');
  expect(read('_')).toEqual(read(''));
});
