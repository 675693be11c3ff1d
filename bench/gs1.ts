// npm run bench:gs1: what the look-up of an item takes among 1,000 and 1,000,000 keys in SQLite, and what reading its address takes, beside peers.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import { lintDigitalLink } from '#harness/gs1/linter.ts';
import { listMigrations, readMigration } from '#scripts/support/migration-files.ts';
import { readItem } from '#shortlink/gs1/item.ts';
import { findGs1Levels } from '#storage/links/gs1-links.ts';
import { LookUp } from '#storage/links/look-up.ts';
import { median } from './load/load.ts';

const HOST = 'id.example.com' as LinkHost;
const CODES = 1_000;

/** Each tenth key has a batch with a code of its own. */
async function open(keys: number): Promise<D1Database> {
  const database = new DatabaseSync(':memory:');
  for (const file of listMigrations()) for (const statement of readMigration(file)) database.exec(statement);
  const prepare = (sql: string) => ({
    bind: (...params: SQLInputValue[]) => {
      const all = async () => ({ results: database.prepare(sql).all(...params), meta: {} });
      return { all, run: all };
    },
  });
  const db = { prepare, withSession: () => ({ prepare }) } as unknown as D1Database;
  database.exec(`INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('seeded', '', 'pro', 0)`);
  await seedCodes(db, 'seeded', CODES);
  database.exec(`WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i < ${keys - 1}),
    code AS (SELECT code_id, row_number() OVER () - 1 AS n FROM qr_codes)
    INSERT INTO link_names (path, host, code_id) SELECT printf('01/%014d', i) || iif(i % 10, '', '/10/LOT7'), '${HOST}', code_id FROM number JOIN code ON n = i % ${CODES}`);
  return db;
}

function* drawPaths(keys: number) {
  for (let i = 7; ; i = (i * 48_271) % 2_147_483_647) {
    const key = `01/${String(i % keys).padStart(14, '0')}`;
    yield [key, `${key}/10/LOT7`, `${key}/10/LOT7/21/S${i}`];
  }
}

/** The median of rounds, in µs, of tasks that take turns. */
async function print(times: number, tasks: Readonly<Record<string, () => unknown>>): Promise<void> {
  const taken = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < 25; round++)
    for (const [name, task] of Object.entries(tasks)) {
      const startMs = performance.now();
      for (let i = 0; i < times; i++) await task();
      taken.get(name)?.push(((performance.now() - startMs) * 1_000) / times);
    }
  for (const [name, all] of taken) console.log(`| ${name} | ${median(all).toFixed(1)} |`);
}

console.log('| | µs |\n| --- | --- |');
const lookUps: Record<string, () => unknown> = {};
for (const keys of [1_000, 1_000_000]) {
  const [db, paths] = [await open(keys), drawPaths(keys)];
  lookUps[`an item among ${keys.toLocaleString('en')} keys`] = () =>
    findGs1Levels(new LookUp(db), { host: HOST, paths: paths.next().value ?? [] });
}
await print(1_000, lookUps);
const gtin = `0950600013435${checkDigitOf('0950600013435')}`;
let n = 0;
const url = () => `https://${HOST}/01/${gtin}/10/LOT7/21/S${n++}`;
await print(100, {
  'reading an address with batch and serial': () => readItem(url().slice(HOST.length + 9), url()),
  'the same by new URL, without any check': () => new URL(url()).pathname.split('/'),
  'the same by the linter of bwip-js': () => lintDigitalLink(url()),
});
