import { and, asc, eq, isNull, or, lt, type SQL } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import { type Domain, type DomainChange, NO_PAGES } from '#core/domains/domain.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import { accounts, IS_IN_USE } from '../accounts/accounts-tables.ts';
import { linkNames, qrCodes } from '../codes/codes-tables.ts';
import type { Database, Statement } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
import { ownedRows } from '../owned-rows.ts';
import { sql } from '../sql.ts';
import { domains } from './domains-tables.ts';
import type { LinkDomain } from './link-domains.ts';

const COLUMNS = {
  id: domains.id,
  accountId: domains.accountId,
  host: domains.host,
  state: domains.state,
  isDefault: sql<number>`EXISTS (SELECT 1 FROM ${accounts} WHERE id = ${domains.accountId} AND default_host = ${domains.host})`,
  rootUrl: domains.rootUrl,
  notFoundUrl: domains.notFoundUrl,
  expiredUrl: domains.expiredUrl,
  appLinks: domains.appLinks,
  proof: domains.proof,
  platformId: domains.platformId,
  records: domains.records,
  problem: domains.problem,
  createdAtMs: domains.createdAtMs,
  verifiedAtMs: domains.verifiedAtMs,
  checkedAtMs: domains.checkedAtMs,
  watchedAtMs: domains.watchedAtMs,
  registration: domains.registration,
  isListed: domains.isListed,
  warnedOf: domains.warnedOf,
  isStopped: domains.isStopped,
  revision: domains.revision,
};

const own = ownedRows(domains);

type Row = typeof domains.$inferSelect & { readonly isDefault: number };

/** The domains of an account, oldest first. */
export async function listDomains(db: Database, accountId: string): Promise<Domain[]> {
  const rows = await db
    .select(COLUMNS)
    .from(domains)
    .where(eq(domains.accountId, accountId))
    .orderBy(asc(domains.createdAtMs), asc(domains.id));
  return rows.map(toDomain);
}

/** The hosts of an account: its domains, and those that its codes are printed with, which it may have released since. */
export async function listHostsOf(db: Database, accountId: string): Promise<LinkHost[]> {
  const rows = await db.all<{ host: LinkHost }>(sql`
    SELECT host FROM ${domains} WHERE account_id = ${accountId} UNION
    SELECT host FROM ${qrCodes} WHERE account_id = ${accountId} AND host IS NOT NULL AND deleted_at_ms IS NULL ORDER BY host`);
  return rows.map(({ host }) => host);
}

export async function findDomain(db: Database, accountId: string, id: string): Promise<Domain | null> {
  return findOne(db, own.isOwn(accountId, id));
}

/** An account's own claim on a host. */
export async function findClaim(db: Database, accountId: string, host: LinkHost): Promise<Domain | null> {
  return findOne(db, and(eq(domains.accountId, accountId), eq(domains.host, host)));
}

async function findOne(db: Database, condition: SQL | undefined): Promise<Domain | null> {
  const row = await db.select(COLUMNS).from(domains).where(condition).get();
  return row ? toDomain(row) : null;
}

/** The hosts with which an account may print new codes. */
export interface PrintableHosts {
  readonly all: ReadonlySet<LinkHost>;
  /** Of codes that name none; null for the operator's. It may be one that does not work now. */
  readonly byDefault: LinkHost | null;
}

export async function findPrintableHosts(db: Database, accountId: string): Promise<PrintableHosts> {
  const { host, state, isDefault } = COLUMNS;
  const rows = await db
    .select({ host, state, isDefault })
    .from(domains)
    .where(eq(domains.accountId, accountId));
  return {
    all: new Set(rows.flatMap((row) => (row.state === 'active' ? [row.host] : []))),
    byDefault: rows.find((row) => row.isDefault === 1)?.host ?? null,
  };
}

/** A statement that undoes its batch if a host is no longer the account's to print. `isDomainMissing` recognises the error. */
export function refuseWithoutDomains(
  db: Database,
  accountId: string,
  hosts: readonly LinkHost[],
): Statement[] {
  if (hosts.length === 0) return [];
  const isMissing = sql`(SELECT count(*) FROM ${domains} WHERE host IN ${listSql(toList(hosts))} AND account_id = ${accountId} AND state = 'active') < ${new Set(hosts).size}`;
  return [
    db
      .insert(domains)
      .select(
        sql`SELECT NULL, '', '', '', NULL, NULL, NULL, NULL, '', NULL, '', NULL, 0, NULL, NULL, NULL, NULL, NULL, '', 0, 0 WHERE ${isMissing}`,
      ),
  ];
}

export function isDomainMissing(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: domains.id');
}

export const countDomains = own.count;

/** Anyone who gets a host takes it from the account that had it, and its copies compare the revision. */
export const NEXT_REVISION = sql`(SELECT max(others.revision) + 1 FROM domains AS others WHERE others.host = domains.host)`;

