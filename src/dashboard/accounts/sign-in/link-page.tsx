import { say } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import type { Delivery } from '#service/accounts/invite.ts';
import type { LinkKind } from '#service/accounts/sign-in.ts';
import { LinkButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Secret } from '../../kit/secret.tsx';
import { Settings } from '../settings/settings-tabs.tsx';

interface LinkPageProps {
  readonly person: Person;
  readonly delivery: Delivery;
  readonly kind: LinkKind;
}

export function LinkPage(props: LinkPageProps) {
  const { person, kind } = props;
  return (
    <Settings tab="People">
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
    </Settings>
  );
}

function DeliveredLink({ person, delivery, kind }: LinkPageProps) {
  const lasts = kind === 'invitation' ? '7 days' : '15 minutes';
  switch (delivery.kind) {
    case 'mailed':
      return (
        <Notice kind="done">
          We sent the link to <strong>{delivery.email}</strong>. It works once, within {lasts}.
        </Notice>
      );
    case 'mailed_before':
      return (
        <Notice kind="done">
          We recently sent three links to <strong>{delivery.email}</strong>, and they still work. Check that
          mailbox, or try again in 15 minutes.
        </Notice>
      );
    case 'shown':
      return (
        <>
          <Notice kind="done">
            {delivery.hasMailFailed ? 'The e-mail could not be sent. ' : null}
            Copy this link now, because we cannot show it again. Give it only to {person.name}: it signs in
            whoever opens it first. It works once, within {lasts}.
          </Notice>
          <Secret id="sign-in-link" label="The link" value={delivery.url} />
        </>
      );
  }
}

export function InvitedBeforePage({ person }: { readonly person: string }) {
  return (
    <Settings tab="People">
      <section>
        <h2>{person} has already been invited</h2>
        <Notice kind="done">
          You sent the form twice, and it invited one person. If you do not have the sign-in link, create a
          new one in the list of people.
        </Notice>
        <p>
          <LinkButton href="/settings/people">Go to the list</LinkButton>
        </p>
      </section>
    </Settings>
  );
}
