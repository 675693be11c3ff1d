import type { Person } from '#core/accounts/account.ts';
import type { CompanyIdentity } from '#core/accounts/company-login.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findAccount } from '#storage/accounts/accounts.ts';
import { bindPeople, insertIdentity, listCandidates, wasRemoved } from '#storage/accounts/identities.ts';
import { REMOVED } from '#storage/accounts/accounts-tables.ts';
import { insertPerson } from '#storage/accounts/people.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordActivity } from '../activity.ts';
import { startOfSession, startSession } from '../sessions.ts';
import { withinQuota } from '../within-quota.ts';

/** Sign-in by the company's provider, which vouches for an address: docs/decisions/company-logins.md. */

export type CompanyRefusal =
  /** Nobody has the address, and newcomers may not join. */
  | 'not_invited'
  /** Somebody else signed in with the address before. */
  | 'other_subject'
  /** An owner removed them. */
  | 'removed'
  /** The account that newcomers join is full. */
  | 'full';

/**
 * Signs in whom the company's provider vouches for. Gives the session's token.
 *
 * @param from.provedAtMs when they last proved there who they are; 0 if it is unknown
 */
export async function signInByCompany(
  deps: Dependencies,
  identity: CompanyIdentity,
  { browser, provedAtMs }: { readonly browser: string; readonly provedAtMs: number },
): Promise<Result<string, CompanyRefusal>> {
  const known = await recognize(deps, identity);
  const person = known.ok && known.value === null ? await join(deps, identity) : known;
  if (!person.ok) return person;
  if (person.value === null) return err('not_invited');
  const signedInAtMs = startOfSession(deps, provedAtMs);
  return ok(await startSession(deps, { person: person.value, browser, method: 'company', signedInAtMs }));
}

/**
 * The person with an identity, or, at their first sign-in, with its address; null if nobody has it. The others with the address are bound
 * too: they are the same human being in other accounts, as in `listSameHuman`.
 */
async function recognize(
  deps: Dependencies,
  identity: CompanyIdentity,
): Promise<Result<Person | null, 'other_subject'>> {
  const { newcomers, isInviterTrusted } = deps.companyLogin;
  const joined = newcomers?.accountId ?? null;
  const all = await listCandidates(deps.db, identity, joined);
  // Whoever has the address could switch to the accounts of all who have it.
  const isTaken = all.some(({ subject, isKnownElsewhere }) =>
    subject === null ? isKnownElsewhere : subject !== identity.subject,
  );
  const own = all.filter(({ person, subject, isProved, isSuspended }) => {
    if (isSuspended || subject !== null) return !isSuspended && subject === identity.subject;
    return !isTaken && (isProved || isInviterTrusted(person.account.id));
  });
  const unbound = own.filter(({ subject }) => subject === null);
  const bound =
    unbound.length > 0
      ? await bindPeople(
          deps.db,
          unbound.map(({ person }) => person.id),
          identity,
          deps.nowMs(),
        )
      : new Set(own.map(({ person }) => person.id));
  for (const { person, isProved, isInvited } of unbound)
    if (isInvited && !isProved && bound.has(person.id))
      await recordActivity(deps, person, { action: 'person.joined' });
  const found = own.find(({ person }) => bound.has(person.id));
  if (found) return ok(found.person);
  return isTaken || own.length > 0 ? err('other_subject') : ok(null);
}

/** Adds a newcomer to the account that the operator chose, within its plan. */
async function join(
  deps: Dependencies,
  identity: CompanyIdentity,
): Promise<Result<Person | null, CompanyRefusal>> {
  const { newcomers } = deps.companyLogin;
  const account = newcomers && (await findAccount(deps.db, newcomers.accountId));
  if (!newcomers || !account || account.suspendedAtMs !== null || account.deletion) return err('not_invited');
  if (await wasRemoved(deps.db, account.id, [identity, toRemovedAddress(deps, identity.email)]))
    return err('removed');
  const { email, name } = identity;
  const origin = {
    id: createRandomId('per', deps.randomBytes(RANDOM_ID_BYTES)),
    accountId: account.id,
    createdAtMs: deps.nowMs(),
    invitedBy: null,
  };
  const added = await withinQuota(deps, { account }, 'people', (limit) =>
    insertPerson(deps.db, { ...origin, name, email, role: newcomers.role }, limit),
  );
  if (!added.ok) return err('full');
  // If a second browser added them at the same moment, it finds that person.
  const person = await recognize(deps, identity);
  if (added.value && person.ok && person.value)
    await recordActivity(deps, person.value, { action: 'person.joined', note: newcomers.role });
  return person;
}

/** Where newcomers may join, keeps somebody out who is about to be removed, and does not know their identity. */
export async function rememberRemoved(
  deps: Pick<Dependencies, 'db' | 'companyLogin' | 'passwordPepper'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<void> {
  if (email !== null && deps.companyLogin.newcomers)
    await insertIdentity(deps.db, id, toRemovedAddress(deps, email));
}

/** A keyed hash: without the key, nobody can guess the address. */
function toRemovedAddress({ passwordPepper }: Pick<Dependencies, 'passwordPepper'>, email: string) {
  return { issuer: REMOVED, subject: new HmacSha256(passwordPepper).sign(email, 43) };
}