/** Changes the settings of a domain. Gives it, or null if there is none. */
export async function changeDomain(
  db: Database,
  { id, accountId, host }: Domain,
  { isDefault, pages = {} }: DomainChange,
): Promise<Domain | null> {
  const isIt = own.isOwn(accountId, id);
  const ofAccount = eq(accounts.id, accountId);
  const isThere = sql`EXISTS (SELECT 1 FROM domains WHERE id = ${id} AND account_id = ${accountId})`;
  await db.batch([
    db
      .update(domains)
      // What is not sent stays, also if somebody else changes it now.
      .set({ ...pages, revision: NEXT_REVISION })
      .where(isIt),
    ...(isDefault === undefined
      ? []
      : [
          db
            .update(accounts)
            .set({ defaultHost: isDefault ? host : null })
            .where(and(ofAccount, isThere, isDefault ? undefined : eq(accounts.defaultHost, host))),
        ]),
  ]);
  return findDomain(db, accountId, id);
}

/** More names of a host are not counted. */
const COUNTED_NAMES = 10_000;

/** How many short links of an account lie on a host: those of its codes by added names, and the printed ones of its deleted codes. */
export function findNameCount(db: Database, { accountId, host }: Pick<Domain, 'accountId' | 'host'>) {
  const lying = sql`
    SELECT 1 FROM ${linkNames} JOIN ${qrCodes} USING (code_id) WHERE link_names.host = ${host} AND link_names.host <> ''
      AND link_names.created_at_ms IS NOT NULL AND link_names.removed_at_ms IS NULL AND qr_codes.account_id = ${accountId}
    UNION ALL
    SELECT 1 FROM ${qrCodes} WHERE account_id = ${accountId} AND host = ${host} AND host IS NOT NULL AND deleted_at_ms IS NOT NULL
    LIMIT ${COUNTED_NAMES}`;
  return db.select({ names: sql<number>`count(*)` }).from(sql`(${lying}) AS lying`);
}

/** Deletes a domain that no living code has, and says how many names lie on it. Null if a code has it. */
export async function deleteDomain(db: Database, domain: Domain): Promise<number | null> {
  const { id, accountId, host } = domain;
  const isUsed = sql`EXISTS (SELECT 1 FROM ${qrCodes} WHERE account_id = ${accountId} AND host = ${host} AND host IS NOT NULL AND deleted_at_ms IS NULL)`;
  const [[counted], deleted] = await db.batch([
    findNameCount(db, domain),
    db
      .delete(domains)
      .where(and(own.isOwn(accountId, id), sql`NOT ${isUsed}`))
      .returning({ id: domains.id }),
    db
      .update(accounts)
      .set({ defaultHost: null })
      .where(
        and(
          eq(accounts.id, accountId),
          eq(accounts.defaultHost, host),
          sql`NOT EXISTS (SELECT 1 FROM domains WHERE account_id = ${accountId} AND host = ${host})`,
        ),
      ),
  ]);
  return deleted.length === 1 ? (counted?.names ?? 0) : null;
}

/** Deletes the domains of an account that is being removed, whatever codes have them. */
export async function deleteAllDomains(db: Database, accountId: string): Promise<void> {
  await db.batch([
    db.delete(domains).where(eq(domains.accountId, accountId)),
    db.update(accounts).set({ defaultHost: null }).where(eq(accounts.id, accountId)),
  ]);
}

/** A domain, and whom to tell about it. */
export interface WatchedDomain {
  readonly domain: Domain;
  readonly account: Pick<Account, 'id' | 'name'>;
}

/** Domains that were not watched since a time, those of deleted accounts left out, longest unwatched first. */
export async function listUnwatchedDomains(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<WatchedDomain[]> {
  const rows = await db
    .select({ ...COLUMNS, accountName: accounts.name })
    .from(domains)
    .innerJoin(accounts, eq(accounts.id, domains.accountId))
    .where(and(IS_IN_USE, or(isNull(domains.watchedAtMs), lt(domains.watchedAtMs, beforeMs))))
    .orderBy(asc(domains.watchedAtMs))
    .limit(limit);
  return rows.map(({ accountName, ...row }) => ({
    domain: toDomain(row),
    account: { id: row.accountId, name: accountName },
  }));
}

/** Stores what the daily watch saw. */
export async function storeWatch(
  db: Database,
  id: string,
  seen: Pick<Domain, 'watchedAtMs' | 'registration' | 'isListed' | 'warnedOf'>,
): Promise<void> {
  await db.update(domains).set(seen).where(eq(domains.id, id));
}

/** What the short-link Worker serves of a domain; null unless it is the account's. */
export function toLinkDomain(domain: Domain): LinkDomain | null {
  const { accountId, isStopped, pages, revision, verifiedAtMs } = domain;
  const { rootUrl, notFoundUrl, expiredUrl } = isStopped ? NO_PAGES : pages;
  return verifiedAtMs === null ? null : { accountId, rootUrl, notFoundUrl, expiredUrl, revision };
}

function toDomain({ isDefault, rootUrl, notFoundUrl, expiredUrl, appLinks, ...row }: Row): Domain {
  const pages = { rootUrl, notFoundUrl, expiredUrl, appLinks: appLinks ?? NO_PAGES.appLinks };
  return { ...row, isDefault: isDefault === 1, pages };
}
