import type { Person } from '#core/accounts/account.ts';
import { isOfCompany } from '#core/accounts/company-login.ts';
import { listPasskeys } from '#storage/accounts/passkeys.ts';
import { listPeople } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';

type WayBack = 'company' | 'mail' | 'link';

/** How somebody signs in without a passkey and without the operator: at their company, by mail, or by a link from another owner. Null if there is no way. */
export async function findWayBack(
  { db, mailer, companyLogin }: Pick<Dependencies, 'db' | 'mailer' | 'companyLogin'>,
  { id, email, account }: Person,
): Promise<WayBack | null> {
  if (companyLogin.name !== null && email !== null && isOfCompany(companyLogin, email)) return 'company';
  if (companyLogin.isOnlyWay) return null;
  if (mailer && email !== null) return 'mail';
  const people = await listPeople(db, account.id);
  return people.some((person) => person.id !== id && person.role === 'owner') ? 'link' : null;
}

/** Whether somebody who signs out can sign in again without the operator. */
export async function canReturn(
  deps: Pick<Dependencies, 'db' | 'mailer' | 'companyLogin'>,
  person: Person,
): Promise<boolean> {
  const [wayBack, passkeys] = await Promise.all([
    findWayBack(deps, person),
    listPasskeys(deps.db, person.id),
  ]);
  return wayBack !== null || passkeys.length > 0;
}
