import { z } from 'zod';
import { ANYTHING, type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { isBucketDomain } from '../preflight/hosts.ts';
import { namesOf } from '../settings/names.ts';
import type { Step } from './run-steps.ts';
import type { Settings } from '../settings/settings.ts';
import type { Found } from './found.ts';

export interface StorageInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly settings: Settings;
  readonly found: Found;
}

/** What both Workers use: its path in Cloudflare's API, and the fields there of its name, its id and its location. */
interface Kind {
  readonly path: string;
  readonly name: string;
  readonly id?: string;
  readonly place?: string;
  /** Where its id is kept for later steps. */
  readonly kept?: 'databaseId' | 'namespaceId' | 'appsNamespaceId';
}

const KINDS = {
  /** Its location can never be changed. */
  database: {
    path: 'd1/database',
    name: 'name',
    id: 'uuid',
    place: 'primary_location_hint',
    kept: 'databaseId',
  },
  /** The copies of the short links. */
  namespace: { path: 'storage/kv/namespaces', name: 'title', id: 'id', kept: 'namespaceId' },
  /** The grants of apps, for the API Worker alone. */
  appsNamespace: { path: 'storage/kv/namespaces', name: 'title', id: 'id', kept: 'appsNamespaceId' },
  /** Deploying the API Worker makes it a consumer. */
  queue: { path: 'queues', name: 'queue_name' },
  bucket: { path: 'r2/buckets', name: 'name', place: 'locationHint' },
} as const satisfies Record<string, Kind>;

const textsOf = (...fields: readonly string[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.string()])));

/** Makes one thing for both Workers: wrangler would make another one for each. */
export function makeStep(input: StorageInput, title: string, kind: keyof typeof KINDS, name: string): Step {
  const { api, accountId, settings, found } = input;
  const { name: field, id = field, place, kept, ...one }: Kind = KINDS[kind];
  const path = `/accounts/${accountId}/${one.path}`;
  const location = settings.location && place ? { [place]: settings.location } : {};
  const planned = kind === 'database' && settings.location ? `${name} in ${settings.location}` : name;
  const keep = (made: Readonly<Record<string, string>>) => {
    if (kept) found[kept] = made[id] ?? '';
  };
  const find = async () =>
    // The list of buckets is of another form.
    kind === 'bucket'
      ? (await api.find(`${path}/${name}`, ANYTHING)) && { name }
      : (await api.list(path, textsOf(field, id))).find((item) => item[field] === name);
  return {
    name: title,
    plan: planned,
    async look() {
      const there = await find();
      if (there) keep(there);
      return there ? name : null;
    },
    async create() {
      const body = { [field]: name, ...location };
      if (kept) keep(await api.send('POST', path, body, textsOf(id)));
      else await api.send('POST', path, body, NOTHING);
      return planned;
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

/** The public host of the images. */
export function imageHostStep(
  { api, accountId, settings }: StorageInput,
  domain: string,
  zoneId: string,
): Step {
  const bucket = namesOf(settings).images;
  const path = `/accounts/${accountId}/r2/buckets/${bucket}/domains/custom`;
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
