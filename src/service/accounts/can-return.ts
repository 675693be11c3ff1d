import type { Person } from '#core/accounts/account.ts';
import { listPasskeys } from '#storage/accounts/passkeys.ts';
import { listPeople } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';

/** How somebody signs in without a passkey and without the operator: by mail, or by a link from another owner. Null if there is no way. */
export async function findWayBack(
  { db, mailer }: Pick<Dependencies, 'db' | 'mailer'>,
  { id, email, account }: Person,
): Promise<'mail' | 'link' | null> {
  if (mailer && email !== null) return 'mail';
  const people = await listPeople(db, account.id);
  return people.some((person) => person.id !== id && person.role === 'owner') ? 'link' : null;
}

/** Whether somebody who signs out can sign in again without the operator. */
export async function canReturn(deps: Pick<Dependencies, 'db' | 'mailer'>, person: Person): Promise<boolean> {
  const [wayBack, passkeys] = await Promise.all([
    findWayBack(deps, person),
    listPasskeys(deps.db, person.id),
  ]);
  return wayBack !== null || passkeys.length > 0;
}
