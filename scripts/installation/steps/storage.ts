import type { CloudflareApi } from '../cloudflare/api.ts';
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
      const { uuid } = await api.send<{ uuid: string }>('POST', `/accounts/${accountId}/d1/database`, {
        name,
        ...(settings.location ? { primary_location_hint: settings.location } : {}),
      });
      found.databaseId = uuid;
      return `${name}${where}`;
    },
  };
}

/** One KV namespace for both Workers: the copies of the short links. */
export function namespaceStep({ api, accountId, settings, found }: StorageInput): Step {
  const title = namesOf(settings.name).namespace;
  const path = `/accounts/${accountId}/storage/kv/namespaces`;
  return {
    name: 'KV namespace',
    plan: title,
    async look() {
      const namespaces = await api.list<{ id: string; title: string }>(path);
      const namespace = namespaces.find((one) => one.title === title);
      if (namespace) found.namespaceId = namespace.id;
      return namespace ? title : null;
    },
    async create() {
      found.namespaceId = (await api.send<{ id: string }>('POST', path, { title })).id;
      return title;
    },
  };
}

export function bucketStep(input: StorageInput, bucket: string, purpose: string): Step {
  const { api, accountId, settings } = input;
  const path = `/accounts/${accountId}/r2/buckets`;
  return {
    name: `R2 bucket for ${purpose}`,
    plan: bucket,
    look: async () => ((await api.find(`${path}/${bucket}`)) ? bucket : null),
    async create() {
      await api.send('POST', path, {
        name: bucket,
        ...(settings.location ? { locationHint: settings.location } : {}),
      });
      return bucket;
    },
  };
}

/** The public host of the images. */
export function imageHostStep({ api, accountId, settings }: StorageInput, zoneId: string): Step {
  const path = `/accounts/${accountId}/r2/buckets/${namesOf(settings.name).images}/domains/custom`;
  const domain = settings.imageHost;
  return {
    name: 'host of the images',
    plan: domain,
    async look() {
      const { domains } = (await api.find<{ domains: { domain: string }[] }>(path)) ?? { domains: [] };
      return domains.some((one) => one.domain === domain) ? domain : null;
    },
    async create() {
      await api.send('POST', path, { domain, zoneId, enabled: true, minTLS: '1.2' });
      return domain;
    },
  };
}
