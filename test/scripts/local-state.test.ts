import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTerminal } from '#harness/node/recorded-terminal.ts';
import { accountProgram } from '#scripts/account.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import { listMigrations, readMigration } from '#scripts/support/migration-files.ts';
import { openPlace } from '#scripts/support/open-place.ts';

/** The state of the local service when a command cannot use it. */

let stateDir: string;
/** The folder of the database that D1 keeps its data in. */
let databaseDir: string;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'qr-state-'));
  databaseDir = join(stateDir, 'state/v3/d1/miniflare-D1DatabaseObject');
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

/** What `npm run account -- list` prints, and its exit code. */
async function listAccounts(state = stateDir) {
  const { terminal, printed } = recordTerminal();
  const exitCode = await accountProgram(['list', '--state', state], { terminal, open: openPlace });
  return { exitCode, printed: printed.all };
}

/** A database with the migrations of this checkout. */
function makeDatabase(): DatabaseSync {
  mkdirSync(databaseDir, { recursive: true });
  const database = new DatabaseSync(join(databaseDir, 'a.sqlite'));
  database.exec('BEGIN; CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)');
  for (const name of listMigrations()) {
    for (const statement of readMigration(name)) database.exec(statement);
    database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  }
  database.exec('COMMIT');
  return database;
}

describe('state of another version', () => {
  it.each([
    [
      'a migration that this checkout lacks',
      "INSERT INTO d1_migrations (name) VALUES ('0099_add_more.sql')",
      'it has the migration 0099_add_more.sql, which is unknown here',
    ],
    ['a missing table', 'DROP TABLE cron_jobs', 'it lacks cron_jobs'],
    [
      'a column that nobody knows',
      'ALTER TABLE people ADD COLUMN shoe_size INTEGER',
      'people is another one than the migrations make',
    ],
    [
      'a migration that was another one',
      "CREATE TABLE d1_checksums AS SELECT name, 'abc' AS sha256 FROM d1_migrations WHERE id = 2",
      'the migration 0001_create_triggers.sql was edited after it had been applied',
    ],
  ])('is refused with what to do: %s', async (_, change, difference) => {
    using database = makeDatabase();
    database.exec(change);
    expect(await listAccounts()).toEqual({
      exitCode: 1,
      printed: `The state in ${join(stateDir, 'state')} is of another version of this project (${difference}): check out that version, or begin with a new state: npm start -- --state DIR.\n`,
    });
  });
});

describe('a damaged file', () => {
  it.each([
    ['is no database', (file: string) => writeFileSync(file, 'x'.repeat(20_000))],
    ['was cut off', (file: string) => truncateSync(file, 60_000)],
  ])('is named, with what to do, if it %s', async (_, damage) => {
    makeDatabase().close();
    const file = join(databaseDir, 'a.sqlite');
    damage(file);
    expect(await listAccounts()).toEqual({
      exitCode: 1,
      printed: `${file} is damaged: bring back a copy of the state, or begin with a new one: npm start -- --state DIR.\n`,
    });
  });
});

it('says that a folder of the state is a file', async () => {
  const file = join(stateDir, 'file');
  writeFileSync(file, '');
  for (const [state, words] of [
    [file, 'leads through a file'],
    [join(file, 'below'), 'leads through a file'],
  ] as const)
    expect(await listAccounts(state)).toEqual({
      exitCode: 1,
      printed: expect.stringContaining(words) as string,
    });
});

it('waits while the service writes, and keeps what it makes out of git', async () => {
  await using place = openLocalDatabase(join(stateDir, 'state'));
  await place.binding.prepare('SELECT 1').all();
  const file = readdirSync(databaseDir).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? '';
  using service = new DatabaseSync(join(databaseDir, file));
  service.exec('BEGIN IMMEDIATE');
  let isWritten = false;
  const writing = place.db
    .run("INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('acc_1', 'A', 'free', 0)")
    .then(() => (isWritten = true));
  const listing = listAccounts();
  await setTimeout(2_000);
  expect(isWritten).toBe(false);
  service.exec('COMMIT');
  await writing;
  expect((await listing).exitCode).toBe(0);
  expect(readdirSync(join(stateDir, 'state'))).toContain('.gitignore');
});
