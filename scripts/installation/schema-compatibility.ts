import { DatabaseSync } from 'node:sqlite';
import { readSchema, type Schema, type TableSchema } from '#storage/upkeep/schema.ts';

/**
 * Describes how the migrations in `pending` break older code, in words. During the roll-out of an upgrade, and after a roll-back, code of
 * the previous version runs on the new schema. Both schemas are created in memory and compared, so that a table that is recreated with
 * the same columns counts as unchanged.
 * @param applied SQL of the migrations that the older code was written for
 */
export function findSchemaBreaks(applied: readonly string[], pending: readonly string[]): string[] {
  const before = makeSchema(applied);
  const after = makeSchema([...applied, ...pending]);
  return [...findTableBreaks(before, after), ...findTriggerBreaks(before, after)];
}

function makeSchema(migrations: readonly string[]): Schema {
  const database = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) database.exec(sql);
    return readSchema((sql, ...params) => database.prepare(sql).all(...params));
  } finally {
    database.close();
  }
}

function findTableBreaks(before: Schema, after: Schema): string[] {
  return [...before.tables].flatMap(([table, old]) => {
    const now = after.tables.get(table);
    return now
      ? [findColumnBreaks, findUniqueBreaks, findCheckBreaks].flatMap((find) => find(table, old, now))
      : [`the table ${table} is gone`];
  });
}

function findColumnBreaks(table: string, before: TableSchema, after: TableSchema): string[] {
  const breaks: string[] = [];
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name);
    const at = `the column ${table}.${name}`;
    if (!now) breaks.push(`${at} is gone`);
    else if (now.type !== column.type) breaks.push(`${at} was ${column.type} and is ${now.type}`);
    else if (now.notnull > column.notnull) breaks.push(`${at} must not be null any more`);
    else if (now.pk !== column.pk) breaks.push(`${at} changes the primary key`);
  }
  for (const [name, { notnull, dflt_value, pk }] of after.columns) {
    if (!before.columns.has(name) && (notnull || pk) && dflt_value === null)
      breaks.push(`the new column ${table}.${name} must be written, and older code does not know it`);
  }
  return breaks;
}

function findUniqueBreaks(table: string, before: TableSchema, after: TableSchema): string[] {
  // Older code leaves a new column null, and nulls never count as equal.
  const staysNull = (name: string) =>
    !before.columns.has(name) && after.columns.get(name)?.dflt_value === null;
  return [...after.unique]
    .filter(([description, columns]) => !before.unique.has(description) && !columns.some(staysNull))
    .map(([description]) => `${table} (${description}) must be unique now`);
}

function findCheckBreaks(table: string, before: TableSchema, after: TableSchema): string[] {
  return after.checks > before.checks ? [`${table} refuses values that it took before (CHECK)`] : [];
}

function findTriggerBreaks(before: Schema, after: Schema): string[] {
  const old = new Set(before.triggers.map(({ sql }) => sql));
  return after.triggers
    .filter(({ sql }) => !old.has(sql) && /\bRAISE\s*\(/i.test(sql))
    .map(({ name }) => `the trigger ${name} refuses what was taken before`);
}
