import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addScript, hexId } from '#harness/cloudflare/account.ts';
import { DatabaseCopy } from '#harness/cloudflare/database-copy.ts';
import { listCreations, setUpWithKills } from '#harness/cloudflare/killed-set-up.ts';
import { type LoggedIn, logIn } from '#harness/cloudflare/log-in.ts';
import { withHosts } from '#harness/cloudflare/network.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { isWrite } from '#harness/cloudflare/stand-in.ts';
import type { Platform } from '#scripts/installation/platform.ts';
import { setUp, type SetUpOptions } from '#scripts/installation/set-up.ts';

/** An installation without a domain, by the login of wrangler: mistakes and faults. Nothing is doubled, and nothing of others is touched. */

const SET_UP: SetUpOptions = { isDryRun: false, isSmokeTested: false, takeOver: [] };

let open: OpenAccount;
let login: LoggedIn;
let platform: Platform;

beforeEach(async () => {
  open = await openAccount({ fetch: withHosts([]) });
  Object.assign(open.account.faults, { r2NotSubscribed: true, analyticsEngineOff: true, isFree: true });
  login = logIn(open);
  platform = login.platform;
});
afterEach(() => open[Symbol.asyncDispose]());

/** The requests that may change something, without ids; queries of D1 and renewals of the login are left out. */
function listChanges(): string[] {
  return open.standIn.requests
    .filter((line) => isWrite(line) && !/\/(query|raw|token)$/.test(line))
    .map((line) => line.replace(/\/accounts\/[^/]+/, '').replaceAll(/\/[0-9a-f-]{32,36}(?=\/|$)/g, '/:id'));
}

