import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findMigrationFaults, recordNewMigrations } from '#scripts/development/migration-checksums.ts';

/** What CI says of a folder of migrations. */

let dir: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: dir });

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'qr-migrations-'));
  cpSync('migrations', dir, { recursive: true });
  recordNewMigrations(dir);
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'none');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const FIRST = '0000_create_tables.sql';
const NEXT = '9999_add_region.sql';

it('the migrations of this checkout are recorded, and as they were', () => {
  expect(findMigrationFaults('migrations')).toEqual([]);
});

it('a recorded migration is refused once it is edited, also after a new one was recorded, and once it is gone', () => {
  appendFileSync(join(dir, FIRST), '-- one more line\n');
  const edited = [expect.stringMatching(`^${FIRST} was edited after it had been recorded`) as string];
  expect(findMigrationFaults(dir)).toEqual(edited);
  recordNewMigrations(dir);
  expect(findMigrationFaults(dir)).toEqual(edited);
  rmSync(join(dir, FIRST));
  expect(findMigrationFaults(dir)).toEqual([`${FIRST} is recorded, and gone: bring it back.`]);
});

it('the next migration has to be recorded, by one command', () => {
  writeFileSync(join(dir, NEXT), 'ALTER TABLE accounts ADD COLUMN region text;');
  expect(findMigrationFaults(dir)).toEqual([`${NEXT} is not recorded: npm run migration.`]);
  recordNewMigrations(dir);
  expect(findMigrationFaults(dir)).toEqual([]);
  expect(readFileSync(join(dir, 'SHA256SUMS'), 'utf8')).toMatch(RegExp(`^(.*\\n)+[0-9a-f]{64}  ${NEXT}\n$`));
});

it('a released migration is refused also where its checksum was changed with it', () => {
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  git('tag', 'v1.0.0');
  appendFileSync(join(dir, FIRST), '-- one more line\n');
  rmSync(join(dir, 'SHA256SUMS'));
  recordNewMigrations(dir);
  expect(findMigrationFaults(dir)).toEqual([`${FIRST} is not as in v1.0.0, which was released.`]);
});
