import { z } from 'zod';
import { ANYTHING, type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { isBucketDomain } from '../preflight/hosts.ts';
import { namesOf } from '../settings/names.ts';
import { findDatabase } from '../preflight/strangers.ts';
import type { Step } from './run-steps.ts';
import type { Settings } from '../settings/settings.ts';
import type { Found } from './found.ts';

interface StorageInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly settings: Settings;
  readonly found: Found;
}

/** D1, with its location, which can never be changed. */
export function databaseStep({ api, accountId, settings, found }: StorageInput): Step {
  const name = namesOf(settings.name).database;
  const where = settings.location ? ` in ${settings.location}` : '';
  return {
    name: 'D1 database',
    plan: `${name}${where}`,
    async look() {
      const database = await findDatabase(api, accountId, name);
      if (database) found.databaseId = database.uuid;
      return database && name;
    },
    async create() {
      const database = {
        name,
        ...(settings.location ? { primary_location_hint: settings.location } : {}),
      };
      const path = `/accounts/${accountId}/d1/database`;
      found.databaseId = (await api.send('POST', path, database, z.object({ uuid: z.string() }))).uuid;
      return `${name}${where}`;
    },
  };
}

const REPLICATION = z.object({ read_replication: z.object({ mode: z.string() }).nullish() });

/** Whether D1 keeps copies of the database in every region: `auto` or `disabled`; null if Cloudflare does not say. */
export async function readReplication(
  api: CloudflareApi,
  accountId: string,
  databaseId: string,
): Promise<string | null> {
  const path = `/accounts/${accountId}/d1/database/${databaseId}`;
  return (await api.get(path, REPLICATION)).read_replication?.mode ?? null;
}

/** The replicas of D1, from which scans read; the Worker works with and without them. */
export function replicasStep({ api, accountId, settings, found }: StorageInput): Step {
  const mode = settings.replicas === 'on' ? 'auto' : 'disabled';
  return {
    name: 'D1 replicas',
    plan: settings.replicas,
    async look() {
      // In a dry run, the database may not exist yet. One that never had replicas may not say that they are off.
      const is = found.databaseId === '' ? null : await readReplication(api, accountId, found.databaseId);
      return is === mode || (is === null && mode === 'disabled') ? settings.replicas : null;
    },
    async create() {
      const path = `/accounts/${accountId}/d1/database/${found.databaseId}`;
      await api.send('PUT', path, { read_replication: { mode } }, NOTHING);
      return mode === 'auto' ? 'on' : 'off: Cloudflare takes up to a day to remove them';
    },
  };
}

const NAMESPACE = z.object({ id: z.string(), title: z.string() });

/** One KV namespace for both Workers: the copies of the short links. */
export function namespaceStep({ api, accountId, settings, found }: StorageInput): Step {
  const title = namesOf(settings.name).namespace;
  const path = `/accounts/${accountId}/storage/kv/namespaces`;
  return {
    name: 'KV namespace',
    plan: title,
    async look() {
      const namespaces = await api.list(path, NAMESPACE);
      const namespace = namespaces.find((one) => one.title === title);
      if (namespace) found.namespaceId = namespace.id;
      return namespace ? title : null;
    },
    async create() {
      found.namespaceId = (await api.send('POST', path, { title }, NAMESPACE)).id;
      return title;
    },
  };
}

const QUEUE = z.object({
  queue_name: z.string(),
  consumers: z.array(z.object({ script: z.string().optional(), service: z.string().optional() })).default([]),
});

/** All queues of the account. */
export function listQueues(api: CloudflareApi, accountId: string): Promise<z.output<typeof QUEUE>[]> {
  return api.list(`/accounts/${accountId}/queues`, QUEUE);
}

/** A queue. Deploying the API Worker makes it a consumer. */
export function queueStep({ api, accountId }: StorageInput, queue: string, purpose: string): Step {
  return {
    name: `queue of ${purpose}`,
    plan: queue,
    async look() {
      const queues = await listQueues(api, accountId);
      return queues.some((one) => one.queue_name === queue) ? queue : null;
    },
    async create() {
      await api.send('POST', `/accounts/${accountId}/queues`, { queue_name: queue }, NOTHING);
      return queue;
    },
  };
}

export function bucketStep(input: StorageInput, bucket: string, purpose: string): Step {
  const { api, accountId, settings } = input;
  const path = `/accounts/${accountId}/r2/buckets`;
  return {
    name: `R2 bucket for ${purpose}`,
    plan: bucket,
    look: async () => ((await api.find(`${path}/${bucket}`, ANYTHING)) ? bucket : null),
    async create() {
      const wanted = { name: bucket, ...(settings.location ? { locationHint: settings.location } : {}) };
      await api.send('POST', path, wanted, NOTHING);
      return bucket;
    },
  };
}

/** The public host of the images. */
export function imageHostStep({ api, accountId, settings }: StorageInput, zoneId: string): Step {
  const bucket = namesOf(settings.name).images;
  const path = `/accounts/${accountId}/r2/buckets/${bucket}/domains/custom`;
  const domain = settings.imageHost;
  return {
    name: 'host of the images',
    plan: domain,
    look: async () => ((await isBucketDomain(api, accountId, bucket, domain)) ? domain : null),
    async create() {
      await api.send('POST', path, { domain, zoneId, enabled: true, minTLS: '1.2' }, NOTHING);
      return domain;
    },
  };
}
