import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';
import { toTagKey } from '#core/codes/tags.ts';
import type { Database } from '../database.ts';
import { tags } from './codes-tables.ts';

/**
 * Codes hold the ids of their tags, so that a tag is renamed in one row. `code_tags`, which lists go along, and the number of codes of each
 * tag are kept by triggers: see the migration `label_codes`.
 */

/** The names of a code's tags as a JSON array in no order; null where it has none. For queries of `qr_codes`. */
export const TAG_NAMES: SQL.Aliased<string | null> = sql<string | null>`
  iif(qr_codes.tags IS NULL, NULL, (SELECT json_group_array(tags.name) FROM json_each(qr_codes.tags) AS one
    CROSS JOIN tags ON tags.id = one.value WHERE tags.key IS NOT NULL))`.as('tag_names');

/** Makes the tags that an account has not yet, in the spelling given. To be run in the transaction that gives them to codes, before that. */
export function addTags(
  db: Database,
  codes: readonly { readonly accountId: string; readonly tags: readonly string[] }[],
) {
  const wanted = codes.flatMap(({ accountId, tags: names }) =>
    names.map((name) => [accountId, toTagKey(name), name]),
  );
  return db.insert(tags).select(
    sql`SELECT NULL, value ->> 0, value ->> 1, value ->> 2, 0 FROM json_each(${JSON.stringify(wanted)})
      WHERE true ON CONFLICT DO NOTHING`,
  );
}

/** Forgets those of these tags that no code got. To be run at the end of the transaction of `addTags`, where a code may be missing. */
export function dropUnusedTags(db: Database, accountId: string, names: readonly string[]) {
  return db.delete(tags).where(and(hasKey(accountId, names.map(toTagKey)), eq(tags.codes, 0)));
}

/** The ids of an account's tags as `qr_codes` holds them. */
export function tagIdsSql(accountId: string, names: readonly string[]): SQL {
  return sql`(SELECT nullif(json_group_array(tags.id), '[]') FROM json_each(${JSON.stringify(names.map(toTagKey))}) AS one
    CROSS JOIN tags ON tags.account_id = ${accountId} AND tags.key = one.value)`;
}

export interface Tag {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly codes: number;
}

/** The tags of an account with these keys, by key. */
export async function findTags(
  db: Database,
  accountId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Tag>> {
  if (keys.length === 0) return new Map();
  const rows = await db.select().from(tags).where(hasKey(accountId, keys));
  return new Map(rows.flatMap(({ key, ...tag }) => (key === null ? [] : [[key, { ...tag, key }]])));
}

/** The first tags of an account by their keys. */
export async function listTags(
  db: Database,
  accountId: string,
  limit: number,
): Promise<{ readonly name: string; readonly codes: number }[]> {
  return db
    .select({ name: tags.name, codes: tags.codes })
    .from(tags)
    .where(and(eq(tags.accountId, accountId), isNotNull(tags.key)))
    .orderBy(tags.key)
    .limit(limit);
}

function hasKey(accountId: string, keys: readonly string[]): SQL | undefined {
  return and(
    eq(tags.accountId, accountId),
    // One JSON parameter instead of one for each: D1 binds at most 100.
    inArray(tags.key, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`),
  );
}
