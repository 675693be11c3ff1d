import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hexId } from '#harness/cloudflare/account.ts';
import { logIn } from '#harness/cloudflare/log-in.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { ANYTHING } from '#scripts/installation/cloudflare/api.ts';
import { openSession } from '#scripts/installation/session.ts';

/** The login of the real wrangler against the stand-in, which renews it, ends it, and grants what its scopes grant. */

let open: OpenAccount;

beforeEach(async () => {
  open = await openAccount();
});
afterEach(() => open[Symbol.asyncDispose]());

/** Whatever would leave this machine would be among the requests. */
const wrangler = (...args: string[]) => open.platform.runWrangler(args, open.standIn.proxyEnv);
const readToken = async () =>
  (JSON.parse(await wrangler('auth', 'token', '--json')) as { token: string }).token;

describe('a login', () => {
  it('is found, and taken by setup', async () => {
    const { api } = await openSession(logIn(open).platform);
    expect(open.standIn.requests).toEqual([]);
    await api.get(`/accounts/${open.account.id}/workers/subdomain`, ANYTHING);
  });

  it('is renewed once its hour is over, and only once', async () => {
    const login = logIn(open);
    const before = open.account.login!.accessToken;
    login.expire();
    const renewed = await readToken();
    expect(renewed).toBe(open.account.login!.accessToken);
    expect(renewed).not.toBe(before);
    expect(await readToken()).toBe(renewed);
    expect(open.standIn.requests).toEqual(['POST /oauth2/token']);
  });

  it('that somebody ended at Cloudflare is refused by its API, and cannot be renewed', async () => {
    const login = logIn(open);
    login.revoke();
    await expect(wrangler('whoami')).rejects.toThrow('9109');
    login.expire();
    await expect(readToken()).rejects.toThrow(/log ?in/i);
  });

  it('reaches zones, but not their DNS records, which its scopes leave out', async () => {
    const { api } = await openSession(logIn(open).platform);
    const zones = await api.list('/zones', z.object({ id: z.string(), name: z.string() }));
    expect(zones.map(({ name }) => name)).toEqual(['example.com']);
    await expect(api.get(`/zones/${zones[0]!.id}/dns_records`, ANYTHING)).rejects.toMatchObject({
      status: 403,
      code: 10_000,
    });
    await api.get(`/zones/${zones[0]!.id}/workers/routes`, ANYTHING);
  });

  it('of several accounts lists them all, and wrangler takes none of them by itself', async () => {
    logIn(open);
    const { account } = open;
    account.others.push({ id: hexId(), name: 'Somebody else' });
    expect(await wrangler('whoami', '--json')).toContain(account.others[0]!.id);
    await expect(wrangler('kv', 'namespace', 'list')).rejects.toThrow(/More than one account available/);
    expect(open.standIn.requests.filter((line) => line.includes('namespaces'))).toEqual([]);
  });
});

describe('a Worker without a domain', () => {
  /** Deploys a Worker "qr" from a folder of its own. */
  function deploy(workersDev: boolean) {
    const { installationsDir } = open.platform;
    const config = {
      name: 'qr',
      main: 'worker.mjs',
      account_id: open.account.id,
      compatibility_date: '2026-11-01',
      workers_dev: workersDev,
    };
    writeFileSync(join(installationsDir, 'worker.mjs'), 'export default {};');
    writeFileSync(join(installationsDir, 'wrangler.json'), JSON.stringify(config));
    return wrangler('deploy', '--config', join(installationsDir, 'wrangler.json'));
  }

  it('is served below the subdomain of the account until it is told otherwise', async () => {
    logIn(open);
    expect(await deploy(true)).toContain('https://qr.team.workers.dev');
    expect(open.account.scripts.get('qr')).toMatchObject({ isOnWorkersDev: true });
    await deploy(false);
    expect(open.account.scripts.get('qr')).toMatchObject({ isOnWorkersDev: false });
  });

  it('is not uploaded to an account that has no subdomain', async () => {
    logIn(open);
    open.account.subdomain = null;
    await expect(deploy(true)).rejects.toThrow('register a workers.dev subdomain');
    expect(open.account.scripts.size).toBe(0);
  });
});

it('what would leave this machine is refused, and is among the requests', async () => {
  logIn(open).expire();
  const elsewhere = { ...open.standIn.proxyEnv, WRANGLER_TOKEN_URL: 'https://login.example.com/token' };
  await expect(open.platform.runWrangler(['auth', 'token'], elsewhere)).rejects.toThrow('Not logged in');
  expect(new Set(open.standIn.requests)).toEqual(new Set(['CONNECT login.example.com:443']));
});
