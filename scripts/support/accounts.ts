import { KEY_SCOPES, type Role } from '#core/accounts/account.ts';
import { type ApiKey, hashApiKey } from '#core/accounts/api-key.ts';
import type { Plan } from '#core/accounts/plan.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/random-id.ts';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  SECRET_TOKEN_BYTES,
} from '#core/accounts/secret-token.ts';
import type { NewActivity } from '#service/accounts/activity.ts';
import { type NewApiKey, prepareApiKey } from '#service/accounts/api-keys.ts';
import { SIGN_IN_LINK_LIVES_MS } from '#service/accounts/sign-in.ts';
import type { DatabasePlace, Row } from './local-database.ts';

export type NewKey = Omit<NewApiKey, 'id' | 'createdBy'>;

/** Makes an account and its first key. Both are there, or neither. The key is shown here only: what is stored is its hash. */
export async function createAccount(
  place: DatabasePlace,
  account: { name: string; plan: Plan },
): Promise<ApiKey> {
  const accountId = randomId('acc');
  const { apiKey, insert } = await prepareKey({
    accountId,
    name: 'First key',
    scope: KEY_SCOPES[0],
    expiresAtMs: null,
  });
  const values = [accountId, account.name, account.plan, Date.now()].map(toSqlLiteral).join(', ');
  const activity = insertActivity({ accountId, action: 'account.created', note: account.plan });
  await place.query(
    `INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (${values}); ${activity}; ${insert}`,
  );
  return apiKey;
}

/** Makes one more key for an account that exists; throws where it does not. */
export async function createKey(place: DatabasePlace, key: NewKey): Promise<ApiKey> {
  const { apiKey, insert } = await prepareKey(key);
  await requireAccount(place, key.accountId);
  await place.query(insert);
  return apiKey;
}

export function listAccounts(place: DatabasePlace): Promise<Row[]> {
  return place.query(`SELECT a.id, a.name, a.plan, datetime(a.created_at_ms / 1000, 'unixepoch') AS created_at,
       (SELECT count(*) FROM api_keys k WHERE k.account_id = a.id AND k.revoked_at_ms IS NULL) AS keys,
       datetime(a.suspended_at_ms / 1000, 'unixepoch') AS suspended_at, a.suspended_reason
     FROM accounts a ORDER BY a.created_at_ms`);
}

/** Puts an account on a plan; throws where there is no such account. What it has beyond the plan stays; it only gets no more. */
export async function changePlan(place: DatabasePlace, accountId: string, plan: Plan): Promise<void> {
  await requireAccount(place, accountId);
  const activity = insertActivity({ accountId, action: 'account.plan_changed', note: plan });
  await place.query(
    `UPDATE accounts SET plan = ${toSqlLiteral(plan)} WHERE id = ${toSqlLiteral(accountId)}; ${activity}`,
  );
}

/** An account's keys; throws where there is no such account. */
export async function listKeys(place: DatabasePlace, accountId: string): Promise<Row[]> {
  await requireAccount(place, accountId);
  return place.query(`SELECT id, name, first_characters || '…' || last_characters AS key, scope,
       datetime(created_at_ms / 1000, 'unixepoch') AS created_at,
       datetime(expires_at_ms / 1000, 'unixepoch') AS expires_at,
       datetime(revoked_at_ms / 1000, 'unixepoch') AS revoked_at
     FROM api_keys WHERE account_id = ${toSqlLiteral(accountId)} ORDER BY created_at_ms`);
}

/** Whether a key is known and not revoked. */
export async function isWorkingKey(place: DatabasePlace, apiKey: ApiKey): Promise<boolean> {
  const hash = toSqlLiteral(await hashApiKey(apiKey));
  return (
    (await place.query(`SELECT id FROM api_keys WHERE secret_hash = ${hash} AND revoked_at_ms IS NULL`))
      .length > 0
  );
}

/** Removes a key without a trace: one that was made for a test only. */
export async function deleteKey(place: DatabasePlace, apiKey: ApiKey): Promise<void> {
  const hash = toSqlLiteral(await hashApiKey(apiKey));
  await place.query(`DELETE FROM api_keys WHERE secret_hash = ${hash}`);
}

