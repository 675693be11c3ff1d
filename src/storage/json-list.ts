import { type Column, inArray, type SQL } from 'drizzle-orm';
import { sql } from './sql.ts';

/** Values as JSON, for one statement: D1 binds at most 100 parameters, and refuses those of more than 2 MB. */
export type JsonList = string & { readonly __brand: 'JsonList' };

/** At most 1 MB, because a character has at most three bytes. */
const MOST_CHARACTERS = 330_000;

/** Cuts values into groups whose rows fit into one list each. No row must be larger than a list. */
export function cutForLists<Value>(
  values: readonly Value[],
  toRow: (value: Value) => unknown = (value) => value,
): Value[][] {
  const groups: Value[][] = [];
  let room = 0;
  for (const value of values) {
    const { length } = JSON.stringify(toRow(value));
    if (length >= room) {
      groups.push([]);
      room = MOST_CHARACTERS;
    }
    groups.at(-1)?.push(value);
    room -= length + 1;
  }
  return groups;
}

/** Values as lists, each for a statement of its own. */
export function toLists(values: readonly unknown[]): JsonList[] {
  return cutForLists(values).map((group) => JSON.stringify(group) as JsonList);
}

/** The values as one list, where a statement needs all of them: a page of ids, or the tags of a filter. */
export function toList(values: readonly unknown[]): JsonList {
  const [list = '[]' as JsonList, ...others] = toLists(values);
  if (others.length > 0) throw new Error(`${values.length} values do not fit into one list`);
  return list;
}

/** What the queries find, one for each list of the values. No values, no query. */
export async function findInLists<Row>(
  values: readonly unknown[],
  find: (list: JsonList) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  const found: (readonly Row[])[] = [];
  for (const list of toLists(values)) found.push(await find(list));
  return found.flat();
}

/** Runs a statement for each list of the values. */
export async function writeLists(
  values: readonly unknown[],
  write: (list: JsonList) => PromiseLike<unknown>,
): Promise<void> {
  for (const list of toLists(values)) await write(list);
}

/** A table of the values of a list, or of one in a column: its `value` is one of them. */
export function tableOf(list: JsonList | SQL): SQL {
  return sql`json_each(${list})`;
}

/** The values as a subquery. */
export function listSql(list: JsonList): SQL {
  return sql`(SELECT value FROM ${tableOf(list)})`;
}

/** Whether a column has one of the values. */
export function isAnyOf(column: Column, list: JsonList): SQL {
  return inArray(column, listSql(list));
}
