import { and, asc, eq, isNotNull, isNull, ne, or, lt, type SQL } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import { type Domain, type DomainChange, type DomainProblem, NO_PAGES } from '#core/domains/domain.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import { accounts, IS_IN_USE } from '../accounts/accounts-tables.ts';
import { refuseWhere } from '../accounts/quota-guard.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import type { Database, Statement } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
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
  revision: domains.revision,
};

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

export async function findDomain(db: Database, accountId: string, id: string): Promise<Domain | null> {
  return findOne(db, and(eq(domains.accountId, accountId), eq(domains.id, id)));
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
        sql`SELECT NULL, '', '', '', NULL, NULL, NULL, NULL, '', NULL, '', NULL, 0, NULL, NULL, NULL, NULL, NULL, '', 0 WHERE ${isMissing}`,
      ),
  ];
}

export function isDomainMissing(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: domains.id');
}

/**
 * Stores a claim; false if the account has one on the host. Throws an error that `isQuotaRefusal` recognises if it already has `limit`
 * domains.
 */
export async function insertDomain(db: Database, domain: Domain, limit: number): Promise<boolean> {
  const { isDefault: _default, pages, ...columns } = domain;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${domains} WHERE account_id = ${domain.accountId} AND host = ${domain.host})`;
  const [, inserted] = await db.batch([
    refuseWhere(db, sql`${isNew} AND (${countDomains(domain.accountId)}) >= ${limit}`),
    db
      .insert(domains)
      .values({ ...columns, ...pages })
      .onConflictDoNothing()
      .returning({ id: domains.id }),
  ]);
  return inserted.length === 1;
}

export function countDomains(accountId: string): SQL {
  return sql`SELECT count(*) FROM domains WHERE account_id = ${accountId}`;
}

/** Whether another account claims a host as well: then the DNS must say whose it is. */
export async function isClaimedByOther(
  db: Database,
  { accountId, host }: Pick<Domain, 'accountId' | 'host'>,
) {
  const other = and(eq(domains.host, host), ne(domains.accountId, accountId));
  return (await db.select({ id: domains.id }).from(domains).where(other).limit(1).get()) !== undefined;
}

/** What a check found. */
export interface CheckedDomain extends Pick<
  Domain,
  'state' | 'platformId' | 'records' | 'problem' | 'checkedAtMs' | 'verifiedAtMs'
> {}

/** Whoever gets a host takes it from the account that had it, and its copies compare the revision. */
const NEXT_REVISION = sql`(SELECT max(others.revision) + 1 FROM domains AS others WHERE others.host = domains.host)`;

/** Its old record may still be in the DNS, and must not take the host back. */
const NEW_PROOF = sql<string>`'qr-domain=' || lower(hex(randomblob(16)))`;

/**
 * Stores what a check found. A host that is verified becomes this account's: an earlier owner loses it, with a reason. Gives the stored
 * domain; null if it is gone.
 */
export async function storeCheck(db: Database, domain: Domain, found: CheckedDomain): Promise<Domain | null> {
  const { id, accountId, host } = domain;
  const lost: DomainProblem = { code: 'host_lost', values: { host } };
  const others = and(
    eq(domains.host, host),
    ne(domains.accountId, accountId),
    isNotNull(domains.verifiedAtMs),
  );
  const takeover =
    found.verifiedAtMs !== null && domain.verifiedAtMs === null
      ? [
          db
            .update(domains)
            .set({
              state: 'broken',
              verifiedAtMs: null,
              proof: NEW_PROOF,
              problem: lost,
              revision: NEXT_REVISION,
            })
            .where(others),
          db
            .update(accounts)
            .set({ defaultHost: null })
            .where(and(eq(accounts.defaultHost, host), ne(accounts.id, accountId))),
        ]
      : [];
  const change = db
    .update(domains)
    .set({ ...found, revision: NEXT_REVISION })
    .where(and(eq(domains.id, id), eq(domains.accountId, accountId)));
  const [first, ...rest] = [...takeover, change] as const;
  await db.batch([first ?? change, ...rest]);
  return findDomain(db, accountId, id);
}

/** Changes the settings of a domain. Gives it, or null if there is none. */
export async function changeDomain(
  db: Database,
  { id, accountId, host }: Domain,
  { isDefault, pages = {} }: DomainChange,
): Promise<Domain | null> {
  const isIt = and(eq(domains.id, id), eq(domains.accountId, accountId));
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

/** Deletes a domain that no living code has. False if one has. */
export async function deleteDomain(db: Database, { id, accountId, host }: Domain): Promise<boolean> {
  const isUsed = sql`EXISTS (SELECT 1 FROM ${qrCodes} WHERE account_id = ${accountId} AND host = ${host} AND host IS NOT NULL AND deleted_at_ms IS NULL)`;
  const [deleted] = await db.batch([
    db
      .delete(domains)
      .where(and(eq(domains.id, id), eq(domains.accountId, accountId), sql`NOT ${isUsed}`))
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
  return deleted.length === 1;
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
export function toLinkDomain({ accountId, pages, revision, verifiedAtMs }: Domain): LinkDomain | null {
  const { rootUrl, notFoundUrl, expiredUrl } = pages;
  return verifiedAtMs === null ? null : { accountId, rootUrl, notFoundUrl, expiredUrl, revision };
}

function toDomain({ isDefault, rootUrl, notFoundUrl, expiredUrl, appLinks, ...row }: Row): Domain {
  const pages = { rootUrl, notFoundUrl, expiredUrl, appLinks: appLinks ?? NO_PAGES.appLinks };
  return { ...row, isDefault: isDefault === 1, pages };
}
