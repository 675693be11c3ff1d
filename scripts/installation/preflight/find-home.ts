import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CloudflareError } from '../cloudflare/answer.ts';
import { ANYTHING, type CloudflareApi } from '../cloudflare/api.ts';
import { InstallationError } from '../cloudflare/explain.ts';
import { listBindings, listDomainsOf } from '../cloudflare/worker.ts';
import { namesOf } from '../settings/names.ts';
import { type Home, readName, type SettingOptions, type Settings } from '../settings/settings.ts';
import { readSubdomain, workersDevHostsOf } from '../settings/workers-dev.ts';
import { findDatabase, listDatabasesOf } from './strangers.ts';

interface HomeInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly options: SettingOptions;
  /** As in the folder of the installation; null on a machine that does not know it. */
  readonly kept: Settings | null;
}

/**
 * What the account decides about an installation: the subdomain that its Workers have on workers.dev, and whether there is R2. On a machine
 * that does not know the installation, its Workers tell whether it has a domain.
 * @throws InstallationError if it has one that is not named
 */
export async function findHome(input: HomeInput): Promise<Home> {
  const { api, accountId, options, kept } = input;
  const domain = options.domain ?? kept?.domain ?? null;
  if (domain === null && kept === null) await requireNoDomain(input);
  const hasBuckets = domain !== null || (await readHasR2(api, accountId));
  const isThere = kept ? kept.subdomain !== null : domain === null || (await isFoundOnWorkersDev(input));
  if (!isThere) return { subdomain: null, hasBuckets, earlierBase: null };
  const subdomain = (await readAccountSubdomain(api, accountId)) ?? chooseSubdomain(options, accountId);
  const earlierBase = domain === null ? null : await findEarlierBase(input, subdomain);
  return { subdomain, hasBuckets, earlierBase };
}

/** Where codes were printed before the domain was added, with the time of that as the API Worker has it; without a time if it has none. */
async function findEarlierBase(
  { api, accountId, options, kept }: HomeInput,
  subdomain: string,
): Promise<string> {
  const onWorkersDev = { name: readName(options), subdomain };
  const bindings = await listBindings(api, accountId, namesOf(onWorkersDev).api);
  const deployed = bindings?.find(({ name }) => name === 'EARLIER_SHORT_URL_BASE')?.text;
  const known = bindings === null ? kept?.earlierBase : deployed;
  return known ?? `https://${workersDevHostsOf(onWorkersDev)?.shortLink}`;
}

const SUBDOMAIN = z.object({ subdomain: z.string() });

/** The account's subdomain of workers.dev; null if it has none. */
export async function readAccountSubdomain(api: CloudflareApi, accountId: string): Promise<string | null> {
  return (await api.find(`/accounts/${accountId}/workers/subdomain`, SUBDOMAIN))?.subdomain ?? null;
}

/** A name that hardly anybody else has taken, and that another run chooses again. */
function chooseSubdomain({ subdomain }: SettingOptions, accountId: string): string {
  if (subdomain !== undefined) return readSubdomain(subdomain);
  return `qr-${createHash('sha256').update(accountId).digest('hex').slice(0, 8)}`;
}

/** Printed codes lead to the hosts of a domain, which a deployment without one would take away from the Workers. */
async function requireNoDomain({ api, accountId, options }: HomeInput): Promise<void> {
  const name = readName(options);
  const { api: worker, shortLink } = namesOf({ name, subdomain: null });
  const domains = await Promise.all([worker, shortLink].map((one) => listDomainsOf(api, accountId, one)));
  const hosts = domains.flat().map(({ hostname }) => hostname);
  if (hosts.length === 0) return;
  throw new InstallationError(
    `The installation "${name}" already has a domain, and cannot go back to none: printed codes lead to ${hosts.join(', ')}. Name the domain with --domain, or choose another --installation.`,
  );
}

/** Whether the short-link Worker has the name that it gets without a domain, and is no stranger. */
async function isFoundOnWorkersDev({ api, accountId, options }: HomeInput): Promise<boolean> {
  const { shortLink, database } = namesOf({ name: readName(options), subdomain: '' });
  const bound = await listDatabasesOf(api, accountId, shortLink);
  const ours = bound && (await findDatabase(api, accountId, database));
  return ours ? bound.includes(ours.uuid) : false;
}

async function readHasR2(api: CloudflareApi, accountId: string): Promise<boolean> {
  try {
    await api.get(`/accounts/${accountId}/r2/buckets`, ANYTHING);
    return true;
  } catch (error) {
    // What else may be wrong is said of everything at once, by the checks of the account.
    return !(error instanceof CloudflareError && error.code === 10_042);
  }
}
