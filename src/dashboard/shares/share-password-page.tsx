import { LONGEST_SHARE_PASSWORD } from '#core/shares/share.ts';
import { Field, FormProblem } from '../kit/field.tsx';
import type { Form } from '../frame/form.ts';

/** Asks for the password of a link to statistics. */
export function SharePasswordPage({ form, path }: { readonly form: Form; readonly path: string }) {
  return (
    <section class="narrow">
      <h1>Shared statistics</h1>
      <p>The person who gave you this link has protected it with a password.</p>
      <FormProblem form={form} />
      <form method="post" action={path}>
        <Field
          form={form}
          name="password"
          label="Password"
          attributes={{
            type: 'password',
            required: true,
            autocomplete: 'off',
            maxlength: LONGEST_SHARE_PASSWORD,
          }}
        />
        <button type="submit">Show the statistics</button>
      </form>
    </section>
  );
}
