import { randomHex } from '#harness/data/random.ts';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { caught, recordIn } from '#harness/node/caught.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { runStartCommand, type StartedCommand } from '#harness/node/start-command.ts';
import { startProxy } from '#harness/node/proxy.ts';
import { readTerminal } from '#harness/symbols/read-terminal.ts';
import { addressOf, type ClientOptions, QrCodeClient } from '../../client/src/index.ts';

/** The client and docs/quickstart.md, with each of its programs run unchanged against the local service. */

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const INTERPRETERS: Record<string, { command: string; extension: string }> = {
  bash: { command: 'bash', extension: 'sh' },
  ts: { command: process.execPath, extension: 'ts' },
  python: { command: 'python3', extension: 'py' },
};

const ID = 'qr_[0-9a-z]{8}';

/** The expected output of the programs, by section. The first line gives the id, and the others refer to it. */
const PRINTED: Record<string, Record<string, RegExp>> = {
  'Create, read, change, count, list, delete': {
    bash: new RegExp(
      `^created (${ID})\nread (?:W/)?"[^"]+"\n` +
        '\\{"id":"\\1",.*"target":"https://example.com/winter".*\\}\n' +
        '\\{"id":"\\1","total_scans":0,.*\\}\n' +
        '\\{"data":\\[\\{"id":"\\1",.*\\}\\],"has_more":false,.*\\}\n' +
        '\\{"id":"\\1","deleted":true\\}\n$',
    ),
    ts: new RegExp(
      `^created (${ID})\nread Menu (?:W/)?"[^"]+"\nleads to https://example.com/winter\nscans: 0\nlisted \\1\ndeleted: true\n$`,
    ),
    python: new RegExp(
      `^created (${ID})\nread Menu (?:W/)?"[^"]+"\nleads to https://example.com/winter\nscans: 0\nlisted \\1\ndeleted: True\n$`,
    ),
  },
  'Retry safely': {
    bash: new RegExp(`^\\{"id":"${ID}",.*"target":"https://example.com/once".*\\}\none code\n$`),
    ts: new RegExp(`^one code: ${ID}\n$`),
    python: new RegExp(`^one code: ${ID}\n$`),
  },
};

const programs = readPrograms(readFileSync('docs/quickstart.md', 'utf8'));
const runnable = programs.filter(({ language }) => isThere(language));

/** A laptop may be in no network. */
const hasNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
);

let dir: string;
let started: StartedCommand;
let service: { readonly apiUrl: string; readonly apiKey: string };
let client: QrCodeClient;
let packed: string[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'qr-quickstart-'));
  packed = installClient(join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}');
  // On the local network, so that a phone could scan the codes that the programs create.
  const options = hasNetwork ? ['--host', '0.0.0.0'] : [];
  started = await runStartCommand(await findFreePort(), '--state', dir, ...options);
  service = { apiUrl: started.printed.get('API') ?? '', apiKey: started.printed.get('API key') ?? '' };
  client = new QrCodeClient({ apiUrl: service.apiUrl, apiKey: service.apiKey });
});

