import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addScript } from '#harness/cloudflare/account.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { createSecrets } from '#scripts/installation/settings/secrets.ts';
import { openSession } from '#scripts/installation/session.ts';

let open: OpenAccount;
beforeEach(async () => {
  open = await openAccount();
});
afterEach(() => open[Symbol.asyncDispose]());

/** Two Workers that already have these secrets; one run of the installation. */
async function run(there: { api: string[]; shortLink: string[] }, env: Record<string, string> = {}) {
  for (const [name, secrets] of Object.entries({ 'qr-api': there.api, 'qr-shortlink': there.shortLink })) {
    addScript(open.account, name, { secrets: new Map(secrets.map((secret) => [secret, 'old'])) });
  }
  const platform = { ...open.platform, env: { ...open.platform.env, ...env } };
  const { api } = await openSession(platform);
  return createSecrets({
    api,
    accountId: open.account.id,
    platform,
    workers: {
      api: { name: 'qr-api', required: ['PEPPER'] },
      shortLink: { name: 'qr-shortlink', required: ['KEY', 'PEPPER'] },
    },
  });
}

describe('the secrets of both Workers', () => {
  it('are made if neither has them, and the shared one is the same in both', async () => {
    const secrets = await run({ api: [], shortLink: [] });
    const ofShortLink = secrets.make(await secrets.listUnset('shortLink'));
    const ofApi = secrets.make(await secrets.listUnset('api'));
    expect(Object.keys(ofShortLink)).toEqual(['KEY', 'PEPPER']);
    expect(ofApi).toEqual({ PEPPER: ofShortLink['PEPPER'] });
  });

  it('stay unchanged if both have them', async () => {
    const secrets = await run({ api: ['PEPPER'], shortLink: ['KEY', 'PEPPER'] });
    expect(await secrets.listUnset('shortLink')).toEqual([]);
    expect(await secrets.listUnset('api')).toEqual([]);
  });

  it('are replaced in both if a run ended before the API got the shared one: nothing was made with it', async () => {
    const secrets = await run({ api: [], shortLink: ['KEY', 'PEPPER'] });
    expect(await secrets.listUnset('shortLink')).toEqual(['PEPPER']);
  });

  it('are not replaced if the API has made something with the shared one', async () => {
    const secrets = await run({ api: ['PEPPER'], shortLink: ['KEY'] });
    await expect(secrets.listUnset('shortLink')).rejects.toThrow(
      'qr-shortlink lost its secret PEPPER, which must be the same as in the other Worker',
    );
  });

  it('come from the environment if a person kept them', async () => {
    const secrets = await run({ api: ['PEPPER'], shortLink: ['KEY'] }, { PEPPER: 'kept' });
    expect(secrets.make(await secrets.listUnset('shortLink'))).toEqual({ PEPPER: 'kept' });
  });
});
