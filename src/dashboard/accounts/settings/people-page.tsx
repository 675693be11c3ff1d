import { say } from '#languages/say.ts';
import { type Person, type Role, ROLES } from '#core/accounts/account.ts';
import type { CompanyLogin } from '#core/accounts/company-login.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { ButtonRow, PostButton } from '../../kit/buttons.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Field, Select } from '../../kit/field.tsx';
import { Row } from '../../kit/rows.tsx';
import { type Adding, ListRoom } from './list-room.tsx';
import { ROLE_WORDS } from '../role-words.ts';

/** In the order of the menu: editors first. */
const INVITED_ROLES: readonly Role[] = ['member', 'viewer', 'owner'];

interface PeoplePageProps {
  readonly people: readonly Person[];
  /** The working API keys of the account, for owners. */
  readonly keys: readonly ListedApiKey[];
  /** The person who looks at the page. */
  readonly viewer: Person;
  readonly adding: Adding | null;
  /** Whether this service sends mail. */
  readonly isMailed: boolean;
  readonly company: CompanyLogin;
}

export function PeoplePage({ people, keys, viewer, adding, isMailed, company }: PeoplePageProps) {
  const { isOnlyWay } = company;
  return (
    <ListRoom
      title={say('People of {account}', { account: viewer.account.name })}
      rows={people.map((person) => (
        <Row
          title={person.name}
          mark={person.id === viewer.id ? say('you') : null}
          about={`${say(ROLE_WORDS[person.role].name)}${adding && person.email !== null ? ` · ${person.email}` : ''}`}
        >
          {adding ? (
            <Actions
              person={person}
              isLastOwner={isLastOwner(person, people)}
              isViewer={person.id === viewer.id}
              keys={keys.filter(({ makerId }) => makerId === person.id)}
              hasLinks={!isOnlyWay}
            />
          ) : null}
        </Row>
      ))}
      none={null}
      action="/settings/people"
      adding={adding && { form: adding.form, id: adding.id }}
      addTitle={say('Invite somebody')}
      addButton={say('Invite')}
      others={say('Only owners of the account can invite and remove people.')}
    >
      <Field name="name" label={say('Name')} attributes={{ required: true, autocomplete: 'off' }} />
      <Field
        name="email"
        label={
          isOnlyWay ? say('E-mail address') : say('{label} (optional)', { label: say('E-mail address') })
        }
        hint={
          isOnlyWay
            ? say('They sign in with {provider}, which says that they have this address.', {
                provider: company.name ?? '',
              })
            : isMailed
              ? say('We send the sign-in link to this address. Without an address, we show you the link.')
              : say('We send nothing to this address: this service has no e-mail.')
        }
        attributes={{ type: 'email', required: isOnlyWay, maxlength: 254, autocomplete: 'off' }}
      />
      <Select
        name="role"
        label={say('Role')}
        options={INVITED_ROLES.map((role) => ({
          value: role,
          label: say(ROLE_WORDS[role].rights),
        }))}
      />
    </ListRoom>
  );
}

function isLastOwner(person: Person, people: readonly Person[]): boolean {
  return person.role === 'owner' && people.filter(({ role }) => role === 'owner').length === 1;
}

interface ActionsProps {
  readonly person: Person;
  /** An account keeps at least one owner: the last one gets no option that would end this. */
  readonly isLastOwner: boolean;
  readonly isViewer: boolean;
  /** Their working API keys. */
  readonly keys: readonly ListedApiKey[];
  /** Whether sign-in links open anything. */
  readonly hasLinks: boolean;
}

function Actions(props: ActionsProps) {
  const { person, isLastOwner: isLast, hasLinks } = props;
  const path = `/settings/people/${person.id}`;
  return (
    <ButtonRow>
      {hasLinks ? (
        <PostButton
          kind="link"
          action={`${path}/link`}
          label={say('New sign-in link for {person}', { person: person.name })}
        >
          {say('New sign-in link')}
        </PostButton>
      ) : null}
      {person.role === 'owner' ? null : <MakeOwner person={person} />}
      {isLast || person.role === 'member' ? null : <ChangeRole {...props} role="member" />}
      {isLast || person.role === 'viewer' ? null : <ChangeRole {...props} role="viewer" />}
      {isLast ? null : <Remove {...props} />}
    </ButtonRow>
  );
}

function MakeOwner({ person: { id, name } }: Pick<ActionsProps, 'person'>) {
  return (
    <Confirm
      kind="main"
      action={`/settings/people/${id}/role`}
      label={say('Make owner…')}
      of={name}
      button={say('Make {person} an owner', { person: name })}
      hidden={{ role: 'owner' }}
    >
      <p>
        {say(
          'An owner creates and revokes API keys, invites and removes people, and can remove you. Any owner can make another owner an editor again.',
        )}
      </p>
    </Confirm>
  );
}

/** Asks first before somebody loses rights. */
function ChangeRole({ person, role, ...who }: ActionsProps & { readonly role: Role }) {
  const label = say(ROLE_WORDS[role].make);
  const action = `/settings/people/${person.id}/role`;
  if (ROLES.indexOf(role) <= ROLES.indexOf(person.role))
    return (
      <PostButton kind="link" action={action} fields={{ role }} label={`${label}: ${person.name}`}>
        {label}
      </PostButton>
    );
  return (
    <Confirm
      kind="main"
      action={action}
      label={`${label}…`}
      of={person.name}
      button={label}
      hidden={{ role }}
    >
      <p>
        {say(ROLE_WORDS[role].rights)}. {say('An owner can change the role again.')}
      </p>
      <KeptKeys {...who} />
    </Confirm>
  );
}

function Remove({ person: { id, name }, isViewer, keys }: ActionsProps) {
  return (
    <Confirm
      action={`/settings/people/${id}/remove`}
      label={say('Remove…')}
      of={name}
      button={isViewer ? say('Remove myself') : say('Remove {person}', { person: name })}
    >
      <p>
        {isViewer
          ? say(
              'This signs you out everywhere at once, and your sign-in links and passkeys stop working. Codes stay. The edit history keeps your name.',
            )
          : say(
              'This signs them out everywhere at once, and their sign-in links and passkeys stop working. Codes stay. The edit history keeps their name.',
            )}
      </p>
      <KeptKeys isViewer={isViewer} keys={keys} />
    </Confirm>
  );
}

function KeptKeys({ keys, isViewer }: Pick<ActionsProps, 'keys' | 'isViewer'>) {
  if (keys.length === 0) return null;
  return (
    <fieldset>
      <legend>
        {isViewer
          ? say(
              'You created these API keys. Those that you do not keep are revoked, and stop working within 60 seconds:',
            )
          : say(
              'They created these API keys. Those that you do not keep are revoked, and stop working within 60 seconds:',
            )}
      </legend>
      {keys.map(({ id, name }) => (
        <label>
          <input type="checkbox" name={`keep_${id}`} value="on" />
          {say('Keep {key}', { key: name })}
        </label>
      ))}
    </fieldset>
  );
}
