import { KEY_SCOPES, type Role } from '#core/accounts/account.ts';
import { type ApiKey, hashApiKey } from '#core/accounts/api-key.ts';
import type { Plan } from '#core/accounts/plan.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { type NewApiKey, prepareApiKey } from '#service/accounts/api-keys.ts';
import { createSignInLink } from '#service/accounts/sign-in.ts';
import {
  changeAccount,
  findAccount,
  insertAccountWithKey,
  listAccounts as listStoredAccounts,
} from '#storage/accounts/accounts.ts';
import {
  deleteApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  revokeAnyApiKey,
} from '#storage/accounts/api-keys.ts';
import { insertPerson, listPeople } from '#storage/accounts/people.ts';
import type { Place } from './place.ts';

export type NewKey = Omit<NewApiKey, 'id' | 'createdBy'>;

/** What an operator makes is bound by no quota. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Makes an account and its first key. Both are there, or neither. The key is shown here only: what is stored is its hash. */
export async function createAccount(
  place: Place,
  { name, plan }: { readonly name: string; readonly plan: Plan },
): Promise<{ readonly accountId: string; readonly apiKey: ApiKey }> {
  const accountId = randomId(place, 'acc');
  const key = { accountId, name: 'First key', scope: KEY_SCOPES[0], expiresAtMs: null };
  const { apiKey, row } = await prepareKey(place, key);
  await insertAccountWithKey(place.db, { id: accountId, name, plan, createdAtMs: place.nowMs() }, row);
  await recordActivity(place, { accountId, action: 'account.created', actorId: null, note: plan });
  await recordKey(place, row);
  return { accountId, apiKey };
}

/** Makes one more key for an account that exists; throws where it does not. */
export async function createKey(place: Place, key: NewKey): Promise<ApiKey> {
  await requireAccount(place, key.accountId);
  const { apiKey, row } = await prepareKey(place, key);
  await insertApiKey(place.db, row, UNLIMITED);
  await recordKey(place, row);
  return apiKey;
}

function prepareKey(place: Place, key: NewKey) {
  return prepareApiKey(place, { ...key, id: randomId(place, 'key'), createdBy: null });
}

function recordKey(place: Place, { accountId, id, scope }: NewApiKey): Promise<void> {
  const activity = { action: 'api_key.created', actorId: null, subjectId: id, note: scope } as const;
  return recordActivity(place, { ...activity, accountId });
}

/** The accounts as a table shows them. */
export async function listAccounts(place: Place) {
  const accounts = await listStoredAccounts(place.db);
  return accounts.map(({ id, name, plan, createdAtMs, keys, suspendedAtMs, suspendedReason }) => ({
    id,
    name,
    plan,
    created_at: toTime(createdAtMs),
    keys,
    suspended_at: toTime(suspendedAtMs),
    suspended_reason: suspendedReason,
  }));
}

/** Puts an account on a plan; throws where there is no such account. What it has beyond the plan stays; it only gets no more. */
export async function changePlan(place: Place, accountId: string, plan: Plan): Promise<void> {
  const changed = await changeAccount(place.db, accountId, { plan });
  if (changed.length === 0) throw unknownAccount(accountId);
  await recordActivity(place, { accountId, action: 'account.plan_changed', actorId: null, note: plan });
}

/** An account's keys as a table shows them, the oldest first; throws where there is no such account. */
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

/** The account of a key that works; null where it was revoked, or is unknown. */
export async function findAccountOfKey({ db }: Place, apiKey: ApiKey): Promise<string | null> {
  const key = await findApiKey(db, await hashApiKey(apiKey));
  return key && key.revokedAtMs === null ? key.account.id : null;
}

/** Removes a key without a trace: one that was made for a test only. */
export async function deleteKey({ db }: Place, apiKey: ApiKey): Promise<void> {
  await deleteApiKey(db, await hashApiKey(apiKey));
}

/** Revokes a key by its id; throws where there is no such key, or it is revoked already. */
export async function revokeKey(place: Place, keyId: string): Promise<void> {
  const accountId = await revokeAnyApiKey(place.db, keyId, place.nowMs());
  if (accountId === null) throw new Error(`There is no working key "${keyId}". "keys" lists them.`);
  await recordActivity(place, { accountId, action: 'api_key.revoked', actorId: null, subjectId: keyId });
}

export interface Invitation {
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  /** Of somebody who is added, an owner by default; of somebody who is there, it must be the role that they have. */
  readonly role: Role | null;
}

/**
 * The path of a sign-in link for somebody of an account, who is added where nobody there has the name. It works once, within 15 minutes.
 * Throws where there is no such account, where several people have the name, where the person has another role, or the e-mail address is
 * another person's of the account.
 */
export async function invite(place: Place, invitation: Invitation): Promise<string> {
  const { accountId } = invitation;
  const personId = (await findInvited(place, invitation)) ?? (await addPerson(place, invitation));
  const token = await createSignInLink(place, personId);
  const activity = { action: 'person.link_created', actorId: null, subjectId: personId } as const;
  await recordActivity(place, { ...activity, accountId });
  return `/sign-in/link/${token}`;
}

/** Whom of the account an invitation means; null where nobody has the name. */
async function findInvited(
  place: Place,
  { accountId, name, email, role }: Invitation,
): Promise<string | null> {
  await requireAccount(place, accountId);
  const people = await listPeople(place.db, accountId);
  const [person, ...namesakes] = people.filter((one) => one.name === name);
  if (namesakes.length > 0) {
    throw new Error(
      'Several people of the account have this name: make the link on the People page of the dashboard.',
    );
  }
  if (person && role !== null && person.role !== role) {
    throw new Error(
      `Somebody of the account has this name and is no ${role}: leave --role out, or change the role on the People page of the dashboard.`,
    );
  }
  if (email !== null && people.some((one) => one.email === email && one !== person)) {
    throw new Error(
      `The address ${email} belongs to somebody already: invite them by their name, or take another address.`,
    );
  }
  if (person && email !== null && person.email !== email) {
    throw new Error(
      'Somebody of the account has this name and another address: leave --email out, or take another name.',
    );
  }
  return person?.id ?? null;
}

async function addPerson(place: Place, { accountId, name, email, role }: Invitation): Promise<string> {
  const id = randomId(place, 'per');
  const origin = { accountId, createdAtMs: place.nowMs(), invitedBy: null };
  await insertPerson(place.db, { ...origin, id, name, email, role: role ?? 'owner' }, UNLIMITED);
  return id;
}

async function requireAccount({ db }: Place, accountId: string): Promise<void> {
  if (!(await findAccount(db, accountId))) throw unknownAccount(accountId);
}

export function unknownAccount(accountId: string): Error {
  return new Error(`There is no account "${accountId}". "list" shows them.`);
}

/** A time as tables show it; null stays null. */
export function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

function randomId({ randomBytes }: Place, prefix: string): string {
  return createRandomId(prefix, randomBytes(RANDOM_ID_BYTES));
}
