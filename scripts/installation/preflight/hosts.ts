import { z } from 'zod';
import { extra } from '../cloudflare/answer.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { listDomains } from '../cloudflare/worker.ts';
import { namesOf } from '../settings/names.ts';
import type { Settings } from '../settings/settings.ts';
import type { HostInZone, HostRole, Zones } from './find-zones.ts';
import { hostOfPattern, listRoutes, type Route, saasRoutesOf } from './saas-routes.ts';

/** Something on one of our hosts that is not ours. */
export interface Foreign {
  readonly host: string;
  readonly role: HostRole;
  readonly kind: 'record' | 'route' | 'worker';
  readonly zoneId: string;
  /** The id in Cloudflare's API; for a Worker or bucket, its name. */
  readonly id: string;
  /** A description for people. */
  readonly what: string;
}

export const DNS_RECORD = z.object({
  id: z.string(),
  type: z.string(),
  content: extra(z.string()),
  proxied: extra(z.boolean()),
});

/** Record types that decide where a host leads. Others, such as TXT and MX, do no harm and are left alone. */
export const LEADING_TYPES = ['A', 'AAAA', 'CNAME', 'NS'];

/** Everything foreign on the hosts. */
export async function findForeign(api: CloudflareApi, settings: Settings, zones: Zones): Promise<Foreign[]> {
  const found = await Promise.all(zones.hosts.map((host) => findOnHost(api, settings, zones, host)));
  return found.flat();
}

async function findOnHost(
  api: CloudflareApi,
  settings: Settings,
  zones: Zones,
  { host, role, zone: { id: zoneId } }: HostInZone,
): Promise<Foreign[]> {
  const { accountId } = zones;
  const names = namesOf(settings);
  const worker = { apiHost: names.api, shortHost: names.shortLink, imageHost: null }[role];
  const found = (kind: Foreign['kind'], id: string, what: string) => ({ host, role, zoneId, kind, id, what });
  const [domains, routes, records, isOurBuckets] = await Promise.all([
    listDomains(api, accountId, host),
    listRoutes(api, zoneId),
    api.list(`/zones/${zoneId}/dns_records?name=${host}`, DNS_RECORD),
    role === 'imageHost' && isBucketDomain(api, accountId, names.images, host),
  ]);
  const owner = domains.find(({ hostname }) => hostname === host)?.service;
  // They leave the zone's own names alone.
  const ofSaas = zones.saas?.id === zoneId ? saasRoutesOf(settings, zones.saas) : [];
  const isOurs = (route: Route) =>
    (route.script ?? undefined) === worker ||
    ofSaas.some((one) => one.pattern === route.pattern && one.script === (route.script ?? null));
  const foreign: Foreign[] = routes
    .filter((route) => coversHost(route.pattern, host) && !isOurs(route))
    .map(({ id, pattern, script }) =>
      found('route', id, `the Worker route ${pattern} to ${script ?? 'no Worker'}`),
    );
  if (owner !== undefined && owner !== worker)
    return [...foreign, found('worker', owner, `the Worker "${owner}"`)];
  // Cloudflare creates and manages the record of a custom domain: if the domain is ours, so is the record.
  if (owner === worker && owner !== undefined) return foreign;
  if (isOurBuckets) return foreign;
  return [
    ...foreign,
    ...records
      .filter(({ type }) => LEADING_TYPES.includes(type))
      .map(({ id, type, content }) =>
        found('record', id, `a DNS record (${[type, content].join(' ').trim()})`),
      ),
  ];
}

const BUCKET_DOMAINS = z.object({ domains: z.array(z.object({ domain: z.string() })) });

/** Whether a host serves a bucket. */
export async function isBucketDomain(
  api: CloudflareApi,
  accountId: string,
  bucket: string,
  host: string,
): Promise<boolean> {
  const path = `/accounts/${accountId}/r2/buckets/${bucket}/domains/custom`;
  const found = await api.find(path, BUCKET_DOMAINS);
  return found?.domains.some(({ domain }) => domain === host) ?? false;
}

/** Whether a route's pattern, such as `*.example.com/*`, takes a host's requests away from its custom domain. */
function coversHost(pattern: string, host: string): boolean {
  const patternHost = hostOfPattern(pattern);
  if (!patternHost.startsWith('*')) return patternHost === host;
  // `*example.com` matches the domain and its subdomains, `*.example.com` only the subdomains.
  return host.endsWith(patternHost.slice(1));
}
