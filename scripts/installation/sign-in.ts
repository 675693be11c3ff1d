import { KEY_SCOPES } from '#core/accounts/account.ts';
import { findFirstAccount } from '#storage/accounts/accounts.ts';
import { createKey, deleteKey, invite } from '../support/accounts.ts';
import type { Place } from '../support/place.ts';
import { InstallationError } from './cloudflare/explain.ts';
import type { Platform } from './platform.ts';
import { drawFirstCode } from './first-code.ts';
import { runSmokeTest } from './smoke-test.ts';

/** The name of the person that the installation's link signs in. Others are invited in the dashboard. */
const OWNER = 'Owner';
const TEST_KEY_LIVES_MS = 3_600_000;

/** Creates the dashboard's sign-in link for the owner of the first account: it works once, within 15 minutes. */
export async function makeSignInLink(place: Place): Promise<string> {
  const accountId = await requireFirstAccount(place);
  return place.dashboardUrl + (await invite(place, { accountId, name: OWNER, email: null, role: null }));
}

/**
 * Runs the smoke test in the first account, with a temporary key.
 * @returns the account's first code, to be scanned; null if it has others already
 */
export async function testService(
  place: Place,
  apiUrl: string,
  platform: Pick<Platform, 'fetch' | 'sleep' | 'nowMs' | 'print'>,
): Promise<string | null> {
  const accountId = await requireFirstAccount(place);
  const apiKey = await createKey(place, {
    accountId,
    name: 'Smoke test',
    scope: KEY_SCOPES[0],
    expiresAtMs: platform.nowMs() + TEST_KEY_LIVES_MS,
  });
  platform.print('smoke test:');
  try {
    const { fetch, sleep, nowMs, print } = platform;
    const test = { apiUrl, apiKey, fetch, sleep, nowMs, print };
    await runSmokeTest(test);
    return await drawFirstCode(test);
  } finally {
    await deleteKey(place, apiKey);
  }
}

async function requireFirstAccount(place: Place): Promise<string> {
  const account = await findFirstAccount(place.db);
  if (!account) throw new InstallationError('The installation has no account: run npm run setup.');
  return account.id;
}
