import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecord, addZone, hexId, type Zone } from '#harness/cloudflare/account.ts';
import { answerAsService, withHosts } from '#harness/cloudflare/network.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { isWrite } from '#harness/cloudflare/stand-in.ts';
import { examine } from '#scripts/installation/doctor/examine.ts';
import type { Platform } from '#scripts/installation/platform.ts';
import { rollback } from '#scripts/installation/rollback.ts';
import { setUp, type SetUpOptions } from '#scripts/installation/set-up.ts';
import { upgrade } from '#scripts/installation/upgrade.ts';

/** The operator's hosts: several with short links, and the fallback origin to which those of accounts lead. */

const SET_UP: SetUpOptions = { domain: 'example.com', isDryRun: false, isSmokeTested: false, takeOver: [] };
const HOSTS = ['go.example.com', 'second.example.com', 'qr.example'];
const TARGET = 'links.saas.example';

describe('an installation with several hosts on Workers Free', () => {
  let open: OpenAccount;
  let saas: Zone;
  let withToken: Platform;

  beforeAll(async () => {
    open = await openAccount({
      fetch: withHosts(['api.example.com', 'cdn.example.com', 'more.example.com', ...HOSTS, TARGET]),
    });
    open.account.faults.isFree = true;
    addZone(open.account, 'qr.example');
    saas = addZone(open.account, 'saas.example');
    addRecord(saas, 'www.saas.example');
    for (const host of ['shop.saas.example', 'saas.example'])
      saas.routes.push({ id: hexId(), pattern: `${host}/*`, script: 'shop' });
    withToken = { ...open.platform, env: { ...open.platform.env, SAAS_API_TOKEN: open.account.token } };
    await setUp({ ...SET_UP, shortHosts: HOSTS, set: ['WORKERS_PLAN=free'] }, open.platform);
  });
  afterAll(() => open[Symbol.asyncDispose]());

  const hosts = () =>
    open.account.domains.filter(({ service }) => service === 'qr-shortlink').map(({ hostname }) => hostname);
  const binding = (worker: string, name: string) => {
    const { versions, deployments } = open.account.scripts.get(worker)!;
    const live = versions.find(({ id }) => id === deployments.at(-1)?.versionId)!;
    return live.bindings.find((one) => one.name === name)?.['text'];
  };
  const shortHosts = () => ['qr-api', 'qr-shortlink'].map((worker) => binding(worker, 'SHORT_HOSTS'));
  const refusalOf = (run: Promise<void>) =>
    run.then(
      () => 'no refusal',
      (error: Error) => error.message,
    );

  it('serves each of them, and both Workers know them', () => {
    expect(hosts()).toEqual(HOSTS);
    expect(shortHosts()).toEqual([HOSTS.join(' '), HOSTS.join(' ')]);
    expect(binding('qr-api', 'SHORT_URL_BASE')).toBe('https://go.example.com');
    expect(open.lines).toContain(
      'Short links: https://go.example.com, https://second.example.com, https://qr.example',
    );
  });

  it('keeps them in a run that does not name them, which finds everything done', async () => {
    open.lines.length = 0;
    await setUp({ ...SET_UP, domain: undefined }, open.platform);
    expect(open.lines.filter((line) => line.startsWith('created'))).toEqual([]);
    expect(hosts()).toEqual(HOSTS);
  });

  it('is told how to add one, if the first is not that of the service', async () => {
    expect(await refusalOf(setUp({ ...SET_UP, shortHosts: ['new.example.com'] }, open.platform))).toContain(
      'To add a host, name it after that one: --short-host go.example.com --short-host new.example.com.',
    );
  });

  it('is not deployed without them from a machine that does not know them', async () => {
    const elsewhere = {
      ...open.platform,
      installationsDir: join(open.platform.installationsDir, 'elsewhere'),
    };
    const before = hosts();
    const text = await refusalOf(setUp({ ...SET_UP, set: ['WORKERS_PLAN=free'] }, elsewhere));
    expect(text).toContain(
      'qr-shortlink also serves qr.example, with which codes may be printed: name it, so that it stays: --short-host go.example.com --short-host qr.example',
    );
    expect(hosts()).toEqual(before);
    rmSync(elsewhere.installationsDir, { recursive: true, force: true });
  });

  it('is refused a fallback origin without the token, and with one that may not set it', async () => {
    const options = { ...SET_UP, saasTarget: TARGET };
    expect(await refusalOf(setUp(options, open.platform))).toMatch(
      /SAAS_API_TOKEN: The API makes the hosts of accounts known.*\n {2}https:.*ssl_and_certificates/,
    );
    for (const token of ['expired', open.account.token]) {
      open.account.faults.denied = ['custom_hostnames'];
      const platform = { ...open.platform, env: { ...open.platform.env, SAAS_API_TOKEN: token } };
      expect(await refusalOf(setUp(options, platform))).toContain(
        'The token in SAAS_API_TOKEN may not set the fallback origin of saas.example: create one with the permission "SSL and Certificates: Edit"',
      );
    }
    open.account.faults.denied = [];
    expect(saas.records.map(({ name }) => name)).toEqual(['www.saas.example']);
  });

  it.each<[string, () => () => unknown, string]>([
    [
      'the fallback origin of another service',
      () => {
        saas.fallbackOrigin = { origin: 'shop.saas.example', status: 'active' };
        return () => (saas.fallbackOrigin = null);
      },
      'The zone saas.example serves the hosts of customers already (shop.saas.example), which are left alone',
    ],
    [
      'hosts of customers',
      () => {
        saas.customHostnames.push({ id: hexId(), hostname: 'shop.customer.example' });
        return () => saas.customHostnames.pop();
      },
      'serves the hosts of customers already (shop.customer.example)',
    ],
    [
      'a record of the name',
      () => {
        addRecord(saas, TARGET, 'old.example.net', 'CNAME');
        return () => saas.records.pop();
      },
      'The fallback origin links.saas.example has a DNS record already (CNAME old.example.net), which is left alone',
    ],
    [
      'a route for all hosts',
      () => {
        saas.routes.push({ id: hexId(), pattern: '*/*', script: 'shop' });
        return () => saas.routes.pop();
      },
      'The zone saas.example has the Worker route */* to shop, which is left alone: choose a --saas-target in a zone of its own',
    ],
  ])('is refused a fallback origin in a zone that has %s', async (_, arrange, message) => {
    const undo = arrange();
    const text = await refusalOf(setUp({ ...SET_UP, saasTarget: TARGET }, withToken));
    undo();
    expect(text).toContain(message);
    expect(binding('qr-api', 'SAAS_TARGET')).toBe('');
  });

  it('gets one host more, a fallback origin and routes, whatever Cloudflare answers, and leaves all others as they were', async () => {
    const options = { ...SET_UP, shortHosts: ['go.example.com', 'more.example.com'], saasTarget: TARGET };
    const refuse = (pattern: RegExp) => (line: string) => (pattern.test(line) ? 403 : null);
    open.account.faults.breaks = refuse(/^POST .*dns_records$/);
    expect(await refusalOf(setUp(options, withToken))).toMatch(
      /^record of the fallback origin: the API token may not do this.*\n.*dns%22%2C%22type%22%3A%22edit/,
    );
    open.account.faults.breaks = refuse(/^PUT .*fallback_origin$/);
    expect(await refusalOf(setUp(options, withToken))).toContain('The token in SAAS_API_TOKEN may not set');
    // A token that was not proved is not given to the Worker, which keeps the first one that it gets.
    expect([...open.account.scripts.get('qr-api')!.secrets.keys()]).not.toContain('SAAS_API_TOKEN');

    // Each request of it fails in all these ways before it is answered.
    const left = new Map<string, (429 | 500 | 'cut after')[]>();
    open.account.faults.breaks = (line) => {
      if (!/dns_records$|custom_hostnames|workers\/routes$/.test(line)) return null;
      const ways = left.get(line) ?? (isWrite(line) ? [429, 'cut after'] : [429, 500]);
      left.set(line, ways.slice(1));
      return ways[0] ?? null;
    };
    await setUp(options, withToken);
    open.account.faults.breaks = null;

    expect(saas.records.map(({ type, name, content, proxied }) => [type, name, content, proxied])).toEqual([
      ['A', 'www.saas.example', '192.0.2.1', true],
      ['AAAA', TARGET, '100::', true],
    ]);
    expect(saas.fallbackOrigin).toMatchObject({ origin: TARGET });
    // In this order: nothing of the zone is taken over, not even for a moment.
    expect(saas.routes.map(({ pattern, script }) => [pattern, script])).toEqual([
      ['shop.saas.example/*', 'shop'],
      ['saas.example/*', 'shop'],
      ['*.saas.example/*', null],
      ['links.saas.example/*', 'qr-shortlink'],
      ['*/*', 'qr-shortlink'],
    ]);
    expect(binding('qr-api', 'SAAS_ZONE_ID')).toBe(saas.id);
    expect(binding('qr-api', 'SAAS_TARGET')).toBe(TARGET);
    expect(open.account.scripts.get('qr-api')!.secrets.get('SAAS_API_TOKEN')).toBe(open.account.token);
    expect(hosts()).toEqual([...HOSTS, 'more.example.com']);
    const all = [...HOSTS, 'more.example.com', TARGET].join(' ');
    expect(shortHosts()).toEqual([all, all]);
  });

  it('keeps them in a run that names neither them nor the token', async () => {
    const before = open.standIn.requests.length;
    open.lines.length = 0;
    await setUp({ ...SET_UP, domain: undefined }, open.platform);
    expect(open.lines.filter((line) => line.startsWith('created'))).toEqual([]);
    const writes = open.standIn.requests.slice(before).filter(isWrite);
    expect(writes.filter((line) => !/\/(query|raw|sql)$/.test(line))).toEqual([]);
    expect(await refusalOf(setUp({ ...SET_UP, saasTarget: 'other.saas.example' }, withToken))).toContain(
      'The hosts of accounts lead to links.saas.example in their own DNS: the fallback origin cannot change',
    );
  });

  it('keeps all of it in an upgrade and in a roll-back', async () => {
    const before = { hosts: hosts(), shortHosts: shortHosts(), routes: [...saas.routes] };
    await upgrade(
      { isDryRun: false, acceptsDowntime: false, set: ['TURNSTILE_SITE_KEY=key'] },
      open.platform,
    );
    expect(binding('qr-shortlink', 'TURNSTILE_SITE_KEY')).toBe('key');
    expect({ hosts: hosts(), shortHosts: shortHosts(), routes: saas.routes }).toEqual(before);
    await rollback({}, open.platform);
    expect(binding('qr-shortlink', 'TURNSTILE_SITE_KEY')).toBe('');
    expect({ hosts: hosts(), shortHosts: shortHosts(), routes: saas.routes }).toEqual(before);
    expect(binding('qr-api', 'SAAS_TARGET')).toBe(TARGET);
  });

  it('has each host found healthy by the doctor', async () => {
    const findings = await examine({}, withToken);
    expect(findings.filter(({ state }) => state === 'fix' || state === 'unknown')).toEqual([]);
    const text = findings.map((one) => `${one.state} ${one.name}: ${one.text}`).join('\n');
    for (const host of [...HOSTS, 'more.example.com', TARGET])
      expect(text).toContain(
        `ok host ${host}: its name leads here, its certificate is valid, and the short-link Worker answers.`,
      );
    expect(text).toContain(`ok qr-shortlink host: ${[...HOSTS, 'more.example.com'].join(', ')}.`);
    expect(text).toContain('ok fallback origin: links.saas.example of saas.example.');
  });

  it('has the registrations of its hosts named by the doctor', async () => {
    const ofService = withHosts(['api.example.com', ...HOSTS, 'more.example.com', TARGET, 'cdn.example.com']);
    const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();
    const answers: Record<string, object> = {
      'https://data.iana.org/rdap/dns.json': {
        services: [[['com', 'example'], ['https://rdap.example.net/']]],
      },
      'https://rdap.example.net/domain/example.com': {
        objectClassName: 'domain',
        events: [{ eventAction: 'expiration', eventDate: inDays(20) }],
      },
      'https://rdap.example.net/domain/qr.example': { objectClassName: 'domain', status: ['server hold'] },
    };
    const doFetch: typeof fetch = async (input, init) => {
      const answer = answers[new Request(input).url];
      return answer ? Response.json(answer) : ofService(input, init);
    };
    const findings = await examine({}, { ...withToken, fetch: doFetch });
    const found = findings.filter(({ name }) => name.startsWith('registration'));
    expect(found.map(({ state, name, text }) => `${state} ${name}: ${text}`).sort()).toEqual([
      expect.stringMatching(/^fix registration example\.com: ends on \S+, in 20 days\. Renew it/),
      'fix registration qr.example: on hold (server hold): ask the company that sold it.',
      'note registration saas.example: its registry does not say when it ends. Note the day yourself.',
    ]);
  });

  it('has each host that does not lead here named by the doctor', async () => {
    const [last] = saas.routes.splice(-1);
    const record = saas.records.pop()!;
    saas.fallbackOrigin!.status = 'deployment_timed_out';
    const domain = open.account.domains.findIndex(({ hostname }) => hostname === 'qr.example');
    const [detached] = open.account.domains.splice(domain, 1);
    const ofService = withHosts(['api.example.com', 'go.example.com', 'cdn.example.com']);
    const certificate = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
    const doFetch: typeof fetch = (input, init) => {
      const { hostname } = new URL(input instanceof Request ? input.url : input);
      if (hostname === 'qr.example') return Promise.resolve(new Response('A shop', { status: 404 }));
      if (hostname === TARGET) return Promise.reject(new TypeError('fetch failed', { cause: certificate }));
      if (hostname === 'more.example.com')
        return Promise.resolve(answerAsService(new URL('https://a/robots.txt')));
      return ofService(input, init);
    };
    const findings = await examine({}, { ...withToken, fetch: doFetch });
    saas.routes.push(last!);
    saas.records.push(record);
    saas.fallbackOrigin!.status = 'active';
    open.account.domains.splice(domain, 0, detached!);

    const ill = Object.fromEntries(
      findings.filter(({ state }) => state === 'fix').map(({ name, text }) => [name, text]),
    );
    expect(ill).toEqual({
      'qr.example': expect.stringContaining('qr.example already has a DNS record (AAAA 100::)'),
      'qr-shortlink host': 'The Worker is not on qr.example: npm run setup attaches it.',
      'record of the fallback origin': 'links.saas.example (AAAA 100::) is missing: npm run setup makes it.',
      'fallback origin': 'links.saas.example of saas.example is missing: npm run setup makes it.',
      'routes of the hosts of accounts': expect.stringMatching(
        /\*\/\* is missing: npm run setup makes it\.$/,
      ),
      'host qr.example':
        'Its certificate is valid, but something else than the short-link Worker answers (status 404): npm run setup attaches the host.',
      'host second.example.com': expect.stringContaining('does not resolve'),
      [`host ${TARGET}`]: expect.stringContaining('The certificate of links.saas.example is not valid'),
    });
  });

  it('is not deployed without its fallback origin from a machine that does not know it', async () => {
    const elsewhere = {
      ...open.platform,
      installationsDir: join(open.platform.installationsDir, 'elsewhere'),
    };
    const known = { ...SET_UP, shortHosts: hosts(), set: ['WORKERS_PLAN=free'] };
    expect(await refusalOf(setUp(known, elsewhere))).toContain(
      'qr-api has the secret SAAS_API_TOKEN, so the DNS of accounts leads to a fallback origin: name it with --saas-target',
    );
    open.lines.length = 0;
    await setUp({ ...known, saasTarget: TARGET, isDryRun: true }, elsewhere);
    expect(open.lines.filter((line) => line.startsWith('would create'))).toEqual([
      expect.stringContaining('configuration'),
      expect.stringContaining('short-link Worker'),
      expect.stringContaining('API Worker'),
    ]);
  });
});

