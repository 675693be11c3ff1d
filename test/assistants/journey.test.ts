import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Edge, openEdge } from '#harness/cloudflare/edge/edge.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { inTerminal, runCommand } from '#harness/node/client/command-line.ts';
import { installClient } from '#harness/node/client/install-client.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';
import { setUp } from '#scripts/installation/set-up.ts';

/**
 * One day with a service of one's own: log in by the terminal, import codes, print them, let an assistant count their scans, take its access
 * away. The real wrangler uploads both Workers, and what it has uploaded runs in workerd.
 */

const API = 'https://api.example.com';
const CLIENT_ID = 'https://assistant.example/client.json';
const CALLBACK = 'https://assistant.example/callback';
const VERIFIER = 'a secret of the assistant, which nobody else has';
const PHONE = {
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
};
const CSV = `target,title,dynamic,external_id\n${Array.from({ length: 12 }, (_, n) => `https://example.com/${n},Table ${n},true,table-${n}`).join('\n')}\n`;

const folder = mkdtempSync(join(tmpdir(), 'qr-journey-'));
let open: OpenAccount;
let edge: Edge;
/** The API on a port of this machine, for the command line. */
let api: SmallServer;
let commandLine: string;
let apiKey: string;
let cookie = '';
let tokens: { readonly access_token: string; readonly refresh_token: string };

beforeAll(async () => {
  open = await openAccount();
  edge = await openEdge(open, (url) =>
    url === CLIENT_ID
      ? Response.json({
          client_id: CLIENT_ID,
          client_name: 'Assistant',
          redirect_uris: [CALLBACK],
          token_endpoint_auth_method: 'none',
        })
      : new Response(null, { status: 404 }),
  );
  const platform = { ...open.platform, fetch: edge.fetch };
  const options = {
    domain: 'example.com',
    scanLog: 'd1',
    isDryRun: false,
    isSmokeTested: false,
    takeOver: [],
  };
  await setUp(options, platform);
  apiKey = /qr_live_\w+/.exec(open.lines.join('\n'))?.[0] ?? '';
  api = await startServer(async ({ method = '', url = '', headers }, body, response) => {
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers as Record<string, string>;
    const init = { method, headers: kept, ...(body.length > 0 ? { body: new Uint8Array(body) } : {}) };
    const answered = await edge.fetch(API + url, init);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
  commandLine = await installClient(folder);
});
afterAll(async () => {
  await api?.stop();
  await edge?.[Symbol.asyncDispose]();
  await open?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const command = (...words: string[]) => [process.execPath, commandLine, ...words];
const qr = (...words: string[]) => runCommand(command(...words), { env: { HOME: folder } });

it('logs in by the terminal', async () => {
  const answers = [`${api.url}\r`, `${apiKey}\r`];
  const { stdout, exitCode } = await runCommand(inTerminal(120, command('login')), {
    env: { HOME: folder, TERM: 'xterm' },
    onPrinted: (printed) => (printed.endsWith('): ') ? answers.shift() : undefined),
  });
  expect(stdout).toContain('The key works');
  expect(exitCode).toBe(0);
});

it('imports codes, which can be printed on sheets', async () => {
  const file = join(folder, 'tables.csv');
  writeFileSync(file, CSV);
  expect(await qr('import', file, '--json')).toMatchObject({ exitCode: 0 });
  const { stdout } = await qr('list', '--json');
  expect(stdout.trim().split('\n')).toHaveLength(12);
  const sheets = await edge.fetch(`${API}/v1/sheets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ template: 'L7160' }),
  });
  expect([sheets.status, (await sheets.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});

it('counts the scan of a print', async () => {
  const { short_url: url } = JSON.parse((await qr('get', 'ext:table-7', '--json')).stdout) as {
    short_url: string;
  };
  const scanned = await edge.fetch(url, { headers: PHONE, redirect: 'manual' });
  expect(scanned.headers.get('Location')).toBe('https://example.com/7');
});

/** A request of the browser in which the owner is signed in. */
async function browse(path: string, form?: Record<string, string>): Promise<Response> {
  const response = await edge.fetch(API + path, {
    headers: { Cookie: cookie, ...(form ? { Origin: API } : {}) },
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  for (const one of response.headers.getSetCookie())
    if (one.includes('session')) cookie = one.split(';')[0] ?? '';
  return response;
}

it('connects an assistant that asks its owner', async () => {
  const link = /\/sign-in\/link\/\S+/.exec(open.lines.join('\n'))?.[0] ?? '';
  expect((await browse(link, {})).status).toBe(303);
  const asked = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      scope: 'read offline_access',
      state: 'of the assistant',
      resource: `${API}/mcp`,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    }),
  );
  const page = parse(await (await browse(`/connect?${asked}`)).text());
  const valueOf = (selector: string) => page.querySelector(selector)?.getAttribute('value') ?? '';
  const answered = await browse(`/connect?${asked}`, {
    id: valueOf('input[name="id"]'),
    person: valueOf('select[name="person"] option'),
    scope: 'read',
    decision: 'connect',
  });
  const back = new URL(answered.headers.get('Refresh')?.replace('0; url=', '') ?? '');
  expect(back.origin + back.pathname).toBe(CALLBACK);
  const exchanged = await exchange({
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  });
  expect(exchanged.status).toBe(200);
  tokens = (await exchanged.json()) as typeof tokens;
});

function exchange(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...fields });
  return edge.fetch(`${API}/oauth/token`, { method: 'POST', body });
}

async function connect(): Promise<Client> {
  const client = new Client(
    { name: 'assistant', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${tokens.access_token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${API}/mcp`), { requestInit, fetch: edge.fetch }),
  );
  return client;
}

it('gives the assistant what its owner allowed: statistics, and no changes', async () => {
  const client = await connect();
  const call = (name: string, args: object) =>
    client.callTool({ name, arguments: { id: 'ext:table-7', ...args } });
  await expect
    .poll(async () => (await call('get_stats', {})).structuredContent)
    .toMatchObject({ total_scans: 1 });
  expect(await call('update_qr', { title: 'Mine' })).toMatchObject({
    isError: true,
    structuredContent: { code: 'insufficient_scope' },
  });
  await client.close();
});

it('refuses all of it once the owner has taken the access away', async () => {
  const apps = parse(await (await browse('/settings/apps')).text());
  const action = apps.querySelector('form[action$="/disconnect"]')?.getAttribute('action') ?? '';
  expect((await browse(action, {})).status).toBe(303);
  const keys = parse(await (await browse('/settings/keys')).text());
  const revoke = keys.querySelector('form[action$="/revoke"]')?.getAttribute('action') ?? '';
  expect((await browse(revoke, {})).status).toBe(303);
  // An isolate may remember a key for 55 seconds.
  await edge.restart();
  await expect(connect()).rejects.toThrow(/401|Unauthorized/i);
  expect((await exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status).toBe(
    400,
  );
  expect(await qr('list')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('unknown or revoked') as string,
  });
});
