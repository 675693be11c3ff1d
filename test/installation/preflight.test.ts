import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { experimental_readRawConfig } from 'wrangler';
import { addRecord, addScript, addZone, hexId } from '#harness/cloudflare/account.ts';
import { DatabaseCopy } from '#harness/cloudflare/database-copy.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { isWrite } from '#harness/cloudflare/stand-in.ts';
import { spawnScriptIn } from '#harness/node/run-program.ts';
import { setUp, type SetUpOptions } from '#scripts/installation/set-up.ts';
import { runWrangler } from '#scripts/support/wrangler.ts';

/** Mistakes in an account or by a person: each gives one sentence, and changes nothing. wrangler does not run here. */

const SET_UP: SetUpOptions = { domain: 'example.com', isDryRun: false, isSmokeTested: false, takeOver: [] };
const WRANGLER_STOPS = 'wrangler is not run by these tests';

let open: OpenAccount;

beforeEach(async () => {
  open = await openAccount({ runWrangler: () => Promise.reject(new Error(WRANGLER_STOPS)) });
});
afterEach(() => open[Symbol.asyncDispose]());

const zone = () => open.account.zones[0]!;

/** The message that ends a run. In any case, nothing may have been created. */
async function refusal(
  options: Partial<SetUpOptions> = {},
  env: Record<string, string> = {},
): Promise<string> {
  const platform = { ...open.platform, env: { ...open.platform.env, ...env } };
  const message = await setUp({ ...SET_UP, ...options }, platform).then(
    () => 'no refusal',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  const changes = open.standIn.requests.filter((line) => isWrite(line) && !/\/(query|sql)$/.test(line));
  expect(changes).toEqual([]);
  return message;
}

describe('what is missing in the account', () => {
  it('is listed whole, with a URL for each', async () => {
    open.account.faults.r2NotSubscribed = true;
    open.account.subdomain = null;
    zone().status = 'pending';
    addRecord(zone(), 'go.example.com', 'old.example.net', 'CNAME');
    const text = await refusal({}, { AE_API_TOKEN: '' });

    expect(text).toContain('The domain example.com is pending');
    expect(text).toContain('R2 is not enabled');
    expect(text).toContain('no workers.dev subdomain, which every cron needs');
    expect(text).toContain('put it into the variable AE_API_TOKEN');
    const urls = text.split('\n').filter((line) => line.startsWith('  https://dash.cloudflare.com/'));
    expect(urls).toHaveLength(text.split('\n').filter((line) => line.startsWith('- ')).length);
  });

  it('is an API token with all permissions, by the form that makes it', async () => {
    open.account.faults.denied.push('/d1/', '/dns_records');
    const text = await refusal();
    expect(text).toContain('The API token may not use D1: create one with all permissions in this form.');
    expect(text).toContain('The API token may not use DNS records and Worker routes');
    expect(text).toContain('https://dash.cloudflare.com/profile/api-tokens?permissionGroupKeys=');
  });

  it('is a token for statistics that works', async () => {
    expect(await refusal({}, { AE_API_TOKEN: 'expired' })).toContain(
      'The secret AE_API_TOKEN is missing, mistyped or expired',
    );
  });

  it('is a token for statistics that may read them', async () => {
    open.account.faults.denied.push('/analytics_engine/');
    expect(await refusal()).toMatch(/The token in AE_API_TOKEN works but may not read .* is not enabled: /);
  });

  it('is a token for purging that may do it, if one is given', async () => {
    const message = await setUp(SET_UP, {
      ...open.platform,
      env: { ...open.platform.env, CACHE_PURGE_TOKEN: 'expired' },
    }).catch((error: Error) => error.message);
    expect(message).toContain(
      'The token in CACHE_PURGE_TOKEN may not purge the cache of cdn.example.com (status 401): create one with the permission "Cache Purge"',
    );
    expect(open.account.databases.size).toBe(0);
  });

  it('is not a token for statistics if scans are kept in D1', async () => {
    const text = await setUp({ ...SET_UP, scanLog: 'd1' }, open.platform).catch(
      (error: Error) => error.message,
    );
    expect(text).toContain(WRANGLER_STOPS);
  });
});

describe('what belongs to somebody else', () => {
  it.each([
    [
      'a DNS record',
      () => void addRecord(zone(), 'go.example.com'),
      'go.example.com already has a DNS record (A 192.0.2.1)',
    ],
    [
      'a route of another Worker',
      () => void zone().routes.push({ id: hexId(), pattern: '*.example.com/*', script: 'shop' }),
      'api.example.com already has the Worker route *.example.com/* to shop',
    ],
    [
      "another Worker's domain",
      () =>
        void open.account.domains.push({
          id: hexId(),
          hostname: 'api.example.com',
          zoneId: zone().id,
          service: 'shop',
        }),
      'api.example.com already has the Worker "shop"',
    ],
    [
      'a database of the name',
      () => {
        const copy = new DatabaseCopy();
        copy.query('CREATE TABLE orders (id INTEGER)', []);
        open.account.databases.set('b', { id: 'b', name: 'qr', location: null, copy });
      },
      'The account has a database "qr" that belongs to something else: choose another --installation',
    ],
    [
      'a Worker of the name',
      () => void addScript(open.account, 'qr-api'),
      'The account has a Worker "qr-api" that belongs to something else',
    ],
  ])('%s stays as it is', async (_, arrange, message) => {
    arrange();
    expect(await refusal()).toContain(message);
  });

  it('leaves records alone that lead nowhere, such as TXT and MX', async () => {
    addRecord(zone(), 'go.example.com', 'v=spf1 -all', 'TXT');
    await expect(setUp(SET_UP, open.platform)).rejects.toThrow(WRANGLER_STOPS);
  });

  it('is taken over if a person names the host, and not otherwise', async () => {
    addRecord(zone(), 'cdn.example.com');
    addRecord(zone(), 'api.example.com');
    expect(await refusal({ takeOver: ['cdn.example.com'] })).toContain(
      'api.example.com already has a DNS record',
    );

    zone().records.splice(1);
    await expect(setUp({ ...SET_UP, takeOver: ['cdn.example.com'] }, open.platform)).rejects.toThrow(
      WRANGLER_STOPS,
    );
    expect(zone().records.map(({ content }) => content)).toEqual(['public.r2.dev']);
  });
});

describe('bad input', () => {
  it.each<[string, Partial<SetUpOptions>, string]>([
    [
      'a host without a domain',
      { domain: undefined, shortHosts: ['go.example.com'] },
      '--api-host, --short-host, --gs1-host and --image-host are hosts of a domain: name it too',
    ],
    [
      'an unknown domain',
      { domain: 'exmaple.com' },
      'The API token sees no domain "exmaple.com": it is mistyped, or in an account that the token does not reach. It sees example.com.',
    ],
    [
      'a URL',
      { domain: 'https://example.com' },
      '--domain must be a host name like go.example.com, without https://',
    ],
    [
      'a host outside of the account',
      { shortHosts: ['go.example.net'] },
      'The host go.example.net is not in example.com, nor in another zone of the same account',
    ],
    [
      'one host for two purposes',
      { imageHost: 'api.example.com' },
      'each need their own host, but "api.example.com" is named twice',
    ],
    [
      'an unknown location',
      { location: 'mars' },
      '--location must be one of wnam, enam, weur, eeur, apac, oc, not "mars"',
    ],
    ['a name that no bucket can have', { installation: 'My QR' }, '"My QR" cannot name an installation'],
    ['a variable without a value', { set: ['SIGNUP'] }, '--set must be NAME=VALUE'],
  ])('%s is refused', async (_, options, message) => {
    expect(await refusal(options)).toContain(message);
  });

  it('an unknown variable is refused by name, and one that the installation sets', async () => {
    await expect(setUp({ ...SET_UP, set: ['SINGUP=open'] }, open.platform)).rejects.toThrow(
      'there is no such variable. There are: SIGNUP',
    );
    await expect(setUp({ ...SET_UP, set: ['CDN_URL=https://x'] }, open.platform)).rejects.toThrow(
      'the installation sets this itself',
    );
  });

  it.each([
    ['SIGNUP=maybe', 'invite or open'],
    ['EMAIL_FROM=sign-in', 'an e-mail address, or empty'],
    ['ABUSE_EMAIL=x', 'an e-mail address, or empty'],
    ['ABUSE_EMAIL= abuse@example.com', 'an e-mail address, or empty'],
    [
      'SECURITY_CONTACT=example.com/security',
      'an e-mail address, an address that starts with https://, mailto: or tel:, or empty',
    ],
    ['PRIVATE_TARGETS=yes', 'refused or allowed'],
    ['TARGET_CHECKS=daily', 'weekly or off'],
    ['WORKERS_PLAN=fee', 'free or paid'],
    ['TURNSTILE_SITE_KEY=0x4 AAA', 'the site key of a widget of Turnstile, or empty'],
    ['SAAS_TARGET=https://links.example.com', 'a host name like links.example.com, or empty'],
    [
      'OIDC_ISSUER=http://login.example.com',
      'the address of an identity provider, as https://login.example.com, or empty',
    ],
    ['OIDC_CLIENT_ID=a b', 'an id without spaces, or empty'],
    ['OIDC_DOMAINS=@acme.example', 'domains like example.com,example.net, or empty'],
    ['OIDC_ACCOUNT=Acme', 'the id of an account, or empty'],
    ['OIDC_ROLE=owner', 'viewer or member or none'],
    ['SIGN_IN=sso', 'both or oidc'],
    ['ACCESS_TEAM=acme.example', 'a host like acme.cloudflareaccess.com, or empty'],
    ['ACCESS_AUDIENCE=qr', "an application's audience tag of 64 hexadecimal characters, or empty"],
    ['SAAS_ZONE_ID=example.com', "a zone's id of 32 hexadecimal characters, or empty"],
    ['AE_API_URL=api.cloudflare.com', 'an address that starts with https:// or http://'],
  ])('--set %s is refused before anything is asked or printed', async (pair, rule) => {
    const [name = '', value = ''] = pair.split('=');
    expect(await refusal({ set: ['SIGNUP=open', pair] })).toBe(
      `InstallationError: --set ${name} must be ${rule}, not "${value}".`,
    );
    expect(open.standIn.requests).toEqual([]);
    expect(open.lines).toEqual([]);
  });

  it.each([
    [['OIDC_ISSUER=https://login.example.com'], 'OIDC_ISSUER also needs OIDC_CLIENT_ID and OIDC_DOMAINS.'],
    [['ACCESS_TEAM=acme.cloudflareaccess.com'], 'ACCESS_TEAM also needs ACCESS_AUDIENCE and OIDC_DOMAINS.'],
    [['OIDC_ROLE=viewer'], 'OIDC_ROLE also needs OIDC_ACCOUNT.'],
    [['SIGN_IN=oidc'], 'SIGN_IN=oidc also needs OIDC_ISSUER.'],
  ])('half a company login is refused: %j', async (set, why) => {
    expect(await refusal({ set })).toBe(`InstallationError: ${why}`);
  });

  it.each([
    [
      Response.json({ issuer: 'https://login.example.com/' }),
      'calls itself https://login.example.com/: give that to --oidc-issuer.',
    ],
    [
      new Response('', { status: 404 }),
      'responds with status 404 and without a configuration of OpenID Connect.',
    ],
    [Response.json({ issuer: 'https://login.example.com' }), null],
  ])('an identity provider has to be what it is called (%#)', async (response, problem) => {
    const set = ['OIDC_ISSUER=https://login.example.com', 'OIDC_CLIENT_ID=qr', 'OIDC_DOMAINS=acme.example'];
    const asked: typeof fetch = (input, init) =>
      new URL(input instanceof Request ? input.url : input).hostname === 'login.example.com'
        ? Promise.resolve(response.clone())
        : fetch(input, init);
    const run = setUp({ ...SET_UP, isDryRun: true, set }, { ...open.platform, fetch: asked });
    const said = await run.then(() => null, String);
    if (problem === null) expect(said).toBeNull();
    else expect(said).toContain(`OIDC_ISSUER: The identity provider ${problem}`);
  });

  it('each variable of both wrangler.toml is checked, and may be what it is there', async () => {
    const vars: Record<string, unknown> = { EMAIL_FROM: 'sign-in@example.com' };
    for (const config of ['wrangler.toml', 'src/shortlink/wrangler.toml'])
      Object.assign(vars, experimental_readRawConfig({ config }).rawConfig.vars);
    const isOwn = async (name: string) =>
      (await refusal({ set: [`${name}=§ §`] })).includes('the installation sets this itself');
    const pairs: string[] = [];
    for (const [name, value] of Object.entries(vars)) {
      if (await isOwn(name)) continue;
      expect(await refusal({ set: [`${name}=§ §`] })).toContain(`--set ${name} must be`);
      pairs.push(`${name}=${String(value)}`);
    }
    expect(pairs).toContain('SIGNUP=invite');
    expect(await refusal({ isDryRun: true, set: pairs })).toBe('no refusal');
  });

  it('an expired token is refused, with the form of a new one', async () => {
    expect(await refusal({}, { CLOUDFLARE_API_TOKEN: 'expired' })).toMatch(
      /does not accept the API token .* expired or revoked[\s\S]*permissionGroupKeys/,
    );
  });

  it('a domain in another account than CLOUDFLARE_ACCOUNT_ID names is refused', async () => {
    expect(await refusal({}, { CLOUDFLARE_ACCOUNT_ID: hexId() })).toContain(
      'example.com is in the account "Team"',
    );
  });

  it('a host in a zone of another account is refused', async () => {
    addZone(open.account, 'qr.example', hexId());
    expect(await refusal({ shortHosts: ['qr.example'] })).toContain(
      'nor in another zone of the same account',
    );
  });
});

describe('a run that is not for real, or was interrupted', () => {
  it('creates nothing with --dry-run, and says what it would create', async () => {
    expect(await refusal({ isDryRun: true })).toBe('no refusal');
    expect(open.lines.filter((line) => line.startsWith('would create'))).toHaveLength(16);
    expect(existsSync(join(open.platform.installationsDir, 'qr'))).toBe(false);
  });

  it('asks for --yes without a terminal only after everything else is right, and has shown what it would create', async () => {
    const { CLOUDFLARE_API_TOKEN, ...env } = open.platform.env;
    const refused = await spawnScriptIn(
      { ...env, CLOUDFLARE_API_TOKEN: 'expired' },
      'setup',
      '--domain',
      'example.com',
    );
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('does not accept the API token'),
    });
    const asked = await spawnScriptIn(
      { ...env, CLOUDFLARE_API_TOKEN },
      'setup',
      ...['--domain', 'example.com', '--installation', 'fresh'],
    );
    expect(asked.stdout).toContain('would create  D1 database: fresh');
    expect(asked).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('add --yes if you are sure'),
    });
    expect(open.account.databases.size).toBe(0);
  });

  it('creates nothing when the person says no', async () => {
    expect(await refusal({ confirm: () => Promise.resolve(false) })).toContain('Nothing was changed.');
  });

  it('continues after a cut connection, whether or not the work was done, and creates nothing twice', async () => {
    for (const how of ['cut before', 'cut after', 429, 500] as const) {
      await using one = await openAccount({ runWrangler: open.platform.runWrangler });
      const broken = new Set<string>();
      one.account.faults.breaks = (line) => {
        if (broken.has(line) || /\/(query|sql)$/.test(line)) return null;
        broken.add(line);
        return how;
      };
      await expect(setUp(SET_UP, one.platform)).rejects.toThrow(WRANGLER_STOPS);
      expect(one.account.databases.size, String(how)).toBe(1);
      expect(one.account.namespaces.size).toBe(2);
      expect([...one.account.buckets.keys()]).toEqual(['qr-images', 'qr-backups', 'qr-files']);
      expect(one.account.buckets.get('qr-images')?.domains).toHaveLength(1);
    }
  });

  it('keeps a generated configuration that somebody edited, and says where the edit belongs', async () => {
    await expect(setUp(SET_UP, open.platform)).rejects.toThrow(WRANGLER_STOPS);
    const file = join(open.platform.installationsDir, 'qr', 'api.json');
    const edited = readFileSync(file, 'utf8').replace('"invite"', '"closed"');
    writeFileSync(file, edited);
    await expect(setUp({ ...SET_UP, set: ['SIGNUP=open'] }, open.platform)).rejects.toThrow(
      'is a generated file, but was edited by hand: set variables with --set NAME=VALUE',
    );
    expect(readFileSync(file, 'utf8')).toBe(edited);

    rmSync(file);
    await expect(setUp({ ...SET_UP, set: ['SIGNUP=open'] }, open.platform)).rejects.toThrow(WRANGLER_STOPS);
    expect(readFileSync(file, 'utf8')).toContain('"SIGNUP": "open"');
  });

  it('says what to do with a folder that cannot be read', async () => {
    await expect(setUp(SET_UP, open.platform)).rejects.toThrow(WRANGLER_STOPS);
    writeFileSync(join(open.platform.installationsDir, 'qr', 'installation.json'), '{"settings":');
    await expect(setUp(SET_UP, open.platform)).rejects.toThrow(
      'cannot be read: it was edited by hand or is incomplete. Delete it',
    );
  });
});

describe('a second installation', () => {
  it('exists beside production as staging, with its own names and hosts', async () => {
    await expect(setUp({ ...SET_UP, environment: 'staging' }, open.platform)).rejects.toThrow(WRANGLER_STOPS);
    expect([...open.account.databases.values()].map(({ name }) => name)).toEqual(['qr-staging']);
    expect([...open.account.buckets.get('qr-staging-images')!.domains].map(({ domain }) => domain)).toEqual([
      'cdn-staging.example.com',
    ]);
  });
});

it('wrangler deploy in the repository is refused with the command that sets up, and asks Cloudflare for nothing', async () => {
  const { CLOUDFLARE_API_BASE_URL = '', CLOUDFLARE_API_TOKEN = '' } = open.platform.env;
  const env = { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID: open.account.id };
  await expect(runWrangler(['deploy'], env)).rejects.toThrow(
    'wrangler.toml is not deployed as it is: npm run setup makes',
  );
  expect(open.standIn.requests.filter(isWrite)).toEqual([]);
});
