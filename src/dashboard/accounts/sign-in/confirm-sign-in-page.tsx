import type { Person } from '#core/accounts/account.ts';
import type { AddressHolder } from '#storage/accounts/people.ts';
import { ROLE_WORDS } from '../role-words.ts';

interface ConfirmSignInPageProps {
  /** Whom the link may sign in; its own person first. */
  readonly choices: readonly AddressHolder[];
  /** Who is signed in in this browser. */
  readonly signedIn: Person | null;
  readonly path: string;
}

/** Asks before a link signs in: as whom, to which account, by whose invitation, and instead of whom. */
export function ConfirmSignInPage({ choices, signedIn, path }: ConfirmSignInPageProps) {
  return (
    <section class="narrow">
      <h1>Sign in</h1>
      {signedIn ? (
        <p class="notice">
          This browser is signed in as <Name person={signedIn} />. If you go on, it is signed out there.
        </p>
      ) : null}
      {choices.length > 1 ? <p>Your address stands for more than one account. Choose one:</p> : null}
      <ul class="rows">
        {choices.map((choice) => (
          <li>
            <Choice choice={choice} />
            <form method="post" action={path}>
              <input type="hidden" name="person" value={choice.person.id} />
              <button type="submit" aria-label={labelOf(choice)}>
                {isInvitation(choice) ? 'Accept' : 'Sign in'}
              </button>
            </form>
          </li>
        ))}
      </ul>
      {choices.some(isInvitation) ? (
        <p class="muted">
          If you do not know who invites you, do not accept. An invitation that you ignore changes nothing.
        </p>
      ) : null}
      {signedIn ? (
        <p class="alone">
          <a href="/codes">Stay signed in as {signedIn.name}</a>
        </p>
      ) : null}
    </section>
  );
}

function Choice({ choice }: { readonly choice: AddressHolder }) {
  const { person, inviter } = choice;
  if (!isInvitation(choice) || !inviter) {
    return (
      <p>
        This link signs you in as <Name person={person} />.
      </p>
    );
  }
  return (
    <p>
      <strong>{inviter.name}</strong>
      {inviter.email === null ? '' : ` (${inviter.email})`} invites you to{' '}
      <strong>{person.account.name}</strong>, as <strong>{person.name}</strong>,{' '}
      {ROLE_WORDS[person.role].article}.
    </p>
  );
}

function Name({ person }: { readonly person: Person }) {
  return (
    <>
      <strong>{person.name}</strong> of <strong>{person.account.name}</strong>
    </>
  );
}

function isInvitation({ isProved, inviter }: AddressHolder): boolean {
  return !isProved && inviter !== null;
}

function labelOf(choice: AddressHolder): string {
  const { person } = choice;
  return isInvitation(choice)
    ? `Accept the invitation to ${person.account.name}`
    : `Sign in as ${person.name} of ${person.account.name}`;
}
