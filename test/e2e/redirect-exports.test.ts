import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTerminal } from '#harness/node/recorded-terminal.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';
import { openPlace } from '#scripts/support/open-place.ts';
import { verifyProgram } from '#scripts/verify.ts';
import { type Import, QrCodeClient } from '../../client/src/index.ts';

/** A move from one installation to another: export, then import into an empty account. Every scan leads where it led before. */

interface Code {
  id: string;
  short_url: string;
  short_code: string | null;
  external_id: string | null;
  target: string;
  title: string | null;
  archived: boolean;
  imported_scans: number | null;
  scans: number;
}

const FALLBACK = 'https://example.com/fallback';
const BODIES: Record<string, unknown>[] = [
  {
    target: 'https://example.com/menu',
    dynamic: true,
    short_code: 'menu-2027',
    external_id: 'sku-1',
    title: 'Menu',
  },
  { target: 'https://example.com/by-id', dynamic: true, external_id: 'sku-2', tags: ['Berlin'] },
  { target: 'https://example.com/nameless?a={b}&c=1,2', dynamic: true },
  { target: 'https://example.com/archived', dynamic: true, short_code: 'archived-one', archived: true },
  { target: 'https://example.com/static', short_code: 'static-one' },
  { type: 'text', target: 'Hello, world', short_code: 'text-one' },
  { type: 'phone', target: '+4930123456', short_code: 'phone-one' },
  {
    target: 'https://example.com/paused',
    dynamic: true,
    short_code: 'paused-one',
    paused: true,
    fallback_url: FALLBACK,
  },
  {
    target: 'https://example.com/ruled',
    dynamic: true,
    short_code: 'ruled-one',
    rules: [{ target: 'https://example.com/phone', when: { device: ['mobile'] } }],
  },
  {
    target: 'https://example.com/timed',
    dynamic: true,
    short_code: 'timed-one',
    starts_at: '2099-01-01T00:00:00Z',
    fallback_url: FALLBACK,
  },
];

let folder: string;
let from: LocalService;
let to: LocalService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qr-exports-'));
  from = await startLocalService({ port: await findFreePort(), stateDir: join(folder, 'from') });
  to = await startLocalService({ port: await findFreePort(), stateDir: join(folder, 'to') });
  for (const body of BODIES) {
    const created = await call(from, 'POST', '/v1/qr', JSON.stringify(body));
    if (created.status !== 200) throw new Error(await created.text());
  }
});
afterAll(async () => {
  await from?.stop();
  await to?.stop();
  rmSync(folder, { recursive: true });
});

function call(service: LocalService, method: string, path: string, body?: string, type = 'application/json') {
  return fetch(service.apiUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': type },
    ...(body === undefined ? {} : { body }),
  });
}

async function download(service: LocalService, path: string): Promise<string> {
  const response = await call(service, 'GET', path);
  expect(response.status).toBe(200);
  return response.text();
}

