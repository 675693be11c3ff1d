import { say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import { ConfirmPage } from '../../kit/confirm/confirm-page.tsx';
import { HiddenField } from '../../kit/field.tsx';
import { Form } from '../../frame/forms/form.ts';

/** Asks the only owner of an account, who has neither a passkey nor mail, before they sign out. */
export function SignOutPage({ person }: { readonly person: Person }) {
  return (
    <ConfirmPage
      title={say('Sign out without a way back?')}
      action="/sign-out"
      back="/settings"
      button={say('Sign out')}
      form={new Form([['sure', 'on']])}
      fields={<HiddenField name="sure" />}
    >
      <p>
        {sayRich(
          'You have no passkey, and we cannot e-mail you a sign-in link. You are the only owner of <b>{account}</b>, so once you are signed out, only the operator of this service can give you a link.',
          { account: person.account.name, b: (text) => <strong>{text}</strong> },
        )}
      </p>
      <p>
        {sayRich('<security>Add a passkey</security> first, or make somebody else an owner.', {
          security: (text) => <a href="/settings">{text}</a>,
        })}
      </p>
    </ConfirmPage>
  );
}
