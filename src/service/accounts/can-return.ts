import type { Person } from '#core/accounts/account.ts';
import { listPasskeys } from '#storage/accounts/passkeys.ts';
import { listPeople } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Whether somebody who signs out can sign in again without the operator: by mail, with a passkey, or by a link from another owner.
 * @param lostPasskey the id of a passkey that does not count
 */
export async function canReturn(
  { db, mailer }: Pick<Dependencies, 'db' | 'mailer'>,
  person: Person,
  lostPasskey?: string,
): Promise<boolean> {
  if (mailer && person.email !== null) return true;
  const [passkeys, people] = await Promise.all([
    listPasskeys(db, person.id),
    listPeople(db, person.account.id),
  ]);
  return (
    passkeys.some(({ id }) => id !== lostPasskey) ||
    people.some(({ id, role }) => id !== person.id && role === 'owner')
  );
}
