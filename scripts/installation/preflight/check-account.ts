import { z } from 'zod';
import { CloudflareError } from '../cloudflare/answer.ts';
import { ANYTHING, type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import {
  INSTALLATION_TOKEN_URL,
  type Missing,
  noSubdomain,
  PURGE_TOKEN_URL,
  STATISTICS_TOKEN_URL,
  SWITCHES,
} from '../cloudflare/explain.ts';
import { ANALYTICS_ENGINE_FIXES } from '#storage/scans/analytics-engine-check.ts';
import { DATASETS_SQL } from '#storage/scans/sql.ts';
import type { OwnApis } from '../session.ts';
import { listDomainsOf, listSecrets } from '../cloudflare/worker.ts';
import { namesOf } from '../settings/names.ts';
import { gs1HostsOf, type Settings, shortHostsOf } from '../settings/settings.ts';
import { checkSaas } from './check-saas.ts';
import type { Zones } from './find-zones.ts';
import { type Foreign, findForeign } from './hosts.ts';
import type { Platform } from '../platform.ts';
import { checkIssuer } from './check-issuer.ts';
import { findStrangers } from './strangers.ts';

export interface AccountCheck {
  /** Everything that prevents the installation, not only the first problem. */
  readonly missing: readonly Missing[];
  /** What is replaced, because the person asked for it. */
  readonly takenOver: readonly Foreign[];
}

export interface CheckInput extends OwnApis {
  readonly api: CloudflareApi;
  readonly platform: Pick<Platform, 'fetch'>;
  /** Whether `api` works with wrangler's login, which may not read DNS. */
  readonly isLogin: boolean;
  readonly settings: Settings;
  readonly zones: Zones;
  /** Hosts on which foreign records and routes may be replaced. */
  readonly takeOver: readonly string[];
}

/** Checks everything that an installation needs and cannot create itself. Changes nothing. */
export async function checkAccount(input: CheckInput): Promise<AccountCheck> {
  const { api, settings, zones } = input;
  const account = `/accounts/${zones.accountId}`;
  const [foreign, ...found] = await Promise.all([
    readForeign(input),
    readAs(input, 'D1', `${account}/d1/database`),
    readAs(input, 'KV', `${account}/storage/kv/namespaces`),
    settings.hasBuckets ? readAs(input, 'R2', `${account}/r2/buckets`) : [],
    readAs(input, 'Queues', `${account}/queues`),
    readAs(input, 'Workers', `${account}/workers/scripts`),
    settings.subdomain === null ? checkSubdomain(api, zones.accountId) : [],
    checkStatistics(input),
    checkPurge(input),
    findForgotten(input),
    readSaas(input),
    checkIssuer(input.platform, settings),
  ]);
  const missing = [...checkZones(zones), ...foreign.missing, ...found.flat()];
  // Without permission to read a store, we cannot tell whose it is.
  const canRead = !missing.some(({ url }) => url === INSTALLATION_TOKEN_URL);
  return {
    missing: canRead ? [...missing, ...(await findStrangers(input))] : missing,
    takenOver: foreign.takenOver,
  };
}

/** Checks that the token can read a list; otherwise returns what is missing. */
async function readAs({ api, zones }: CheckInput, name: string, path: string): Promise<Missing[]> {
  try {
    await api.get(path, ANYTHING);
    return [];
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    const missing = SWITCHES[error.code]?.(zones.accountId);
    if (missing) return [missing];
    if (error.isForbidden) return [noPermission(name)];
    throw error;
  }
}

function noPermission(name: string): Missing {
  return {
    name: `permission for ${name}`,
    text: `The API token may not use ${name}: create one with all permissions in this form.`,
    url: INSTALLATION_TOKEN_URL,
  };
}

const NO_DNS: Missing = {
  name: 'API token',
  text: "wrangler's login may not read DNS records, so --domain needs an API token: create one with all permissions in this form, and put it into CLOUDFLARE_API_TOKEN.",
  url: INSTALLATION_TOKEN_URL,
};

function checkZones({ accountId, hosts, saas }: Zones): Missing[] {
  const waiting = new Map(
    [...hosts.map(({ zone }) => zone), ...(saas ? [saas] : [])]
      .filter(({ status }) => status !== null && status !== undefined && status !== 'active')
      .map((zone) => [zone.name, zone]),
  );
  return [...waiting.values()].map(({ name, status }) => ({
    name,
    text: `The domain ${name} is ${status}: set the nameservers that the page shows at your registrar, and wait until it is active.`,
    url: `https://dash.cloudflare.com/${accountId}/${name}`,
  }));
}

async function checkSubdomain(api: CloudflareApi, accountId: string): Promise<Missing[]> {
  try {
    const isThere = await api.find(`/accounts/${accountId}/workers/subdomain`, ANYTHING);
    return isThere ? [] : [noSubdomain(accountId)];
  } catch (error) {
    if (error instanceof CloudflareError && error.isForbidden) return [];
    throw error;
  }
}

async function checkStatistics(input: CheckInput): Promise<Missing[]> {
  const { api, settings, zones, statisticsApi } = input;
  if (settings.scanLog === 'd1' || settings.statistics === 'binding') return [];
  const { accountId } = zones;
  const names = namesOf(settings);
  const missing = (text: string) => [{ name: 'AE_API_TOKEN', text, url: STATISTICS_TOKEN_URL }];
  if (statisticsApi === null) {
    const secrets = await listSecrets(api, accountId, names.api);
    if (secrets.includes('AE_API_TOKEN')) return [];
    return missing(
      'The API reads scans of Analytics Engine with a token that can do nothing else: create it and put it into the variable AE_API_TOKEN, read them without a token with --statistics binding, or keep scans in D1 with --scan-log d1.',
    );
  }
  const problem = await findStatisticsProblem(statisticsApi, accountId);
  if (problem === null) return [];
  const fix = ANALYTICS_ENGINE_FIXES[problem];
  const page = `https://dash.cloudflare.com/${accountId}/workers/analytics-engine`;
  return missing(problem === 'permission' ? `${fix} Or Analytics Engine is not enabled: ${page}` : fix);
}

const DATASETS = z.object({ data: z.array(z.unknown()) });

/** What is wrong with the token for statistics; null if it can read them. The dataset itself appears with the first scan. */
async function findStatisticsProblem(
  api: CloudflareApi,
  accountId: string,
): Promise<keyof typeof ANALYTICS_ENGINE_FIXES | null> {
  try {
    await api.askPlain(`/accounts/${accountId}/analytics_engine/sql`, DATASETS_SQL, DATASETS);
    return null;
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error;
    const { status, message } = error;
    if (status === 404) return 'account_id';
    if (status !== 400 && status !== 401 && status !== 403)
      throw new CloudflareError({ ...error, message: `the SQL API of Analytics Engine: ${message}` });
    // An unknown token and an unauthorised one give the same status, so the token itself is verified.
    return (await isTokenActive(api, accountId)) ? 'permission' : 'api_token';
  }
}

/** Cloudflare has tokens of users and of accounts, each with its own endpoint. */
async function isTokenActive(api: CloudflareApi, accountId: string): Promise<boolean> {
  for (const owner of ['user', `accounts/${accountId}`]) {
    try {
      await api.get(`/${owner}/tokens/verify`, ANYTHING);
      return true;
    } catch (error) {
      if (!(error instanceof CloudflareError) || !error.isOfCloudflare || error.isPassing) throw error;
    }
  }
  return false;
}

/** Purges a file that does not exist: that proves the token, and changes nothing. */
async function checkPurge({ settings, zones, purgeApi }: CheckInput): Promise<Missing[]> {
  if (purgeApi === null || zones.images === null) return [];
  const files = [`https://${settings.imageHost}/qr/none.png`];
  try {
    await purgeApi.send('POST', `/zones/${zones.images.id}/purge_cache`, { files }, NOTHING);
    return [];
  } catch (error) {
    if (!(error instanceof CloudflareError) || error.isPassing || !error.isOfCloudflare) throw error;
    return [refusedPurge(settings, error)];
  }
}

function refusedPurge({ imageHost }: Settings, { status }: CloudflareError): Missing {
  return {
    name: 'CACHE_PURGE_TOKEN',
    text: `The token in CACHE_PURGE_TOKEN may not purge the cache of ${imageHost} (status ${status}): create one with the permission "Cache Purge" for its zone, or leave the variable out.`,
    url: PURGE_TOKEN_URL,
  };
}

/** A deployment takes hosts that it does not name away from the Worker, and with them the codes that are printed with them. */
async function findForgotten({ api, settings, zones }: CheckInput): Promise<Missing[]> {
  const worker = namesOf(settings).shortLink;
  const named = [...shortHostsOf(settings), ...gs1HostsOf(settings)];
  const domains = await listDomainsOf(api, zones.accountId, worker);
  return domains
    .filter(({ hostname, service }) => service === worker && !named.includes(hostname))
    .map(({ hostname }) => ({
      name: hostname,
      text: `${worker} also serves ${hostname}, with which codes may be printed: name it, so that it stays: --short-host ${settings.shortHost} --short-host ${hostname}`,
      url: `https://dash.cloudflare.com/${zones.accountId}/workers/services/view/${worker}`,
    }));
}

/** That the token may not read DNS records and routes is said of the other hosts. */
async function readSaas(input: CheckInput): Promise<Missing[]> {
  try {
    return await checkSaas(input);
  } catch (error) {
    if (error instanceof CloudflareError && error.isForbidden) return [];
    throw error;
  }
}

async function readForeign(input: CheckInput): Promise<{ missing: Missing[]; takenOver: Foreign[] }> {
  const { api, settings, zones, takeOver, isLogin } = input;
  const zoneOf = (name: string) => zones.hosts.find(({ host }) => host === name)?.zone.name;
  try {
    const foreign = await findForeign(api, settings, zones);
    const isTaken = ({ host }: Foreign) => takeOver.includes(host);
    return {
      takenOver: foreign.filter(isTaken),
      missing: foreign
        .filter((one) => !isTaken(one))
        .map(({ host, what }) => ({
          name: host,
          text: `${host} already has ${what}, which is left alone: choose another host, remove it, or replace it with --take-over ${host}.`,
          url: `https://dash.cloudflare.com/${zones.accountId}/${zoneOf(host)}/dns/records`,
        })),
    };
  } catch (error) {
    if (error instanceof CloudflareError && (error.isForbidden || error.code === 10_042))
      return {
        missing:
          error.isForbidden && error.code !== 10_042
            ? [isLogin ? NO_DNS : noPermission('DNS records and Worker routes')]
            : [],
        takenOver: [],
      };
    throw error;
  }
}
