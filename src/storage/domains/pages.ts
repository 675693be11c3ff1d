import { and, asc, eq, gt, or } from 'drizzle-orm';
import { PAGE_ADDRESSES } from '../abuse/address-columns.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { NEXT_REVISION } from './domains.ts';
import { domains } from './domains-tables.ts';

/** The addresses to which hosts of accounts lead, for the sweep of blocked hosts. */

const PAGES = Object.entries(PAGE_ADDRESSES);

export interface ScreenedPages {
  readonly id: string;
  readonly accountId: string;
  readonly addresses: readonly string[];
}

/** Domains with such addresses, ordered by id, after `after`. */
export async function listPagesToScreen(
  db: Database,
  after: string,
  limit: number,
): Promise<ScreenedPages[]> {
  const rows = await db
    .select({ id: domains.id, accountId: domains.accountId, ...PAGE_ADDRESSES })
    .from(domains)
    .where(and(gt(domains.id, after), or(...PAGES.map(([, column]) => sql`${column} IS NOT NULL`))))
    .orderBy(asc(domains.id))
    .limit(limit);
  return rows.map(({ id, accountId, ...pages }) => ({
    id,
    accountId,
    addresses: Object.values(pages).filter((page) => page !== null),
  }));
}

/** Removes addresses from a domain, wherever it has them now. False if it has none of them. */
export async function removePages(db: Database, id: string, addresses: readonly string[]): Promise<boolean> {
  const list = toList(addresses);
  const isRemoved = PAGES.map(([, column]) => isAnyOf(column, list));
  const kept = PAGES.map(([name, column]) => [name, sql`iif(${isAnyOf(column, list)}, NULL, ${column})`]);
  const changed = await db
    .update(domains)
    .set({ ...Object.fromEntries(kept), revision: NEXT_REVISION })
    .where(and(eq(domains.id, id), or(...isRemoved)))
    .returning({ id: domains.id });
  return changed.length === 1;
}
