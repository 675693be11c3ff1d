import type { KeyScope } from '../core/account.ts';
import { API_KEY_RANDOM_BYTES, type ApiKey, createApiKey, hashApiKey, maskApiKey } from '../core/api-key.ts';
import { type ApiKeyRow, insertApiKey } from '../storage/api-keys.ts';
import type { Dependencies } from './dependencies.ts';

export interface NewApiKey {
  /** Who asks for one key twice, by sending a form again, asks with the same id. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly expiresAtMs: number | null;
}

/** Makes a key and what is stored of it: its hash, and a few characters to tell it from others. */
export async function prepareApiKey(
  { nowMs, randomBytes }: Pick<Dependencies, 'nowMs' | 'randomBytes'>,
  key: NewApiKey,
): Promise<{ apiKey: ApiKey; row: ApiKeyRow }> {
  const apiKey = createApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const { first, last } = maskApiKey(apiKey);
  const row: ApiKeyRow = {
    ...key,
    secretHash: await hashApiKey(apiKey),
    firstCharacters: first,
    lastCharacters: last,
    createdAtMs: nowMs(),
  };
  return { apiKey, row };
}

/** Makes a key for an account. Null where it was made before: nobody but the first who asked is shown it. */
export async function issueApiKey(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>,
  key: NewApiKey,
): Promise<ApiKey | null> {
  const { apiKey, row } = await prepareApiKey(deps, key);
  return (await insertApiKey(deps.db, row)) ? apiKey : null;
}
