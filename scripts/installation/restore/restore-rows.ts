import { listTables, type QueryRows, quote, type Row, type Table } from '#storage/backups/copy-tables.ts';
import { InstallationError } from '../cloudflare/explain.ts';
import type { BackupFacts } from './read-backup.ts';

export interface RestoreRowsInput {
  readonly query: QueryRows;
  readonly backup: BackupFacts;
  /** The rows of a table, in groups. */
  readonly read: (table: string, size: number) => AsyncGenerator<Row[]>;
  readonly print: (line: string) => void;
}

const ROWS_PER_STATEMENT = 500;
/** D1 takes parameters of at most 2 MB. */
const MAX_BYTES_PER_STATEMENT = 1_000_000;

/** Where an unfinished restore keeps the triggers that it took away. */
const STATE_TABLE = 'restore_state';

/**
 * Writes the rows of a backup into a database that has its tables and no rows. Interrupted anywhere, the next run goes on.
 * @throws InstallationError where the database has other rows, or what was written is not what was read
 */
export async function restoreRows({ query, backup, read, print }: RestoreRowsInput): Promise<void> {
  // Those that others refer to come first here.
  const tables = (await listTables(query)).filter(({ name }) => name !== STATE_TABLE).reverse();
  const unknown = Object.keys(backup.rows).filter((name) => !tables.some((table) => table.name === name));
  if (unknown.length > 0)
    throw new InstallationError(
      `The backup has a table ${unknown.join(', ')} that this version does not know: check out the version that made it.`,
    );
  if (!(await hasState(query))) {
    const filled = await findFilled(query, tables);
    if (filled !== null) throw notEmpty(filled);
    await suspendTriggers(query, tables);
  }
  for (const table of tables) {
    for await (const group of read(table.name, ROWS_PER_STATEMENT)) await insertRows(query, table, group);
    print(`${'restored'.padEnd(13)} ${table.name}: ${backup.rows[table.name] ?? 0} rows`);
  }
  const wrong = await listWrongCounts(query, tables, backup);
  await resumeTriggers(query);
  if (wrong.length > 0)
    throw new InstallationError(
      `Restored, and not whole: ${wrong.join(', ')}. Rows that refer to something deleted while the backup ran are left out; more than a few mean that something is wrong. Finish with npm run restore -- --images.`,
    );
}

async function hasState(query: QueryRows): Promise<boolean> {
  return (await query(`SELECT 1 FROM sqlite_master WHERE name = '${STATE_TABLE}'`, [])).length > 0;
}

/** A table that has rows; null where all are empty. */
async function findFilled(query: QueryRows, tables: readonly Table[]): Promise<string | null> {
  for (const { name } of tables)
    if ((await query(`SELECT 1 FROM ${quote(name)} LIMIT 1`, [])).length > 0) return name;
  return null;
}

function notEmpty(table: string): InstallationError {
  return new InstallationError(
    `The database has rows already (${table}): a backup is restored into an empty one. For an earlier state of this database use --time, or restore into another installation (npm run setup -- --name NAME --empty). If an interrupted restore wrote them all, finish it with --images.`,
  );
}

/**
 * A trigger that writes to another table of the backup would write what the backup has already; one that fills a search index is needed.
 * What is taken away is kept in the database itself, in the same transaction.
 */
async function suspendTriggers(query: QueryRows, tables: readonly Table[]): Promise<void> {
  const triggers = (await query(
    `SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'`,
    [],
  )) as {
    name: string;
    tbl_name: string;
    sql: string;
  }[];
  const writesToTable = (sql: string, own: string) =>
    tables.some(
      ({ name }) =>
        name !== own && new RegExp(`\\b(INTO|UPDATE|FROM)\\s+[\`"]?${name}[\`"]?\\b`, 'i').test(sql),
    );
  const suspended = triggers.filter(({ sql, tbl_name }) => writesToTable(sql, tbl_name));
  await query(
    [
      `CREATE TABLE ${STATE_TABLE} (name TEXT PRIMARY KEY NOT NULL, sql TEXT NOT NULL)`,
      ...suspended.map(
        ({ name, sql }) =>
          `INSERT INTO ${STATE_TABLE} VALUES ('${name}', CAST(X'${Buffer.from(sql).toString('hex')}' AS TEXT))`,
      ),
      ...suspended.map(({ name }) => `DROP TRIGGER ${quote(name)}`),
    ].join(';\n'),
    [],
  );
}

async function resumeTriggers(query: QueryRows): Promise<void> {
  const suspended = (await query(`SELECT sql FROM ${STATE_TABLE}`, [])) as { sql: string }[];
  await query([...suspended.map(({ sql }) => sql), `DROP TABLE ${STATE_TABLE}`].join(';\n'), []);
}

/** All rows as one JSON parameter, because D1 binds at most 100. Rows that are there already were written by an interrupted run. */
async function insertRows(query: QueryRows, table: Table, rows: readonly Row[]): Promise<void> {
  const json = JSON.stringify(rows.map(withHex));
  if (json.length > MAX_BYTES_PER_STATEMENT && rows.length > 1) {
    const half = Math.ceil(rows.length / 2);
    await insertRows(query, table, rows.slice(0, half));
    return insertRows(query, table, rows.slice(half));
  }
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const values = columns.map((column) => readColumn(column, rows));
  // A row whose parent was deleted while the backup ran has nothing to refer to.
  const hasParents = table.references.map(
    ({ column, table: parent, to }) =>
      `(value ->> ${path(column)} IS NULL OR EXISTS (SELECT 1 FROM ${quote(parent)} WHERE ${quote(to)} = value ->> ${path(column)}))`,
  );
  await query(
    `INSERT OR IGNORE INTO ${quote(table.name)} (${columns.map(quote).join(', ')})
     SELECT ${values.join(', ')} FROM json_each(?) WHERE ${['true', ...hasParents].join(' AND ')}`,
    [json],
  );
}

function readColumn(column: string, rows: readonly Row[]): string {
  const value = `value ->> ${path(column)}`;
  return rows.some((row) => isBinary(row[column])) ? `unhex(${value})` : value;
}

/** As a backup holds a BLOB. */
function isBinary(value: unknown): value is { readonly base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value;
}

/** SQLite reads bytes from hex, not from base64. */
function withHex(row: Row): Row {
  const toHex = (value: unknown) =>
    isBinary(value) ? Buffer.from(value.base64, 'base64').toString('hex') : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toHex(value)]));
}

/** A column's name as a JSON path, in SQL. */
function path(column: string): string {
  return `'$."${column}"'`;
}

/** Tables whose rows are not as many as in the backup, in words. */
async function listWrongCounts(
  query: QueryRows,
  tables: readonly Table[],
  { rows }: BackupFacts,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name } of tables) {
    const [row] = (await query(`SELECT count(*) AS count FROM ${quote(name)}`, [])) as { count: number }[];
    if (row?.count !== (rows[name] ?? 0))
      wrong.push(`${name} has ${row?.count} rows instead of ${rows[name] ?? 0}`);
  }
  return wrong;
}
