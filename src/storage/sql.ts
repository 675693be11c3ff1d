// oxlint-disable-next-line no-restricted-imports -- the one place that makes the other tag
import { and, type Column, or, type SQL, type SQLWrapper, sql as template } from 'drizzle-orm';
import { getTableColumns, type Table } from 'drizzle-orm';

/** What a template of SQL takes: a value to bind, or a piece of SQL. */
type Part = string | number | null | Uint8Array | SQLWrapper;

/**
 * SQL with values. drizzle's own tag writes nothing for `undefined`, so that a condition which is not there leaves a statement that D1
 * refuses, or one that means something else. With this tag, that does not compile.
 */
export function sql<T>(text: TemplateStringsArray, ...parts: readonly Part[]): SQL<T> {
  return template<T>(text, ...parts);
}

/** SQL that this code wrote itself: a name, a number or an expression, and never text from outside. */
sql.raw = (text: string): SQL => template.raw(text);
sql.identifier = (name: string): SQLWrapper => template.identifier(name);
/** A value as a column stores it. */
sql.param = (value: {} | null, column: Column): SQLWrapper => template.param(value, column);
sql.join = (pieces: readonly SQLWrapper[], separator: SQL): SQL => template.join([...pieces], separator);

/** Some columns of a table, as a query selects them. */
export function columnsOf<Of extends Table, Name extends keyof Of['_']['columns']>(
  table: Of,
  ...names: readonly Name[]
): Pick<Of['_']['columns'], Name> {
  const columns: Of['_']['columns'] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Of['_']['columns'], Name>;
}

type Condition = SQL | undefined;

/** Holds if each condition that is there holds, and so if there is none. */
export function allOf(...conditions: readonly Condition[]): SQL {
  return and(...conditions) ?? sql`TRUE`;
}

/** Holds if one of the conditions that are there holds, and so never if there is none. */
export function anyOf(...conditions: readonly Condition[]): SQL {
  return or(...conditions) ?? sql`FALSE`;
}
