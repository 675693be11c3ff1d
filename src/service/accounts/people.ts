import type { Person, Role } from '#core/accounts/account.ts';
import type { Language } from '#core/languages.ts';
import { typeOfId } from '#core/accounts/activity.ts';
import { listKeysMadeBy } from '#storage/accounts/api-keys.ts';
import {
  findPersonOf,
  type OwnerChange,
  removePerson as storeRemoval,
  updateLanguage,
  updateRole,
} from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { isLimitReached, recordActivity } from './activity.ts';
import { rememberRemoved } from './company/sign-in.ts';
import { warnOfOwner } from './warn.ts';

type PeopleDependencies = Pick<
  Dependencies,
  | 'db'
  | 'nowMs'
  | 'randomBytes'
  | 'reportFailure'
  | 'mailer'
  | 'afterResponse'
  | 'companyLogin'
  | 'passwordPepper'
>;

/**
 * Changes the role of a person in the actor's account. The last owner stays an owner. Anyone who loses rights loses the API keys that they
 * created too, except the kept ones: a full key has the rights of an editor.
 */
export async function changeRole(
  deps: PeopleDependencies,
  actor: Person,
  personId: string,
  { role, keptKeyIds }: { readonly role: Role; readonly keptKeyIds: readonly string[] },
): Promise<OwnerChange | 'too_many'> {
  if (await isLimitReached(deps, actor.account.id, 'person.role_changed')) return 'too_many';
  const change = await recordingRevokedKeys(deps, actor, personId, {
    change: (accountId, nowMs) => updateRole(deps.db, accountId, personId, role, { keptKeyIds, nowMs }),
    activity: { action: 'person.role_changed', note: role },
  });
  const person =
    change === 'done' && role === 'owner' ? await findPersonOf(deps.db, actor.account.id, personId) : null;
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
  const person = await findPersonOf(deps.db, actor.account.id, personId);
  if (person) await rememberRemoved(deps, person);
  return recordingRevokedKeys(deps, actor, personId, {
    change: (accountId, nowMs) => storeRemoval(deps.db, accountId, personId, { keptKeyIds, nowMs }),
    activity: { action: 'person.removed' },
  });
}

interface PersonChange {
  readonly change: (accountId: string, nowMs: number) => Promise<OwnerChange>;
  readonly activity: { readonly action: 'person.role_changed' | 'person.removed'; readonly note?: string };
}

/** Makes a change of a person, and records it together with the API keys that it revoked. */
async function recordingRevokedKeys(
  deps: PeopleDependencies,
  actor: Person,
  personId: string,
  { change, activity }: PersonChange,
): Promise<OwnerChange> {
  const accountId = actor.account.id;
  const before = await listKeysMadeBy(deps.db, accountId, personId);
  const done = await change(accountId, deps.nowMs());
  if (done !== 'done') return done;
  await recordActivity(deps, actor, { subjectId: personId, ...activity });
  const kept = new Set((await listKeysMadeBy(deps.db, accountId, personId)).map(({ id }) => id));
  for (const { id } of before.filter((key) => !kept.has(key.id))) {
    const action = typeOfId(id) === 'app' ? 'app.disconnected' : 'api_key.revoked';
    await recordActivity(deps, actor, { subjectId: id, action });
  }
  return done;
}

/** Sets the language of a person's pages and mails; null for that of the browser. */
export async function chooseLanguage(
  { db }: Pick<Dependencies, 'db'>,
  { id }: Person,
  language: Language | null,
): Promise<void> {
  await updateLanguage(db, id, language);
}
