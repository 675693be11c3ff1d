import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPlace } from '#harness/node/query-place.ts';
import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { testService } from '#scripts/installation/sign-in.ts';
import {
  createAccount,
  type Invitation,
  invite,
  listAccounts,
  listKeys,
  revokeKey,
} from '#scripts/support/accounts.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import type { Place } from '#scripts/support/place.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { runProgram, spawnScript } from '#harness/node/run-program.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { rasterizeToPng, readSymbol } from '#harness/symbols/read-symbol.ts';

/** The whole service as `npm start` runs it: both Workers on one port, real D1, R2 and rate limits, HTTP from outside. */

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Code {
  id: string;
  short_url: string;
  image_url: string;
  svg_url: string;
  scans: number;
}

let stateDir: string;
let place: Place & AsyncDisposable;
let earlyKey: string;
let service: LocalService;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'qr-e2e-'));
  // Somebody made the folder, open to everybody.
  chmodSync(stateDir, 0o755);
  place = openLocalDatabase(join(stateDir, 'state'));
  earlyKey = (await createAccount(place, { name: 'Early', plan: 'free' })).apiKey;
  service = await startLocalService({ port: await findFreePort(), stateDir });
});

afterAll(async () => {
  await service?.stop();
  await place[Symbol.asyncDispose]();
  rmSync(stateDir, { recursive: true, force: true });
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  apiKey = service.apiKey,
): Promise<Response> {
  return fetch(`${service.apiUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function callJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await call(method, path, body);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

const scan = (url: string, userAgent: string) =>
  fetch(url, { redirect: 'manual', headers: { 'User-Agent': userAgent } });

async function readBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** What an independent reader finds in both images of a code. */
async function readImages(code: Code): Promise<string> {
  const fromPng = await readSymbol(await readBytes(code.image_url));
  const svg = new TextDecoder().decode(await readBytes(code.svg_url));
  const fromSvg = await readSymbol(await rasterizeToPng(svg, 600));
  expect(fromPng.isMirrored).toBe(false);
  expect(fromSvg.isMirrored).toBe(false);
  expect(fromSvg.text).toBe(fromPng.text);
  return fromPng.text;
}

describe('the life of a dynamic code', () => {
  it('goes from create through scans, an edit and statistics to a 410', async () => {
    const code = await callJson<Code>('POST', '/v1/qr', {
      target: 'https://example.com/menu',
      dynamic: true,
      title: 'Menu',
    });
    const codeId = code.id.slice(3);
    const symbolUrl = `http://${new URL(service.shortUrlBase).host.toUpperCase()}/S/${codeId.toUpperCase()}`;
    expect(await readImages(code)).toBe(symbolUrl);
    const imageBefore = await readBytes(code.image_url);

    // The symbol's content and the address that people type lead to the same place.
    for (const url of [symbolUrl, code.short_url]) {
      const response = await scan(url, PHONE);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe('https://example.com/menu');
      expect(response.headers.get('Cache-Control')).toContain('no-store');
    }

    await callJson('PATCH', `/v1/qr/${code.id}`, { target: 'https://example.com/winter' });
    expect((await scan(symbolUrl, DESKTOP)).headers.get('Location')).toBe('https://example.com/winter');
    expect(await readBytes(code.image_url)).toEqual(imageBefore);

    const stats = await callJson<{ by_day: { date: string; scans: number }[] }>(
      'GET',
      `/v1/qr/${code.id}/stats`,
    );
    expect(stats).toMatchObject({
      id: code.id,
      total_scans: 3,
      unique_scans: 2,
      by_device: { mobile: 2, desktop: 1, tablet: 0 },
    });
    expect(stats.by_day.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), scans: 3 });
    expect((await callJson<Code>('GET', `/v1/qr/${code.id}`)).scans).toBe(3);

    expect(await callJson('DELETE', `/v1/qr/${code.id}`)).toEqual({ id: code.id, deleted: true });
    expect((await call('GET', `/v1/qr/${code.id}`)).status).toBe(404);
    const gone = await scan(code.short_url, PHONE);
    expect(gone.status).toBe(410);
    expect(await gone.text()).toContain('no longer in use');
    expect((await fetch(code.image_url)).status).toBe(404);
    expect((await fetch(code.svg_url)).status).toBe(404);
  });

  it('shows each scan in the statistics at once', async () => {
    const code = await callJson<Code>('POST', '/v1/qr', { target: 'https://example.com/', dynamic: true });
    for (let scans = 1; scans <= 30; scans++) {
      expect((await scan(code.short_url, PHONE)).status).toBe(302);
      expect(await callJson('GET', `/v1/qr/${code.id}/stats`)).toMatchObject({ total_scans: scans });
    }
  });
});

