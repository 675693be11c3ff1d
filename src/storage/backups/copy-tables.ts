/**
 * Copies a database table by table, whatever tables it has. It reads pages by primary key, so that memory stays bounded and no query is
 * long. Tables that others refer to come first: the parent of a row is never missing, unless it was deleted meanwhile. Each row is as it
 * was at one moment during the copy.
 */

export type Row = Readonly<Record<string, unknown>>;

/** The rows of one query. */
export async function ask<T = Row>(
  database: D1Database,
  sql: string,
  ...params: readonly unknown[]
): Promise<T[]> {
  const { results } = await database
    .prepare(sql)
    .bind(...params)
    .all<T>();
  return results;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Its primary key; the rowid if it has none. */
  readonly key: readonly string[];
  /** Columns that refer to other tables. */
  readonly references: readonly Reference[];
}

interface Reference {
  readonly column: string;
  readonly table: string;
  readonly to: string;
}

const ROWS_PER_PAGE = 1_000;
/** Bytes of a page in memory: rows of images have tens of kilobytes. A table's first page is short, and shows the size of its rows. */
const CHARACTERS_PER_PAGE = 4_000_000;
const FIRST_ROWS = 50;
const ROWID = '_rowid_';

/** How far the cron of this deployment has come. It is no data of anybody, and the cron fills it in an empty database too. */
const OF_THE_DEPLOYMENT = ['cron_jobs', 'hour_position', 'scan_roll_up'];

/** All ordinary tables with data, parents before the tables that refer to them. Excludes the tables of FTS5, which triggers rebuild. */
export async function listTables(database: D1Database): Promise<Table[]> {
  const rows = await ask<{ name: string; sql: string }>(
    database,
    `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'd1\\_%' ESCAPE '\\' ORDER BY name`,
  );
  const virtual = rows.filter(({ sql }) => /^\s*CREATE\s+VIRTUAL/i.test(sql)).map(({ name }) => name);
  const isOrdinary = (name: string) =>
    !OF_THE_DEPLOYMENT.includes(name) && !virtual.some((one) => name === one || name.startsWith(`${one}_`));
  const tables: Table[] = [];
  for (const { name } of rows) if (isOrdinary(name)) tables.push(await describeTable(database, name));
  return orderByReferences(tables);
}

async function describeTable(database: D1Database, name: string): Promise<Table> {
  const columns = await ask<{ name: string; pk: number }>(database, `PRAGMA table_info(${quote(name)})`);
  const references = await ask<{ from: string; table: string; to: string }>(
    database,
    `PRAGMA foreign_key_list(${quote(name)})`,
  );
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.length > 0 ? key.map((column) => column.name) : [ROWID],
    references: references.map(({ from, table, to }) => ({ column: from, table, to })),
  };
}

function orderByReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const visit = (table: Table): void => {
    if (ordered.includes(table)) return;
    for (const other of tables)
      if (other !== table && other.references.some((reference) => reference.table === table.name))
        visit(other);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}

/** The rows of a table, page by page. */
export async function* copyRows(database: D1Database, table: Table): AsyncGenerator<Row[]> {
  const { name, key } = table;
  const columns = [...table.columns, ...(key[0] === ROWID ? [ROWID] : [])].map(quote).join(', ');
  const order = key.map(quote).join(', ');
  let after: unknown[] | null = null;
  let limit = FIRST_ROWS;
  for (;;) {
    const where: string = after ? ` WHERE (${order}) > (${after.map(() => '?').join(', ')})` : '';
    const page = `SELECT ${columns} FROM ${quote(name)}${where} ORDER BY ${order} LIMIT ${limit}`;
    const rows: Row[] = await ask(database, page, ...(after ?? []));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    limit = Math.min(ROWS_PER_PAGE, Math.max(1, Math.floor(CHARACTERS_PER_PAGE / meanLength(rows))));
    const last = rows.at(-1);
    after = key.map((column) => last?.[column] ?? null);
  }
}

/** Characters in the texts of a row. */
function meanLength(rows: readonly Row[]): number {
  const lengths = rows.flatMap((row) =>
    Object.values(row).map((value) => (typeof value === 'string' ? value.length : 8)),
  );
  return lengths.reduce((sum, length) => sum + length, 0) / rows.length;
}

/** A name in SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
