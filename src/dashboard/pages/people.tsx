import type { Person, Role } from '../../core/account.ts';
import { ConfirmPage } from '../components/confirm-page.tsx';
import { Field, FormProblem, Select } from '../components/field.tsx';
import { Settings } from '../components/settings-tabs.tsx';
import type { Form } from '../form.ts';

const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', member: 'Member' };

interface PeoplePageProps {
  readonly people: readonly Person[];
  /** Who looks at the page. */
  readonly viewer: Person;
  readonly notice: string | null;
  /** How somebody is invited; null for members, who cannot. */
  readonly invitation: { readonly form: Form; readonly id: string; readonly isMailed: boolean } | null;
}

export function PeoplePage({ people, viewer, notice, invitation }: PeoplePageProps) {
  return (
    <Settings tab="People">
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <section>
        <h2>People of {viewer.account.name}</h2>
        <ul class="rows">
          {people.map((person) => (
            <li>
              <div>
                <strong>{person.name}</strong> {person.id === viewer.id ? <mark>you</mark> : null}
                <p class="muted">
                  {ROLE_NAMES[person.role]}
                  {invitation && person.email !== null ? ` · ${person.email}` : ''}
                </p>
              </div>
              {invitation ? <Actions person={person} /> : null}
            </li>
          ))}
        </ul>
      </section>
      {invitation ? (
        <Invite {...invitation} />
      ) : (
        <p class="muted">Only owners of the account invite and remove people.</p>
      )}
    </Settings>
  );
}

function Actions({ person }: { readonly person: Person }) {
  const path = `/settings/people/${person.id}`;
  const otherRole: Role = person.role === 'owner' ? 'member' : 'owner';
  const change = person.role === 'owner' ? 'Make member' : 'Make owner';
  return (
    <div class="actions">
      <form method="post" action={`${path}/link`}>
        <button class="link" type="submit" aria-label={`New sign-in link for ${person.name}`}>
          New sign-in link
        </button>
      </form>
      <form method="post" action={`${path}/role`}>
        <input type="hidden" name="role" value={otherRole} />
        <button class="link" type="submit" aria-label={`${change}: ${person.name}`}>
          {change}
        </button>
      </form>
      <a href={`${path}/remove`} aria-label={`Remove ${person.name}`}>
        Remove
      </a>
    </div>
  );
}

function Invite({ form, id, isMailed }: NonNullable<PeoplePageProps['invitation']>) {
  return (
    <section class="narrow-form">
      <h2>Invite somebody</h2>
      <FormProblem form={form} />
      <form method="post" action="/settings/people">
        <input type="hidden" name="id" value={id} />
        <Field form={form} name="name" label="Name" attributes={{ required: true, autocomplete: 'off' }} />
        <Field
          form={form}
          name="email"
          label="E-mail address (optional)"
          hint={
            isMailed
              ? 'We send the sign-in link there. Without an address, we show it to you.'
              : 'Not used to send anything: this service has no e-mail.'
          }
          attributes={{ type: 'email', maxlength: 254, autocomplete: 'off' }}
        />
        <Select
          form={form}
          name="role"
          label="Role"
          options={[
            { value: 'member', label: 'Member: works with codes' },
            { value: 'owner', label: 'Owner: also API keys and people' },
          ]}
        />
        <button type="submit">Invite</button>
      </form>
    </section>
  );
}

export function RemovePersonPage({
  person,
  isViewer,
}: {
  readonly person: Person;
  readonly isViewer: boolean;
}) {
  return (
    <ConfirmPage
      title={isViewer ? 'Remove yourself?' : `Remove ${person.name}?`}
      action={`/settings/people/${person.id}/remove`}
      back="/settings/people"
      button={isViewer ? 'Remove myself' : `Remove ${person.name}`}
    >
      <p>
        {isViewer ? 'You are' : 'They are'} signed out everywhere at once, and sign-in links and passkeys stop
        working. Codes and API keys stay, and so does the name in the history of edits.
      </p>
    </ConfirmPage>
  );
}
