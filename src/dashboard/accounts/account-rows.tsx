import { say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import { PostButton } from '../kit/buttons.tsx';
import { Row, Rows } from '../kit/rows.tsx';

interface AccountRowsProps {
  /** The same human being, in each account. */
  readonly people: readonly Person[];
  /** The id of the person who is signed in, if that is one of them. */
  readonly current?: string;
}

/** The accounts of somebody, with a button at each of the others to switch to it. */
export function AccountRows({ people, current }: AccountRowsProps) {
  return (
    <Rows>
      {people.map((person) => (
        <Row
          title={person.account.name}
          mark={person.id === current ? say('this one') : null}
          about={say('{role, select, owner {Owner} member {Editor} other {Viewer}}, as {person}', {
            role: person.role,
            person: person.name,
          })}
        >
          {person.id === current ? null : <Switch person={person} />}
        </Row>
      ))}
    </Rows>
  );
}

function Switch({ person }: { readonly person: Person }) {
  return (
    <PostButton action="/settings/switch" fields={{ person: person.id }} kind="second" isInline>
      {sayRich('Switch<hidden> to {account}</hidden>', {
        account: person.account.name,
        hidden: (text) => <span class="visually-hidden">{text}</span>,
      })}
    </PostButton>
  );
}