const exportCodes = async (service: LocalService) =>
  (await download(service, '/v1/qr/export.ndjson?archived=any'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Code);

const clientOf = ({ apiUrl, apiKey }: LocalService) => new QrCodeClient({ apiUrl, apiKey });

/** Waits until an import is done. */
async function finish(client: QrCodeClient, id: string): Promise<Import> {
  for (;;) {
    const job = await client.getImport(id);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

/** Imports a file after a dry run, and returns the number of rows for each outcome. */
async function importFile(service: LocalService, file: string): Promise<Import['counts']> {
  const client = clientOf(service);
  const { id } = await client.startImport(file, { type: 'application/x-ndjson' });
  const foreseen = await finish(client, id);
  expect(foreseen).toMatchObject({ status: 'done', dry_run: true });
  await client.runImport(id);
  const job = await finish(client, id);
  expect(job).toMatchObject({ status: 'done', dry_run: false, counts: foreseen.counts });
  return job.counts;
}

/** The response to a scan: status and `Location`. */
async function scan(url: string, userAgent: string) {
  const response = await fetch(url, { redirect: 'manual', headers: { 'User-Agent': userAgent } });
  await response.arrayBuffer();
  return [response.status, response.headers.get('Location')];
}

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
];

async function verify(file: string, against: string, ...words: string[]) {
  const { terminal, printed } = recordTerminal();
  const exitCode = await verifyProgram([file, '--against', against, ...words], { terminal, open: openPlace });
  return { exitCode, printed: printed.all };
}

describe('an account that moves', () => {
  it('leads every scan where it led before, by the printed short code, in either case', async () => {
    const file = await download(from, '/v1/qr/export.ndjson?archived=any');
    expect(await importFile(to, file)).toMatchObject({
      rows: BODIES.length,
      created: BODIES.length,
      failed: 0,
    });
    const named = (await exportCodes(from)).filter((code) => code.short_code !== null);
    expect(named).toHaveLength(8);
    for (const { short_code: name } of named)
      for (const path of [name, name?.toUpperCase()])
        for (const agent of AGENTS) {
          const before = await scan(`${from.shortUrlBase}/${path}`, agent);
          expect(await scan(`${to.shortUrlBase}/${path}`, agent), `${path}`).toEqual(before);
        }
  });

  it('keeps everything but ids, and finds a code without a name again by its external id', async () => {
    const [before, after] = [await exportCodes(from), await exportCodes(to)];
    for (const code of before) {
      const externalId = code.external_id ?? `qr-code-service:${code.id}`;
      const moved = after.find((other) => other.external_id === externalId);
      const { target, title, archived, short_code } = code;
      expect(moved).toMatchObject({ target, title, archived, short_code });
      expect(moved?.id).not.toBe(code.id);
      for (const agent of AGENTS)
        expect(await scan(String(moved?.short_url), agent)).toEqual(await scan(code.short_url, agent));
    }
  });

  it('is read by the client: rows, files and the table of redirects', async () => {
    const client = clientOf(from);
    const csv = 'Ziel,slug\nhttps://example.com/,menu-2027\nhttps://example.com/2,free-one\n';
    const { id } = await client.startImport(csv, { columns: { Ziel: 'target' } });
    await finish(client, id);
    const states = [];
    for await (const { row, state } of client.importRows(id)) states.push([row, state]);
    expect(states).toEqual([
      [2, 'failed'],
      [3, 'created'],
    ]);
    for await (const { error } of client.importRows(id, { state: 'failed' }))
      expect(error?.code).toBe('short_code_taken');
    expect(await client.cancelImport(id)).toMatchObject({ status: 'done' });
    const { base, redirects } = await client.redirects({ archived: 'true' });
    expect(base).toBe(from.shortUrlBase);
    expect(redirects.map(({ target }) => target)).toEqual(['https://example.com/archived']);
    const text = new TextDecoder().decode(await client.exportFile('_redirects'));
    expect(text).toContain('/menu-2027 https://example.com/menu 302\n');
    const archive = await client.exportFile('redirects-html.tar.gz', { dynamic: true });
    expect(gunzipSync(archive).toString()).toContain('menu-2027/index.html');
  });

  it('changes nothing with the same file a second time', async () => {
    const file = await download(from, '/v1/qr/export.ndjson?archived=any');
    const before = await download(to, '/v1/exports/redirects.json');
    expect(await importFile(to, file)).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(await download(to, '/v1/exports/redirects.json')).toBe(before);
  });

  it('is proved by verify, before and after, which lists what only the old host knows', async () => {
    const file = join(folder, 'redirects.csv');
    writeFileSync(file, await download(from, '/v1/exports/redirects.csv'));
    for (const words of [[], ['--upper-case']]) {
      const before = await verify(file, from.shortUrlBase, ...words);
      expect(before.printed).toContain(' 0 do not.');
      expect(before.exitCode).toBe(0);
    }
    const after = await verify(file, to.shortUrlBase);
    expect(after.exitCode).toBe(1);
    const strays = after.printed
      .split('\n')
      .slice(3)
      .filter((line) => line !== '');
    const ids = (await exportCodes(from))
      .filter(({ target }) => target !== 'Hello, world')
      .map(({ id }) => id.slice(3));
    expect(strays.map((line) => line.split(' ')[0]).sort()).toEqual(ids.map((id) => `/${id}`).sort());
    expect(strays.every((line) => line.endsWith(' 404'))).toBe(true);
  });
});
