import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Quotas } from '#core/accounts/quota.ts';
import type { Domain, DomainProblem } from '#core/domains/domain.ts';
import { accounts } from '../accounts/accounts-tables.ts';
import { exceeds } from '../accounts/quota-guard.ts';
import type { Database } from '../database.ts';
import { ownedRows } from '../owned-rows.ts';
import { allOf, sql } from '../sql.ts';
import { countDomains, NEXT_REVISION } from './domains.ts';
import { domains, hostOwners } from './domains-tables.ts';

/** Whose a host is: the claims of accounts, and what a check makes of them. */

/**
 * Stores a claim; false if the account has one on the host. Throws an error that `isQuotaRefusal` recognises if it already has as many
 * domains as its limits allow, or no storage is left: of each host that it verifies, a row stays for good.
 */
export function insertDomain(db: Database, domain: Domain, limits: Quotas): Promise<boolean> {
  const { isDefault: _default, pages, ...columns } = domain;
  const isFull = sql`(${countDomains(domain.accountId)}) >= ${limits.domains} OR ${exceeds(domain.accountId, { stored_bytes: limits.stored_bytes }, domain.createdAtMs)}`;
  const isKnown = allOf(eq(domains.accountId, domain.accountId), eq(domains.host, domain.host));
  return ownedRows(domains).insert(db, { ...columns, ...pages }, isFull, isKnown);
}

type Claim = Pick<Domain, 'accountId' | 'host'>;

/** Whether another account claims a host as well, or has verified it before: then the DNS must say whose it is. */
export async function isContested(db: Database, claim: Claim): Promise<boolean> {
  return (await db.get<{ yes: number }>(sql`SELECT ${isOthersToo(claim)} AS yes`)).yes === 1;
}

function isOthersToo(claim: Claim): SQL {
  return sql`(EXISTS (SELECT 1 FROM domains WHERE ${isOthers(claim)}) OR EXISTS (SELECT 1 FROM ${hostOwners} WHERE ${isOthers(claim)}))`;
}

/** Rows of another account about the same host. */
function isOthers({ accountId, host }: Claim): SQL {
  return sql`host = ${host} AND account_id <> ${accountId}`;
}

/** The custom hostname that another account made for a host, null if none did. */
export async function findOthersHostname(db: Database, claim: Claim): Promise<string | null> {
  const row = await db
    .select({ platformId: domains.platformId })
    .from(domains)
    .where(and(isOthers(claim), isNotNull(domains.platformId)))
    .limit(1)
    .get();
  return row?.platformId ?? null;
}

/** What a check found. */
export interface CheckedDomain extends Pick<
  Domain,
  'state' | 'platformId' | 'records' | 'problem' | 'checkedAtMs' | 'verifiedAtMs'
> {}

/** Its old record may still be in the DNS, and must not take the host back. */
const NEW_PROOF = sql<string>`'qr-domain=' || lower(hex(randomblob(16)))`;

/**
 * Stores what a check found. A host that is verified becomes this account's: with a proof, an earlier owner loses it, with a reason. False,
 * and nothing is stored, if the domain is gone, went to another account meanwhile, or is contested by now and was verified without a proof.
 */
export async function storeCheck(db: Database, domain: Domain, found: CheckedDomain): Promise<boolean> {
  const { id, accountId, host, verifiedAtMs } = domain;
  const lost: DomainProblem = { code: 'host_lost', values: { host } };
  const isTaken = found.verifiedAtMs !== null && verifiedAtMs === null;
  const isProved = found.records.some(({ purpose }) => purpose === 'ownership');
  const isAsRead = sql`id = ${id} AND account_id = ${accountId} AND verified_at_ms IS ${verifiedAtMs}`;
  const isThere = sql`EXISTS (SELECT 1 FROM domains AS own WHERE ${isAsRead})`;
  const takeover = [
    db
      .update(domains)
      .set({
        state: 'broken',
        verifiedAtMs: null,
        proof: NEW_PROOF,
        problem: lost,
        revision: NEXT_REVISION,
      })
      .where(and(isOthers(domain), isNotNull(domains.verifiedAtMs), isThere)),
    db
      .update(accounts)
      .set({ defaultHost: null })
      .where(
        and(
          eq(accounts.defaultHost, host),
          sql`id IN (SELECT account_id FROM domains WHERE ${isOthers(domain)})`,
          isThere,
        ),
      ),
  ];
  const change = db
    .update(domains)
    .set({ ...found, revision: NEXT_REVISION })
    .where(and(isAsRead, isTaken && !isProved ? sql`NOT ${isOthersToo(domain)}` : undefined))
    .returning({ id: domains.id });
  const [first, ...rest] = [...(isTaken && isProved ? takeover : []), change] as const;
  const results = await db.batch([first ?? change, ...rest]);
  return (results.at(-1) as unknown as readonly unknown[]).length === 1;
}
