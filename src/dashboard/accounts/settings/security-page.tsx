import { startOfUtcDay } from '#core/utc-day.ts';
import type { Passkey } from '#storage/accounts/passkeys.ts';
import type { Session } from '#storage/accounts/sessions.ts';
import { Button, ButtonRow, PostButton } from '../../kit/buttons.tsx';
import { ConfirmPage } from '../../kit/confirm-page.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { Settings } from './settings-tabs.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { Day, Minute } from '../../frame/utc-time.tsx';
import type { Form } from '../../frame/forms/form.ts';

interface SecurityPageProps {
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** The session of this browser. */
  readonly sessionId: string;
  readonly isFresh: boolean;
}

export function SecurityPage({ passkeys, sessions, sessionId, isFresh }: SecurityPageProps) {
  return (
    <Settings tab="Security">
      <Passkeys passkeys={passkeys} isFresh={isFresh} />
      <Sessions sessions={sessions} sessionId={sessionId} />
    </Settings>
  );
}

function Passkeys({ passkeys, isFresh }: Pick<SecurityPageProps, 'passkeys' | 'isFresh'>) {
  return (
    <section>
      <h2>Passkeys</h2>
      <p>
        A passkey signs you in with your fingerprint, your face or your device’s PIN, without waiting for a
        link.
        {passkeys.length === 0 ? ' You have no passkeys yet.' : null}
      </p>
      {passkeys.length === 0 ? null : (
        <Rows>
          {passkeys.map((passkey) => (
            <PasskeyRow passkey={passkey} />
          ))}
        </Rows>
      )}
      {isFresh ? <AddPasskey /> : <SignInAgain page="/settings/security" purpose="To add a passkey" />}
    </section>
  );
}

function AddPasskey() {
  return (
    <div data-passkey="register">
      <button type="button" hidden>
        Add a passkey
      </button>
      <p class="error" role="alert" hidden></p>
      <p class="muted" data-without-passkeys>
        To add a passkey, open this page in a browser that supports passkeys and runs JavaScript.
      </p>
    </div>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const path = `/settings/security/passkeys/${passkey.id}`;
  return (
    <Row
      title={passkey.name}
      about={
        <>
          Added <Day timeMs={passkey.createdAtMs} /> ·{' '}
          {passkey.lastUsedDay === null ? (
            'never used'
          ) : (
            <>
              last used <Day timeMs={startOfUtcDay(passkey.lastUsedDay)} />
            </>
          )}
        </>
      }
    >
      <ButtonRow>
        <a href={`${path}/rename`} aria-label={`Rename ${passkey.name}`}>
          Rename
        </a>
        <a href={`${path}/remove`} aria-label={`Remove ${passkey.name}`}>
          Remove
        </a>
      </ButtonRow>
    </Row>
  );
}

function Sessions({ sessions, sessionId }: Pick<SecurityPageProps, 'sessions' | 'sessionId'>) {
  return (
    <section>
      <h2>Where you are signed in</h2>
      <Rows>
        {sessions.map((session) => (
          <SessionRow session={session} isThis={session.id === sessionId} />
        ))}
      </Rows>
      {sessions.length < 2 ? null : (
        <PostButton kind="second" action="/settings/security/sessions/end-others">
          Sign out everywhere else
        </PostButton>
      )}
      <p class="muted">We sign out a browser that you have not used for 30 days.</p>
    </section>
  );
}

function SessionRow({ session, isThis }: { readonly session: Session; readonly isThis: boolean }) {
  const about = (
    <>
      Signed in <Minute timeMs={session.createdAtMs} /> · last seen <Day timeMs={session.seenAtMs} />
    </>
  );
  const action = `/settings/security/sessions/${session.id}/end`;
  return (
    <Row title={session.browser} mark={isThis ? 'this browser' : null} about={about}>
      {isThis ? null : (
        <PostButton kind="link" action={action} label={`Sign out ${session.browser}`}>
          Sign out
        </PostButton>
      )}
    </Row>
  );
}

export function RemovePasskeyPage({
  passkey,
  isMailed,
}: {
  readonly passkey: Passkey;
  /** Whether sign-in links come by e-mail. */
  readonly isMailed: boolean;
}) {
  return (
    <ConfirmPage
      title={`Remove ${passkey.name}?`}
      action={`/settings/security/passkeys/${passkey.id}/remove`}
      back="/settings/security"
      button="Remove passkey"
    >
      <p>
        You can no longer sign in with this passkey. Browsers that are signed in stay signed in. Without
        another passkey you need a sign-in link:{' '}
        {isMailed
          ? 'the sign-in page sends it to your e-mail address.'
          : 'an owner of your account creates it under Settings, People, or the operator of this service does.'}{' '}
        Your device may still offer the passkey until you delete it there too.
      </p>
    </ConfirmPage>
  );
}

export function RenamePasskeyPage({ passkey, form }: { readonly passkey: Passkey; readonly form: Form }) {
  return (
    <NarrowPage title={`Rename ${passkey.name}`}>
      <FilledForm form={form} action={`/settings/security/passkeys/${passkey.id}/rename`}>
        <Field
          name="name"
          label="Name"
          hint="A name that you recognise, such as Phone or Blue security key."
          attributes={{ required: true, autocomplete: 'off' }}
        />
        <ButtonRow>
          <Button>Rename</Button>
          <a href="/settings/security">Cancel</a>
        </ButtonRow>
      </FilledForm>
    </NarrowPage>
  );
}