/** The message of a run that is refused. Nothing may have been changed. */
async function refusal(options: Partial<SetUpOptions> = {}, on: Platform = platform): Promise<string> {
  const message = await setUp({ ...SET_UP, ...options }, on).then(
    () => 'no refusal',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(listChanges()).toEqual([]);
  return message;
}

/** Everything that an installation without a domain creates, in order. */
const UP_TO_STORES = [
  'PUT /workers/scripts/qr-asks-for-the-plan',
  'POST /d1/database',
  'PUT /d1/database/:id',
  'POST /storage/kv/namespaces',
  'POST /storage/kv/namespaces',
  'POST /queues',
  'POST /queues',
];
const SHORT_LINK = ['PUT /workers/scripts/qr', 'POST /workers/scripts/qr/subdomain'];
const API = [
  'POST /workers/scripts/qr-api/assets-upload-session',
  'POST /workers/assets/upload',
  'PUT /workers/scripts/qr-api',
  'POST /workers/scripts/qr-api/subdomain',
  'PUT /workers/scripts/qr-api/schedules',
  'POST /queues/:id/consumers',
  'POST /queues/:id/consumers',
];
const ALL = [...UP_TO_STORES, ...SHORT_LINK, ...API];

describe('a login', () => {
  it('that is not there is asked for, and Cloudflare for nothing', async () => {
    rmSync(open.home, { recursive: true });
    expect(await refusal()).toMatch(
      /^InstallationError: Not logged in to Cloudflare: run npx wrangler login/,
    );
    expect(open.standIn.requests).toEqual([]);
  });

  it('that somebody ended at Cloudflare is asked for again', async () => {
    login.revoke();
    expect(await refusal()).toMatch(/npx wrangler login/);
    expect(open.standIn.requests).toEqual(['GET /accounts']);
    login.expire();
    expect(await refusal()).toMatch(/npx wrangler login/);
  });

  it('to several accounts has one of them chosen, and asks the others for nothing', async () => {
    const { account, standIn } = open;
    account.others.push({ id: hexId(), name: 'Somebody else' });
    const message = await refusal();
    for (const { id, name } of [...account.others, { id: account.id, name: 'Team' }])
      expect(message).toMatch(new RegExp(`--cloudflare-account ${id} +${name}`));
    expect(await refusal({ cloudflareAccount: 'Nobody' })).toContain('There is no account "Nobody"');

    await setUp({ ...SET_UP, cloudflareAccount: account.id, isDryRun: true }, platform);
    expect(listChanges()).toEqual([]);
    expect(standIn.requests.filter((line) => line.includes(account.others[0]!.id))).toEqual([]);
  });

  it('may not read DNS records: a domain needs a token, as one sentence says', async () => {
    expect(await refusal({ domain: 'example.com' })).toMatch(
      /login may not read DNS records.*CLOUDFLARE_API_TOKEN/,
    );
  });
});

describe('what belongs to something else', () => {
  it.each([
    ['a Worker with the name of the short links', () => void addScript(open.account, 'qr'), 'Worker "qr"'],
    ['a Worker with the name of the API', () => void addScript(open.account, 'qr-api'), 'Worker "qr-api"'],
    [
      'a database',
      () => {
        const copy = new DatabaseCopy();
        copy.query('CREATE TABLE orders (id INTEGER)', []);
        open.account.databases.set('b', { id: 'b', name: 'qr', location: null, copy });
      },
      'database "qr"',
    ],
  ])('%s, is left alone', async (_, arrange, what) => {
    arrange();
    expect(await refusal()).toContain(`The account has a ${what} that belongs to something else`);
  });

  it('a name on workers.dev, is left alone: nothing is created before another one is chosen', async () => {
    const { account } = open;
    account.subdomain = null;
    account.takenSubdomains.add('shop');
    await expect(setUp({ ...SET_UP, subdomain: 'shop' }, platform)).rejects.toThrow(/workers\.dev subdomain/);
    expect(account.databases.size + account.scripts.size).toBe(0);
  });
});

describe('a domain', () => {
  it('that the account does not have, is refused with those that it has', async () => {
    expect(await refusal({ domain: 'example.org' }, open.platform)).toMatch(
      /sees no domain "example\.org".*It sees example\.com\./s,
    );
  });

  it('that is added in a second run leaves the codes of the failed one as they were printed', async () => {
    await setUp(SET_UP, platform);
    open.account.faults.r2NotSubscribed = false;
    const addDomain = (nowMs: number) =>
      setUp({ ...SET_UP, domain: 'example.com' }, { ...open.platform, nowMs: () => nowMs });
    open.account.faults.breaks = (line) =>
      isWrite(line) && line.includes('/workers/scripts/qr-api') ? 403 : null;
    await expect(addDomain(Date.UTC(2026, 11, 1))).rejects.toThrow('API Worker');
    open.account.faults.breaks = null;
    await addDomain(Date.UTC(2026, 11, 2));
    const readBase = () =>
      open.account.scripts
        .get('qr-api')!
        .versions.at(-1)!
        .bindings.find(({ name }) => name === 'EARLIER_SHORT_URL_BASE')?.text;
    expect(readBase()).toBe('https://qr.team.workers.dev 2026-12-02T00:00:00.000Z');
    await addDomain(Date.UTC(2026, 11, 3));
    expect(readBase()).toBe('https://qr.team.workers.dev 2026-12-02T00:00:00.000Z');
  });

  it('cannot be gone back from, because printed codes lead to it', async () => {
    open.account.faults.r2NotSubscribed = false;
    await setUp({ ...SET_UP, domain: 'example.com', scanLog: 'd1' }, open.platform);
    open.standIn.requests.length = 0;
    // On another machine, or after a loss of the folder.
    rmSync(join(platform.installationsDir, 'qr'), { recursive: true });
    expect(await refusal()).toMatch(/already has a domain, and cannot go back to none/);
  });
});

describe('a run', () => {
  it('creates what is needed, once, and the subdomain of an account that has none', async () => {
    open.account.subdomain = null;
    await setUp({ ...SET_UP, subdomain: 'team' }, platform);
    expect(listChanges()).toEqual(ALL.toSpliced(1, 0, 'PUT /workers/subdomain'));
    expect(open.account.subdomain).toBe('team');
    const { bindings, metadata } = open.account.scripts.get('qr-api')!.versions.at(-1)!;
    expect(metadata).not.toHaveProperty('limits');
    expect(bindings.filter(({ type }) => /r2|analytics/.test(type))).toEqual([]);
    expect(bindings.find(({ name }) => name === 'SCAN_LOG')).toMatchObject({ text: 'd1' });

    await setUp(SET_UP, platform);
    expect(listChanges()).toHaveLength(ALL.length + 1);
  });

  it('whose login expires between its own requests, and during one of wrangler, goes on', async () => {
    const expiring = ['/storage/kv/namespaces', '/query', '/assets-upload-session'];
    open.account.faults.breaks = (line) => {
      if (!isWrite(line) || !expiring[0] || !line.endsWith(expiring[0])) return null;
      expiring.shift();
      login.expire();
      return null;
    };
    // What setup asks is asked again at once; a wrangler that is cut off is started again.
    await setUp(SET_UP, platform);
    expect(expiring).toEqual([]);
    expect(new Set(listChanges())).toEqual(new Set(ALL));
    expect(open.standIn.requests.filter((line) => line === 'POST /oauth2/token')).toHaveLength(3);
    const { databases, namespaces, queues, scripts } = open.account;
    expect([databases, namespaces, queues, scripts].map(({ size }) => size)).toEqual([1, 2, 2, 2]);
  });

  it('whose login somebody ends says so, and goes on after another one', async () => {
    open.account.faults.breaks = (line) => {
      if (line.startsWith('POST') && line.endsWith('/queues')) login.revoke();
      return null;
    };
    await expect(setUp(SET_UP, platform)).rejects.toThrow(/wrangler login/);
    open.account.faults.breaks = null;
    await setUp(SET_UP, logIn(open).platform);
    expect(new Set(listChanges())).toEqual(new Set(ALL));
    expect(open.account.queues.size).toBe(2);
  });

  it('that is killed while it creates, and again and again, comes to its end', async () => {
    const isChosen = (line: string) =>
      /\/(database|namespaces|queues|scripts\/qr|scripts\/qr-api\/subdomain)$/.test(line);
    const endings = await setUpWithKills(
      { ...open, platform },
      { victim: 'both', isRequestDone: true, isChosen },
    );
    expect(endings.map(({ isKilled }) => isKilled)).toEqual([true, true, true, true, true, false]);
    expect(endings.at(-1)).toMatchObject({ exitCode: 0 });
    expect(listCreations(open)).toEqual([
      'POST /accounts/account/d1/database',
      'POST /accounts/account/storage/kv/namespaces',
      'POST /accounts/account/storage/kv/namespaces',
    ]);
    expect([...open.account.queues.values()].map(({ name }) => name)).toEqual([
      'qr-events',
      'qr-events-dead',
    ]);
    expect([...open.account.scripts.values()].every(({ isOnWorkersDev }) => isOnWorkersDev)).toBe(true);
  });
});
