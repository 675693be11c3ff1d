import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#harness/node/free-port.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';
import { runStartCommand, type StartedCommand } from '#harness/node/start-command.ts';

/** The official clients, new and old, and the conformance suite of their protocol, against the local service. */

const SUITE = 'test/assistants/node_modules/@modelcontextprotocol/conformance/dist/index.js';

const dir = mkdtempSync(join(tmpdir(), 'qr-assistants-'));
let started: StartedCommand;
/** The service, for those who send no key. */
let keyless: SmallServer;
let url: URL;
let requestInit: { readonly headers: Record<string, string> };

beforeAll(async () => {
  started = await runStartCommand(await findFreePort(), '--state', join(dir, 'state'));
  url = new URL('/mcp', started.printed.get('API'));
  requestInit = { headers: { Authorization: `Bearer ${started.printed.get('API key')}` } };
  keyless = await startServer(async ({ method = '', headers: sent }, body, response) => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = sent as Record<string, string>;
    const passed = await fetch(url, {
      method,
      headers: { ...headers, ...requestInit.headers },
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const type = passed.headers.get('Content-Type') ?? 'text/plain';
    response.writeHead(passed.status, { 'Content-Type': type }).end(await passed.text());
  });
});

afterAll(async () => {
  await keyless?.stop();
  await started?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const info = { name: 'test', version: '1.0.0' };

async function connect() {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

async function connectOld() {
  const client = new OldClient(info);
  await client.connect(new OldTransport(url, { requestInit }));
  return client;
}

describe.each([
  ['2.x', connect],
  ['1.x', connectOld],
])('the official client %s', (version, open) => {
  it('lists the tools, and finds each result as its schema says', async () => {
    const client = await open();
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(10);
    // Both clients check the fields against the schema that they have listed.
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const external_id = `menu-${version}`;
    const made = await call('create_qr', { target: 'https://example.com/', dynamic: true, external_id });
    expect(made.structuredContent).toMatchObject({ external_id, dynamic: true });
    const id = `ext:${external_id}`;
    for (const [name, args] of Object.entries({
      create_qr_bulk: { codes: [{ target: 'https://example.com/bulk' }, {}] },
      get_qr: { id },
      list_qr: { limit: 5, fields: ['id'] },
      update_qr: { id, title: 'Menu' },
      get_stats: { id, include: ['country'] },
      check_qr: { id, width_mm: 25 },
      get_image: { id },
      import_codes: { step: 'check', csv: 'target\nhttps://example.com/\n' },
      delete_qr: { id, confirm_title_or_target: 'Menu' },
    }))
      expect((await call(name, args)).isError ?? false, name).toBe(false);
    expect(await call('get_qr', { id })).toMatchObject({
      isError: true,
      structuredContent: { code: 'not_found' },
    });
    await client.close();
  });
});

it.each(['2025-11-25', '2026-07-28'])(
  'the suite of %s finds only the failures that are expected',
  async (revision) => {
    const server = `${keyless.url.replace('127.0.0.1', 'localhost')}/mcp`;
    const args = ['server', '--url', server, '--requirements', revision, '-o', join(dir, revision)];
    const known = ['--expected-failures', 'test/assistants/expected-failures.yaml'];
    const suite = promisify(execFile)(process.execPath, [SUITE, ...args, ...known]);
    const { stdout } = await suite.catch((failed: { readonly stdout: string }) => failed);
    expect(stdout.slice(stdout.indexOf('=== SUMMARY'))).toContain('all failures are expected');
  },
);
