import type { Person, Role } from '../core/account.ts';
import { err, ok, type Result } from '../core/result.ts';
import { findPersonOf, insertPerson } from '../storage/people.ts';
import type { Dependencies } from './dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { createSignInLink } from './sign-in.ts';

export interface Invitation {
  /** Who invites one person twice, by sending a form again, invites with the same id. */
  readonly personId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

export type InviteProblem = 'invited_before' | 'email_taken';

/** Adds somebody to an account. What lets them in is `deliverLink`. */
export async function invite(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  { personId, ...invitation }: Invitation,
): Promise<Result<Person, InviteProblem>> {
  const isAdded = await insertPerson(db, { ...invitation, id: personId, createdAtMs: nowMs() });
  const person = await findPersonOf(db, invitation.accountId, personId);
  if (isAdded && person) return ok(person);
  return err(person ? 'invited_before' : 'email_taken');
}

/** How a sign-in link reaches somebody: by mail, or from hand to hand; then it is here, and only here. */
export type Delivery =
  | { readonly kind: 'mailed'; readonly email: string }
  | { readonly kind: 'mailed_before'; readonly email: string }
  | { readonly kind: 'shown'; readonly url: string; readonly hasMailFailed: boolean };

/**
 * A new sign-in link for somebody of the account: mailed where that can be, otherwise given.
 *
 * @param origin where the dashboard is
 */
export async function deliverLink(deps: Dependencies, person: Person, origin: string): Promise<Delivery> {
  const { mailer } = deps;
  const { email } = person;
  const outcome =
    mailer && email !== null ? await mailSignInLink(deps, mailer, { ...person, email }, origin) : null;
  if (email !== null && outcome === 'sent') return { kind: 'mailed', email };
  if (email !== null && outcome === 'too_many') return { kind: 'mailed_before', email };
  const token = await createSignInLink(deps, person.id);
  return { kind: 'shown', url: `${origin}/sign-in/link/${token}`, hasMailFailed: outcome === 'failed' };
}
