import { parse as parseHostname } from 'tldts';
import type { Actor } from '#core/accounts/account.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import { findUnsafeHost } from '#core/content/hosts/unsafe-host.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { toHex } from '#core/bytes/hex.ts';
import { type Domain, type DomainChange, type DomainRecord, NO_PAGES } from '#core/domains/domain.ts';
import type { HostProblems } from '#core/domains/host.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import { type Connection, judgeDomain, proofNameOf } from '#core/domains/judge.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { type FaultOf, inField } from '#core/problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type CopyStore, deleteDomainCopy, putDomainCopy } from '#storage/domains/domain-copies.ts';
import {
  changeDomain as storeChange,
  deleteDomain as deleteRow,
  findClaim,
  findDomain,
  listDomains,
  toLinkDomain,
} from '#storage/domains/domains.ts';
import {
  type CheckedDomain,
  findOthersHostname,
  insertDomain,
  isContested,
  storeCheck,
} from '#storage/domains/claims.ts';
import { refuse, type UsualProblem } from '#contract/usual-problem.ts';
import { parseTarget } from '../codes/new-code.ts';
import { recordActivity } from '../accounts/activity.ts';
import { withinQuota } from '../accounts/within-quota.ts';
import type { Dependencies } from '../dependencies.ts';
import { findHarm, joinHarm, screenTargets } from '../targets/screen-targets.ts';
import { connectHost, isRouted } from './platform.ts';

const PROOF_BYTES = 16;

/** A check asks DNS and Cloudflare: sooner than this after the last one, it gives what that found. */
const CHECKED_EVERY_MS = 10_000;

/** Claims a host for an account, and checks it at once. A host that the account has already is given as it is. */
export async function claimDomain(
  deps: Dependencies,
  actor: Actor,
  host: LinkHost,
): Promise<Result<Domain, UsualProblem>> {
  const fault = findHostFault(deps, host);
  if (fault) return refuse(inField('host', fault));
  const domain: Domain = {
    id: createRandomId('dom', deps.randomBytes(RANDOM_ID_BYTES)),
    accountId: actor.account.id,
    host,
    state: 'pending_dns',
    isDefault: false,
    pages: NO_PAGES,
    proof: `qr-domain=${toHex(deps.randomBytes(PROOF_BYTES))}`,
    platformId: null,
    records: [],
    problem: null,
    createdAtMs: deps.nowMs(),
    verifiedAtMs: null,
    checkedAtMs: null,
    watchedAtMs: null,
    registration: null,
    isListed: null,
    warnedOf: [],
    isStopped: false,
    // Above that of any earlier owner of the host, whose row may be gone.
    revision: deps.nowMs(),
  };
  const inserted = await withinQuota(deps, actor, 'domains', (_, limits) =>
    insertDomain(deps.db, domain, limits),
  );
  if (!inserted.ok) return inserted;
  if (!inserted.value) {
    const claim = await findClaim(deps.db, actor.account.id, host);
    return claim ? ok(claim) : claimDomain(deps, actor, host);
  }
  await recordActivity(deps, actor, { action: 'domain.added', subjectId: domain.id, note: host });
  return ok((await check(deps, domain)) ?? domain);
}

function findHostFault(
  { shortUrlBase, ownHosts, domains }: Dependencies,
  host: LinkHost,
): FaultOf<HostProblems> | null {
  const isClaimable = domains.routedHosts.indexOf(host) > 0;
  if (ownHosts.includes(host) && !isClaimable) return { code: 'host_of_service', values: { host } };
  if (findUnsafeHost(host) !== null && !isOnThisMachine(new URL(shortUrlBase)))
    return { code: 'host_not_public', values: { host } };
  const { isIcann, isPrivate, publicSuffix } = parseHostname(host, { allowPrivateDomains: true });
  const isSuffix = (isIcann === true || isPrivate === true) && publicSuffix === host;
  return isSuffix ? { code: 'host_public', values: { host } } : null;
}

/** Checks a domain now; null if it is gone. */
export async function verifyDomain(deps: Dependencies, domain: Domain): Promise<Domain | null> {
  const isFresh = deps.nowMs() - (domain.checkedAtMs ?? Number.NEGATIVE_INFINITY) < CHECKED_EVERY_MS;
  return isFresh ? domain : check(deps, domain);
}

/** Asks the platform and DNS about a domain, and stores what they say. Null if the domain is gone. */
export async function check(deps: Dependencies, domain: Domain): Promise<Domain | null> {
  const isStored = await storeCheck(deps.db, domain, await inspect(deps, domain));
  const checked = await findDomain(deps.db, domain.accountId, domain.id);
  // Another account has claimed the host meanwhile, or got it.
  if (checked && !isStored) return check(deps, checked);
  if (checked) await copyDomain(deps, checked);
  return checked;
}

async function inspect(deps: Dependencies, domain: Domain): Promise<CheckedDomain> {
  const { host, verifiedAtMs } = domain;
  const nowMs = deps.nowMs();
  const proofs = (await needsProof(deps, domain)) ? [await lookUpProof(deps, domain)] : [];
  const mayServe = proofs.every(({ found }) => found === true);
  let connection: Connection;
  try {
    // With the proof, the host comes with the custom hostname that its earlier owner made.
    const isProved = mayServe && proofs.length > 0;
    const platformId = domain.platformId ?? (isProved ? await findOthersHostname(deps.db, domain) : null);
    connection = await connectHost(deps, { ...domain, platformId }, mayServe);
  } catch (error) {
    deps.reportFailure('domain_not_checked', error);
    const { state, records, problem, platformId } = domain;
    const isSilent = state !== 'active';
    return {
      ...{ state, records, platformId, verifiedAtMs, checkedAtMs: nowMs },
      problem: isSilent ? { code: 'platform_silent', values: { host } } : problem,
    };
  }
  const isServed = connection.progress.stage === 'served';
  const others = await Promise.all(connection.records.map((record) => lookUp(deps, record, isServed)));
  const records = [...others, ...proofs];
  const { isVerified, ...judged } = judgeDomain(domain, connection, records);
  return {
    ...judged,
    records,
    platformId: connection.platformId,
    verifiedAtMs: isVerified ? (verifiedAtMs ?? nowMs) : null,
    checkedAtMs: nowMs,
  };
}

