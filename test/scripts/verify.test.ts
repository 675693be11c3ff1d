import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTerminal } from '#harness/node/recorded-terminal.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';
import { openPlace } from '#scripts/support/open-place.ts';
import { askPaths } from '#scripts/verify/ask-paths.ts';
import { verifyProgram } from '#scripts/verify.ts';

/** `npm run verify`, against a host on this machine. */

const LOCATIONS: Record<string, string> = {
  '/menu': 'https://example.com/menu',
  '/MENU': 'https://example.com/menu',
  '/plain': 'https://example.com',
  '/moved': 'https://elsewhere.example/',
  '/s/menu': 'https://example.com/menu',
};

let server: SmallServer;
let folder: string;
let seen: IncomingMessage[] = [];
let atOnce = 0;
let mostAtOnce = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qr-verify-'));
  server = await startServer(async (request, _, response) => {
    seen.push(request);
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await new Promise((resume) => setImmediate(resume));
    atOnce--;
    const path = request.url ?? '';
    const location = LOCATIONS[path];
    if (location) return void response.writeHead(302, { Location: location }).end();
    if (path === '/no-head' && request.method === 'HEAD') return void response.writeHead(405).end();
    if (path === '/no-head')
      return void response.writeHead(307, { Location: 'https://example.com/get' }).end();
    if (path === '/folder') return void response.writeHead(301, { Location: '/folder/' }).end();
    if (path === '/folder/')
      return void response.end(
        '<meta http-equiv="refresh" content="0; url=https://example.com/?a=1&#38;b={2}">',
      );
    if (path === '/page') return void response.end('<p>Hello</p>');
    response.writeHead(404).end();
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function verify(name: string, content: string, ...words: string[]) {
  seen = [];
  const file = join(folder, name);
  writeFileSync(file, content);
  const { terminal, printed } = recordTerminal();
  const against = words.includes('--against') ? [] : ['--against', server.url];
  const exitCode = await verifyProgram([file, ...against, ...words], { terminal, open: openPlace });
  return { exitCode, printed: printed.all };
}

describe('verify', () => {
  it('succeeds if every path leads where the file says', async () => {
    const { exitCode, printed } = await verify(
      'redirects.csv',
      'path,target,short_url\n/menu,https://example.com/menu,https://go.example/menu\n/plain,https://example.com/,\n/secret,,\n',
    );
    expect(printed).toBe(
      `Requested 2 paths at ${server.url}/: 2 lead where the file says, 0 do not. Not requested, because the file has no target for them: 1.\n`,
    );
    expect(exitCode).toBe(0);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /menu', 'HEAD /plain']);
  });

  it('prints the paths that lead elsewhere, and fails', async () => {
    const { exitCode, printed } = await verify(
      'links.csv',
      'Short Link,Destination URL\nhttps://go.example/menu,https://example.com/menu\nhttps://go.example/moved,https://example.com/here\nhttps://go.example/gone,https://example.com/\n',
    );
    expect(exitCode).toBe(1);
    expect(printed).toBe(`Requested 3 paths at ${server.url}/: 1 lead where the file says, 2 do not.

path    expected                  found
/moved  https://example.com/here  https://elsewhere.example/
/gone   https://example.com/      404
`);
  });

  it('pads no row to the length of the longest target', async () => {
    const target = `https://example.com/${'x'.repeat(4_000)}`;
    const rows = Array.from({ length: 200 }, (_, i) => `/gone-${i},https://example.com/${i}`);
    const { printed } = await verify('redirects.csv', ['path,target', `/long,${target}`, ...rows].join('\n'));
    expect(printed).toContain(`/long      ${target}  404\n`);
    expect(printed).toContain(`/gone-7    ${'https://example.com/7'.padEnd(60)}  404\n`);
    expect(printed.length).toBeLessThan(200 * 90 + 2 * target.length);
  });

  it('reads redirects.json, and NDJSON of codes', async () => {
    const table = {
      redirects: [
        { paths: ['/menu', '/MENU'], target: 'https://example.com/menu' },
        { paths: ['/text'], target: null },
      ],
    };
    expect(await verify('redirects.json', JSON.stringify(table))).toMatchObject({ exitCode: 0 });
    expect(seen).toHaveLength(2);
    const code = {
      short_url: 'http://localhost:8787/s/menu',
      svg_url: 'x',
      short_code: null,
      target: 'https://example.com/menu',
    };
    const again = await verify('codes.ndjson', `${JSON.stringify(code)}\n`, '--against', `${server.url}/s`);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(seen.map(({ url }) => url)).toEqual(['/s/menu']);
  });

  it('requests paths in upper case, as in symbols', async () => {
    const file = 'path,target\nmenu,https://example.com/menu\nplain,https://example.com/\n';
    const { exitCode, printed } = await verify('redirects.csv', file, '--upper-case');
    expect(exitCode).toBe(1);
    expect(printed).toContain('/PLAIN  https://example.com/  404');
    expect(printed).not.toContain('/MENU');
  });

  it('uses GET if HEAD is unknown, and accepts a page that leads on as a redirect', async () => {
    const file =
      'path,target\nno-head,https://example.com/get\nfolder,https://example.com/?a=1&b=%7B2%7D\npage,https://example.com/\n';
    const { printed } = await verify('redirects.csv', file);
    expect(printed).toContain('2 lead where the file says, 1 do not');
    expect(printed).toMatch(/\/page +https:\/\/example\.com\/ +200 without a Location/);
  });

  it('requests a few paths at a time, and no more', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `/gone-${i},https://example.com/${i}`);
    mostAtOnce = 0;
    const { printed } = await verify(
      'redirects.csv',
      ['path,target', ...rows].join('\n'),
      '--at-a-time',
      '3',
    );
    expect(printed).toContain('Requested 40 paths');
    expect(seen).toHaveLength(40);
    expect(mostAtOnce).toBeLessThanOrEqual(3);
    expect(printed.match(/\/gone-\d+/g)).toEqual(rows.map((row) => row.split(',')[0]));
  });

  it('waits as long as a busy host asks, and finally reports that there was no response', async () => {
    const waits: number[] = [];
    let calls = 0;
    const send = async () => {
      if (++calls < 3) return new Response(null, { status: 429, headers: { 'Retry-After': '7' } });
      if (calls === 3)
        return new Response(null, { status: 302, headers: { Location: 'https://example.com/' } });
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    };
    const asked = await askPaths(
      new URL('https://go.example/'),
      ['/a', '/b'].map((path) => ({ path, target: 'https://example.com/' })),
      { atATime: 1, fetch: send, sleep: async (ms) => void waits.push(ms) },
    );
    expect(waits).toEqual([7_000, 7_000]);
    expect(asked.map(({ found, isSame }) => [found, isSame])).toEqual([
      ['https://example.com/', true],
      ['no response: connect ECONNREFUSED', false],
    ]);
  });

  it('takes a file for the same on each host, because redirects have it on their own', async () => {
    const file = (host: string, id: string) => `https://${host}/file/${id}/Menu.pdf`;
    const [one, other] = ['3f9a1c5e7b2d8046', '00000000000000ff'];
    const headers = { Location: file('go.example', one) };
    const asked = await askPaths(
      new URL('https://brand.example/'),
      [one, other].map((id) => ({ path: '/a', target: file('brand.example', id) })),
      { atATime: 1, fetch: () => Promise.resolve(new Response(null, { status: 302, headers })) },
    );
    expect(asked.map(({ isSame }) => isSame)).toEqual([true, false]);
  });

  it.each<[string, string, string[], string]>([
    ['a file without targets', 'path,target\nmenu,\n', [], 'has no path with a target'],
    ['a file without paths', 'target\nhttps://example.com/\n', [], 'line 2 has no path and no short link'],
    [
      'two targets for a path',
      'path,target\nm,https://a.example\nm,https://b.example\n',
      [],
      'two targets for the path /m',
    ],
    ['a table that is none', '{}', ['json'], 'it has no list "redirects"'],
    [
      'a host that is none',
      'path,target\nm,https://a.example\n',
      ['--against', 'a b'],
      '--against must be a host',
    ],
    ['too many at a time', 'path,target\nm,https://a.example\n', ['--at-a-time', '99'], 'from 1 to 16'],
  ])('refuses %s', async (_, content, words, message) => {
    const isJson = words[0] === 'json';
    const { exitCode, printed } = await verify(
      isJson ? 'x.json' : 'x.csv',
      content,
      ...(isJson ? [] : words),
    );
    expect(printed).toContain(message);
    expect(exitCode).toBe(1);
    expect(seen).toEqual([]);
  });
});