describe('the host of GS1 codes', () => {
  it('leads to the short-link Worker, is known to both, is no host of accounts, and stays', async () => {
    await using open = await openAccount();
    await setUp({ ...SET_UP, gs1Host: 'ID.example.com' }, open.platform);
    const [hosts, gs1] = ['SHORT_HOSTS', 'GS1_HOST'].map((name) =>
      ['qr-api', 'qr-shortlink'].map((worker) => {
        const { versions, deployments } = open.account.scripts.get(worker)!;
        const live = versions.find(({ id }) => id === deployments.at(-1)?.versionId)!;
        return live.bindings.find((one) => one.name === name)?.['text'];
      }),
    );
    expect(gs1).toEqual(['id.example.com', 'id.example.com']);
    expect(hosts).toEqual(['go.example.com', 'go.example.com']);
    const served = open.account.domains.filter(({ service }) => service === 'qr-shortlink');
    expect(served.map(({ hostname }) => hostname)).toEqual(['go.example.com', 'id.example.com']);
    for (const [gs1Host, message] of [
      ['gs1.example.com', 'printed with id.example.com: the host cannot change to gs1.example.com'],
      ['go.example.com', 'each need their own host, but "go.example.com"'],
      ['id', '--gs1-host must be a host name'],
    ] as const)
      await expect(setUp({ ...SET_UP, gs1Host }, open.platform)).rejects.toThrow(message);
  });
});

