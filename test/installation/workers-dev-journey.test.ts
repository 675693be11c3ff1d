import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, openEdge } from '#harness/cloudflare/edge/edge.ts';
import { logIn } from '#harness/cloudflare/log-in.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { readTerminal } from '#harness/symbols/read-terminal.ts';
import { backUpToFile } from '#scripts/installation/back-up.ts';
import { examine } from '#scripts/installation/doctor/examine.ts';
import type { Platform } from '#scripts/installation/platform.ts';
import { setUp, type SetUpOptions } from '#scripts/installation/set-up.ts';

/**
 * From a login to a service of one's own, as a new user gets there: the real wrangler uploads both Workers, and what it has uploaded runs in
 * workerd on the hosts that the account gives it.
 */

const SET_UP: SetUpOptions = { isDryRun: false, isSmokeTested: true, takeOver: [] };
const PHONE = {
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
};
const CODES = 20;

interface Code {
  readonly id: string;
  readonly short_url: string;
  readonly image_url: string;
}

let open: OpenAccount;
let edge: Edge;
let platform: Platform;
let apiKey: string;
/** What the first phone reads from the terminal. */
let firstUrl: string;
const codes: Code[] = [];

beforeAll(async () => {
  open = await openAccount();
  edge = await openEdge(open);
  // As a new account is: without R2, Analytics Engine and a plan that is paid.
  Object.assign(open.account.faults, { r2NotSubscribed: true, analyticsEngineOff: true, isFree: true });
  platform = { ...logIn(open).platform, fetch: edge.fetch, sleep };
});
afterAll(async () => {
  await edge[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

/** Hosts are there at once. Whatever else is waited for has failed. */
async function sleep(): Promise<void> {
  if (edge.failures.length > 0) throw new Error('the edge failed', { cause: edge.failures[0] });
}

const call = async (method: string, path: string, body?: object) => {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await edge.fetch(`https://${apiHost()}/v1/qr${path}`, init);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Record<string, unknown>;
};
const apiHost = () => /^API: https:\/\/(\S+)$/m.exec(open.lines.join('\n'))?.[1];
const scan = async (url: string) =>
  (await edge.fetch(url, { headers: PHONE, redirect: 'manual' })).headers.get('location');
const countScans = async (id: string) => (await call('GET', `/${id}/stats`))['total_scans'];
const createCode = async (n: number) =>
  (await call('POST', '', { target: `https://example.com/${n}`, dynamic: true })) as unknown as Code;

describe('a login, and no domain', () => {
  it('are all that setup needs: it ends with a key, a link to the dashboard, and a symbol', async () => {
    await setUp(SET_UP, platform);
    const printed = open.lines.join('\n');
    apiKey = /qr_live_\w+/.exec(printed)![0];
    expect(open.lines.at(-1)).toMatch(/^Dashboard: https:\/\/qr-api\.team\.workers\.dev\/sign-in\/link\//);
    firstUrl = await readTerminal(printed);
    expect(firstUrl).toMatch(/^https:\/\/qr\.team\.workers\.dev\//i);
    const dashboard = await edge.fetch(open.lines.at(-1)!.replace('Dashboard: ', ''));
    expect(dashboard.status).toBe(200);
  });

  it('have made what they need and nothing else', () => {
    const { databases, namespaces, buckets, queues, scripts, domains, datasets } = open.account;
    expect([...databases.values()].map(({ name }) => name)).toEqual(['qr']);
    expect([...namespaces.values()].map(({ title }) => title)).toEqual(['qr-links', 'qr-apps']);
    expect([...queues.values()].map(({ name }) => name)).toEqual(['qr-events', 'qr-events-dead']);
    expect([...scripts.keys()]).toEqual(['qr', 'qr-api']);
    expect([buckets.size, domains.length, datasets.size]).toEqual([0, 0, 0]);
    expect(open.account.zones[0]!.records).toEqual([]);
  });

  it('are enough for the first scan, which is counted', async () => {
    expect(await scan(firstUrl)).toBe(`https://${apiHost()}/docs`);
    const { data } = (await call('GET', '')) as unknown as { data: Code[] };
    await expect.poll(() => countScans(data[0]!.id)).toBe(1);
  });

  it('are enough for 20 codes, whose pictures are drawn when they are asked for', async () => {
    for (let n = 0; n < CODES; n++) codes.push(await createCode(n));
    for (const [n, code] of codes.entries()) {
      expect(await scan(code.short_url)).toBe(`https://example.com/${n}`);
      const image = await edge.fetch(code.image_url);
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(codes.every(({ short_url: url }) => url.startsWith('https://qr.team.workers.dev/'))).toBe(true);
  });

  it('are healthy to the doctor', async () => {
    expect((await examine({}, platform)).filter(({ state }) => state === 'fix')).toEqual([]);
  });
});

describe('a domain that comes later', () => {
  beforeAll(async () => {
    // R2, and a token that may change DNS records, which a login may not.
    Object.assign(open.account.faults, { r2NotSubscribed: false });
    platform = { ...open.platform, fetch: edge.fetch, sleep };
    await setUp({ ...SET_UP, domain: 'example.com' }, platform);
  });

  it('is served beside workers.dev, with buckets for what comes', () => {
    const { buckets, domains, scripts } = open.account;
    expect(domains.map(({ hostname, service }) => [hostname, service])).toEqual([
      ['go.example.com', 'qr'],
      ['api.example.com', 'qr-api'],
    ]);
    expect([...scripts.values()].map(({ name, isOnWorkersDev }) => [name, isOnWorkersDev])).toEqual([
      ['qr', true],
      ['qr-api', true],
    ]);
    expect([...buckets.keys()]).toEqual(['qr-images', 'qr-backups', 'qr-files']);
  });

  it('gets the codes that are made from then on', async () => {
    const code = await createCode(CODES);
    expect(code.short_url).toMatch(/^https:\/\/go\.example\.com\//);
    expect(await scan(code.short_url)).toBe(`https://example.com/${CODES}`);
    expect((await edge.fetch(code.image_url)).status).toBe(200);
  });

  it('leaves the codes that are printed where they lead, and their scans counted', async () => {
    for (const [n, code] of codes.entries()) {
      expect(await scan(code.short_url)).toBe(`https://example.com/${n}`);
      expect((await edge.fetch(code.image_url)).status, code.image_url).toBe(200);
    }
    await expect.poll(() => countScans(codes[0]!.id)).toBe(2);
  });

  it('is backed up with all codes, and healthy to the doctor', async () => {
    const backup = gunzipSync(readFileSync(await backUpToFile({}, platform))).toString();
    for (const { id } of codes) expect(backup).toContain(id.replace('qr_', ''));
    expect((await examine({}, platform)).filter(({ state }) => state === 'fix')).toEqual([]);
  });

  it('is found done by another run, which changes nothing', async () => {
    const { scripts, databases } = open.account;
    const state = () => [
      ...[...scripts.values()].map(({ deployments }) => deployments.length),
      ...[...databases.values()].map(
        ({ copy }) => copy.query('SELECT count(*) AS n FROM qr_codes', [])[0]?.results,
      ),
    ];
    const before = state();
    await setUp({ ...SET_UP, isSmokeTested: false }, platform);
    expect(state()).toEqual(before);
  });
});
