import type { Person } from '#core/accounts/account.ts';
import type { Delivery } from '#service/accounts/invite.ts';
import { Secret } from '../settings/secret.tsx';
import { Settings } from '../settings/settings-tabs.tsx';

export function LinkPage({ person, delivery }: { readonly person: Person; readonly delivery: Delivery }) {
  return (
    <Settings tab="People">
      <section>
        <h2>A sign-in link for {person.name}</h2>
        <DeliveredLink person={person} delivery={delivery} />
        <p>
          <a href="/settings/people" role="button">
            Done
          </a>
        </p>
      </section>
    </Settings>
  );
}

function DeliveredLink({ person, delivery }: { readonly person: Person; readonly delivery: Delivery }) {
  switch (delivery.kind) {
    case 'mailed':
      return (
        <p class="notice" role="status">
          We sent the link to <strong>{delivery.email}</strong>. It works once, within 15 minutes.
        </p>
      );
    case 'mailed_before':
      return (
        <p class="notice" role="status">
          We recently sent three links to <strong>{delivery.email}</strong>, and they still work. Check that
          mailbox, or try again in 15 minutes.
        </p>
      );
    case 'shown':
      return (
        <>
          <p class="notice" role="status">
            {delivery.hasMailFailed ? 'The e-mail could not be sent. ' : null}
            Copy this link now, because we cannot show it again. Give it only to {person.name}: it signs in
            whoever opens it first. It works once, within 15 minutes.
          </p>
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
        <p class="notice" role="status">
          You sent the form twice, and it invited one person. If you do not have the sign-in link, create a
          new one in the list of people.
        </p>
        <p>
          <a href="/settings/people" role="button">
            Go to the list
          </a>
        </p>
      </section>
    </Settings>
  );
}
