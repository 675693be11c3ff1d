import type { CloudflareApi } from './api.ts';

interface Deployment {
  readonly id: string;
  readonly created_on: string;
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[];
  readonly annotations?: Readonly<Record<string, string>>;
}

interface VersionDetails {
  readonly id: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

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
  return (await api.find<{ deployments: Deployment[] }>(path))?.deployments ?? [];
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
  const version = await api.find<VersionDetails>(
    `/accounts/${accountId}/workers/scripts/${worker}/versions/${versionId}`,
  );
  return {
    versionId,
    tag: version?.annotations?.['workers/tag'] ?? '',
    message: annotations?.['workers/message'] ?? version?.annotations?.['workers/message'] ?? '',
    deployedAt: created_on,
  };
}

/** Sends all traffic of a Worker to one of its versions. */
export async function deployVersion(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  { versionId, message }: { versionId: string; message: string },
): Promise<void> {
  await api.send('POST', `/accounts/${accountId}/workers/scripts/${worker}/deployments`, {
    strategy: 'percentage',
    versions: [{ version_id: versionId, percentage: 100 }],
    annotations: { 'workers/message': message },
  });
}

/** Whether a Worker has a custom domain. */
export async function hasDomain(
  api: CloudflareApi,
  accountId: string,
  worker: string,
  host: string,
): Promise<boolean> {
  const domains = await api.list<{ hostname: string; service: string }>(
    `/accounts/${accountId}/workers/domains?hostname=${host}`,
  );
  return domains.some(({ hostname, service }) => hostname === host && service === worker);
}

/** The cron expressions of a Worker. */
export async function listCrons(api: CloudflareApi, accountId: string, worker: string): Promise<string[]> {
  const found = await api.find<{ schedules: { cron: string }[] }>(
    `/accounts/${accountId}/workers/scripts/${worker}/schedules`,
  );
  return (found?.schedules ?? []).map(({ cron }) => cron);
}