describe('hosts of short links that are', () => {
  it.each<[string, readonly string[], string]>([
    [
      'the same twice',
      ['go.example.com', 'GO.example.com'],
      'Each --short-host is another host, but "go.example.com"',
    ],
    [
      'that of the API',
      ['go.example.com', 'api.example.com'],
      'each need their own host, but "api.example.com"',
    ],
    ['an address', ['go.example.com', '192.0.2.1'], '--short-host must be a host name like go.example.com'],
    ['a wildcard', ['*.example.com'], 'without https://, port, path or wildcard, not "*.example.com"'],
    [
      'with a port',
      ['go.example.com:8443'],
      'without https://, port, path or wildcard, not "go.example.com:8443"',
    ],
    ['a URL', ['go.example.com', 'https://b.example.com/'], '--short-host must be a host name'],
    ['a word', ['go'], '--short-host must be a host name'],
    [
      'in no zone of the account',
      ['go.example.com', 'go.example.net'],
      'The host go.example.net is not in example.com',
    ],
  ])('%s are refused', async (_, shortHosts, message) => {
    await using open = await openAccount();
    await expect(setUp({ ...SET_UP, shortHosts }, open.platform)).rejects.toThrow(message);
    expect(open.standIn.requests.filter(isWrite)).toEqual([]);
  });
});