describe('a link preview', () => {
  it('has a picture that everybody can see', async () => {
    const uploaded = await fetch(`${service.apiUrl}/v1/images`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'image/png' },
      body: discPng(90),
    });
    const { id: image } = (await uploaded.json()) as { id: string };
    const preview = { title: 'Menu', image };
    const body = { target: 'https://example.com/menu', dynamic: true, preview };
    const { short_url } = await callJson<Code>('POST', '/v1/qr', body);
    const html = await (await scan(short_url, 'Twitterbot/1.0')).text();
    const [, url = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
    const shown = await fetch(url);
    expect(shown.headers.get('Content-Type')).toBe('image/png');
    const file = await call('GET', `/v1/images/${image}/file`);
    expect(await shown.bytes()).toEqual(await file.bytes());
    expect((await scan(short_url, PHONE)).status).toBe(302);
  });
});

describe('a static code', () => {
  it('contains its target, and its short link leads there untracked', async () => {
    const target = 'https://example.com/a?b=c#d';
    const code = await callJson<Code>('POST', '/v1/qr', { target });
    expect(await readImages(code)).toBe(target);
    expect((await scan(code.short_url, PHONE)).headers.get('Location')).toBe(target);
    expect((await callJson<Code>('GET', `/v1/qr/${code.id}`)).scans).toBe(0);
    expect((await call('GET', `/v1/qr/${code.id}/stats`)).status).toBe(409);
  });

  it('contains text in any script, exactly', async () => {
    const target = 'Grüße 世界 🖤🌹 123';
    const code = await callJson<Code>('POST', '/v1/qr', {
      type: 'text',
      target,
      color: { dark: '#1a237e', light: '#fffde7' },
      size: 400,
    });
    expect(await readImages(code)).toBe(target);
  });
});

