import type { KeyScope, Person } from '#core/accounts/account.ts';
import {
  API_KEY_RANDOM_BYTES,
  type ApiKey,
  createApiKey,
  hashApiKey,
  maskApiKey,
} from '#core/accounts/api-key.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import { ok, type Result } from '#core/result.ts';
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  revokeApiKey as storeRevocation,
} from '#storage/accounts/api-keys.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordActivity } from './activity.ts';
import { warnOfApiKey, warnOfExposedKey } from './warn.ts';
import { withinQuota } from './within-quota.ts';

export interface NewApiKey {
  /** A form that is sent twice asks with the same id, so that it makes one key. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly expiresAtMs: number | null;
  /** The person who creates it; null on the command line. */
  readonly createdBy: string | null;
}

/** Creates a key and its stored form: its hash, and a few characters that distinguish it from others. */
export async function prepareApiKey(
  { nowMs, randomBytes }: Pick<Dependencies, 'nowMs' | 'randomBytes'>,
  key: NewApiKey,
): Promise<{ apiKey: ApiKey; row: ApiKeyRow }> {
  const apiKey = createApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const { first, last } = maskApiKey(apiKey);
  const row: ApiKeyRow = {
    ...key,
    clientId: null,
    secretHash: await hashApiKey(apiKey),
    firstCharacters: first,
    lastCharacters: last,
    createdAtMs: nowMs(),
  };
  return { apiKey, row };
}

export interface IssuedKey extends Pick<NewApiKey, 'name' | 'scope'> {
  readonly apiKey: ApiKey;
}

/** Creates a key for a person's account, within its plan. Only the first request with its id gets the key. */
export async function issueApiKey(
  deps: Dependencies,
  maker: Person,
  key: Omit<NewApiKey, 'accountId' | 'createdBy'>,
): Promise<Result<IssuedKey | 'made_before', QuotaProblem>> {
  const { account } = maker;
  const { apiKey, row } = await prepareApiKey(deps, { ...key, accountId: account.id, createdBy: maker.id });
  const inserted = await withinQuota(deps, maker, 'api_keys', (limit) => insertApiKey(deps.db, row, limit));
  if (!inserted.ok) return inserted;
  if (!inserted.value) return ok('made_before');
  await recordActivity(deps, maker, { action: 'api_key.created', subjectId: key.id, note: key.scope });
  warnOfApiKey(deps, maker, key.name);
  return ok({ name: key.name, scope: key.scope, apiKey });
}

/**
 * Revokes a key that others may have read on its way, and tells the owners.
 *
 * @param secretHash of the key
 * @returns false for an unknown key; a key that is revoked already stays so
 */
export async function revokeExposedKey(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure' | 'mailer' | 'afterResponse'>,
  secretHash: string,
): Promise<boolean> {
  const key = await findApiKey(deps.db, secretHash);
  if (!key) return false;
  const { id, account, name } = key;
  if (await storeRevocation(deps.db, account.id, id, deps.nowMs())) {
    await recordActivity(deps, { id, account }, { action: 'api_key.revoked', subjectId: id, note: 'http' });
    warnOfExposedKey(deps, account, name);
  }
  return true;
}

/** Revokes a key of the actor's account. A key that is already revoked keeps its time; an unknown one changes nothing. */
export async function revokeApiKey(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  actor: Person,
  keyId: string,
): Promise<void> {
  const accountId = actor.account.id;
  if (!(await storeRevocation(deps.db, accountId, keyId, deps.nowMs()))) return;
  await recordActivity(deps, actor, { action: 'api_key.revoked', subjectId: keyId });
}