/** Revokes a key by its id; throws where there is no such key, or it is revoked already. */
export async function revokeKey(place: DatabasePlace, keyId: string): Promise<void> {
  const isWorking = `id = ${toSqlLiteral(keyId)} AND revoked_at_ms IS NULL`;
  const entry = [randomId('act'), 'api_key.revoked', Date.now()].map(toSqlLiteral).join(', ');
  const revoked =
    await place.query(`INSERT INTO activities (id, action, happened_at_ms, account_id, subject_id)
       SELECT ${entry}, account_id, id FROM api_keys WHERE ${isWorking};
     UPDATE api_keys SET revoked_at_ms = ${Date.now()} WHERE ${isWorking} RETURNING id`);
  if (revoked.length === 0) throw new Error(`There is no working key "${keyId}". "keys" lists them.`);
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
export async function invite(place: DatabasePlace, invitation: Invitation): Promise<string> {
  const { accountId, name, email, role } = invitation;
  const token = createSecretToken(randomBytes(SECRET_TOKEN_BYTES));
  const person = [randomId('per'), accountId, name, email, role ?? 'owner', Date.now()]
    .map(toSqlLiteral)
    .join(', ');
  const entry = [randomId('act'), accountId, 'person.link_created', Date.now()].map(toSqlLiteral).join(', ');
  const isThem = `account_id = ${toSqlLiteral(accountId)} AND name = ${toSqlLiteral(name)} AND removed_at_ms IS NULL`;
  const link = [await hashSecret(token), Date.now() + SIGN_IN_LINK_LIVES_MS].map(toSqlLiteral).join(', ');
  await requireInvitable(place, invitation, isThem);
  await place.query(`INSERT INTO people (id, account_id, name, email, role, created_at_ms)
       SELECT ${person} WHERE NOT EXISTS (SELECT 1 FROM people WHERE ${isThem});
     INSERT INTO sign_in_links (id, person_id, secret_hash, expires_at_ms)
       SELECT ${toSqlLiteral(token.id)}, id, ${link} FROM people WHERE ${isThem} LIMIT 1;
     INSERT INTO activities (id, account_id, action, happened_at_ms, subject_id)
       SELECT ${entry}, id FROM people WHERE ${isThem} LIMIT 1`);
  return `/sign-in/link/${formatSecretToken(token)}`;
}

/** The account of a key. */
export async function findAccountOfKey(place: DatabasePlace, apiKey: ApiKey): Promise<string> {
  const hash = toSqlLiteral(await hashApiKey(apiKey));
  const [row] = await place.query(`SELECT account_id FROM api_keys WHERE secret_hash = ${hash}`);
  return String(row?.['account_id']);
}

/** Throws where there is no such account, or it is not plain who is meant, or they are there with another address or role. */
async function requireInvitable(place: DatabasePlace, invitation: Invitation, isThem: string): Promise<void> {
  const { accountId, email, role } = invitation;
  const address = toSqlLiteral(email);
  const [row] = await place.query(`SELECT
       EXISTS (SELECT 1 FROM accounts WHERE id = ${toSqlLiteral(accountId)}) AS has_account,
       EXISTS (SELECT 1 FROM people WHERE email = ${address} AND NOT (${isThem})
         AND account_id = ${toSqlLiteral(accountId)}) AS is_taken,
       EXISTS (SELECT 1 FROM people WHERE email IS NOT ${address} AND ${isThem}) AS is_other,
       (SELECT count(*) FROM people WHERE ${isThem}) AS namesakes,
       EXISTS (SELECT 1 FROM people WHERE role <> ${toSqlLiteral(role)} AND ${isThem}) AS has_other_role`);
  if (row?.['has_account'] !== 1) throw unknownAccount(accountId);
  if (Number(row['namesakes']) > 1) {
    throw new Error(
      'Several people of the account have this name: make the link on the People page of the dashboard.',
    );
  }
  if (row['has_other_role'] === 1) {
    throw new Error(
      `Somebody of the account has this name and is no ${role}: leave --role out, or change the role on the People page of the dashboard.`,
    );
  }
  if (row['is_taken'] === 1) {
    throw new Error(
      `The address ${email} belongs to somebody already: invite them by their name, or take another address.`,
    );
  }
  if (email !== null && row['is_other'] === 1) {
    throw new Error(
      'Somebody of the account has this name and another address: leave --email out, or take another name.',
    );
  }
}

async function requireAccount(place: DatabasePlace, accountId: string): Promise<void> {
  const found = await place.query(`SELECT id FROM accounts WHERE id = ${toSqlLiteral(accountId)}`);
  if (found.length === 0) throw unknownAccount(accountId);
}

export function unknownAccount(accountId: string): Error {
  return new Error(`There is no account "${accountId}". "list" shows them.`);
}

async function prepareKey(key: NewKey): Promise<{ apiKey: ApiKey; insert: string }> {
  const { apiKey, row } = await prepareApiKey(
    { nowMs: Date.now, randomBytes },
    { ...key, id: randomId('key'), createdBy: null },
  );
  const values = [
    row.id,
    row.accountId,
    row.name,
    row.secretHash,
    row.firstCharacters,
    row.lastCharacters,
    row.scope,
    row.createdAtMs,
    row.expiresAtMs,
  ];
  const activity = insertActivity({
    accountId: row.accountId,
    action: 'api_key.created',
    subjectId: row.id,
    note: row.scope,
  });
  const insert = `INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms, expires_at_ms)
    VALUES (${values.map(toSqlLiteral).join(', ')}); ${activity}`;
  return { apiKey, insert };
}

/** The statement that adds an entry of the operator to the audit log of an account. */
function insertActivity({
  accountId,
  action,
  subjectId = null,
  note = null,
}: Omit<NewActivity, 'actorId'>): string {
  const values = [randomId('act'), accountId, Date.now(), action, subjectId, note].map(toSqlLiteral);
  return `INSERT INTO activities (id, account_id, happened_at_ms, action, subject_id, note) VALUES (${values.join(', ')})`;
}

/**
 * `wrangler d1 execute` binds no parameters, so values become SQL literals here, and only here. Texts as hex: there is nothing to quote,
 * and wrangler, which cuts "BEGIN TRANSACTION" out of what it is given, finds nothing to cut.
 */
export function toSqlLiteral(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`;
}

function randomId(prefix: string): string {
  return createRandomId(prefix, randomBytes(RANDOM_ID_BYTES));
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
