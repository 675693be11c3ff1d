import { fromBase64 } from '#core/bytes/base64.ts';
import { toHex } from '#core/bytes/hex.ts';
import type { BackupFooter } from './backup-lines.ts';
import { writeLists } from '../json-list.ts';
import { ask, listTables, quote, type Row, type Table } from './copy-tables.ts';

export interface RestoreRowsInput {
  readonly database: D1Database;
  /** Number of rows by table in the backup. */
  readonly counts: BackupFooter['rows'];
  /** The rows of a table, in groups. */
  readonly read: (table: string, size: number) => AsyncGenerator<Row[]>;
  readonly print: (line: string) => void;
}

/** Why a restore failed or is incomplete, for people. */
export class RestoreError extends Error {}

const ROWS_PER_STATEMENT = 500;

/** Where an unfinished restore keeps the triggers that it removed. */
const STATE_TABLE = 'restore_state';

/**
 * Writes the rows of a backup into a database that has its tables and no rows. After an interruption anywhere, the next run continues.
 * @throws RestoreError if the database has other rows, or the written rows differ from the backup
 */
export async function restoreRows({ database, counts, read, print }: RestoreRowsInput): Promise<void> {
  const tables = await requireRestorable(database, counts);
  if (!(await hasState(database))) await suspendTriggers(database, tables);
  for (const table of tables) {
    for await (const group of read(table.name, ROWS_PER_STATEMENT)) await insertRows(database, table, group);
    print(`${'restored'.padEnd(13)} ${table.name}: ${counts[table.name] ?? 0} rows`);
  }
  const wrong = await listWrongCounts(database, tables, counts);
  await resumeTriggers(database);
  if (wrong.length > 0)
    throw new RestoreError(
      `Restored, and not whole: ${wrong.join(', ')}. Rows that refer to something deleted while the backup ran are left out; more than a few mean that something is wrong. Finish with npm run restore -- --images.`,
    );
}

/**
 * The tables of a database that a backup can be written into, parents first; or one that an unfinished restore began to fill.
 * @throws RestoreError if it has other rows, or lacks a table of the backup
 */
export async function requireRestorable(
  database: D1Database,
  counts: BackupFooter['rows'],
): Promise<Table[]> {
  const tables = (await listTables(database)).filter(({ name }) => name !== STATE_TABLE).reverse();
  const unknown = Object.keys(counts).filter((name) => !tables.some((table) => table.name === name));
  if (unknown.length > 0)
    throw new RestoreError(
      `The backup has a table ${unknown.join(', ')} that this version does not know: check out the version that made it.`,
    );
  const filled = (await hasState(database)) ? null : await findFilled(database, tables);
  if (filled !== null) throw notEmpty(filled);
  return tables;
}

async function hasState(database: D1Database): Promise<boolean> {
  return (await ask(database, 'SELECT 1 FROM sqlite_master WHERE name = ?', STATE_TABLE)).length > 0;
}

/** A table that has rows; null if all are empty. */
async function findFilled(database: D1Database, tables: readonly Table[]): Promise<string | null> {
  for (const { name } of tables)
    if ((await ask(database, `SELECT 1 FROM ${quote(name)} LIMIT 1`)).length > 0) return name;
  return null;
}

function notEmpty(table: string): RestoreError {
  return new RestoreError(
    `The database has rows already (${table}): a backup is restored into an empty one. For an earlier state of this database use --time, or restore into another installation (npm run setup -- --installation NAME --empty). If an interrupted restore wrote them all, finish it with --images.`,
  );
}

/**
 * A trigger that writes to another table of the backup would duplicate rows that the backup holds, so it is removed; a trigger that fills a
 * search index is needed. Removed triggers are kept in the database itself, in the same transaction.
 */
async function suspendTriggers(database: D1Database, tables: readonly Table[]): Promise<void> {
  const triggers = await ask<{ name: string; tbl_name: string; sql: string }>(
    database,
    `SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'`,
  );
  const views = await ask<{ name: string }>(database, `SELECT name FROM sqlite_master WHERE type = 'view'`);
  const uses = (sql: string, words: string, name: string) =>
    new RegExp(`\\b(${words})\\s+[\`"]?${name}[\`"]?\\b`, 'i').test(sql);
  const writesToTable = (sql: string, own: string) =>
    tables.some(({ name }) => name !== own && uses(sql, 'INTO|UPDATE|FROM', name)) ||
    // What is written to a view ends in a table.
    views.some(({ name }) => uses(sql, 'INTO', name));
  const suspended = triggers.filter(({ sql, tbl_name }) => writesToTable(sql, tbl_name));
  const keep = database.prepare(`INSERT INTO ${STATE_TABLE} VALUES (?, ?)`);
  await database.batch([
    database.prepare(`CREATE TABLE ${STATE_TABLE} (name TEXT PRIMARY KEY NOT NULL, sql TEXT NOT NULL)`),
    ...suspended.map(({ name, sql }) => keep.bind(name, sql)),
    ...suspended.map(({ name }) => database.prepare(`DROP TRIGGER ${quote(name)}`)),
  ]);
}

async function resumeTriggers(database: D1Database): Promise<void> {
  const suspended = await ask<{ sql: string }>(database, `SELECT sql FROM ${STATE_TABLE}`);
  const statements = [...suspended.map(({ sql }) => sql), `DROP TABLE ${STATE_TABLE}`];
  await database.batch(statements.map((sql) => database.prepare(sql)));
}

/** An interrupted run wrote any rows that exist already. */
async function insertRows(database: D1Database, table: Table, rows: readonly Row[]): Promise<void> {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const values = columns.map((column) => readColumn(column, rows));
  // A row whose parent was deleted during the backup has nothing to refer to.
  const hasParents = table.references.map(
    ({ column, table: parent, to }) =>
      `(value ->> ${path(column)} IS NULL OR EXISTS (SELECT 1 FROM ${quote(parent)} WHERE ${quote(to)} = value ->> ${path(column)}))`,
  );
  const insert = `INSERT OR IGNORE INTO ${quote(table.name)} (${columns.map(quote).join(', ')})
     SELECT ${values.join(', ')} FROM json_each(?) WHERE ${['true', ...hasParents].join(' AND ')}`;
  await writeLists(rows.map(withHex), (list) => ask(database, insert, list));
}

function readColumn(column: string, rows: readonly Row[]): string {
  const value = `value ->> ${path(column)}`;
  return rows.some((row) => isBinary(row[column])) ? `unhex(${value})` : value;
}

/** A BLOB in its backup form. */
function isBinary(value: unknown): value is { readonly base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value;
}

/** SQLite reads bytes from hex, not from base64. */
function withHex(row: Row): Row {
  const readBytes = (value: unknown) => (isBinary(value) ? toHex(fromBase64(value.base64)) : value);
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readBytes(value)]));
}

/** A column's name as a JSON path, in SQL. */
function path(column: string): string {
  return `'$."${column}"'`;
}

/** Tables whose row counts differ from the backup, in words. */
async function listWrongCounts(
  database: D1Database,
  tables: readonly Table[],
  counts: BackupFooter['rows'],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name } of tables) {
    const [row] = await ask<{ count: number }>(database, `SELECT count(*) AS count FROM ${quote(name)}`);
    const wanted = counts[name] ?? 0;
    if (row?.count !== wanted) wrong.push(`${name} has ${row?.count} rows instead of ${wanted}`);
  }
  return wrong;
}