afterAll(async () => {
  await started?.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe('the quickstart', () => {
  it('has a program in each language in each section', () => {
    expect(programs.map(({ section, language }) => [section, language])).toEqual(
      Object.entries(PRINTED).flatMap(([section, printed]) =>
        Object.keys(printed).map((language) => [section, language]),
      ),
    );
  });

  it.each(runnable)('runs as written: $section, $language', async ({ section, language, source }) => {
    const { command, extension } = INTERPRETERS[language]!;
    const file = join(dir, `program.${extension}`);
    writeFileSync(file, source);
    const { stdout, stderr } = await promisify(execFile)(command, [file], {
      env: { PATH: process.env['PATH'], HOME: dir, API: service.apiUrl, KEY: service.apiKey },
      cwd: dir,
    });
    expect(stdout).toMatch(PRINTED[section]![language]!);
    expect(stderr).toBe('');
  });

  it('runs in a clone too, with the Node that its dependencies bring', async () => {
    const program = programs.find(({ language }) => language === 'ts');
    const file = join(mkdtempSync(resolve('.build/quickstart-')), 'program.ts');
    writeFileSync(file, program!.source);
    const { stdout } = await promisify(execFile)('npx', ['node', file], {
      env: { PATH: process.env['PATH'], HOME: dir, API: service.apiUrl, KEY: service.apiKey },
    });
    rmSync(dirname(file), { recursive: true });
    expect(stdout).toMatch(PRINTED[program!.section]!['ts']!);
  });
});

describe('npm start', () => {
  it('reports its progress while it starts, separately from its output for programs', () => {
    expect(started.readErrors()).toMatch(/^Preparing the database…\nStarting the Workers…\n/);
    expect([...started.printed.keys()]).toEqual(['API', 'API key', 'Short links', 'Images', 'Dashboard']);
  });

  it('is refused if it should listen on an address that this machine does not have', async () => {
    await expect(
      runStartCommand(await findFreePort(), '--state', join(dir, 'other'), '--host', 'example.com'),
    ).rejects.toThrow('--host must be 0.0.0.0');
  });
});

describe.runIf(hasNetwork)('npm start -- --host 0.0.0.0', () => {
  it('draws a symbol that signs a phone in, once, beside the link for this machine', async () => {
    const link = await readTerminal(started.readErrors());
    expect(new URL(link).origin).toBe(new URL(started.printed.get('Short links')!).origin);
    const page = await (await fetch(link)).text();
    expect(page).toContain('Demo owner');
    expect(link).not.toContain(new URL(started.printed.get('Dashboard')!).pathname);
  });

  it('puts an address of the local network into short links and images, which respond there', async () => {
    const { printed } = started;
    const { hostname, port } = new URL(service.apiUrl);
    const network = new URL(printed.get('Short links')!);
    expect([hostname, network.port]).toEqual(['localhost', port]);
    expect(network.hostname).toMatch(/^(?!127\.|0\.)\d+\.\d+\.\d+\.\d+$/);
    expect(printed.get('Images')).toBe(`${network.origin}/images`);

    const { code } = await client.create({ target: 'https://example.com/menu', dynamic: true });
    expect(code.short_url).toMatch(`${network.origin}/s/`);
    const scanned = await fetch(code.short_url, { redirect: 'manual', headers: { 'User-Agent': DESKTOP } });
    expect([scanned.status, scanned.headers.get('Location')]).toEqual([302, 'https://example.com/menu']);
    expect((await fetch(code.image_url)).status).toBe(200);
    expect((await client.statistics(code.id)).total_scans).toBe(1);

    // A page of the dashboard accepts its forms there, too.
    const link = new URL(printed.get('Dashboard')!);
    const form = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' } as const;
    const signedIn = await fetch(network.origin + link.pathname, {
      ...form,
      headers: { Origin: network.origin },
    });
    expect(signedIn.status).toBe(303);
    const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const signOut = (origin: string) =>
      fetch(`${network.origin}/sign-out`, {
        ...form,
        body: new URLSearchParams({ sure: 'on' }),
        headers: { Cookie: cookie, Origin: origin },
      });
    expect((await signOut('http://evil.example')).status).toBe(403);
    expect((await signOut(network.origin)).status).toBe(303);
  });

  it('does not let other names in over plain http', async () => {
    const request = get(printedOrigin(), { headers: { Host: 'rebound.example' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });
});

function printedOrigin(): string {
  return new URL(started.printed.get('Short links')!).origin;
}

describe('the package of the client', () => {
  it('contains what it names, code and types, and nothing else', () => {
    expect(packed).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/calls.d.ts',
      'dist/client.d.ts',
      'dist/command/qr.js',
      'dist/errors.d.ts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/looks.d.ts',
      'dist/retry.d.ts',
      'dist/schema.d.ts',
      'dist/types.d.ts',
      'dist/verify-webhook.d.ts',
      'dist/webhooks.d.ts',
      'package.json',
    ]);
  });

  it('has types that the programs of the quickstart and the recipes satisfy, and a wrong program does not', async () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2024', lib: ['es2024', 'dom'], types: ['node'] },
      module: 'nodenext',
    };
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typed-*.ts'] }));
    for (const [index, { source }] of programs.filter(({ language }) => language === 'ts').entries())
      writeFileSync(join(dir, `typed-${index}.ts`), source);
    copyFileSync('docs/recipes/nightly-sync.ts', join(dir, 'typed-recipe.ts'));
    const wrong =
      "import type { CreateQrCode } from 'qr-code-service-client';\nexport const c: CreateQrCode = { target: 5 };\n";
    writeFileSync(join(dir, 'typed-wrong.ts'), wrong);
    // One fault, and it is in the wrong program.
    await expect(
      promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', dir, '--pretty', 'false'], { cwd: dir }),
    ).rejects.toMatchObject({
      stdout: expect.stringMatching(
        /^typed-wrong\.ts\(2,\d+\): error TS2322: Type 'number' is not assignable to type 'string'[^\n]*\n(?! *\S*typed-)/,
      ) as string,
    });
  });
});

describe('the client', () => {
  it('creates, reads, edits, counts and deletes a code', async () => {
    const created = await client.create({
      target: 'https://example.com/menu',
      dynamic: true,
      title: 'Menu',
    });
    const { id } = created.code;
    expect(created.code).toMatchObject({ type: 'url', target: 'https://example.com/menu', scans: 0 });

    const read = await client.get(id);
    expect(read).toMatchObject({ code: { ...created.code, title: 'Menu', size: 1024 }, etag: created.etag });

    const target = 'https://example.com/winter';
    const updated = await client.update(id, { target }, { ifMatch: read.etag });
    expect(updated.code.target).toBe(target);
    expect((await caught(client.update(id, { title: 'Old' }, { ifMatch: read.etag }))).code).toBe(
      'precondition_failed',
    );

    await fetch(created.code.short_url, { redirect: 'manual', headers: { 'User-Agent': DESKTOP } });
    const statistics = await client.statistics(id, { range: 'last_7_days' });
    expect(statistics).toMatchObject({ id, total_scans: 1, range: 'last_7_days' });
    expect((await client.stats({ range: 'last_7_days' })).top_codes?.map((code) => code.id)).toContain(id);

    expect((await caught(client.delete(id, { ifMatch: read.etag }))).status).toBe(412);
    expect(await client.delete(id)).toEqual({ id, deleted: true });
    expect((await caught(client.get(id))).code).toBe('not_found');
  });

  it('sets what happens on a scan, lists by status, and reads statistics by rule and variant', async () => {
    const { code } = await client.create({
      target: 'https://example.com/menu',
      dynamic: true,
      title: 'Controlled',
      ends_at: '2099-01-01T00:00:00Z',
      rules: [
        { name: 'Computers', target: 'https://example.com/desktop', when: { device: ['desktop'] } },
        {
          name: 'Berlin',
          target: 'https://example.com/be',
          when: { region: ['DE-BE'], hours: ['22:00', '02:00'] },
        },
      ],
      variants: [
        { name: 'A', target: 'https://example.com/a', weight: 40 },
        { name: 'B', target: 'https://example.com/b', weight: 60 },
      ],
    });
    const scan = async (userAgent: string) => {
      const headers = { 'User-Agent': userAgent };
      return (await fetch(code.short_url, { redirect: 'manual', headers })).headers.get('Location') ?? '';
    };
    expect(await scan(DESKTOP)).toBe('https://example.com/desktop');
    const variant = (await scan('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148'))
      .at(-1)
      ?.toUpperCase();
    const statistics = await client.statistics(code.id, { include: ['rule', 'variant'] });
    expect(statistics.by_rule).toContainEqual({ rule: 'Computers', scans: 1 });
    const share = variant === 'A' ? 0.4 : 0.6;
    expect(statistics.by_variant).toContainEqual({
      variant,
      scans: 1,
      unique_scans: 1,
      expected_share: share,
    });
    expect(statistics.srm).toBeNull();

    const paused = await client.update(code.id, { paused: true, password: 'open sesame', rules: [] });
    expect(paused.code).toMatchObject({ status: 'paused', paused: true, has_password: true, rules: [] });
    const listed = [];
    for await (const { id, status } of client.list({ status: 'paused' })) listed.push({ id, status });
    expect(listed).toEqual([{ id: code.id, status: 'paused' }]);
    const csv = await client.export('text/csv', { status: 'paused' });
    expect(csv).toMatch(/,status,paused,.*\r\nqr_.*,paused,true,.*\r\n$/);
    const wrong = { rules: [{ target: 'https://example.com/', when: { country: ['UK'] } }] };
    const refused = await caught(client.update(code.id, wrong));
    expect(refused.fields).toMatchObject([{ field: 'rules[0].when.country[0]', code: 'invalid_country' }]);
    const links = [{ type: 'gs1:pip', href: 'https://example.com/' }];
    const ofOtherType = await caught(client.setLinks(code.id, { links }));
    expect(ofOtherType.fields).toMatchObject([{ field: 'links', code: 'conflict' }]);
  });

  it('upserts by external id, one and many', async () => {
    const target = 'https://example.com/sku';
    const body = { target, dynamic: true };
    const first = await client.upsert('sku:1@shop', body);
    expect(first).toMatchObject({ upsert: 'created', code: { external_id: 'sku:1@shop', target } });
    expect(await client.upsert('sku:1@shop', body)).toEqual({ ...first, upsert: 'unchanged' });
    expect((await caught(client.upsert('sku:1@shop', body, { mustBeNew: true }))).status).toBe(412);
    expect((await caught(client.upsert('sku:1@shop', { ...body, size: 300 }))).code).toBe('immutable_field');
    expect((await client.get(addressOf('sku:1@shop'))).code.id).toBe(first.code.id);
    const many = await client.upsertMany([
      { ...body, external_id: 'sku:1@shop', title: 'One' },
      { ...body, external_id: 'sku:2' },
    ]);
    expect(many).toMatchObject([
      { upsert: 'updated' },
      { upsert: 'created', code: { external_id: 'sku:2' } },
    ]);
    for (const externalId of ['sku:1@shop', 'sku:2']) await client.delete(addressOf(externalId));
  });

  it('creates many: each has its own result', async () => {
    const results = await client.createMany([
      { target: 'https://example.com/1' },
      { target: 'https://example.com/2', size: 1 },
    ]);
    expect(results).toMatchObject([
      { index: 0, status: 200, code: { target: 'https://example.com/1' } },
      { index: 1, status: 400, error: { code: 'invalid_request', errors: [{ field: 'size' }] } },
    ]);
  });

  it('exports the list as one text', async () => {
    await client.create({ target: 'https://example.com/', title: '=Exported', dynamic: true });
    const csv = await client.export('text/csv', { q: 'Exported' });
    expect(csv).toMatch(/^id,type,target,.*\r\nqr_.*,'=Exported,.*\r\n$/);
    const lines = await client.export('application/x-ndjson', { q: 'Exported', dynamic: true });
    expect(JSON.parse(lines)).toMatchObject({ title: '=Exported' });
    expect(await client.export('application/x-ndjson', { q: 'Exported', dynamic: false })).toBe('');
    const refused = await caught(client.export('text/csv', { q: 'x'.repeat(201) }));
    expect(refused).toMatchObject({ code: 'invalid_request', fields: [{ field: 'q' }] });
  });

  it('returns files of one code and of many as blobs', async () => {
    const { code } = await client.create({
      target: 'https://example.com/',
      title: 'Filed',
      external_id: 'filed',
    });
    const id = 'ext:filed';
    const start = async (blob: Blob) => (await blob.text()).slice(0, 5);
    expect(await start(await client.print(id, { width_mm: 20 }))).toBe('%PDF-');
    expect(await start(await client.image(code.id, { format: 'svg', size: 300 }))).toBe('<svg ');
    expect(await start(await client.printSheets({ ids: [id], template: 'L7160' }))).toBe('%PDF-');
    const archive = await client.exportFiles({ files: [{ format: 'png' }], name: '{title}' }, { q: 'Filed' });
    expect(archive.type).toBe('application/zip');
    expect(await archive.text()).toContain('Filed.png');
    const parts: string[] = [];
    for await (const part of client.everything()) parts.push(await new Response(part).text());
    expect(parts).toEqual([expect.stringContaining('manifest.json')]);
    const refused = await caught(client.print(id, {}));
    expect(refused).toMatchObject({ code: 'invalid_request', fields: [{ field: 'width_mm' }] });
  });

  it('keeps images and templates, and draws codes with these', async () => {
    const image = await client.uploadImage(discPng(120));
    expect(await client.uploadImage(new Blob([discPng(120)]))).toEqual(image);
    const template = await client.createTemplate({
      name: 'Brand',
      style: { modules: 'dot', logo: { image: image.id } },
    });
    expect((await client.updateTemplate(template.id, { margin: 5 })).margin).toBe(5);
    const { code } = await client.create({
      target: 'https://example.com/',
      style: { template: template.id },
      size: 600,
    });
    const read = await client.get(code.id);
    expect(read.code).toMatchObject({ style: { logo: { image: image.id } } });
    expect(await client.templates()).toEqual([{ ...template, margin: 5, updated_at: expect.any(String) }]);
    expect((await caught(client.deleteImage(image.id))).code).toBe('image_in_use');
    await client.deleteTemplate(template.id);
    await client.delete(code.id);
    const images: string[] = [];
    for await (const { id } of client.images()) images.push(id);
    expect(images).toEqual([image.id]);
    await client.deleteImage(image.id);
    expect((await caught(client.uploadImage(new TextEncoder().encode('no picture')))).status).toBe(415);
  });

  it('iterates over a list of several pages, in order, filtered, and reads no more than it must', async () => {
    const titles = Array.from({ length: 7 }, (_, index) => `Page ${index}`);
    for (const title of titles) await client.create({ target: 'https://example.com/', dynamic: true, title });
    await client.create({ target: 'https://example.com/', title: 'Page, static' });
    let calls = 0;
    const counting = clientOf({
      fetch: (request) => {
        calls += 1;
        return fetch(request);
      },
    });

    const seen: (string | null)[] = [];
    for await (const code of counting.list({ dynamic: true, q: 'page' }, { pageSize: 3 }))
      seen.push(code.title);
    expect(seen).toEqual(titles.toReversed());
    expect(calls).toBe(3);

    for await (const code of counting.list({ dynamic: false, q: 'page' }, { pageSize: 3 })) {
      expect(code).toMatchObject({ title: 'Page, static', dynamic: false });
      break;
    }
    expect(calls).toBe(4);
  });

  it('reads the audit log to its end, page after page', async () => {
    for (let i = 0; i < 3; i++) {
      const { code } = await client.create({ target: 'https://example.com/gone' });
      await client.delete(code.id);
    }
    const actions: string[] = [];
    for await (const { action } of client.activities({ pageSize: 2 })) actions.push(action);
    expect(actions.slice(0, 3)).toEqual(['code.deleted', 'code.deleted', 'code.deleted']);
    expect(actions).toContain('api_key.created');
  });

  it('makes one code for one key, and passes on the service’s error about its misuse', async () => {
    const idempotencyKey = randomHex();
    const body = { target: 'https://example.com/once' };
    const first = await client.create(body, { idempotencyKey });
    expect(await client.create(body, { idempotencyKey })).toEqual(first);
    const error = await caught(client.create({ target: 'https://example.com/other' }, { idempotencyKey }));
    expect(error).toMatchObject({ code: 'idempotency_mismatch', status: 422 });
  });

  it('names every field at fault, and the request', async () => {
    const error = await caught(client.create({ target: 'ftp://example.com', size: 5 }));
    expect(error).toMatchObject({ name: 'QrCodeServiceError', code: 'invalid_request', status: 400 });
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
    expect(error.fields.map(({ field }) => field)).toContain('size');
    expect(error.message).toContain('size');
    const refused = clientOf({ apiKey: 'qr_live_wrong' });
    expect(await caught(refused.get('qr_k7m2p9qa'))).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('makes one code if the response to the first try is lost', async () => {
    const keys: (string | undefined)[] = [];
    const proxy = await startProxy(service.apiUrl, ({ headers }) => {
      keys.push(headers['idempotency-key'] as string);
      return keys.length === 1 ? 'before the response' : 'pass it on';
    });
    const unlucky = clientOf({ apiUrl: proxy.url, sleep: recordIn([]) });

    const title = 'Lost and found';
    const { code } = await unlucky.create({ target: 'https://example.com/lost', dynamic: true, title });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    const found: string[] = [];
    for await (const { id } of client.list({ q: title })) found.push(id);
    expect(found).toEqual([code.id]);
    await proxy.stop();
  });

  it('gives up with the key, so that the caller can continue without duplicates', async () => {
    // The first request arrives, but its response is lost.
    const losing = clientOf({
      maxRetries: 0,
      fetch: async (request) => {
        await (await fetch(request)).arrayBuffer();
        throw new TypeError('connection reset');
      },
    });
    const body = { target: 'https://example.com/once', title: 'Made once' };
    const { code, idempotencyKey } = await caught(losing.create(body));
    expect(code).toBe('no_response');
    const { code: created } = await client.create(body, { idempotencyKey: idempotencyKey ?? '' });
    const listed: string[] = [];
    for await (const { id } of client.list({ q: 'Made once' })) listed.push(id);
    expect(listed).toEqual([created.id]);
    const refused = await caught(client.create({ target: 'nonsense' }, { idempotencyKey: 'mine' }));
    expect(refused).toMatchObject({ code: 'invalid_request', idempotencyKey: 'mine' });
    expect((await caught(client.get('qr_00000000'))).idempotencyKey).toBeNull();
  });
});

function clientOf(options: Partial<ClientOptions>): QrCodeClient {
  return new QrCodeClient({ apiUrl: service.apiUrl, apiKey: service.apiKey, ...options });
}

/** Packs the client as for publishing, and unpacks it as npm would. Returns the paths of its files. */
function installClient(modules: string): string[] {
  const place = join(modules, 'qr-code-service-client');
  mkdirSync(place, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', dir], { cwd: 'client', stdio: 'ignore' });
  const tarball = join(
    dir,
    readdirSync(dir).find((name) => name.endsWith('.tgz'))!,
  );
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  for (const name of ['openapi-fetch', '@types', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(modules, name));
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort();
}

interface Program {
  readonly section: string;
  readonly language: string;
  readonly source: string;
}

function readPrograms(markdown: string): Program[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((text) => {
      const section = text.slice(0, text.indexOf('\n'));
      return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', source = '']) => ({
        section,
        language,
        source,
      }));
    });
}

function isThere(language: string): boolean {
  const interpreter = INTERPRETERS[language];
  if (!interpreter) throw new Error(`docs/quickstart.md has a program in "${language}", which nothing runs.`);
  const found = spawnSync(interpreter.command, ['--version']).status === 0;
  if (!found)
    console.warn(`Not run: the ${language} of docs/quickstart.md, for want of ${interpreter.command}.`);
  return found;
}
