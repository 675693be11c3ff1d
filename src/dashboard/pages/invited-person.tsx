import type { Person } from '../../core/account.ts';
import type { Delivery } from '../../service/invite.ts';
import { Secret } from '../components/secret.tsx';
import { Settings } from '../components/settings-tabs.tsx';

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
          We sent it to <strong>{delivery.email}</strong>. It works once, within 15 minutes.
        </p>
      );
    case 'mailed_before':
      return (
        <p class="notice" role="status">
          Three links went to <strong>{delivery.email}</strong> a short while ago, and still work. Look into
          that mailbox, or wait 15 minutes.
        </p>
      );
    case 'shown':
      return (
        <>
          <p class="notice" role="status">
            {delivery.hasMailFailed ? 'The e-mail could not be sent. ' : null}
            Give this link to {person.name}, and to nobody else: it signs in whoever opens it first. It works
            once, within 15 minutes, and is shown only now.
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
        <h2>{person} was invited already</h2>
        <p class="notice" role="status">
          The form came twice, and invited one person. If you did not see the sign-in link, make a new one on
          the list of people.
        </p>
        <p>
          <a href="/settings/people" role="button">
            To the list
          </a>
        </p>
      </section>
    </Settings>
  );
}
