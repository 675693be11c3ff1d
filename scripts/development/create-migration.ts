// npm run migration -- verb_object: writes the changes in src/storage/*/*-tables.ts as the next file under migrations/, and records its
// checksum. Without words, it records the checksums of files that have none.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { recordNewMigrations } from './migration-checksums.ts';

const [name] = process.argv.slice(2);
if (name === undefined) {
  recordNewMigrations('migrations');
  process.exit();
}
if (!/^[a-z]+(_[a-z]+)+$/.test(name)) {
  console.error('Usage: npm run migration -- verb_object   (for example: create_accounts)');
  process.exit(1);
}

const before = new Set(readdirSync('migrations'));
const FOLDER = 'scripts/development';
const options = ['generate', '--config', `${FOLDER}/drizzle.config.ts`, '--name', name];
execFileSync(`${FOLDER}/node_modules/.bin/drizzle-kit`, options, { stdio: 'inherit' });

/** Tables that are read only by their primary key. They are stored in its order, without a second tree for the rows. */
const WITHOUT_ROWID = new Set([
  'account_usage',
  'cron_jobs',
  'scan_days',
  'account_days',
  'tag_days',
  'code_tags',
  'code_metadata',
  'link_names',
  'host_owners',
  'events',
  'deliveries',
  'identities',
]);

// drizzle supports neither STRICT, without which SQLite accepts a text in an integer column, nor WITHOUT ROWID.
for (const file of readdirSync('migrations').filter(
  (entry) => entry.endsWith('.sql') && !before.has(entry),
)) {
  const path = `migrations/${file}`;
  const statements = readFileSync(path, 'utf8').replace(
    /(CREATE TABLE `(\w+)` [^;]*\))(\s*;)/g,
    (_, create: string, table: string, end: string) =>
      `${create} STRICT${WITHOUT_ROWID.has(table) ? ', WITHOUT ROWID' : ''}${end}`,
  );
  writeFileSync(path, statements);
}

// The generator compares the tables with its newest snapshot alone.
const snapshots = readdirSync('migrations/meta').filter((entry) => entry.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) rmSync(`migrations/meta/${file}`);
recordNewMigrations('migrations');
