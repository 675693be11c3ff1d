import type { Child } from 'hono/jsx';
import { say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import type { AddressHolder } from '#storage/accounts/people.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Rows } from '../../kit/rows.tsx';

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
    <NarrowPage title={say('Sign in')}>
      {signedIn ? (
        <Notice>
          {sayRich(
            'This browser is signed in as <b>{person}</b> of <b>{account}</b>. If you continue, this browser is signed out of that account.',
            namesOf(signedIn),
          )}
        </Notice>
      ) : null}
      {choices.length > 1 ? <p>{say('Your address belongs to more than one account. Choose one:')}</p> : null}
      <Rows>
        {choices.map((choice) => (
          <li>
            <Choice choice={choice} />
            <PostButton action={path} fields={{ person: choice.person.id }} label={labelOf(choice)}>
              {isInvitation(choice) ? say('Accept') : say('Sign in')}
            </PostButton>
          </li>
        ))}
      </Rows>
      {choices.some(isInvitation) ? (
        <p class="muted">
          {say('If you do not know who invited you, do not accept. Ignoring an invitation changes nothing.')}
        </p>
      ) : null}
      {signedIn ? (
        <p class="alone">
          <a href="/codes">{say('Stay signed in as {person}', { person: signedIn.name })}</a>
        </p>
      ) : null}
    </NarrowPage>
  );
}

function Choice({ choice }: { readonly choice: AddressHolder }) {
  const { person, inviter } = choice;
  if (!isInvitation(choice) || !inviter) {
    return (
      <p>{sayRich('This link signs you in as <b>{person}</b> of <b>{account}</b>.', namesOf(person))}</p>
    );
  }
  return (
    <p>
      {sayRich(
        '<b>{inviter}</b> invites you to <b>{account}</b>, as <b>{person}</b>, {role, select, owner {an owner} member {an editor} other {a viewer}}.',
        {
          ...namesOf(person),
          inviter: inviter.email === null ? inviter.name : `${inviter.name} (${inviter.email})`,
          role: person.role,
        },
      )}
    </p>
  );
}

function namesOf(person: Person) {
  return {
    person: person.name,
    account: person.account.name,
    b: (text: Child) => <strong>{text}</strong>,
  };
}

function isInvitation({ isProved, inviter }: AddressHolder): boolean {
  return !isProved && inviter !== null;
}

function labelOf(choice: AddressHolder): string {
  const { person } = choice;
  return isInvitation(choice)
    ? say('Accept the invitation to {account}', { account: person.account.name })
    : say('Sign in as {person} of {account}', { person: person.name, account: person.account.name });
}
