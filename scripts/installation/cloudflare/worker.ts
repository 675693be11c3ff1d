import { z } from 'zod';
import { CloudflareError, extra } from './answer.ts';
import { type CloudflareApi, NOTHING } from './api.ts';
import { isOnWorkersDev } from '../settings/workers-dev.ts';

const ANNOTATIONS = extra(
  z.object({ 'workers/tag': extra(z.string()), 'workers/message': extra(z.string()) }),
);

const DEPLOYMENT = z.object({
  created_on: extra(z.string()),
  versions: z.array(z.object({ version_id: z.string() })),
  annotations: ANNOTATIONS,
});

type Deployment = z.infer<typeof DEPLOYMENT>;

const DEPLOYMENTS = z.object({ deployments: z.array(DEPLOYMENT) });
const VERSION = z.object({ annotations: ANNOTATIONS });
const DOMAIN = z.object({ hostname: z.string(), service: z.string() });
const SCHEDULES = z.object({ schedules: z.array(z.object({ cron: z.string() })) });

export interface DeployedVersion {
  readonly versionId: string;
  /** The tag from `release.ts`; empty if something else deployed the version. */
  readonly tag: string;
  readonly message: string;
  readonly deployedAt: string;
}

/** A Worker's deployments, newest first, without their tags. */
async function listDeployments(api: CloudflareApi, accountId: string, worker: string): Promise<Deployment[]> {
  const path = `/accounts/${accountId}/workers/scripts/${worker}/deployments`;
  return (await api.find(path, DEPLOYMENTS))?.deployments ?? [];
}

/** The version that a Worker serves now; null if there is no such Worker. */
export async function findLive(
  api: CloudflareApi,
  accountId: string,
  worker: string,
): Promise<DeployedVersion | null> {
  const [live] = await listDeployments(api, accountId, worker);
  return live ? describe(api, accountId, worker, live) : null;
}

/** The versions that a Worker served before, newest first; at most `limit`. */
export async function listEarlier(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  limit: number,
): Promise<DeployedVersion[]> {
  const [live, ...earlier] = await listDeployments(api, accountId, worker);
  const liveId = live?.versions[0]?.version_id;
  const others = earlier.filter(({ versions }) => versions[0]?.version_id !== liveId).slice(0, limit);
  return Promise.all(others.map((deployment) => describe(api, accountId, worker, deployment)));
}

async function describe(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  { versions, created_on, annotations }: Deployment,
): Promise<DeployedVersion> {
  const versionId = versions[0]?.version_id ?? '';
  const version = await api.find(
    `/accounts/${accountId}/workers/scripts/${worker}/versions/${versionId}`,
    VERSION,
  );
  return {
    versionId,
    tag: version?.annotations?.['workers/tag'] ?? '',
    message: annotations?.['workers/message'] ?? version?.annotations?.['workers/message'] ?? '',
    deployedAt: created_on ?? 'an unknown time',
  };
}

/** Sends all traffic of a Worker to one of its versions. */
export async function deployVersion(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  { versionId, message }: { versionId: string; message: string },
): Promise<void> {
  const deployment = {
    strategy: 'percentage',
    versions: [{ version_id: versionId, percentage: 100 }],
    annotations: { 'workers/message': message },
  };
  const path = `/accounts/${accountId}/workers/scripts/${worker}/deployments`;
  await api.send('POST', path, deployment, NOTHING);
}

/** The Workers on a host. */
export function listDomains(
  api: CloudflareApi,
  accountId: string,
  host: string,
): Promise<z.infer<typeof DOMAIN>[]> {
  return api.list(`/accounts/${accountId}/workers/domains?hostname=${host}`, DOMAIN);
}

/** The hosts of a Worker. */
export function listDomainsOf(
  api: CloudflareApi,
  accountId: string,
  worker: string,
): Promise<z.infer<typeof DOMAIN>[]> {
  return api.list(`/accounts/${accountId}/workers/domains?service=${worker}`, DOMAIN);
}

const ON_WORKERS_DEV = z.object({ enabled: z.boolean() });

/** Those of the hosts that the Worker does not serve, as its custom domains or on workers.dev. */
export async function listUnserved(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  hosts: readonly string[],
): Promise<string[]> {
  const path = `/accounts/${accountId}/workers/scripts/${worker}/subdomain`;
  const [domains, onWorkersDev] = await Promise.all([
    listDomainsOf(api, accountId, worker),
    hosts.some(isOnWorkersDev) ? api.find(path, ON_WORKERS_DEV) : null,
  ]);
  return hosts.filter((host) =>
    isOnWorkersDev(host)
      ? !onWorkersDev?.enabled
      : !domains.some(({ hostname, service }) => hostname === host && service === worker),
  );
}

const SETTINGS = z.object({
  bindings: z
    .array(
      z.object({
        type: extra(z.string()),
        name: extra(z.string()),
        id: extra(z.string()),
        database_id: extra(z.string()),
        namespace_id: extra(z.string()),
        text: extra(z.string()),
      }),
    )
    .nullish(),
});

/** What a Worker is bound to; null if there is no such Worker. */
export async function listBindings(api: CloudflareApi, accountId: string, worker: string) {
  const found = await api.find(`/accounts/${accountId}/workers/scripts/${worker}/settings`, SETTINGS);
  return found && (found.bindings ?? []);
}

/** The names of a Worker's secrets; none if the Worker does not exist, or the token may not read them. */
export async function listSecrets(api: CloudflareApi, accountId: string, worker: string): Promise<string[]> {
  try {
    const path = `/accounts/${accountId}/workers/scripts/${worker}/secrets`;
    return ((await api.find(path, z.array(z.object({ name: z.string() })))) ?? []).map(({ name }) => name);
  } catch (error) {
    if (error instanceof CloudflareError && error.isForbidden) return [];
    throw error;
  }
}

/** The cron expressions of a Worker. */
export async function listCrons(api: CloudflareApi, accountId: string, worker: string): Promise<string[]> {
  const path = `/accounts/${accountId}/workers/scripts/${worker}/schedules`;
  const found = await api.find(path, SCHEDULES);
  return (found?.schedules ?? []).map(({ cron }) => cron);
}
