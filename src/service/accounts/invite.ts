import type { Person, Role } from '#core/accounts/account.ts';
import { ok, type Result } from '#core/result.ts';
import { findPersonOf, insertPerson } from '#storage/accounts/people.ts';
import { refuse, type UsualProblem } from '#contract/usual-problem.ts';
import type { Dependencies } from '../dependencies.ts';
import { isLimitReached, recordActivity } from './activity.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { createSignInLink, type LinkKind } from './sign-in.ts';
import { warnOfOwner } from './warn.ts';
import { withinQuota } from './within-quota.ts';

export interface Invitation {
  /** A form that is sent twice invites with the same id, so that it adds one person. */
  readonly personId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

/** Adds a person to the inviter's account, within its plan. `deliverLink` then makes their sign-in link. */
export async function invite(
  deps: Dependencies,
  inviter: Person,
  { personId, ...invitation }: Invitation,
): Promise<Result<Person | 'made_before', UsualProblem>> {
  const { db } = deps;
  const accountId = inviter.account.id;
  const origin = { id: personId, accountId, createdAtMs: deps.nowMs(), invitedBy: inviter.id };
  const added = await withinQuota(deps, inviter, 'people', (limit) =>
    insertPerson(db, { ...invitation, ...origin }, limit),
  );
  if (!added.ok) return added;
  const person = await findPersonOf(db, accountId, personId);
  if (!person) return refuse({ code: 'email_taken', field: 'email', values: {} });
  if (!added.value) return ok('made_before');
  await recordActivity(deps, inviter, { action: 'person.invited', subjectId: personId, note: person.role });
  if (person.role === 'owner') warnOfOwner(deps, inviter, person.name);
  return ok(person);
}

/** Makes a new sign-in link for a person of the account, at an owner's request; null if the account made too many in a day. */
export async function renewLink(
  deps: Dependencies,
  owner: Person,
  person: Person,
  origin: string,
): Promise<Delivery | null> {
  if (await isLimitReached(deps, owner.account.id, 'person.link_created')) return null;
  await recordActivity(deps, owner, { action: 'person.link_created', subjectId: person.id });
  return deliverLink(deps, person, origin, 'sign_in');
}

/** How a sign-in link reaches a person: by mail, or by hand, when this object holds it; or that they need none. */
export type Delivery =
  | { readonly kind: 'mailed'; readonly email: string }
  | { readonly kind: 'mailed_before'; readonly email: string }
  | { readonly kind: 'company'; readonly url: string; readonly provider: string }
  | { readonly kind: 'shown'; readonly url: string; readonly hasMailFailed: boolean };

/**
 * Makes a new link for a person of the account: mailed if possible, otherwise returned.
 *
 * @param origin origin of the dashboard
 */
export async function deliverLink(
  deps: Dependencies,
  person: Person,
  origin: string,
  kind: LinkKind,
): Promise<Delivery> {
  const { mailer, companyLogin } = deps;
  const { email } = person;
  if (companyLogin.isOnlyWay)
    return { kind: 'company', url: `${origin}/sign-in`, provider: companyLogin.name ?? '' };
  const outcome =
    mailer && email !== null ? await mailSignInLink(deps, mailer, { ...person, email }, origin, kind) : null;
  if (email !== null && outcome === 'sent') return { kind: 'mailed', email };
  if (email !== null && outcome === 'too_many') return { kind: 'mailed_before', email };
  const token = await createSignInLink(deps, person.id, kind);
  return { kind: 'shown', url: `${origin}/sign-in/link/${token}`, hasMailFailed: outcome === 'failed' };
}
