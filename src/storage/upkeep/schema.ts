/** The parts of a database's schema that code relies on. */
export interface Schema {
  readonly tables: ReadonlyMap<string, TableSchema>;
  readonly triggers: readonly { readonly name: string; readonly sql: string }[];
}

export interface TableSchema {
  readonly columns: ReadonlyMap<string, Column>;
  /** Each unique index: its columns and its condition, with the names of the columns. */
  readonly unique: ReadonlyMap<string, readonly string[]>;
  /** Number of CHECK conditions. */
  readonly checks: number;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** Runs one query on a database of this process: in memory, or a file. */
export type Ask = (sql: string, ...params: readonly string[]) => unknown[];

/** Reads tables, views and triggers, without the internal tables of FTS5. */
export function readSchema(ask: Ask): Schema {
  const names = ask(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'`,
  ) as { name: string }[];
  return {
    tables: new Map(names.map(({ name }) => [name, readTable(ask, name)])),
    triggers: ask(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`) as Schema['triggers'],
  };
}

/** The statement of each table, index, view and trigger, without the internal tables of FTS5: they are the matter of SQLite's version. */
export function readObjects(ask: Ask): Map<string, string> {
  const rows = ask(
    `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
  ) as { name: string; sql: string }[];
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

function readTable(ask: Ask, table: string): TableSchema {
  const columns = ask('SELECT * FROM pragma_table_info(?)', table) as Column[];
  const unique = ask(
    `SELECT group_concat(i.name, ', ') || coalesce(' ' || (SELECT substr(sql, instr(sql, 'WHERE')) FROM sqlite_master
       WHERE type = 'index' AND name = l.name AND l.partial), '') AS description, json_group_array(i.name) AS columns
     FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i WHERE l."unique" GROUP BY l.name`,
    table,
  ) as { description: string; columns: string }[];
  const [made] = ask('SELECT sql FROM sqlite_master WHERE name = ?', table) as { sql: string }[];
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    unique: new Map(unique.map((one) => [one.description, JSON.parse(one.columns) as string[]])),
    checks: made?.sql.match(/\bCHECK\s*\(/gi)?.length ?? 0,
  };
}

/** Whether a database is empty, as newly created, or has the first table of our migrations. */
export async function isEmptyOrOurs(database: D1Database): Promise<boolean> {
  const { results } = await database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  return results.length === 0 || results.some(({ name }) => name === 'qr_codes');
}
