import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import type { Form } from '../../frame/forms/form.ts';

interface SignUpPageProps {
  readonly form: Form;
  /** The id of the future owner. A form that is sent twice opens one account. */
  readonly id: string;
  readonly isMailed: boolean;
}

export function SignUpPage({ form, id, isMailed }: SignUpPageProps) {
  return (
    <NarrowPage title="Open an account">
      <FilledForm form={form} action="/sign-up" hidden={{ id }}>
        <Field
          name="account"
          label="Name of the account"
          hint="Your company, your club or your own name."
          attributes={{ required: true, autocomplete: 'organization' }}
        />
        <Field name="name" label="Your name" attributes={{ required: true, autocomplete: 'name' }} />
        {isMailed ? (
          <Field
            name="email"
            label="E-mail address"
            hint="We send you a link that signs you in."
            attributes={{ type: 'email', required: true, maxlength: 254, autocomplete: 'email' }}
          />
        ) : null}
        <Button>Open the account</Button>
      </FilledForm>
      <p>
        Already have an account? <a href="/sign-in">Sign in</a>.
      </p>
    </NarrowPage>
  );
}

/** The same words for a new address and for one that somebody already has. */
export function SignUpSentPage() {
  return (
    <NarrowPage title="Check your e-mail">
      <Notice kind="done">A sign-in link is on its way to you. It works once, within 15 minutes.</Notice>
      <p>
        No e-mail? <a href="/sign-in">Ask for another link</a>.
      </p>
    </NarrowPage>
  );
}
