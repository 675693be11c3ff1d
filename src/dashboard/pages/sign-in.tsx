import type { Person } from '../../core/account.ts';
import { Field } from '../components/field.tsx';
import type { Form } from '../form.ts';

interface SignInPageProps {
  readonly form: Form;
  /** Whether links are sent by e-mail. */
  readonly isMailed: boolean;
  /** Whether one was asked for a moment ago. */
  readonly isSent: boolean;
  readonly isSignUpOpen: boolean;
}

export function SignInPage({ form, isMailed, isSent, isSignUpOpen }: SignInPageProps) {
  return (
    <section class="narrow sign-in">
      <h1>Sign in</h1>
      {isSent ? <LinkSent /> : null}
      <div data-passkey="sign-in">
        <button type="button" hidden>
          Sign in with a passkey
        </button>
        <p class="error" role="alert" hidden></p>
      </div>
      {isMailed ? <AskForLink form={form} /> : <WhereLinksComeFrom />}
      {isSignUpOpen ? (
        <p>
          New here? <a href="/sign-up">Open an account</a>.
        </p>
      ) : null}
    </section>
  );
}

/** The same words for every address. */
function LinkSent() {
  return (
    <p class="notice" role="status">
      If somebody signs in with this address, a link is on its way there. It works once, within 15 minutes.
    </p>
  );
}

function AskForLink({ form }: { readonly form: Form }) {
  return (
    <form method="post" action="/sign-in">
      <Field
        form={form}
        name="email"
        label="E-mail address"
        hint="We send you a link that signs you in."
        attributes={{ type: 'email', required: true, maxlength: 254, autocomplete: 'email' }}
      />
      <button type="submit" class="secondary">
        Send me a link
      </button>
    </form>
  );
}

function WhereLinksComeFrom() {
  return (
    <>
      <p>
        Without a passkey you need a sign-in link. An owner of your account makes one under Settings, People;
        whoever runs this service, with
      </p>
      <pre tabindex={0} role="group" aria-label="Command">
        <code>npm run --silent account -- invite --account ID</code>
      </pre>
    </>
  );
}

export function ConfirmSignInPage({ person, path }: { readonly person: Person; readonly path: string }) {
  return (
    <section class="narrow">
      <h1>Sign in</h1>
      <p>
        This link signs you in as <strong>{person.name}</strong> of <strong>{person.account.name}</strong>.
      </p>
      <form method="post" action={path}>
        <button type="submit">Sign in</button>
      </form>
    </section>
  );
}
