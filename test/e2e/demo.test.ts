import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '#harness/node/free-port.ts';
import { startServer } from '#harness/node/small-server.ts';
import { runStartCommand, type StartedCommand } from '#harness/node/start-command.ts';
import { fillDemo } from '#scripts/demo/fill-demo.ts';
import { startLocalService } from '#scripts/support/local/service.ts';
import { QrCodeClient, type QrCodeDetails } from '../../client/src/index.ts';

/** `npm start -- --demo`, as a newcomer runs it. */

const stateDir = mkdtempSync(join(tmpdir(), 'qr-demo-'));
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

it('fills the demo account once: every reported scan is counted, and each code is marked', async () => {
  const first = await runDemo();
  const [, codes, scans] =
    /(\d+) codes with the tag "demo", and (\d+) made-up scans/.exec(first.errors) ?? [];
  expect(Number(codes)).toBe(200);
  expect(first.codes).toHaveLength(200);
  expect(first.codes.every(({ tags }) => tags.includes('demo'))).toBe(true);
  expect(sum(first.codes.map((code) => code.scans))).toBe(Number(scans));
  const statuses = new Set(first.codes.map(({ status }) => status));
  expect([...statuses].sort()).toEqual(['active', 'ended', 'paused']);
  expect(first.codes.some(({ style }) => style !== null)).toBe(true);
  expect(first.busiest.total_scans).toBeGreaterThan(1_000);
  expect(sum(first.busiest.by_country.map((country) => country.scans))).toBe(first.busiest.total_scans);

  const second = await runDemo();
  expect(second.errors).toContain('The demo account already has its codes and made-up scans.');
  expect(second.codes.map(({ id, scans: count }) => [id, count])).toEqual(
    first.codes.map(({ id, scans: count }) => [id, count]),
  );
});

it('puts the codes again as often as wrangler reloads the Worker before or after it has stored them', async () => {
  const folder = join(stateDir, 'reloaded');
  const service = await startLocalService({ port: await findFreePort(), stateDir: folder });
  const reloads = ['before', 'after', ...Array<string>(5).fill('before')];
  const wrangler = await startServer(async ({ url = '', headers }, body, response) => {
    const reload = reloads.shift();
    const passOn = () =>
      fetch(service.apiUrl + url, {
        method: 'PUT',
        headers: { Authorization: headers.authorization ?? '', 'Content-Type': 'application/json' },
        body: new Uint8Array(body),
      });
    const passed = reload === 'before' ? undefined : await passOn();
    if (passed && reload === undefined) response.writeHead(passed.status).end(await passed.text());
    else response.writeHead(503).end('Your worker restarted mid-request.');
  });
  try {
    const { apiUrl, apiKey } = service;
    expect(await fillDemo({ apiUrl: wrangler.url, apiKey }, folder, Date.now())).toContain('200 codes');
    expect(reloads).toEqual([]);
    expect(await listCodes(new QrCodeClient({ apiUrl, apiKey }))).toHaveLength(200);
  } finally {
    await wrangler.stop();
    await service.stop();
  }
});

async function runDemo() {
  const command = await runStartCommand(await findFreePort(), '--demo', '--state', stateDir);
  try {
    return { errors: command.readErrors(), ...(await readAccount(command)) };
  } finally {
    await command.stop();
  }
}

async function readAccount({ printed }: StartedCommand) {
  const client = new QrCodeClient({
    apiUrl: printed.get('API') ?? '',
    apiKey: printed.get('API key') ?? '',
  });
  const codes = await listCodes(client);
  const stats = await client.statistics(codes[0]?.id ?? '', { range: 'last_90_days', include: ['country'] });
  return { codes, busiest: { total_scans: stats.total_scans, by_country: stats.by_country ?? [] } };
}

/** The codes with the most scans first. */
async function listCodes(client: QrCodeClient): Promise<QrCodeDetails[]> {
  const codes: QrCodeDetails[] = [];
  for await (const code of client.list({}, { sort: '-scans' })) codes.push(code);
  return codes;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
