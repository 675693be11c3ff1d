import { Field, FormProblem } from '../components/field.tsx';
import type { Form } from '../form.ts';

export function SignUpPage({ form, isMailed }: { readonly form: Form; readonly isMailed: boolean }) {
  return (
    <section class="narrow">
      <h1>Open an account</h1>
      <FormProblem form={form} />
      <form method="post" action="/sign-up">
        <Field
          form={form}
          name="account"
          label="Name of the account"
          hint="Your company, your club, or yourself."
          attributes={{ required: true, autocomplete: 'organization' }}
        />
        <Field
          form={form}
          name="name"
          label="Your name"
          attributes={{ required: true, autocomplete: 'name' }}
        />
        {isMailed ? (
          <Field
            form={form}
            name="email"
            label="E-mail address"
            hint="We send you a link that signs you in."
            attributes={{ type: 'email', required: true, maxlength: 254, autocomplete: 'email' }}
          />
        ) : null}
        <button type="submit">Open the account</button>
      </form>
      <p>
        You have one? <a href="/sign-in">Sign in</a>.
      </p>
    </section>
  );
}

/** The same words for an address that is new and for one that somebody has. */
export function SignUpSentPage() {
  return (
    <section class="narrow">
      <h1>Look into your mailbox</h1>
      <p class="notice" role="status">
        A link that signs you in is on its way to you. It works once, within 15 minutes.
      </p>
      <p>
        Nothing there? <a href="/sign-in">Ask for another link</a>.
      </p>
    </section>
  );
}
