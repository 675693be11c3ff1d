import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  type AppLinks,
  DOMAIN_STATES,
  type DomainProblem,
  type DomainRecord,
  type Trouble,
} from '#core/domains/domain.ts';
import type { Registration } from '#core/domains/registration.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/** The hosts that accounts claim for their short links. Several may claim one; it belongs to the one that has verified it. */
export const domains = sqliteTable(
  'domains',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    host: text('host').$type<LinkHost>().notNull(),
    state: text('state', { enum: DOMAIN_STATES }).notNull(),
    rootUrl: text('root_url'),
    notFoundUrl: text('not_found_url'),
    expiredUrl: text('expired_url'),
    appLinks: text('app_links', { mode: 'json' }).$type<AppLinks>(),
    /** The value of the TXT record that proves the claim. */
    proof: text('proof').notNull(),
    /** The id of the custom hostname at Cloudflare. */
    platformId: text('platform_id'),
    /** As of the last check. */
    records: text('records', { mode: 'json' }).$type<readonly DomainRecord[]>().notNull(),
    problem: text('problem', { mode: 'json' }).$type<DomainProblem>(),
    createdAtMs: integer('created_at_ms').notNull(),
    verifiedAtMs: integer('verified_at_ms'),
    checkedAtMs: integer('checked_at_ms'),
    watchedAtMs: integer('watched_at_ms'),
    registration: text('registration', { mode: 'json' }).$type<Registration>(),
    isListed: integer('is_listed', { mode: 'boolean' }),
    warnedOf: text('warned_of', { mode: 'json' }).$type<readonly Trouble[]>().notNull().default([]),
    /** Whether its pages lead nowhere, because its account is suspended or deleted: a trigger (`domains_stopped`) keeps it. */
    isStopped: integer('is_stopped', { mode: 'boolean' }).notNull().default(false),
    /** Grows with every change, also from one account to the next: the copies in KV compare it. */
    revision: integer('revision').notNull(),
  },
  (table) => [
    uniqueIndex('domains_by_account').on(table.accountId, table.host),
    uniqueIndex('domains_owned')
      .on(table.host)
      .where(sql`verified_at_ms IS NOT NULL`),
    index('domains_by_host').on(table.host),
    index('domains_by_watch').on(table.watchedAtMs),
  ],
);

/**
 * The accounts that ever verified a host. A trigger on `domains` writes it, and nothing deletes it, as prints may still lead to the host: any
 * other account that claims it has to prove that the host is theirs now. Without rowid.
 */
export const hostOwners = sqliteTable(
  'host_owners',
  {
    host: text('host').$type<LinkHost>().notNull(),
    accountId: ownerColumn(),
  },
  (table) => [primaryKey({ columns: [table.host, table.accountId] })],
);