/** A proof that was once required stays required: waiting until the other account deletes its claim does not help. */
async function needsProof(deps: Dependencies, domain: Domain): Promise<boolean> {
  const { host, verifiedAtMs, records } = domain;
  if (verifiedAtMs !== null) return false;
  const wasAsked = records.some(({ purpose }) => purpose === 'ownership');
  return wasAsked || isRouted(deps, host) || (await isContested(deps.db, domain));
}

function lookUpProof(deps: Dependencies, { host, proof }: Domain): Promise<DomainRecord> {
  return lookUp(deps, { purpose: 'ownership', type: 'TXT', name: proofNameOf(host), value: proof }, false);
}

/** A host that is served leads here, whatever its DNS shows: a name at the top of a zone has no CNAME. */
async function lookUp(
  { domains }: Dependencies,
  record: Omit<DomainRecord, 'found'>,
  isServed: boolean,
): Promise<DomainRecord> {
  if (isServed) return { ...record, found: true };
  const values = await domains.resolveDns(record.name, record.type);
  return { ...record, found: values && values.includes(record.value) };
}

/** Changes the settings of a domain. */
export async function changeDomain(
  deps: Dependencies,
  domain: Domain,
  change: DomainChange,
): Promise<Result<Domain | null, UsualProblem>> {
  const { problems, pages } = await checkPages(deps, domain, change.pages ?? {});
  // New codes would be refused.
  if (change.isDefault && domain.state !== 'active')
    problems.push({ code: 'domain_not_ready', field: 'is_default', values: { host: domain.host } });
  if (problems.length > 0) return refuse(...problems);
  const changed = await storeChange(deps.db, domain, { ...change, pages });
  if (changed) await copyDomain(deps, changed);
  return ok(changed);
}

/** Pages with addresses as a code has them, or what is wrong with those. */
async function checkPages(
  deps: Dependencies,
  { accountId, host }: Domain,
  pages: NonNullable<DomainChange['pages']>,
) {
  const sent = PAGE_FIELDS.flatMap(([page, field]) => {
    const url = pages[page];
    return typeof url === 'string' ? [{ page, field, url }] : [];
  });
  // Before the account has proved the host, no list of its domains has it.
  const own = sent.flatMap(({ url }) => (hostOf(url) === host ? [[url, 'circular'] as const] : []));
  const refusals = new Map([...own, ...(await screenTargets(deps, accountId, sent))]);
  const parsed = sent.map((one) => ({
    ...one,
    content: parseTarget({ type: 'url', target: one.url }, deps),
  }));
  const unfit = parsed.flatMap(({ field, content }) => (content.ok ? [] : [{ ...content.error, field }]));
  const stored = parsed.flatMap(({ page, content }) =>
    content.ok ? [[page, content.value.redirectTo]] : [],
  );
  return {
    problems: joinHarm(findHarm(refusals, sent), unfit),
    pages: { ...pages, ...Object.fromEntries(stored) } as typeof pages,
  };
}

const PAGE_FIELDS = [
  ['rootUrl', 'root_url'],
  ['notFoundUrl', 'not_found_url'],
  ['expiredUrl', 'expired_url'],
] as const;

/** Deletes a domain, unless a code has it. Gives how many names lie on it. */
export async function deleteDomain(
  deps: Dependencies,
  actor: Actor,
  domain: Domain,
): Promise<Result<number, { readonly reason: 'domain_in_use' }>> {
  const names = await deleteRow(deps.db, domain);
  if (names === null) return err({ reason: 'domain_in_use' });
  await forget(deps, domain);
  await recordActivity(deps, actor, { action: 'domain.deleted', subjectId: domain.id, note: domain.host });
  return ok(names);
}

/** Ends what the platform and the copies know of a domain whose row is gone. */
export async function forget(deps: Dependencies, domain: Domain): Promise<void> {
  const { host, platformId, verifiedAtMs } = domain;
  try {
    if (verifiedAtMs !== null) await deleteDomainCopy(deps.links, host);
    if (platformId !== null && (await findOthersHostname(deps.db, domain)) !== platformId)
      await deps.domains.customHostnames?.disconnect(platformId);
  } catch (error) {
    deps.reportFailure('domain_not_forgotten', error);
  }
}

export interface DomainCopying extends Pick<Dependencies, 'db' | 'reportFailure'> {
  readonly links: CopyStore;
}

/** Writes the copies of an account's domains again, because its pages have stopped with it, or came back. */
export async function copyDomainsOf(deps: DomainCopying, accountId: string): Promise<void> {
  for (const domain of await listDomains(deps.db, accountId)) await copyDomain(deps, domain);
}

export async function copyDomain(deps: DomainCopying, domain: Domain): Promise<void> {
  const copy = toLinkDomain(domain);
  if (!copy) return;
  try {
    await putDomainCopy(deps.links, domain.host, copy);
  } catch (error) {
    // The daily check writes it again.
    deps.reportFailure('domain_copy_failed', error);
  }
}
