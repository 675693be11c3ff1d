import { say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import type { CompanyLogin } from '#core/accounts/company-login.ts';
import { Button, LinkButton } from '../../kit/buttons.tsx';
import { Field, Filled } from '../../kit/field.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { PasskeyProblem } from './passkey-problem.tsx';

interface SignInPageProps {
  readonly form: Form;
  /** The signed-in person who has to sign in again; null for everybody else. */
  readonly signedIn: Person | null;
  readonly company: CompanyLogin;
  /** The page that the sign-in leads to. */
  readonly next: string;
  /** Whether links are sent by e-mail. */
  readonly isMailed: boolean;
  readonly isSignUpOpen: boolean;
  /** Whether the service runs on the reader's machine: then the reader can use its command line. */
  readonly isLaptop: boolean;
}

export function SignInPage(props: SignInPageProps) {
  const { form, signedIn, company, isMailed, isSignUpOpen, isLaptop } = props;
  const { isOnlyWay } = company;
  return (
    <section class="narrow sign-in">
      <PageHead title={signedIn ? say('Sign in again') : say('Sign in')} />
      {signedIn ? <WhyAgain person={signedIn} /> : null}
      <CompanyButton {...props} />
      {isOnlyWay ? <OnlyWay company={company} /> : null}
      <div data-passkey="sign-in">
        <button type="button" hidden class={company.name === null ? undefined : 'secondary outline'}>
          {say('Sign in with a passkey')}
        </button>
        <PasskeyProblem />
      </div>
      {isMailed ? (
        <Filled.Provider value={form}>
          <AskForLink />
        </Filled.Provider>
      ) : isOnlyWay ? null : (
        <WhereLinksComeFrom person={signedIn} isLaptop={isLaptop} />
      )}
      {isSignUpOpen && !signedIn ? (
        <p>
          {sayRich('New here? <signUp>Open an account</signUp>.', {
            signUp: (text) => <a href="/sign-up">{text}</a>,
          })}
        </p>
      ) : null}
    </section>
  );
}

function WhyAgain({ person }: { readonly person: Person }) {
  return (
    <p>
      {sayRich(
        'You are signed in as <b>{person}</b> of <b>{account}</b>. Before you add a passkey, create an API key, connect an app or make somebody an owner, sign in again: your last sign-in was more than 10 minutes ago. <back>Not now</back>',
        {
          person: person.name,
          account: person.account.name,
          b: (text) => <strong>{text}</strong>,
          back: (text) => <a href="/codes">{text}</a>,
        },
      )}
    </p>
  );
}

function CompanyButton({ company, signedIn, next }: SignInPageProps) {
  if (company.name === null) return null;
  const query = new URLSearchParams({ next, ...(signedIn ? { again: '1' } : {}) });
  return (
    <p>
      <LinkButton href={`/sign-in/company?${query.toString()}`}>
        {say('Sign in with {provider}', { provider: company.name })}
      </LinkButton>
    </p>
  );
}

function OnlyWay({ company }: Pick<SignInPageProps, 'company'>) {
  return (
    <p>
      {say(
        'Everybody signs in with {provider}. If it does not respond, owners of an account can sign in with a passkey.',
        { provider: company.name ?? '' },
      )}
    </p>
  );
}

function AskForLink() {
  return (
    <form method="post" action="/sign-in">
      <Field
        name="email"
        label={say('E-mail address')}
        hint={say('We send you a link that signs you in.')}
        attributes={{ type: 'email', required: true, maxlength: 254, autocomplete: 'email' }}
      />
      <Button kind="second">{say('Send me a link')}</Button>
    </form>
  );
}

/** Shows the command that makes a link, for people who can run it. */
function WhereLinksComeFrom({
  person,
  isLaptop,
}: {
  readonly person: Person | null;
  readonly isLaptop: boolean;
}) {
  if (!isLaptop) {
    return (
      <p>
        {say(
          'Without a passkey you need a sign-in link. Ask an owner of your account: they create one under Settings, People. If you are its only owner, ask whoever runs this service.',
        )}
      </p>
    );
  }
  return (
    <>
      <p>
        {say(
          'Without a passkey you need a sign-in link. An owner of your account creates one under Settings, People. The operator of this service creates one with this command:',
        )}
      </p>
      <pre tabindex={0} role="group" aria-label={say('Command')}>
        <code>
          npm run --silent account -- sign-in {person?.account.id ?? 'ACCOUNT'} --person{' '}
          {person?.id ?? 'NAME'}
        </code>
      </pre>
    </>
  );
}
