import type { Person } from '../../core/account.ts';

export function SignInPage() {
  return (
    <section class="narrow">
      <h1>Sign in</h1>
      <p>
        You need a sign-in link. Ask an owner of your account for one, or make one where the service is
        deployed from:
      </p>
      <pre>
        <code>npm run account -- invite --help</code>
      </pre>
    </section>
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
