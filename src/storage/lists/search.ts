import { and, gt, lte, or, sql, type SQL } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import type { ContentType } from '#core/content/content.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { qrCodes } from '../codes/codes-tables.ts';

/**
 * The full-text index over title and target: a virtual table of FTS5 that splits text into all its runs of three characters, so that any
 * part of a word is found at once among a million codes. Triggers on `qr_codes` keep it in step. Its rowid is the negated position of the
 * code: FTS5 walks upwards many times faster than downwards, and so meets the newest codes first. drizzle-kit does not know virtual tables,
 * so the index is not in codes-tables.ts: its migration is written by hand.
 */
export const qrCodeSearch = sqliteTable('qr_code_search', {
  rowid: integer('rowid').primaryKey(),
});

/** Shorter texts have no run of three characters to look up. */
const SHORTEST_INDEXED = 3;

export function isIndexedSearch(text: string): boolean {
  return [...text].length >= SHORTEST_INDEXED;
}

/** A search in one account. Positions are a half-open range: includes `from`, excludes `before`. */
export interface IndexedSearch {
  readonly contains: string;
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  readonly from: ListPosition | null;
  readonly before: ListPosition | null;
}

/**
 * Rows of the index whose text contains `contains`, in accounts whose id has the same last three characters: these are a column of the
 * index, so that a small account skips the matches of large ones. Type and kind are columns too, as three letters each. The caller still
 * compares all three.
 */
export function matchesText(accountId: string, search: IndexedSearch): SQL | undefined {
  const phrase = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const query = [
    `account : ${phrase(accountId.slice(-3))}`,
    ...(search.type === undefined ? [] : [`type : ${phrase(search.type.slice(0, 3))}`]),
    ...(search.isDynamic === undefined ? [] : [`kind : ${search.isDynamic ? 'dyn' : 'sta'}`]),
    `content : ${phrase(search.contains)}`,
  ].join(' AND ');
  return and(
    sql`qr_code_search MATCH ${query}`,
    search.before === null ? undefined : gt(qrCodeSearch.rowid, rowidOf(search.before)),
    search.from === null ? undefined : lte(qrCodeSearch.rowid, rowidOf(search.from)),
  );
}

/** D1 binds numbers as REAL, and FTS5 ignores a limit that is not an INTEGER: it would walk all matches. */
function rowidOf(position: ListPosition): SQL {
  return sql`-CAST(${position} AS INTEGER)`;
}

/** The search for texts too short for the index, code by code. It uses instr, because D1 refuses LIKE patterns of more than 50 bytes. */
export function holdsText(text: string): SQL | undefined {
  const holds = (column: typeof qrCodes.title | typeof qrCodes.target) =>
    sql`instr(lower(${column}), lower(${text})) > 0`;
  return or(holds(qrCodes.title), holds(qrCodes.target));
}
