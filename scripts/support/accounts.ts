import { KEY_SCOPES, type Role } from '#core/accounts/account.ts';
import { type ApiKey, hashApiKey } from '#core/accounts/api-key.ts';
import type { ActivityAction } from '#core/accounts/activity.ts';
import type { Plan } from '#core/accounts/plan.ts';
import { ACCOUNT_ID_BYTES, createAccountId, createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { prepareActivity, recordActivity } from '#service/accounts/activity.ts';
import { type NewApiKey, prepareApiKey } from '#service/accounts/api-keys.ts';
import { createSignInLink } from '#service/accounts/sign-in.ts';
import { type ActivityEntry, runRecorded } from '#storage/accounts/activities.ts';
import {
  changeAccount,
  findAccount,
  insertAccountWithKey,
  listAccounts as listStoredAccounts,
} from '#storage/accounts/accounts.ts';
import {
  deleteApiKey,
  findApiKey,
  insertOperatorKey,
  listApiKeys,
  revokeAnyApiKey,
} from '#storage/accounts/api-keys.ts';
import { insertInvited, listPeople } from '#storage/accounts/people.ts';
import type { Place } from './place.ts';

export type NewKey = Omit<NewApiKey, 'id' | 'createdBy'>;

/** Creates an account and its first key, or neither. The key is shown only here, because only its hash is stored. */
export async function createAccount(
  place: Place,
  { name, plan }: { readonly name: string; readonly plan: Plan },
): Promise<{ readonly accountId: string; readonly apiKey: ApiKey }> {
  const accountId = createAccountId(place.randomBytes(ACCOUNT_ID_BYTES));
  const key = { accountId, name: 'First key', scope: KEY_SCOPES[0], expiresAtMs: null };
  const { apiKey, row } = await prepareKey(place, key);
  const opening = { ...prepareEntry(place, 'account.created', null, plan), accountId };
  const account = { id: accountId, name, plan, createdAtMs: place.nowMs() };
  await insertAccountWithKey(place.db, account, row, [opening, entryOfKey(place, row)]);
  return { accountId, apiKey };
}

/** Creates another key for an existing account; throws if the account does not exist. */
export async function createKey(place: Place, key: NewKey): Promise<ApiKey> {
  await requireAccount(place, key.accountId);
  const { apiKey, row } = await prepareKey(place, key);
  await insertOperatorKey(place.db, row, entryOfKey(place, row));
  return apiKey;
}

function prepareKey(place: Place, key: NewKey) {
  return prepareApiKey(place, { ...key, id: randomId(place, 'key'), createdBy: null });
}

function entryOfKey(place: Place, { accountId, id, scope }: NewApiKey) {
  return { ...prepareEntry(place, 'api_key.created', id, scope), accountId };
}

/** An entry in the audit log about an action of the operator. */
export function prepareEntry(
  place: Place,
  action: ActivityAction,
  subjectId: string | null = null,
  note: string | null = null,
): ActivityEntry {
  return prepareActivity(place, { action, actorId: null, subjectId, note });
}

/** The accounts, as rows for a table. */
export async function listAccounts(place: Place) {
  const accounts = await listStoredAccounts(place.db);
  return accounts.map(({ id, name, plan, keys, suspendedReason, ...times }) => ({
    id,
    name,
    plan,
    created_at: toTime(times.createdAtMs),
    keys,
    suspended_at: toTime(times.suspendedAtMs),
    suspended_reason: suspendedReason,
    deleted_at: toTime(times.deletedAtMs),
    restorable_until: toTime(times.restorableUntilMs),
    removed_at: toTime(times.removedAtMs),
  }));
}

/** Changes an account's plan; throws if the account does not exist. What exceeds the new plan stays, but nothing can be added. */
export async function changePlan(place: Place, accountId: string, plan: Plan): Promise<void> {
  const entry = { ...prepareEntry(place, 'account.plan_changed', null, plan), accountId };
  const changed = await runRecorded(place.db, changeAccount(place.db, accountId, { plan }), entry);
  if (changed.length === 0) throw unknownAccount(accountId);
}

/** An account's keys as rows for a table, oldest first; throws if the account does not exist. */
export async function listKeys(place: Place, accountId: string) {
  await requireAccount(place, accountId);
  const keys = await listApiKeys(place.db, accountId);
  return keys
    .sort((a, b) => a.createdAtMs - b.createdAtMs)
    .map(({ id, name, firstCharacters, lastCharacters, scope, createdAtMs, expiresAtMs, revokedAtMs }) => ({
      id,
      name,
      key: `${firstCharacters}…${lastCharacters}`,
      scope,
      created_at: toTime(createdAtMs),
      expires_at: toTime(expiresAtMs),
      revoked_at: toTime(revokedAtMs),
    }));
}

/** The account of a valid key; null if the key is unknown or revoked, or its account is deleted. */
export async function findAccountOfKey({ db }: Place, apiKey: ApiKey): Promise<string | null> {
  const key = await findApiKey(db, await hashApiKey(apiKey));
  return key && key.revokedAtMs === null && key.deletedAtMs === null ? key.account.id : null;
}

/** Deletes a key without a trace: only for keys that were created for a test. */
export async function deleteKey({ db }: Place, apiKey: ApiKey): Promise<void> {
  await deleteApiKey(db, await hashApiKey(apiKey));
}

/** Revokes a key by its id; throws if it does not exist or is already revoked. */
export async function revokeKey(place: Place, keyId: string): Promise<void> {
  const isRevoked = await revokeAnyApiKey(place.db, keyId, prepareEntry(place, 'api_key.revoked', keyId));
  if (!isRevoked) throw new Error(`There is no working key "${keyId}". "keys" lists them.`);
}

export interface Invitation {
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  /** The role of a new person, by default owner. For an existing person, it must match their role. */
  readonly role: Role | null;
}

/**
 * Creates the path of a sign-in link for a person of an account, and adds the person if nobody there has the name. It works once, within 15
 * minutes. Throws if the account does not exist, if several people have the name, if the person has another role, or if the e-mail address
 * belongs to another person of the account.
 */
export async function invite(place: Place, invitation: Invitation): Promise<string> {
  return makeLink(place, invitation.accountId, await findOrAdd(place, invitation));
}

/**
 * Creates the path of a sign-in link for a person of an account by their id, address or name, and adds nobody. It works once, within 15
 * minutes. Throws if nobody or more than one person is meant.
 */
export async function linkPerson(place: Place, accountId: string, who: string): Promise<string> {
  await requireAccount(place, accountId);
  const people = await listPeople(place.db, accountId);
  const [person, ...others] = people.filter(({ id, email, name }) => [id, email, name].includes(who));
  if (person && others.length === 0) return makeLink(place, accountId, person.id);
  const known = people.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new Error(
    `${person ? 'Several people' : 'Nobody'} in the account ${person ? 'have' : 'has'} the name, address or id "${who}". Its people: ${known}.`,
  );
}

async function makeLink(place: Place, accountId: string, personId: string): Promise<string> {
  const token = await createSignInLink(place, personId);
  const operator = { id: null, account: { id: accountId } };
  await recordActivity(place, operator, { action: 'person.link_created', subjectId: personId });
  return `/sign-in/link/${token}`;
}

/** If somebody else adds the person at the same time, the second look finds them. */
async function findOrAdd(place: Place, invitation: Invitation): Promise<string> {
  const find = () => findInvited(place, invitation);
  const personId = (await find()) ?? (await addPerson(place, invitation)) ?? (await find());
  if (personId !== null) return personId;
  throw new Error(
    `"${invitation.name}" was neither found among the people of the account nor added. Try again.`,
  );
}

/** The person of the account whom an invitation names; null if nobody has the name. */
async function findInvited(
  place: Place,
  { accountId, name, email, role }: Invitation,
): Promise<string | null> {
  await requireAccount(place, accountId);
  const people = await listPeople(place.db, accountId);
  const [person, ...namesakes] = people.filter((one) => one.name === name);
  if (namesakes.length > 0) {
    throw new Error(
      'Several people in the account have this name: create the link on the People page of the dashboard.',
    );
  }
  if (person && role !== null && person.role !== role) {
    throw new Error(
      `Somebody in the account has this name and is no ${role}: leave --role out, or change the role on the People page of the dashboard.`,
    );
  }
  if (email !== null && people.some((one) => one.email === email && one !== person)) {
    throw new Error(
      `The address ${email} already belongs to somebody: invite them by their name, or use another address.`,
    );
  }
  if (person && email !== null && person.email !== email) {
    throw new Error(
      'Somebody in the account has this name and another address: leave --email out, or use another name.',
    );
  }
  return person?.id ?? null;
}

async function addPerson(place: Place, { role, ...invitation }: Invitation): Promise<string | null> {
  const id = randomId(place, 'per');
  const person = { ...invitation, id, role: role ?? 'owner', createdAtMs: place.nowMs() };
  return (await insertInvited(place.db, person)) ? id : null;
}

async function requireAccount({ db }: Place, accountId: string): Promise<void> {
  if (!(await findAccount(db, accountId))) throw unknownAccount(accountId);
}

export function unknownAccount(accountId: string): Error {
  return new Error(`There is no account "${accountId}". "list" shows them.`);
}

/** A time for tables; null stays null. */
export function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

function randomId({ randomBytes }: Place, prefix: string): string {
  return createRandomId(prefix, randomBytes(RANDOM_ID_BYTES));
}
