import { z } from 'zod';
import { CloudflareError, extra } from '../cloudflare/answer.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { type Missing, SAAS_TOKEN_URL } from '../cloudflare/explain.ts';
import { listSecrets } from '../cloudflare/worker.ts';
import { namesOf } from '../settings/names.ts';
import { saasTargetOf, type Settings } from '../settings/settings.ts';
import type { Zone, Zones } from './find-zones.ts';
import { DNS_RECORD, LEADING_TYPES } from './hosts.ts';
import { hasRoute, hostOfPattern, listRoutes, type Route, saasRoutesOf } from './saas-routes.ts';

/** The record of a host without a server, behind Cloudflare's proxy. */
export const ORIGINLESS = { type: 'AAAA', content: '100::', proxied: true } as const;

const FALLBACK = z.object({ origin: extra(z.string()), status: extra(z.string()) });
const HOSTNAMES = z.array(z.object({ hostname: z.string() }));
type Fallback = z.infer<typeof FALLBACK>;

const fallbackPath = ({ id }: Zone) => `/zones/${id}/custom_hostnames/fallback_origin`;

/** The zone's fallback origin; null if it has none. */
export async function findFallback(api: CloudflareApi, zone: Zone): Promise<Fallback | null> {
  const found = await api.find(fallbackPath(zone), FALLBACK);
  return found?.origin ? found : null;
}

export async function setFallback(api: CloudflareApi, zone: Zone, origin: string): Promise<Fallback> {
  return api.send('PUT', fallbackPath(zone), { origin }, FALLBACK);
}

/** The records that decide where the fallback origin leads. */
export async function listTargetRecords(api: CloudflareApi, zone: Zone, target: string) {
  const records = await api.list(`/zones/${zone.id}/dns_records?name=${target}`, DNS_RECORD);
  return records.filter(({ type }) => LEADING_TYPES.includes(type));
}

export function isOriginless(record: z.infer<typeof DNS_RECORD>): boolean {
  return record.type === ORIGINLESS.type && record.content === ORIGINLESS.content && record.proxied === true;
}

interface SaasInput {
  readonly api: CloudflareApi;
  readonly settings: Settings;
  readonly zones: Zones;
  /** Cloudflare's API with the token for custom hostnames, if one was given. */
  readonly saasApi: CloudflareApi | null;
}

/** What keeps the hosts of accounts from leading here: the token, or whatever else uses the zone for all hosts. */
export async function checkSaas(input: SaasInput): Promise<Missing[]> {
  const { api, settings, zones, saasApi } = input;
  const target = saasTargetOf(settings);
  const worker = namesOf(settings).api;
  const hasSecret = (await listSecrets(api, zones.accountId, worker)).includes('SAAS_API_TOKEN');
  if (zones.saas === null || target === null)
    return hasSecret && !('SAAS_TARGET' in settings.vars)
      ? [
          {
            name: 'fallback origin',
            text: `${worker} has the secret SAAS_API_TOKEN, so the DNS of accounts leads to a fallback origin: name it with --saas-target, so that their hosts stay, or end that with --set SAAS_TARGET=.`,
            url: `https://dash.cloudflare.com/${zones.accountId}/workers/services/view/${worker}`,
          },
        ]
      : [];
  const zone = zones.saas;
  const dashboard = `https://dash.cloudflare.com/${zones.accountId}/${zone.name}`;
  const [records, routes] = await Promise.all([
    listTargetRecords(api, zone, target),
    listRoutes(api, zone.id),
  ]);
  const ours = saasRoutesOf(settings, zone);
  const isInTheWay = ({ pattern, script }: Route) => {
    const own = ours.find((one) => one.pattern === pattern);
    return own ? !hasRoute([{ pattern, script }], own) : hostOfPattern(pattern).startsWith('*');
  };
  return [
    ...(saasApi ? await checkToken(saasApi, zone, target) : hasSecret ? [] : [NO_TOKEN]),
    ...records
      .filter((record) => !isOriginless(record))
      .map(({ type, content }) => ({
        name: target,
        text: `The fallback origin ${target} has a DNS record already (${type} ${content}), which is left alone: choose another --saas-target, or remove it. It has to be ${ORIGINLESS.type} ${ORIGINLESS.content}, proxied.`,
        url: `${dashboard}/dns/records`,
      })),
    ...routes.filter(isInTheWay).map(({ pattern, script }) => ({
      name: `route ${pattern}`,
      text: `The zone ${zone.name} has the Worker route ${pattern} to ${script ?? 'no Worker'}, which is left alone: choose a --saas-target in a zone of its own, or remove the route.`,
      url: `${dashboard}/workers`,
    })),
  ];
}

const NO_TOKEN: Missing = {
  name: 'SAAS_API_TOKEN',
  text: 'The API makes the hosts of accounts known to Cloudflare with a token of its own: create it for the zone of the fallback origin, and put it into the variable SAAS_API_TOKEN.',
  url: SAAS_TOKEN_URL,
};

/** What the token in SAAS_API_TOKEN lacks. */
export function refusedToken({ name }: Zone): Missing {
  return {
    name: 'SAAS_API_TOKEN',
    text: `The token in SAAS_API_TOKEN may not set the fallback origin of ${name}: create one with the permission "SSL and Certificates: Edit" for that zone.`,
    url: SAAS_TOKEN_URL,
  };
}

/** The route for all hosts would take those of another service, which the fallback origin or its hosts tell. */
async function checkToken(api: CloudflareApi, zone: Zone, target: string): Promise<Missing[]> {
  try {
    const fallback = await findFallback(api, zone);
    if (fallback?.origin === target) return [];
    const hosts = await api.get(`/zones/${zone.id}/custom_hostnames?per_page=5`, HOSTNAMES);
    const other = fallback?.origin ?? hosts[0]?.hostname;
    if (other === undefined) return [];
    return [
      {
        name: `zone ${zone.name}`,
        text: `The zone ${zone.name} serves the hosts of customers already (${other}), which are left alone: choose a --saas-target in another zone.`,
        url: `https://dash.cloudflare.com/?to=/:account/${zone.name}/ssl-tls/custom-hostnames`,
      },
    ];
  } catch (error) {
    if (error instanceof CloudflareError && error.isForbidden) return [refusedToken(zone)];
    throw error;
  }
}
