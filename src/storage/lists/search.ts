import { eq, gt, lte, type SQL } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { parseCodeId } from '#core/codes/code-id.ts';
import type { LinkAddress } from '#core/links/link-address.ts';
import type { ContentType } from '#core/content/content.ts';
import { foldText } from '#core/lists/fold.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { SearchedNames } from '#core/lists/search.ts';
import { codeTags, qrCodes } from '../codes/codes-tables.ts';
import { hasName } from './filter.ts';
import { allOf, anyOf, sql } from '../sql.ts';

/**
 * The full-text index over title, target and added names: a virtual table of FTS5 that splits text into all its runs of three characters (trigrams), so
 * that any part of a word is found at once among a million codes. It knows which codes have a trigram, and not where: a code with all
 * trigrams of a word may still lack the word, so `holdsWords` compares. Triggers on `qr_codes` keep it in step. Its rowid is the negated
 * position of the code: FTS5 walks upwards many times faster than downwards, and so meets the newest codes first. drizzle-kit does not know
 * virtual tables, so the index is not in codes-tables.ts: its migration is written by hand.
 */
const qrCodeSearch = sqliteTable('qr_code_search', {
  rowid: integer('rowid').primaryKey(),
});

/** A search in one account. Positions are a half-open range: includes `from`, excludes `before`. */
export interface IndexedSearch {
  readonly words: readonly string[];
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  readonly from: ListPosition | null;
  readonly before: ListPosition | null;
}

/**
 * Rows of the index whose text contains all trigrams of each word, in accounts whose id has the same last two characters: these are in the
 * index, so that a small account skips the matches of large ones. Type and kind are there too, as two letters each. The caller still
 * compares all of these.
 */
export function matchesText(accountId: string, search: IndexedSearch): SQL {
  const trigrams = [
    `\u0001${accountId.slice(-2)}`,
    ...(search.type === undefined ? [] : [`\u0002${search.type.slice(0, 2)}`]),
    ...(search.isDynamic === undefined ? [] : [`\u0003${search.isDynamic ? 'dy' : 'st'}`]),
    ...search.words.flatMap(toTrigrams).filter((trigram) => !LEFT_OUT.has(foldText(trigram))),
  ];
  const query = [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  return allOf(
    sql`qr_code_search MATCH ${query}`,
    search.before === null ? undefined : gt(qrCodeSearch.rowid, rowidOf(search.before)),
    search.from === null ? undefined : lte(qrCodeSearch.rowid, rowidOf(search.from)),
  );
}

/** Nearly every target begins with these trigrams, so the index has none of them there: a word is looked up by its others. */
const LEFT_OUT: ReadonlySet<string> = new Set(toTrigrams('https://').map(foldText));

function toTrigrams(word: string): string[] {
  const characters = [...word];
  return characters.slice(2).map((last, i) => `${characters[i]}${characters[i + 1]}${last}`);
}

/** The columns of a code that the index has. */
export type SearchedTexts = Pick<typeof qrCodes.$inferSelect, 'title' | 'target' | 'addedPaths'>;

/** Whether title, target and added names contain all of these words, regardless of case and accents. */
export function holdsWords({ title, target, addedPaths }: SearchedTexts, words: readonly string[]): boolean {
  const text = foldText([title, target, addedPaths].join('\n'));
  return words.every((word) => text.includes(foldText(word)));
}

/** D1 binds numbers as REAL, and FTS5 ignores a limit that is not an INTEGER: it would walk all matches. */
function rowidOf(position: ListPosition): SQL {
  return sql`-CAST(${position} AS INTEGER)`;
}

/** Whether the whole text names the code. */
export function isNamed(accountId: string, names: SearchedNames): SQL {
  return anyOf(...namesCode(names), hasTag(accountId, names));
}

/**
 * The positions of the codes that a text names: at most three by their own names, and all that have the tag. Each is a SELECT of its own,
 * so that it uses its own index.
 */
export function selectNamed(
  accountId: string,
  names: SearchedNames,
  isInSpan: (position: PositionOf) => SQL | undefined,
  count: number,
): readonly SQL[] {
  const { tagKey } = names;
  const own = allOf(eq(qrCodes.accountId, accountId), sql`deleted_at_ms IS NULL`, isInSpan(qrCodes.position));
  const codes = namesCode(names).map((name) => sql`SELECT position FROM qr_codes WHERE ${name} AND ${own}`);
  if (tagKey === null) return codes;
  const tagged = allOf(sql`tag_id = ${tagIdSql(accountId, tagKey)}`, isInSpan(codeTags.position));
  const first = sql`SELECT position FROM code_tags WHERE ${tagged} ORDER BY position DESC LIMIT ${count}`;
  return [...codes, sql`SELECT position FROM (${first})`];
}

type PositionOf = typeof qrCodes.position | typeof codeTags.position;

/** A condition for each of a code's own names. SQLite uses the indexes only with their literal conditions. */
function namesCode({ codeId, address, externalId }: SearchedNames): readonly SQL[] {
  return [
    ...(codeId === null ? [] : [sql`code_id = ${codeId}`]),
    ...(address === null ? [] : [hasName(address), ...printedBy(address)]),
    ...(externalId === null ? [] : [sql`(external_id IS NOT NULL AND external_id = ${externalId})`]),
  ];
}

/** On a host of its account, a code may be printed with its id, which is in no table of names. */
function printedBy({ host, path }: LinkAddress): readonly SQL[] {
  const codeId = host === null ? null : parseCodeId(path);
  return codeId === null ? [] : [sql`(code_id = ${codeId} AND host = ${host ?? ''})`];
}

function hasTag(accountId: string, { tagKey }: SearchedNames): SQL | undefined {
  if (tagKey === null) return undefined;
  return sql`EXISTS (SELECT 1 FROM code_tags WHERE position = ${qrCodes.position} AND tag_id = ${tagIdSql(accountId, tagKey)})`;
}

function tagIdSql(accountId: string, key: string): SQL {
  return sql`(SELECT id FROM tags WHERE account_id = ${accountId} AND key = ${key})`;
}
