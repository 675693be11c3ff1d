import { DatabaseSync } from 'node:sqlite';

/**
 * What older code could not live with after `pending` migrations, in words: while an upgrade is rolled out, and after a roll-back, code of
 * the version before works on the new schema. Both schemas are made in memory and compared, so that a table that is made anew with the
 * same columns counts as the same.
 * @param applied SQL of the migrations that older code was written for
 */
export function findSchemaBreaks(applied: readonly string[], pending: readonly string[]): string[] {
  using before = makeSchema(applied);
  using after = makeSchema([...applied, ...pending]);
  return [
    ...findTableBreaks(before.database, after.database),
    ...findTriggerBreaks(before.database, after.database),
  ];
}

function makeSchema(migrations: readonly string[]): Disposable & { database: DatabaseSync } {
  const database = new DatabaseSync(':memory:');
  for (const sql of migrations) database.exec(sql);
  return { database, [Symbol.dispose]: () => database.close() };
}

function findTableBreaks(before: DatabaseSync, after: DatabaseSync): string[] {
  const tablesAfter = listTables(after);
  return listTables(before).flatMap((table) =>
    tablesAfter.includes(table)
      ? [findColumnBreaks, findUniqueBreaks, findCheckBreaks].flatMap((find) => find(table, before, after))
      : [`the table ${table} is gone`],
  );
}

/** Tables and views; not what FTS5 keeps its index in. */
function listTables(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'`,
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

function listColumns(database: DatabaseSync, table: string): Map<string, Column> {
  const rows = database.prepare('SELECT * FROM pragma_table_info(?)').all(table) as unknown as Column[];
  return new Map(rows.map((column) => [column.name, column]));
}

function findColumnBreaks(table: string, before: DatabaseSync, after: DatabaseSync): string[] {
  const old = listColumns(before, table);
  const current = listColumns(after, table);
  const breaks: string[] = [];
  for (const [name, column] of old) {
    const now = current.get(name);
    const at = `the column ${table}.${name}`;
    if (!now) breaks.push(`${at} is gone`);
    else if (now.type !== column.type) breaks.push(`${at} was ${column.type} and is ${now.type}`);
    else if (now.notnull > column.notnull) breaks.push(`${at} must not be null any more`);
    else if (now.pk !== column.pk) breaks.push(`${at} changes the primary key`);
  }
  for (const [name, { notnull, dflt_value, pk }] of current) {
    if (!old.has(name) && (notnull || pk) && dflt_value === null)
      breaks.push(`the new column ${table}.${name} must be written, and older code does not know it`);
  }
  return breaks;
}

/** Each unique index as the columns that it covers, and its condition; with the names of the columns. */
function listUnique(database: DatabaseSync, table: string): Map<string, string[]> {
  const rows = database
    .prepare(
      `SELECT group_concat(i.name, ', ') || coalesce(' ' || (SELECT substr(sql, instr(sql, 'WHERE')) FROM sqlite_master
         WHERE type = 'index' AND name = l.name AND l.partial), '') AS description, json_group_array(i.name) AS columns
       FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i WHERE l."unique" GROUP BY l.name`,
    )
    .all(table) as { description: string; columns: string }[];
  return new Map(rows.map(({ description, columns }) => [description, JSON.parse(columns) as string[]]));
}

function findUniqueBreaks(table: string, before: DatabaseSync, after: DatabaseSync): string[] {
  const old = listUnique(before, table);
  const known = listColumns(before, table);
  const current = listColumns(after, table);
  // Older code leaves a new column null, and no null equals another.
  const staysNull = (name: string) => !known.has(name) && current.get(name)?.dflt_value === null;
  return [...listUnique(after, table)]
    .filter(([description, columns]) => !old.has(description) && !columns.some(staysNull))
    .map(([description]) => `${table} (${description}) must be unique now`);
}

function findCheckBreaks(table: string, before: DatabaseSync, after: DatabaseSync): string[] {
  const countChecks = (database: DatabaseSync) => {
    const row = database.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(table) as {
      sql: string;
    };
    return row.sql.match(/\bCHECK\s*\(/gi)?.length ?? 0;
  };
  return countChecks(after) > countChecks(before)
    ? [`${table} refuses values that it took before (CHECK)`]
    : [];
}

function findTriggerBreaks(before: DatabaseSync, after: DatabaseSync): string[] {
  const list = (database: DatabaseSync) =>
    database.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`).all() as {
      name: string;
      sql: string;
    }[];
  const old = new Set(list(before).map(({ sql }) => sql));
  return list(after)
    .filter(({ sql }) => !old.has(sql) && /\bRAISE\s*\(/i.test(sql))
    .map(({ name }) => `the trigger ${name} refuses what was taken before`);
}
