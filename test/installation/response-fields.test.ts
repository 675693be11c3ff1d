import { afterEach, beforeEach, expect, it } from 'vitest';
import { addRecord, addScript, hexId } from '#harness/cloudflare/account.ts';
import { install } from '#harness/cloudflare/install.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { examine } from '#scripts/installation/doctor/examine.ts';
import { setUp } from '#scripts/installation/set-up.ts';

/** Cloudflare may leave a field out, or rename it. That ends a command only if the command cannot do its work without the field. */

let open: OpenAccount;

beforeEach(async () => {
  open = await openAccount();
  const { account } = open;
  install(open, 'qr');
  const [databaseId] = [...account.databases.keys()];
  const [namespaceId, appsNamespaceId] = [...account.namespaces.keys()];
  const zone = account.zones[0]!;
  account.buckets.set('qr-images', { name: 'qr-images', location: null, domains: [], objects: new Map() });
  account.buckets.get('qr-images')!.domains.push({ domain: 'cdn.example.com', zoneId: zone.id });
  for (const [name, host] of [
    ['qr-api', 'api.example.com'],
    ['qr-shortlink', 'go.example.com'],
  ] as const) {
    const id = hexId();
    addScript(account, name, {
      secrets: new Map([['PASSWORD_PEPPER', 'x']]),
      versions: [
        {
          id,
          bindings: [
            { type: 'd1', name: 'DB', id: databaseId },
            { type: 'kv_namespace', name: 'LINKS', namespace_id: namespaceId },
            { type: 'kv_namespace', name: 'OAUTH_KV', namespace_id: appsNamespaceId },
          ],
          metadata: {},
          modules: new Map(),
          assets: {},
          annotations: { 'workers/tag': 'x' },
        },
      ],
      deployments: [{ id: hexId(), versionId: id, createdAt: '2026-11-26T00:00:00Z', message: '' }],
      crons: ['*/10 * * * *'],
    });
    account.domains.push({ id: hexId(), hostname: host, zoneId: zone.id, service: name });
  }
  zone.routes.push({ id: hexId(), pattern: 'www.example.com/*', script: 'shop' });
  addRecord(zone, 'go.example.com', 'old', 'TXT');
  account.datasets.set('qr_scans', 5);
});
afterEach(() => open[Symbol.asyncDispose]());

const COMMANDS: Readonly<Record<string, () => Promise<string[]>>> = {
  async setup() {
    await setUp({ domain: 'example.com', isDryRun: true, isSmokeTested: false, takeOver: [] }, open.platform);
    return [];
  },
  /** What it could not examine. */
  async doctor() {
    const ofCloudflare: typeof fetch = (url, init) =>
      String(url instanceof Request ? url.url : url).startsWith(open.standIn.url)
        ? fetch(url, init)
        : Promise.resolve(Response.json({ checks: {}, jobs: {} }));
    const findings = await examine({}, { ...open.platform, fetch: ofCloudflare });
    return findings.filter(({ state }) => state === 'unknown').map(({ name, text }) => `${name}: ${text}`);
  },
};

/** What the commands use, by the end of a path without its ids and names. Everything else may be missing. */
const USED: Readonly<Record<string, string>> = {
  '/zones': 'id name account.id',
  '/dns_records': 'id type',
  '/workers/routes': 'id pattern',
  '/workers/domains': 'hostname service',
  '/deployments': 'deployments.versions.version_id',
  '/settings': 'bindings.type bindings.name bindings.id bindings.namespace_id',
  '/secrets': 'name',
  '/schedules': 'schedules.cron',
  '/d1/database': 'uuid name file_size',
  '/storage/kv/namespaces': 'id title',
  '/domains/custom': 'domains.domain',
  '/analytics_engine/sql': 'scans',
};

/** Rows of the database are ours, and the form of usage is that of the query. */
const OWN = /\/(query|raw|graphql)$/;

function isUsed(line: string, field: string): boolean {
  const path = line.replaceAll(/\/[0-9a-f-]{32,36}(?=\/|$)/g, '');
  const name = field.replaceAll('[]', '').replace(/^(result|data)\.?/, '');
  if (OWN.test(path) || name === '' || name === 'success') return true;
  const used =
    Object.entries(USED)
      .find(([end]) => path.endsWith(end))?.[1]
      .split(' ') ?? [];
  return used.some((one) => one === name || one.startsWith(`${name}.`));
}

it.each(Object.entries(COMMANDS))('%s needs no field of a response that it does not use', async (_, run) => {
  const omitted = new Set<string>();
  open.account.faults.omits = (line, field) => {
    if (isUsed(line, field)) return false;
    omitted.add(field);
    return true;
  };
  expect(await run()).toEqual([]);
  expect([...omitted]).toEqual(
    expect.arrayContaining(['result[].status', 'result[].account.name', 'result_info', 'errors']),
  );
});
