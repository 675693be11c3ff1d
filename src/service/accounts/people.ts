import type { Person, Role } from '#core/accounts/account.ts';
import { listKeysMadeBy } from '#storage/accounts/api-keys.ts';
import {
  findPersonOf,
  type OwnerChange,
  removePerson as storeRemoval,
  updateRole,
} from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordActivity } from './activity.ts';
import { warnOfOwner } from './warn.ts';

type PeopleDependencies = Pick<
  Dependencies,
  'db' | 'nowMs' | 'randomBytes' | 'reportFailure' | 'mailer' | 'afterResponse'
>;

/** Changes the role of a person in the actor's account. The last owner stays an owner. */
export async function changeRole(
  deps: PeopleDependencies,
  actor: Person,
  personId: string,
  role: Role,
): Promise<OwnerChange> {
  const accountId = actor.account.id;
  const change = await updateRole(deps.db, accountId, personId, role);
  if (change !== 'done') return change;
  await recordActivity(deps, {
    accountId,
    action: 'person.role_changed',
    actorId: actor.id,
    subjectId: personId,
    note: role,
  });
  const person = role === 'owner' ? await findPersonOf(deps.db, accountId, personId) : null;
  if (person) warnOfOwner(deps, actor, person.name);
  return change;
}

/**
 * Removes a person from the actor's account, ends all their ways to sign in, and revokes the API keys that they created, except the kept
 * ones. The last owner stays.
 */
export async function removePerson(
  deps: PeopleDependencies,
  actor: Person,
  personId: string,
  keptKeyIds: readonly string[],
): Promise<OwnerChange> {
  const accountId = actor.account.id;
  const madeBefore = await listKeysMadeBy(deps.db, accountId, personId);
  const change = await storeRemoval(deps.db, accountId, personId, { keptKeyIds, nowMs: deps.nowMs() });
  if (change !== 'done') return change;
  await recordActivity(deps, { accountId, action: 'person.removed', actorId: actor.id, subjectId: personId });
  for (const key of madeBefore.filter(({ id }) => !keptKeyIds.includes(id))) {
    await recordActivity(deps, {
      accountId,
      action: 'api_key.revoked',
      actorId: actor.id,
      subjectId: key.id,
    });
  }
  return change;
}
