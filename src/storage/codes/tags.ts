import { and, eq, gt, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import { toTagKey } from '#core/codes/tags.ts';
import { type BoundedActivity, CHANGED, insertBoundedActivity } from '../accounts/activities.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf, type JsonList, tableOf, toLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { tags } from './codes-tables.ts';

/**
 * Codes hold the ids of their tags, so that renaming a tag changes one row. Triggers maintain `code_tags`, which lists use, and the number
 * of codes of each tag: see the migration `create_triggers`.
 */

/** The names of tags as a JSON array, ordered by key. @param ids as `qr_codes` holds them; null if there are none */
export function tagNamesSql(ids: SQL): SQL {
  return sql`(SELECT json_group_array(tags.name ORDER BY tags.key) FROM ${tableOf(ids)} AS one
    CROSS JOIN tags ON tags.id = one.value WHERE tags.key IS NOT NULL)`;
}

/** The names of a code's tags; null if it has none. For queries of `qr_codes`. */
export const TAG_NAMES: SQL.Aliased<string | null> = sql<string | null>`
  iif(qr_codes.tags IS NULL, NULL, ${tagNamesSql(sql`qr_codes.tags`)})`.as('tag_names');

/**
 * Creates the missing tags of an account, in the given spelling. It must run before the statement that gives them to codes, in the same
 * transaction.
 */
export function addTags(
  db: Database,
  codes: readonly { readonly accountId: string; readonly tags: readonly string[] }[],
) {
  const wanted = codes.flatMap(({ accountId, tags: names }) =>
    names.map((name) => [accountId, toTagKey(name), name]),
  );
  return toLists(wanted).map((list) =>
    db.insert(tags).select(
      sql`SELECT NULL, value ->> 0, value ->> 1, value ->> 2, 0, NULL FROM ${tableOf(list)}
        WHERE true ON CONFLICT DO NOTHING`,
    ),
  );
}

/** Deletes the ones among these tags that no code got. It must run at the end of the transaction of `addTags`, if a code may be missing. */
export function dropUnusedTags(db: Database, accountId: string, names: readonly string[]) {
  return toLists(names.map(toTagKey)).map((list) =>
    db.delete(tags).where(and(hasKey(accountId, list), eq(tags.codes, 0))),
  );
}

/**
 * The ids of an account's tags as `qr_codes` holds them; null if there are none.
 *
 * @param keys a table whose `value` is the key of a tag
 */
export function tagIdsSql(accountId: string, keys: SQL): SQL {
  return sql`(SELECT nullif(json_group_array(DISTINCT coalesce(tags.merged_into, tags.id)), '[]') FROM ${keys} AS one
    CROSS JOIN tags ON tags.account_id = ${accountId} AND tags.key = one.value)`;
}

export interface Tag {
  readonly id: number;
  /** The tag that is about to replace it on its codes. */
  readonly mergedInto: number | null;
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
  const rows = await findInLists(keys, (list) => db.select().from(tags).where(hasKey(accountId, list)));
  return new Map(rows.flatMap(({ key, ...tag }) => (key === null ? [] : [[key, { ...tag, key }]])));
}

/** Tags of an account ordered by key, after `after`. */
export async function listTags(
  db: Database,
  accountId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Tag[]> {
  const rows = await db
    .select()
    .from(tags)
    .where(
      and(
        eq(tags.accountId, accountId),
        isNotNull(tags.key),
        after === null ? undefined : gt(tags.key, after),
      ),
    )
    .orderBy(tags.key)
    .limit(limit);
  return rows.flatMap(({ key, ...tag }) => (key === null ? [] : [{ ...tag, key }]));
}

/**
 * Renames a tag, and records that with `entry`. If another tag has the name, marks this one for merging, which `moveTag` carries out. A tag that is being merged, or that
 * another one is merged into, cannot be merged itself: it stays unchanged, and `findTags` shows that.
 */
export async function renameTag(
  db: Database,
  { accountId, key, name }: { readonly accountId: string; readonly key: string; readonly name: string },
  entry: BoundedActivity,
): Promise<void> {
  const newKey = toTagKey(name);
  const isIt = and(eq(tags.accountId, accountId), eq(tags.key, key), isNull(tags.mergedInto));
  const other = sql`(SELECT id FROM tags AS other WHERE other.account_id = ${accountId} AND other.key = ${newKey}
    AND other.merged_into IS NULL AND other.key <> ${key})`;
  await db.batch([
    db
      .update(tags)
      .set({ mergedInto: other })
      .where(and(isIt, IS_NO_DESTINATION, sql`${other} IS NOT NULL`)),
    insertBoundedActivity(db, entry, CHANGED),
    db
      .update(tags)
      .set({ key: newKey, name })
      .where(
        and(
          isIt,
          ne(tags.name, name),
          sql`NOT EXISTS (SELECT 1 FROM tags AS other WHERE other.account_id = ${accountId} AND other.key = ${newKey}
            AND other.id <> tags.id)`,
        ),
      ),
    insertBoundedActivity(db, entry, CHANGED),
  ]);
}

/** Removes a tag's name, which hides it; `moveTag` removes it from its codes. False if another tag is merged into it. */
export async function hideTag(
  db: Database,
  accountId: string,
  key: string,
  entry: BoundedActivity,
): Promise<boolean> {
  const [hidden] = await db.batch([
    db
      .update(tags)
      .set({ key: null, mergedInto: null })
      .where(and(eq(tags.accountId, accountId), eq(tags.key, key), IS_NO_DESTINATION))
      .returning({ id: tags.id }),
    insertBoundedActivity(db, entry, CHANGED),
  ]);
  return hidden.length > 0;
}

const IS_NO_DESTINATION = sql`NOT EXISTS (SELECT 1 FROM tags AS source WHERE source.merged_into = "tags"."id")`;

/** Tags that are to be removed from their codes, oldest first. */
export async function listLeavingTags(db: Database, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(sql`merged_into IS NOT NULL OR key IS NULL`)
    .orderBy(tags.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Removes a deleted or merged tag from up to `limit` codes, and gives them the tag that replaces it, if any. The revision of the codes
 * stays: nobody edits them. Gives the number of codes that it changed; the tag goes with the last of them.
 */
export async function moveTag(db: Database, id: number, limit: number): Promise<number> {
  const destination = sql`(SELECT merged_into FROM tags WHERE id = ${id})`;
  const moved = await db.all<{ position: number }>(sql`
    UPDATE qr_codes SET tags = (
      SELECT nullif(json_group_array(DISTINCT iif(one.value = ${id}, ${destination}, one.value)), '[]')
      FROM json_each(qr_codes.tags) AS one WHERE one.value <> ${id} OR ${destination} IS NOT NULL)
    WHERE position IN (SELECT position FROM code_tags WHERE tag_id = ${id} ORDER BY position DESC LIMIT ${limit})
    RETURNING position`);
  return moved.length;
}

function hasKey(accountId: string, keys: JsonList): SQL | undefined {
  return and(eq(tags.accountId, accountId), isAnyOf(tags.key, keys));
}
