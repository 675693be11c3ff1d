import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '#harness/node/free-port.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';

/** A dynamic content from the API to a scan, through both Workers. */

interface Code {
  id: string;
  target: string;
  short_url: string;
  image_url: string;
  content: Record<string, unknown>;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

let stateDir: string;
let service: LocalService;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'qr-contents-'));
  service = await startLocalService({ port: await findFreePort(), stateDir });
});

afterAll(async () => {
  await service?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${service.apiUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

const scan = async (url: string) => {
  const response = await fetch(url, { headers: { 'User-Agent': PHONE, 'Accept-Language': 'de' } });
  return { status: response.status, html: await response.text() };
};

async function readImage({ image_url: url }: Code): Promise<string> {
  return (await readSymbol(new Uint8Array(await (await fetch(url)).arrayBuffer()))).text;
}

it('a dynamic network is shown by a scan of its symbol, changed after printing, and counted', async () => {
  const content = { ssid: 'Gäste', password: 'espresso42' };
  const code = await call<Code>('POST', '/v1/qr', { type: 'wifi', dynamic: true, content });
  const symbol = await readImage(code);
  expect(symbol.toLowerCase()).toBe(code.short_url.toLowerCase());
  expect((await scan(symbol)).html).toContain('espresso42');

  const changed = await call<Code>('PATCH', `/v1/qr/${code.id}`, {
    content: { ...content, password: 'cortado-43' },
  });
  expect(changed.content['password']).toBe('cortado-43');
  const { html } = await scan(symbol);
  expect(html).toContain('cortado-43');
  expect(html).not.toContain('espresso42');
  expect(await call('GET', `/v1/qr/${code.id}/stats`)).toMatchObject({ total_scans: 2, unique_scans: 1 });

  await call('PATCH', `/v1/qr/${code.id}`, { paused: true });
  const paused = await scan(symbol);
  expect(paused.status).toBe(403);
  expect(paused.html).not.toContain('cortado-43');
});

it('a static contact is held by its symbol', async () => {
  const code = await call<Code>('POST', '/v1/qr', {
    type: 'vcard',
    content: { first_name: 'Jane', last_name: 'Müller', phone: '+49 30 123456;ext=12' },
  });
  expect(await readImage(code)).toBe(code.target);
  expect((await scan(code.short_url)).html).toContain('Jane Müller');
});
