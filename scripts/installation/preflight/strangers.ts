import { z } from 'zod';
import { isEmptyOrOurs } from '#storage/upkeep/schema.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { listBindings } from '../cloudflare/worker.ts';
import type { Missing } from '../cloudflare/explain.ts';
import { placeOf } from '../database-place.ts';
import { namesOf } from '../settings/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { Zones } from './find-zones.ts';

const DATABASE = z.object({ uuid: z.string(), name: z.string() });

/** The database with an installation's name, or null. */
export async function findDatabase(
  api: CloudflareApi,
  accountId: string,
  name: string,
): Promise<z.infer<typeof DATABASE> | null> {
  const path = `/accounts/${accountId}/d1/database?name=${encodeURIComponent(name)}`;
  const databases = await api.list(path, DATABASE);
  return databases.find((database) => database.name === name) ?? null;
}

/**
 * Finds things with our names that belong to something else: a database with other tables, a Worker on another database. An installation
 * that took them for its own would change somebody else's data.
 */
export async function findStrangers({
  api,
  settings,
  zones: { accountId },
}: {
  readonly api: CloudflareApi;
  readonly settings: Settings;
  readonly zones: Zones;
}): Promise<Missing[]> {
  const names = namesOf(settings);
  const database = await findDatabase(api, accountId, names.database);
  const strangers: Missing[] = [];
  const address = { accountId, databaseId: database?.uuid ?? '', namespaceId: '' };
  if (database && !(await isEmptyOrOurs(placeOf(api, address, settings.apiHost).binding)))
    strangers.push(stranger(`database "${names.database}"`, `${accountId}/workers/d1`));
  for (const worker of [names.api, names.shortLink]) {
    const databases = await listDatabasesOf(api, accountId, worker);
    if (databases !== null && !(database && databases.includes(database.uuid)))
      strangers.push(stranger(`Worker "${worker}"`, `${accountId}/workers/services/view/${worker}`));
  }
  return strangers;
}

function stranger(what: string, path: string): Missing {
  return {
    name: what,
    text: `The account has a ${what} that belongs to something else: choose another --installation, or rename or delete it.`,
    url: `https://dash.cloudflare.com/${path}`,
  };
}

/** The ids of the databases that a Worker is bound to; null if there is no such Worker. */
export async function listDatabasesOf(
  api: CloudflareApi,
  accountId: string,
  worker: string,
): Promise<string[] | null> {
  const bindings = await listBindings(api, accountId, worker);
  if (!bindings) return null;
  return bindings.filter(({ type }) => type === 'd1').map(({ id, database_id }) => id ?? database_id ?? '');
}
