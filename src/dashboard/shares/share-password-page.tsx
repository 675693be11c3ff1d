import { LONGEST_SHARE_PASSWORD } from '#core/shares/share.ts';
import { Field, FormProblem } from '../kit/field.tsx';
import type { Form } from '../frame/form.ts';
import { Button } from '../kit/buttons.tsx';
import { NarrowPage } from '../kit/page-head.tsx';

/** Asks for the password of a link to statistics. */
export function SharePasswordPage({ form, path }: { readonly form: Form; readonly path: string }) {
  return (
    <NarrowPage title="Shared statistics">
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
        <Button>Show the statistics</Button>
      </form>
    </NarrowPage>
  );
}
