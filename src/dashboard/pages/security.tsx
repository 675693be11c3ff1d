import { startOfUtcDay } from '../../core/utc-day.ts';
import type { Passkey } from '../../storage/passkeys.ts';
import type { Session } from '../../storage/sessions.ts';
import { ConfirmPage } from '../components/confirm-page.tsx';
import { Field, FormProblem } from '../components/field.tsx';
import { Settings } from '../components/settings-tabs.tsx';
import { Day, Minute } from '../components/utc-time.tsx';
import type { Form } from '../form.ts';

interface SecurityPageProps {
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
  /** The session of the browser that asks. */
  readonly sessionId: string;
  readonly notice: string | null;
}

export function SecurityPage({ passkeys, sessions, sessionId, notice }: SecurityPageProps) {
  return (
    <Settings tab="Security">
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <Passkeys passkeys={passkeys} />
      <Sessions sessions={sessions} sessionId={sessionId} />
    </Settings>
  );
}

function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  return (
    <section>
      <h2>Passkeys</h2>
      <p>
        A passkey signs you in with your fingerprint, your face or your device’s PIN, without waiting for a
        link.
        {passkeys.length === 0 ? ' You have none yet.' : null}
      </p>
      {passkeys.length === 0 ? null : (
        <ul class="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow passkey={passkey} />
          ))}
        </ul>
      )}
      <div data-passkey="register">
        <button type="button" hidden>
          Add a passkey
        </button>
        <p class="error" role="alert" hidden></p>
        <p class="muted" data-without-passkeys>
          To add one, open this page in a browser that knows passkeys, with JavaScript switched on.
        </p>
      </div>
    </section>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const path = `/settings/security/passkeys/${passkey.id}`;
  return (
    <li>
      <div>
        <strong>{passkey.name}</strong>
        <p class="muted">
          added <Day timeMs={passkey.createdAtMs} /> ·{' '}
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
                signed in <Minute timeMs={session.createdAtMs} /> · last seen{' '}
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
      <p class="muted">A browser that is not used for 30 days is signed out by itself.</p>
    </section>
  );
}

export function RemovePasskeyPage({
  passkey,
  isMailed,
}: {
  readonly passkey: Passkey;
  /** Whether a sign-in link would come by e-mail. */
  readonly isMailed: boolean;
}) {
  return (
    <ConfirmPage
      title={`Remove ${passkey.name}?`}
      action={`/settings/security/passkeys/${passkey.id}/remove`}
      back="/settings/security"
      button="Remove the passkey"
    >
      <p>
        It will not sign you in any more; browsers that are signed in stay so. Without another passkey you
        need a sign-in link,{' '}
        {isMailed
          ? 'which the sign-in page sends to your e-mail address'
          : 'which an owner of your account makes under Settings, People, or whoever runs this service'}
        . Your device may go on offering the passkey until you delete it there, too.
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
          hint="What you know it by: Phone, Blue security key…"
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
