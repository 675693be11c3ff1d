import { say, sayRich } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { Person } from '#core/accounts/account.ts';
import type { Delivery } from '#service/accounts/invite.ts';
import type { LinkKind } from '#service/accounts/sign-in.ts';
import { LinkButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Secret } from '../../kit/secret.tsx';

interface LinkPageProps {
  readonly person: Person;
  readonly delivery: Delivery;
  readonly kind: LinkKind;
}

export function LinkPage(props: LinkPageProps) {
  const { person, kind } = props;
  return (
    <section>
      <h2>
        {kind === 'invitation'
          ? say('An invitation for {person}', { person: person.name })
          : say('A sign-in link for {person}', { person: person.name })}
      </h2>
      <DeliveredLink {...props} />
      <p>
        <LinkButton href="/settings/people">{say('Done')}</LinkButton>
      </p>
    </section>
  );
}

function DeliveredLink({ person, delivery, kind }: LinkPageProps) {
  const b = (text: Child) => <strong>{text}</strong>;
  switch (delivery.kind) {
    case 'mailed':
      return (
        <Notice kind="done">
          {sayRich(
            'We sent the link to <b>{email}</b>. It works once, within {kind, select, invitation {7 days} other {15 minutes}}.',
            { email: delivery.email, kind, b },
          )}
        </Notice>
      );
    case 'mailed_before':
      return (
        <Notice kind="done">
          {sayRich(
            'We recently sent three links to <b>{email}</b>, and they still work. Check that mailbox, or try again in 15 minutes.',
            { email: delivery.email, b },
          )}
        </Notice>
      );
    case 'company':
      return (
        <Notice kind="done">
          {say('{person} signs in with {provider} at {url}. Tell them: we send no e-mail.', {
            person: person.name,
            provider: delivery.provider,
            url: delivery.url,
          })}
        </Notice>
      );
    case 'shown':
      return (
        <>
          <Notice kind="done">
            {delivery.hasMailFailed ? `${say('The e-mail could not be sent.')} ` : null}
            {say(
              'Copy this link now, because we cannot show it again. Give it only to {person}: it signs in whoever opens it first. It works once, within {kind, select, invitation {7 days} other {15 minutes}}.',
              { person: person.name, kind },
            )}
          </Notice>
          <Secret id="sign-in-link" label={say('The link')} value={delivery.url} />
        </>
      );
  }
}
