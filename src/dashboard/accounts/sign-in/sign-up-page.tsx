import { say, sayRich } from '#languages/say.ts';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
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
    <NarrowPage title={say('Open an account')}>
      <FilledForm form={form} action="/sign-up" hidden={{ id }}>
        <Field
          name="account"
          label={say('Name of the account')}
          hint={say('Your company, your club or your own name.')}
          attributes={{ required: true, autocomplete: 'organization' }}
        />
        <Field name="name" label={say('Your name')} attributes={{ required: true, autocomplete: 'name' }} />
        {isMailed ? (
          <Field
            name="email"
            label={say('E-mail address')}
            hint={say('We send you a link that signs you in.')}
            attributes={{ type: 'email', required: true, maxlength: 254, autocomplete: 'email' }}
          />
        ) : null}
        <Button>{say('Open the account')}</Button>
      </FilledForm>
      <p>
        {sayRich('Already have an account? <signIn>Sign in</signIn>.', {
          signIn: (text) => <a href="/sign-in">{text}</a>,
        })}
      </p>
    </NarrowPage>
  );
}
