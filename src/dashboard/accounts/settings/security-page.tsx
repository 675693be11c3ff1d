import { startOfUtcDay } from '#core/utc-day.ts';
import type { Passkey } from '#storage/accounts/passkeys.ts';
import type { Session } from '#storage/accounts/sessions.ts';
import { ConfirmPage } from '../sign-in/confirm-page.tsx';
import { Field, FormProblem } from '../../frame/field.tsx';
import { Settings } from './settings-tabs.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { Day, Minute } from '../../frame/utc-time.tsx';
import type { Form } from '../../frame/form.ts';

interface SecurityPageProps {
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** The session of the browser that asks. */
  readonly sessionId: string;
  readonly isFresh: boolean;
  readonly notice: string | null;
}

export function SecurityPage({ passkeys, sessions, sessionId, isFresh, notice }: SecurityPageProps) {
  return (
    <Settings tab="Security">
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
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
        <ul class="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow passkey={passkey} />
          ))}
        </ul>
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
    <li>
      <div>
        <strong>{passkey.name}</strong>
        <p class="muted">
          Added <Day timeMs={passkey.createdAtMs} /> ·{' '}
          {passkey.lastUsedDay === null ? (
            'never used'
          ) : (
            <>
              last used <Day timeMs={startOfUtcDay(passkey.lastUsedDay)} />
            </>
          )}
        </p>
      </div>
      <div class="actions">
        <a href={`${path}/rename`} aria-label={`Rename ${passkey.name}`}>
          Rename
        </a>
        <a href={`${path}/remove`} aria-label={`Remove ${passkey.name}`}>
          Remove
        </a>
      </div>
    </li>
  );
}

function Sessions({ sessions, sessionId }: Pick<SecurityPageProps, 'sessions' | 'sessionId'>) {
  return (
    <section>
      <h2>Where you are signed in</h2>
      <ul class="rows">
        {sessions.map((session) => (
          <li>
            <div>
              <strong>{session.browser}</strong> {session.id === sessionId ? <mark>this browser</mark> : null}
              <p class="muted">
                Signed in <Minute timeMs={session.createdAtMs} /> · last seen{' '}
                <Day timeMs={session.seenAtMs} />
              </p>
            </div>
            {session.id === sessionId ? null : (
              <form method="post" action={`/settings/security/sessions/${session.id}/end`}>
                <button class="link" type="submit" aria-label={`Sign out ${session.browser}`}>
                  Sign out
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <form method="post" action="/settings/security/sessions/end-others">
          <button class="secondary" type="submit">
            Sign out everywhere else
          </button>
        </form>
      )}
      <p class="muted">We sign out a browser that you have not used for 30 days.</p>
    </section>
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
    <section class="narrow">
      <h1>Rename {passkey.name}</h1>
      <FormProblem form={form} />
      <form method="post" action={`/settings/security/passkeys/${passkey.id}/rename`}>
        <Field
          form={form}
          name="name"
          label="Name"
          hint="A name that you recognise, such as Phone or Blue security key."
          attributes={{ required: true, autocomplete: 'off' }}
        />
        <div class="choices">
          <button type="submit">Rename</button>
          <a href="/settings/security">Cancel</a>
        </div>
      </form>
    </section>
  );
}
