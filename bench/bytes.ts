// npm run bench:bytes: what a code takes in D1, by the part of the database that takes it.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { ACCOUNT_ID_BYTES, createAccountId } from '#core/bytes/random-id.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import { listMigrations, readMigration } from '#scripts/support/migration-files.ts';

const { values } = parseArgs({
  options: { codes: { type: 'string', default: '50000' }, accounts: { type: 'string', default: '500' } },
});
const codes = Number(values.codes);
const accountIds = Array.from({ length: Number(values.accounts) }, (_, i) =>
  createAccountId(
    new Uint8Array(new BigUint64Array([BigInt(i + 1) * 0x9e37_79b9_7f4an]).buffer, 0, ACCOUNT_ID_BYTES),
  ),
);

const written = writeCodes(await readSeededCodes());
const asWritten = measure(written);
// D1 has no VACUUM, but the figures without the room that splits leave in pages are easier to compare.
written.exec('VACUUM');
const packed = measure(written);

console.log(
  `| part of ${codes.toLocaleString('en')} codes | bytes a code, as written | packed |\n| --- | --- | --- |`,
);
for (const [part, bytes] of asWritten) printRow(part, bytes, packed.get(part) ?? 0);
const sum = add(asWritten);
printRow('**sum**', sum, add(packed));
console.log(`\nCodes in the 10 GB of a D1 database: ${Math.floor(1e10 / sum).toLocaleString('en')}`);

function open(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const file of listMigrations()) for (const statement of readMigration(file)) database.exec(statement);
  return database;
}

/** The codes that the other benchmarks and the tests use. */
async function readSeededCodes(): Promise<Record<string, SQLInputValue>[]> {
  const database = open();
  addAccounts(database, ['seeded']);
  const prepare = (sql: string) => ({
    bind: (...params: SQLInputValue[]) => ({ run: async () => database.prepare(sql).run(...params) }),
  });
  await seedCodes({ prepare } as unknown as D1Database, 'seeded', codes);
  return database.prepare('SELECT * FROM qr_codes ORDER BY position').all();
}

/** Writes them as the service would: one at a time, in the order of their creation, each in one of many accounts. */
function writeCodes(rows: readonly Record<string, SQLInputValue>[]): DatabaseSync {
  const database = open();
  addAccounts(database, accountIds);
  const columns = Object.keys(rows[0] ?? {});
  const insert = database.prepare(
    `INSERT INTO qr_codes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const [i, row] of rows.entries()) {
    // In no order: a step that no number of accounts divides.
    const code: typeof row = { ...row, account_id: accountIds[(i * 7919) % accountIds.length] ?? '' };
    insert.run(...columns.map((column) => code[column] ?? null));
  }
  return database;
}

function addAccounts(database: DatabaseSync, ids: readonly string[]): void {
  const insert = database.prepare(
    `INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (?, '', 'pro', 0)`,
  );
  for (const id of ids) insert.run(id);
}

/** Bytes a code by part: the row, the search with the tables that FTS5 keeps, and each index. */
function measure(database: DatabaseSync): Map<string, number> {
  const rows = database
    .prepare(
      `SELECT iif(name GLOB 'qr_code_search*', 'search', iif(name = 'qr_codes', 'row', name)) AS part, sum(pgsize) AS bytes FROM dbstat
       WHERE name GLOB 'qr_code*' GROUP BY part HAVING bytes > ${codes} ORDER BY bytes DESC`,
    )
    .all() as { part: string; bytes: number }[];
  return new Map(rows.map(({ part, bytes }) => [part, bytes / codes]));
}

function add(parts: ReadonlyMap<string, number>): number {
  return [...parts.values()].reduce((total, bytes) => total + bytes, 0);
}

function printRow(part: string, ...figures: readonly number[]): void {
  console.log(`| ${part} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`);
}
