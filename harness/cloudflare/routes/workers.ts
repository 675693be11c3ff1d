import { randomUUID } from 'node:crypto';
import {
  type Account,
  addRecord,
  addScript,
  type Binding,
  hexId,
  type Script,
  type Version,
  type Zone,
} from '../account.ts';
import { ApiFailure, type ApiRequest, param, readForm, readJson, type Routes } from './route.ts';
import { findScript } from './find-script.ts';
import { requireSubdomain } from './workers-dev.ts';

const SCRIPT = '/accounts/:account/workers/scripts/:script';

/** Workers: scripts with their versions and deployments, secrets, schedules and custom domains. */
export const WORKER_ROUTES: Routes = {
  'GET /accounts/:account/workers/scripts': ({ account }) =>
    [...account.scripts.keys()].map((id) => ({ id })),
  'GET /accounts/:account/workers/services/:script': (request) => {
    const { name } = findScript(request, 10_090);
    return {
      id: name,
      default_environment: {
        environment: 'production',
        script: { id: name, last_deployed_from: 'wrangler' },
      },
    };
  },
  'GET /accounts/:account/workers/domains': ({ account, query }) =>
    account.domains
      .filter(
        ({ hostname, service }) => matches(query, 'hostname', hostname) && matches(query, 'service', service),
      )
      .map(({ id, hostname, zoneId, service }) => ({
        id,
        hostname,
        zone_id: zoneId,
        service,
        environment: 'production',
      })),
  [`PUT ${SCRIPT}`]: async (request) => {
    const { script, version } = await uploadVersion(request);
    deployVersion(script, version.id, version.annotations['workers/message'] ?? '');
    return describeUpload(script, version);
  },
  [`DELETE ${SCRIPT}`]: (request) => {
    request.account.scripts.delete(findScript(request).name);
    return null;
  },
  [`POST ${SCRIPT}/versions`]: async (request) => {
    const { script, version } = await uploadVersion(request);
    return { ...describeUpload(script, version), ...describeVersion(version) };
  },
  [`GET ${SCRIPT}/settings`]: (request) => {
    const script = findScript(request);
    const version = liveVersion(script);
    return { ...version?.metadata, bindings: bindingsOf(script), annotations: version?.annotations };
  },
  [`PATCH ${SCRIPT}/script-settings`]: () => ({}),
  [`GET ${SCRIPT}/versions`]: (request) => ({
    items: findScript(request).versions.map(describeVersion).reverse(),
  }),
  [`GET ${SCRIPT}/versions/:version`]: (request) => {
    const version = findScript(request).versions.find(({ id }) => id === param(request, 'version'));
    if (!version) throw new ApiFailure(404, 10_085, 'Version not found');
    return describeVersion(version);
  },
  [`GET ${SCRIPT}/deployments`]: (request) => ({
    deployments: findScript(request)
      .deployments.map(({ id, versionId, createdAt, message }) => ({
        id,
        created_on: createdAt,
        strategy: 'percentage',
        versions: [{ version_id: versionId, percentage: 100 }],
        annotations: { 'workers/message': message },
      }))
      .reverse(),
  }),
  [`POST ${SCRIPT}/deployments`]: (request) => {
    const script = findScript(request);
    const { versions, annotations } = readJson(request) as {
      versions: { version_id: string }[];
      annotations?: Record<string, string>;
    };
    const versionId = versions[0]?.version_id ?? '';
    if (!script.versions.some(({ id }) => id === versionId))
      throw new ApiFailure(400, 10_085, 'Version not found');
    return deployVersion(script, versionId, annotations?.['workers/message'] ?? '');
  },
  [`GET ${SCRIPT}/secrets`]: (request) =>
    [...findScript(request).secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
  [`PUT ${SCRIPT}/secrets`]: (request) => {
    const { name, text } = readJson(request) as { name: string; text: string };
    findScript(request).secrets.set(name, text);
    return { name, type: 'secret_text' };
  },
  [`GET ${SCRIPT}/schedules`]: (request) => ({
    schedules: findScript(request).crons.map((cron) => ({ cron })),
  }),
  [`PUT ${SCRIPT}/schedules`]: (request) => {
    const script = findScript(request);
    requireSubdomain(request.account);
    const crons = readJson(request) as unknown as { cron: string }[];
    script.crons = crons.map(({ cron }) => cron);
    return { schedules: crons };
  },
  [`POST ${SCRIPT}/domains/changeset`]: describeDomainChanges,
  [`PUT ${SCRIPT}/domains/records`]: publishDomains,
};

function matches(query: URLSearchParams, name: string, value: string): boolean {
  return !query.get(name) || query.get(name) === value;
}

function liveVersion(script: Script): Version | undefined {
  const live = script.deployments.at(-1)?.versionId;
  return script.versions.find(({ id }) => id === live);
}

function bindingsOf(script: Script): Binding[] {
  const secrets = [...script.secrets.keys()].map((name) => ({ type: 'secret_text', name }));
  return [...(liveVersion(script)?.bindings ?? []), ...secrets];
}

interface Metadata extends Readonly<Record<string, unknown>> {
  readonly main_module: string;
  readonly bindings: (Binding & { readonly text?: string })[];
  readonly annotations?: Record<string, string>;
  readonly assets?: { readonly jwt: string };
  readonly limits?: object;
}

async function uploadVersion(request: ApiRequest): Promise<{ script: Script; version: Version }> {
  const modules = await readForm(request);
  const metadata = JSON.parse(modules.get('metadata')?.body.toString() ?? '{}') as Metadata;
  modules.delete('metadata');
  if (metadata.limits && request.account.faults.isFree)
    throw new ApiFailure(400, 100_328, 'CPU limits are not supported for the Free plan.');
  if (metadata.assets && !request.account.assets.tokens.has(metadata.assets.jwt))
    throw new ApiFailure(400, 10_021, 'The token of the assets is unknown.');
  if (!modules.has(metadata.main_module))
    throw new ApiFailure(400, 10_021, 'No such module: the main module');
  for (const binding of metadata.bindings) requireBinding(request.account, binding);
  const name = param(request, 'script');
  const script = request.account.scripts.get(name) ?? addScript(request.account, name);
  for (const { type, name: secret, text } of metadata.bindings)
    if (type === 'secret_text' && text !== undefined) script.secrets.set(secret, text);
  // wrangler inherits the queues that the Worker has already.
  const known = new Map(script.versions.at(-1)?.bindings.map((binding) => [binding.name, binding]));
  const bindings = metadata.bindings
    .map((binding) => (binding.type === 'inherit' ? (known.get(binding.name) ?? binding) : binding))
    .filter(({ type }) => type !== 'secret_text' && type !== 'inherit');
  const assets = request.account.assets.tokens.get(metadata.assets?.jwt ?? '') ?? {};
  const { annotations = {} } = metadata;
  const version = { id: randomUUID(), bindings, metadata, modules, assets, annotations };
  script.versions.push(version);
  return { script, version };
}

function describeUpload({ name }: Script, { id, metadata }: Version) {
  return {
    id: name,
    tag: hexId(),
    deployment_id: id,
    startup_time_ms: 20,
    entry_point: metadata['main_module'],
  };
}

/** Whatever a binding names must exist. */
function requireBinding(account: Account, binding: Binding): void {
  const text = (name: string) => String(binding[name]);
  switch (binding.type) {
    case 'd1':
      if (!account.databases.has(text('id') === 'undefined' ? text('database_id') : text('id')))
        throw new ApiFailure(
          400,
          10_181,
          `D1 binding '${binding.name}' references a database that was not found`,
        );
      return;
    case 'kv_namespace':
      if (!account.namespaces.has(text('namespace_id')))
        throw new ApiFailure(400, 10_041, `KV namespace '${text('namespace_id')}' not found`);
      return;
    case 'r2_bucket':
      if (account.faults.r2NotSubscribed || !account.buckets.has(text('bucket_name')))
        throw new ApiFailure(400, 10_085, `R2 bucket '${text('bucket_name')}' not found`);
      return;
    case 'queue':
      if (![...account.queues.values()].some(({ name }) => name === text('queue_name')))
        throw new ApiFailure(400, 11_000, `Queue '${text('queue_name')}' not found`);
      return;
    case 'analytics_engine':
      if (account.faults.analyticsEngineOff)
        throw new ApiFailure(403, 10_089, 'You need to enable Analytics Engine.');
  }
}

function deployVersion(script: Script, versionId: string, message: string): unknown {
  const deployment = { id: randomUUID(), versionId, createdAt: new Date().toISOString(), message };
  script.deployments.push(deployment);
  return { id: deployment.id };
}

function describeVersion({ id, annotations, bindings }: Version) {
  return {
    id,
    number: 1,
    metadata: { source: 'wrangler' },
    annotations,
    resources: { bindings, script: { etag: id, handlers: ['fetch'] } },
  };
}

interface DomainChanges {
  readonly added: object[];
  readonly updated: object[];
  readonly conflicting: object[];
}

function describeDomainChanges(request: ApiRequest): DomainChanges & { removed: object[] } {
  const origins = readJson(request) as unknown as { hostname: string }[];
  const { account } = request;
  const changes: DomainChanges = { added: [], updated: [], conflicting: [] };
  for (const { hostname } of origins) {
    const domain = account.domains.find((one) => one.hostname === hostname);
    const hasRecord = account.zones.some(({ records }) => records.some(({ name }) => name === hostname));
    if (domain) changes.updated.push({ ...domain, modified: domain.service !== param(request, 'script') });
    else if (hasRecord) changes.conflicting.push({ hostname });
    else changes.added.push({ hostname });
  }
  return { ...changes, removed: [] };
}

/** Like Cloudflare, takes hosts that are not named away from the Worker, and replaces another Worker's domain or a foreign DNS record only if the request says so. */
function publishDomains(request: ApiRequest): unknown {
  const { account } = request;
  const service = findScript(request).name;
  const { origins, ...overrides } = readJson(request) as {
    origins: { hostname: string }[];
    override_existing_origin: boolean;
    override_existing_dns_record: boolean;
  };
  for (const gone of account.domains.filter((one) => one.service === service)) {
    if (origins.some(({ hostname }) => hostname === gone.hostname)) continue;
    account.domains.splice(account.domains.indexOf(gone), 1);
    for (const { records } of account.zones)
      records.splice(0, Infinity, ...records.filter(({ name }) => name !== gone.hostname));
  }
  for (const { hostname } of origins) {
    const zone = account.zones.find(({ name }) => hostname === name || hostname.endsWith(`.${name}`));
    if (!zone) throw new ApiFailure(400, 10_082, 'No zone found for the hostname.');
    const domain = account.domains.find((one) => one.hostname === hostname);
    if (domain && domain.service !== service && !overrides.override_existing_origin)
      throw new ApiFailure(409, 100_116, 'Hostname already has a Worker attached.');
    if (domain) domain.service = service;
    else publishDomain(account, zone, { hostname, service }, overrides.override_existing_dns_record);
  }
  return null;
}

function publishDomain(
  account: Account,
  zone: Zone,
  { hostname, service }: { hostname: string; service: string },
  isOverriding: boolean,
): void {
  const foreign = zone.records.findIndex(({ name }) => name === hostname);
  if (foreign >= 0 && !isOverriding)
    throw new ApiFailure(409, 100_117, 'Hostname already has externally managed DNS records.');
  if (foreign >= 0) zone.records.splice(foreign, 1);
  account.domains.push({ id: hexId(), hostname, zoneId: zone.id, service });
  addRecord(zone, hostname, '100::', 'AAAA');
}
