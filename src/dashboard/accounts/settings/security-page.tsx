import { say, sayRich } from '#languages/say.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { Passkey } from '#storage/accounts/passkeys.ts';
import type { Session } from '#storage/accounts/sessions.ts';
import { ButtonRow, PostButton } from '../../kit/buttons.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { sayBrowser } from '../sign-in/browser-name.ts';
import { PasskeyProblem } from '../sign-in/passkey-problem.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { Day, Minute } from '../../frame/utc-time.tsx';

interface SignInProps {
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** The session of this browser. */
  readonly sessionId: string;
  readonly isFresh: boolean;
  /** Whether this person can sign in again without the operator. */
  readonly canReturn: boolean;
  /** The same without a passkey. */
  readonly wayBack: 'company' | 'mail' | 'link' | null;
  /** Whether passkeys sign this person in. */
  readonly hasPasskeys: boolean;
}

export function SignIn({ sessions, sessionId, hasPasskeys, ...passkeys }: SignInProps) {
  return (
    <>
      {hasPasskeys ? <Passkeys {...passkeys} /> : null}
      <Sessions sessions={sessions} sessionId={sessionId} />
    </>
  );
}

function Passkeys({
  passkeys,
  isFresh,
  canReturn,
  wayBack,
}: Omit<SignInProps, 'sessions' | 'sessionId' | 'hasPasskeys'>) {
  return (
    <section id="sign-in">
      <h2>{say('Passkeys')}</h2>
      <p>
        {say(
          'A passkey signs you in with your fingerprint, your face or your device’s PIN, without waiting for a link.',
        )}
        {passkeys.length === 0 ? ` ${say('You have no passkeys yet.')}` : null}
      </p>
      {passkeys.length === 0 ? null : (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow passkey={passkey} wayBack={wayBack} />
          ))}
        </Rows>
      )}
      {canReturn ? null : (
        <Notice>
          {say(
            'Once you are signed out, only the operator of this service can let you in again: you are the only owner of your account, without a passkey, and we cannot e-mail you a sign-in link.',
          )}
        </Notice>
      )}
      {isFresh ? <AddPasskey /> : <SignInAgain page="/settings" />}
    </section>
  );
}

function AddPasskey() {
  return (
    <div data-passkey="register">
      <button type="button" hidden>
        {say('Add a passkey')}
      </button>
      <PasskeyProblem />
      <p class="muted" data-without-passkeys>
        {say('To add a passkey, open this page in a browser that supports passkeys and runs JavaScript.')}
      </p>
    </div>
  );
}

function PasskeyRow({ passkey, wayBack }: { readonly passkey: Passkey } & Pick<SignInProps, 'wayBack'>) {
  const path = `/settings/passkeys/${passkey.id}`;
  return (
    <Row
      title={passkey.name}
      about={
        <>
          {sayRich('Added {day}', { day: <Day timeMs={passkey.createdAtMs} /> })} ·{' '}
          {passkey.lastUsedDay === null
            ? say('never used')
            : sayRich('last used {day}', { day: <Day timeMs={startOfUtcDay(passkey.lastUsedDay)} /> })}
        </>
      }
    >
      <ButtonRow>
        <Confirm
          kind="main"
          action={`${path}/rename`}
          label={say('Rename…')}
          of={passkey.name}
          button={say('Rename')}
        >
          <label>
            {say('A name that you recognise, such as Phone or Blue security key.')}
            <input name="name" value={passkey.name} required autocomplete="off" />
          </label>
        </Confirm>
        <Confirm
          action={`${path}/remove`}
          label={say('Remove…')}
          of={passkey.name}
          button={say('Remove passkey')}
        >
          <p>
            {say(
              'You can no longer sign in with this passkey. Browsers that are signed in stay signed in. Your device may still offer the passkey until you delete it there too.',
            )}
          </p>
          <p>{sayWayBack(wayBack)}</p>
        </Confirm>
      </ButtonRow>
    </Row>
  );
}

function Sessions({ sessions, sessionId }: Pick<SignInProps, 'sessions' | 'sessionId'>) {
  return (
    <section>
      <h2>{say('Where you are signed in')}</h2>
      <Rows>
        {sessions.map((session) => (
          <SessionRow session={session} isThis={session.id === sessionId} />
        ))}
      </Rows>
      {sessions.length < 2 ? null : (
        <PostButton kind="second" action="/settings/sessions/end-others">
          {say('Sign out everywhere else')}
        </PostButton>
      )}
      <p class="muted">{say('We sign out a browser that you have not used for 30 days.')}</p>
    </section>
  );
}

function SessionRow({ session, isThis }: { readonly session: Session; readonly isThis: boolean }) {
  const about = (
    <>
      {sayRich('Signed in {time}', { time: <Minute timeMs={session.createdAtMs} /> })} ·{' '}
      {sayRich('last seen {day}', { day: <Day timeMs={session.seenAtMs} /> })}
    </>
  );
  const action = `/settings/sessions/${session.id}/end`;
  const browser = sayBrowser(session.browser);
  return (
    <Row title={browser} mark={isThis ? say('this browser') : null} about={about}>
      {isThis ? null : (
        <PostButton kind="link" action={action} label={say('Sign out {browser}', { browser })}>
          {say('Sign out')}
        </PostButton>
      )}
    </Row>
  );
}

function sayWayBack(wayBack: SignInProps['wayBack']): string {
  if (wayBack === 'company') return say('Without another passkey, you sign in with the company login.');
  if (wayBack === 'mail')
    return say(
      'Without another passkey you need a sign-in link: the sign-in page sends it to your e-mail address.',
    );
  return wayBack === 'link'
    ? say(
        'Without another passkey you need a sign-in link: an owner of your account creates it under Settings, People, or the operator of this service does.',
      )
    : say(
        'This is your last passkey, and you are the only owner of your account: without it, only the operator of this service can let you in again.',
      );
}
