import { and, lt, or, sql, type SQL } from 'drizzle-orm';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import type { ListPosition } from '../core/list-position.ts';
import { qrCodes } from './schema.ts';

/**
 * The full-text index over title and target: a virtual table of FTS5 that splits text into all its runs of three characters, so that
 * any part of a word is found at once among a million codes. Triggers on `qr_codes` keep it in step; its rowid is the code's position.
 * It stands here and not in schema.ts, because drizzle-kit knows no virtual tables: its migration is written by hand.
 */
export const qrCodeSearch = sqliteTable('qr_code_search', {
  rowid: integer('rowid').$type<ListPosition>().primaryKey(),
});

/** Shorter texts have no run of three characters to look up. */
const SHORTEST_INDEXED = 3;

export function isIndexedSearch(text: string): boolean {
  return [...text].length >= SHORTEST_INDEXED;
}

/**
 * Rows of the index whose text contains `text`, of accounts that end like this one: the account's last three characters are in the
 * index as a column of their own, and spare a small account the matches of large ones. The caller still compares the account.
 */
export function matchesText(accountId: string, text: string, after: ListPosition | null): SQL | undefined {
  const phrase = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const query = `account : ${phrase(accountId.slice(-3))} AND content : ${phrase(text)}`;
  return and(sql`qr_code_search MATCH ${query}`, after === null ? undefined : lt(qrCodeSearch.rowid, after));
}

/** The same for texts too short for the index, code by code. instr, because D1 refuses LIKE patterns of more than 50 bytes. */
export function holdsText(text: string): SQL | undefined {
  const holds = (column: typeof qrCodes.title | typeof qrCodes.target) =>
    sql`instr(lower(${column}), lower(${text})) > 0`;
  return or(holds(qrCodes.title), holds(qrCodes.target));
}
