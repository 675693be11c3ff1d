import { Field, FormProblem } from '../../frame/field.tsx';
import type { Form } from '../../frame/form.ts';

interface SignUpPageProps {
  readonly form: Form;
  /** The id that the owner gets. A form that is sent twice opens one account. */
  readonly id: string;
  readonly isMailed: boolean;
}

export function SignUpPage({ form, id, isMailed }: SignUpPageProps) {
  return (
    <section class="narrow">
      <h1>Open an account</h1>
      <FormProblem form={form} />
      <form method="post" action="/sign-up">
        <input type="hidden" name="id" value={id} />
        <Field
          form={form}
          name="account"
          label="Name of the account"
          hint="Your company, your club or your own name."
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
        Already have an account? <a href="/sign-in">Sign in</a>.
      </p>
    </section>
  );
}

/** The same words for an address that is new and for one that somebody has. */
export function SignUpSentPage() {
  return (
    <section class="narrow">
      <h1>Check your e-mail</h1>
      <p class="notice" role="status">
        A sign-in link is on its way to you. It works once, within 15 minutes.
      </p>
      <p>
        No e-mail? <a href="/sign-in">Ask for another link</a>.
      </p>
    </section>
  );
}