describe('the list', () => {
  it('shows the account page by page', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++)
      made.unshift((await callJson<Code>('POST', '/v1/qr', { target: `https://example.com/${i}` })).id);
    const first = await callJson<{ data: Code[]; next_cursor: string }>('GET', '/v1/qr?limit=3');
    const second = await callJson<{ data: Code[] }>('GET', `/v1/qr?limit=3&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].slice(0, 5).map((code) => code.id)).toEqual(made);
  });
});

/** Runs `npm run account` in this process, and rejects with its output if it fails. */
async function runAccount(...words: string[]) {
  const ending = await runProgram(place, 'account', ...words);
  if (ending.exitCode !== 0) throw new Error(ending.stderr);
  return ending;
}

describe('accounts from the command line', () => {
  it('can be made before the service was ever started', async () => {
    expect(earlyKey).toMatch(/^qr_live_/);
    expect(await listAccounts(place)).toMatchObject([
      { name: 'Early', plan: 'free' },
      { name: 'Demo', plan: 'business' },
    ]);
    expect((await call('GET', '/v1/qr', undefined, earlyKey)).status).toBe(200);
  });

  it('are made with a key that works until it is revoked', async () => {
    const { apiKey } = await createAccount(place, { name: "Robert'); DROP TABLE accounts;--", plan: 'free' });
    expect((await call('GET', '/v1/qr', undefined, apiKey)).status).toBe(200);

    const account = (await listAccounts(place)).at(-1);
    expect(account).toMatchObject({ name: "Robert'); DROP TABLE accounts;--", plan: 'free', keys: 1 });
    const [key] = await listKeys(place, String(account?.['id']));
    expect(key?.['key']).toBe(`${apiKey.slice(0, 12)}…${apiKey.slice(-4)}`);
    await revokeKey(place, String(key?.['id']));
    await expect(revokeKey(place, String(key?.['id']))).rejects.toThrow('no working key');
    expect((await listKeys(place, String(account?.['id'])))[0]?.['revoked_at']).not.toBeNull();
  });

  it('print the new key as their only line', async () => {
    const { stdout, stderr } = await runAccount('create', '--name', 'BEGIN TRANSACTION; x', '--plan', 'pro');
    expect(stdout).toMatch(/^qr_live_[0-9A-Za-z]{38}\n$/);
    expect(stderr).toBe('');
    expect((await call('GET', '/v1/qr', undefined, stdout.trim())).status).toBe(200);
    expect((await runAccount('list')).stdout).toContain("'BEGIN TRANSACTION; x'");
  });

  it('can change their plan, as the account then sees', async () => {
    const { apiKey, accountId } = await createAccount(place, { name: 'Growing', plan: 'free' });
    const { stdout } = await runAccount('plan', accountId, 'business');
    expect(stdout).toContain(`${accountId} is on the plan business`);
    const usage = await (await call('GET', '/v1/usage', undefined, apiKey)).json();
    expect(usage).toMatchObject({ plan: 'business', quotas: { api_keys: { limit: 500, used: 1 } } });
    await expect(runAccount('plan', accountId, 'gold')).rejects.toThrow('one of free, pro, business');
    await expect(runAccount('plan', 'acc_nobody', 'pro')).rejects.toThrow('no account "acc_nobody"');
  });

  it('make a read-only key that only reads', async () => {
    const [owner] = await listAccounts(place);
    const { stdout } = await runAccount(
      'create-key',
      '--account',
      String(owner?.['id']),
      '--name',
      'Reader',
      '--read-only',
    );
    expect((await call('GET', '/v1/qr', undefined, stdout.trim())).status).toBe(200);
    expect((await call('POST', '/v1/qr', { target: 'https://example.com/' }, stdout.trim())).status).toBe(
      403,
    );
  });

  it('invite people, who are signed in by the printed link, once', async () => {
    const [account] = await listAccounts(place);
    const args = ['--account', String(account?.['id'])];
    const person = ['--name', "Ada O'Hara", '--email', 'Ada@Example.com', '--state', stateDir];
    // As npm runs it: the command finds the port of the running service.
    const { stdout, stderr } = await spawnScript('account', 'invite', ...args, ...person);
    expect(stdout).toMatch(new RegExp(`^${service.apiUrl}/sign-in/link/[\\w-]{16}\\.[\\w-]{43}\\n$`));
    expect(stderr).toBe('');
    const page = await fetch(stdout.trim());
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    const signIn = (url: string) =>
      fetch(url.trim(), {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { Origin: service.apiUrl },
        redirect: 'manual',
      });
    const signedIn = await signIn(stdout);
    expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([303, '/overview']);
    const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const people = await fetch(`${service.apiUrl}/settings/people`, { headers: { Cookie: cookie } });
    expect(await people.text()).toContain('ada@example.com');
    expect((await signIn(stdout)).status).toBe(410);

    // The same name means the same person; an address belongs to one person.
    const accountId = String(account?.['id']);
    const inviteAda = (given: Partial<Invitation>) =>
      invite(place, { accountId, name: "Ada O'Hara", email: null, role: null, ...given });
    expect((await signIn(service.apiUrl + (await inviteAda({})))).status).toBe(303);
    await expect(inviteAda({ name: 'Eve', email: parseEmailAddress('ada@example.com') })).rejects.toThrow(
      'The address ada@example.com already belongs to somebody',
    );
    await expect(inviteAda({ email: parseEmailAddress('other@example.com') })).rejects.toThrow(
      'has this name and another address',
    );
    await expect(inviteAda({ role: 'member' })).rejects.toThrow('has this name and is no member');
    expect((await signIn(service.apiUrl + (await inviteAda({ role: 'owner' })))).status).toBe(303);

    // If two people have the same name, neither is signed in by guess.
    const namesake = { id: 'per_0123456789abcdef', name: "Ada O'Hara", email: '', role: 'member' };
    const invited = await fetch(`${service.apiUrl}/settings/people`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: service.apiUrl },
      body: new URLSearchParams(namesake),
    });
    expect(invited.status).toBe(200);
    await expect(inviteAda({})).rejects.toThrow('Several people in the account have this name');
  });

  it.each([
    [
      'an option of another command',
      ['create', '--name', 'x', '--read-only'],
      'There is no option --read-only',
    ],
    ['an unknown option', ['list', '--all'], 'There is no option --all'],
    ['a word too many', ['list', 'everything'], 'everything'],
    ['an unknown command', ['destroy'], 'There is no command "destroy"'],
    [
      'an unknown plan',
      ['create', '--name', 'x', '--plan', 'gold'],
      'one of free, pro, business, not "gold"',
    ],
    ['no name', ['create'], '--name is missing'],
    [
      'an expiry in the past',
      ['create-key', '--account', 'a', '--name', 'x', '--expires', '2020-01-01'],
      'a day in the future',
    ],
    ['an unknown account', ['keys', '--account', 'nobody'], 'There is no account "nobody"'],
    ['to invite to an unknown account', ['invite', '--account', 'nobody'], 'There is no account "nobody"'],
    ['an e-mail address that is none', ['invite', '--account', 'a', '--email', 'x'], 'name@example.com'],
  ])('refuse %s', async (_, args, message) => {
    await expect(runAccount(...args)).rejects.toThrow(message);
  });
});

describe('the smoke test of npm run setup', () => {
  // Beside another code, setup makes no first one. It leads to the API, which is here on the host of the short links.
  beforeAll(() => call('POST', '/v1/qr', { target: 'https://example.com/' }, earlyKey));

  /** Runs it as setup does, in the service's first account; a test may change the network's responses. */
  async function runSmokeTest(network: (url: string) => Promise<Response> | null = () => null) {
    const lines: string[] = [];
    let waits = 0;
    // The clock advances only while it waits.
    const ending = await testService(place, service.apiUrl, {
      fetch: (input, init) => network(new Request(input).url) ?? fetch(input, init),
      sleep: () => Promise.resolve(void waits++),
      nowMs: () => Date.now() + waits * 5_000,
      print: (line) => lines.push(line.trim()),
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { lines, waits, ending };
  }

  /** The number of codes and keys from the test. */
  function countLeft(): Promise<unknown[]> {
    return queryPlace(
      place,
      `SELECT (SELECT count(*) FROM qr_codes WHERE title = 'Smoke test' AND deleted_at_ms IS NULL) AS codes,
         (SELECT count(*) FROM api_keys WHERE name = 'Smoke test') AS keys`,
    );
  }

  it('creates a code, reads its image, scans it, reads its statistics, and leaves nothing behind', async () => {
    const { lines, ending } = await runSmokeTest();
    expect(ending).toBeUndefined();
    const code = '[0-9a-z]{8}';
    const expected = [
      'smoke test:',
      `create: qr_${code}`,
      `image: ${service.cdnUrl}/qr/${code}\\.png is public`,
      `scan: ${service.shortUrlBase}/${code} redirects`,
      'statistics: 1 scan',
      'the code of the test is deleted again',
    ];
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(new RegExp(`^${line}$`))));
    expect(await countLeft()).toEqual([{ codes: 0, keys: 0 }]);
  });

  it('waits for a host that is new, and names the one that does not come', async () => {
    let refusals = 0;
    const late = await runSmokeTest((url) =>
      url.startsWith(service.cdnUrl) && refusals++ < 3 ? Promise.reject(new TypeError('fetch failed')) : null,
    );
    expect(late.ending).toBeUndefined();
    expect(late.lines).toContain(
      `waiting for ${new URL(service.cdnUrl).host}: a new host takes a few minutes`,
    );

    const never = await runSmokeTest((url) =>
      url.startsWith(service.cdnUrl) ? Promise.resolve(new Response('no such host', { status: 530 })) : null,
    );
    expect(never.waits).toBe(60);
    expect(String(never.ending)).toMatch(/Smoke test: \S+\/qr\/\w+\.png gives status 530: no such host/);
    expect(await countLeft()).toEqual([{ codes: 0, keys: 0 }]);
  });
});

describe('the one port', () => {
  it('says what its files allow', async () => {
    for (const method of ['OPTIONS', 'POST', 'DELETE']) {
      const refused = await fetch(`${service.apiUrl}/openapi.json`, { method });
      expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('is not shared with another service', async () => {
    const port = Number(new URL(service.apiUrl).port);
    await expect(startLocalService({ port, stateDir })).rejects.toThrow(`Port ${port} is taken`);
  });

  it('has its own state', async () => {
    const env = { ...process.env, PORT: String(await findFreePort()) };
    const child = spawn(process.execPath, ['scripts/start.ts', '--state', stateDir], { env });
    const [[exitCode], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect(stderr).toContain('The service is already running with this state');
    expect(exitCode).toBe(1);
    const code = await callJson<Code>('POST', '/v1/qr', { target: 'https://example.com/' });
    expect(code.short_url.startsWith(service.shortUrlBase)).toBe(true);
  });

  it('serves images as a public bucket does', async () => {
    const code = await callJson<Code>('POST', '/v1/qr', { target: 'https://example.com/' });
    const image = await fetch(code.image_url);
    const known = (tag: string) => fetch(code.image_url, { headers: { 'If-None-Match': tag } });
    expect((await known(image.headers.get('ETag') ?? '')).status).toBe(304);
    expect((await known('junk')).status).toBe(200);
    expect((await fetch(code.image_url, { method: 'DELETE' })).status).toBe(405);
    expect((await fetch(code.image_url, { method: 'HEAD' })).headers.get('Content-Type')).toBe('image/png');
  });

  it('gives strange paths a clear response in every room', async () => {
    expect((await fetch(`${service.shortUrlBase}/nothing-here`)).status).toBe(404);
    expect((await fetch(`${service.cdnUrl}/qr/../../secret`)).status).toBe(404);
    const overLong = `${service.cdnUrl}/qr/${'x'.repeat(2_000)}.png`;
    expect((await fetch(overLong)).status).toBe(404);
    expect((await fetch(`${service.cdnUrl}/%ff`)).status).toBe(404);
    expect((await fetch(`${service.apiUrl}/v1/qr`)).status).toBe(401);
    expect((await fetch(`${service.apiUrl}/health`)).status).toBe(200);
  });
});

describe('the cron', () => {
  it('runs when it is asked to', async () => {
    const { id } = (await listAccounts(place))[0] ?? {};
    await queryPlace(
      place,
      `INSERT INTO activities (id, account_id, action, happened_at_ms) VALUES ('act_0000000000000000', '${String(id)}', 'account.created', 0)`,
    );
    expect(await (await fetch(`${service.apiUrl}/cdn-cgi/handler/scheduled`)).text()).toBe('ok');
    expect(await queryPlace(place, "SELECT id FROM activities WHERE id = 'act_0000000000000000'")).toEqual(
      [],
    );
  });
});

describe('what strangers see', () => {
  it('leads from the page of a code to a report of it', async () => {
    const code = await callJson<Code>('POST', '/v1/qr', { type: 'text', target: 'Pay here' });
    const page = await (await fetch(code.short_url)).text();
    const link = /<a href="([^"]+)"[^>]*>Report<\/a>/.exec(page)?.[1] ?? 'no link';
    const body = new URLSearchParams({ reason: 'phishing', note: 'It wants money.' });
    const response = await fetch(new URL(link, code.short_url), { method: 'POST', body });
    expect(await response.text()).toContain('Your report was stored');
    expect(await queryPlace(place, 'SELECT reason, note FROM abuse_reports')).toEqual([
      { reason: 'phishing', note: 'It wants money.' },
    ]);
  });

  it("is the operator's own text about privacy, until it is taken back", async () => {
    const file = join(stateDir, 'privacy.txt');
    const command = (...words: string[]) => runProgram(place, 'text', ...words);
    const readPage = async () => (await fetch(`${service.apiUrl}/privacy`)).text();
    writeFileSync(file, '# Who we are\nExample Ltd');
    expect(await command('put', 'privacy', file)).toMatchObject({ exitCode: 0 });
    expect(await readPage()).toContain('<h2>Who we are</h2><p>Example Ltd</p>');
    writeFileSync(file, ' \n');
    expect(await command('put', 'privacy', file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is empty'),
    });
    expect(await command('put', 'imprint', file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('There are: privacy, terms.'),
    });
    expect(await command('reset', 'privacy')).toMatchObject({ exitCode: 0 });
    expect(await readPage()).toContain('has not added a text of their own');
  });
});

describe('the local state', () => {
  it('is kept from other users of the machine', () => {
    for (const dir of [stateDir, join(stateDir, 'state'), join(stateDir, 'local')]) {
      expect((statSync(dir).mode & 0o777).toString(8), dir).toBe('700');
    }
  });

  it('contains neither sign-in links nor the user agents of scanners, once the service has stopped', async () => {
    const code = await callJson<Code>('POST', '/v1/qr', {
      target: 'https://example.com/kept',
      dynamic: true,
    });
    // A user agent that no browser has, so that nothing else can have written these scans.
    const userAgent = 'Mozilla/5.0 (iPhone; Unmistakable 77) Mobile/15E148';
    expect((await scan(code.short_url, userAgent)).status).toBe(302);
    expect((await scan(service.dashboardUrl, userAgent)).status).toBe(200);
    const headers = { 'User-Agent': userAgent, Origin: service.apiUrl };
    const form = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' } as const;
    const signIn = await fetch(service.dashboardUrl, { ...form, headers });
    expect(signIn.status).toBe(303);
    // Everything has been written by now.
    await service.stop();

    const secret = new URL(service.dashboardUrl).pathname.split('/').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const holding = (words: string) => files.filter((file) => readFileSync(file, 'latin1').includes(words));
    expect(holding('https://example.com/kept')).not.toEqual([]);
    expect(holding('Unmistakable 77')).toEqual([]);
    expect(holding(secret.slice(-20))).toEqual([]);
  });
});
