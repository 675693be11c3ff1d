import type { Person } from '#core/accounts/account.ts';
import type { AddressHolder } from '#storage/accounts/people.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Rows } from '../../kit/rows.tsx';
import { ROLE_WORDS } from '../role-words.ts';

interface ConfirmSignInPageProps {
  /** The people whom the link may sign in, its own person first. */
  readonly choices: readonly AddressHolder[];
  /** The person who is signed in to this browser. */
  readonly signedIn: Person | null;
  readonly path: string;
}

/** Asks before a link signs in: which person, to which account, by whose invitation, and instead of whom. */
export function ConfirmSignInPage({ choices, signedIn, path }: ConfirmSignInPageProps) {
  return (
    <NarrowPage title="Sign in">
      {signedIn ? (
        <Notice>
          This browser is signed in as <Name person={signedIn} />. If you continue, this browser is signed out
          of that account.
        </Notice>
      ) : null}
      {choices.length > 1 ? <p>Your address belongs to more than one account. Choose one:</p> : null}
      <Rows>
        {choices.map((choice) => (
          <li>
            <Choice choice={choice} />
            <PostButton action={path} fields={{ person: choice.person.id }} label={labelOf(choice)}>
              {isInvitation(choice) ? 'Accept' : 'Sign in'}
            </PostButton>
          </li>
        ))}
      </Rows>
      {choices.some(isInvitation) ? (
        <p class="muted">
          If you do not know who invited you, do not accept. Ignoring an invitation changes nothing.
        </p>
      ) : null}
      {signedIn ? (
        <p class="alone">
          <a href="/codes">Stay signed in as {signedIn.name}</a>
        </p>
      ) : null}
    </NarrowPage>
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
