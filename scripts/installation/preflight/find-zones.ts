import { z } from 'zod';
import { CloudflareError, extra } from '../cloudflare/answer.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { INSTALLATION_TOKEN_URL, InstallationError } from '../cloudflare/explain.ts';
import { saasTargetOf, type Settings, shortHostsOf } from '../settings/settings.ts';

const ZONE = z.object({
  id: z.string(),
  name: z.string(),
  status: extra(z.string()),
  account: z
    .object({ id: z.string(), name: extra(z.string()) })
    .transform(({ id, name }) => ({ id, name: name ?? id })),
});
const ZONE_NAME = z.object({ name: z.string() });

export type Zone = z.infer<typeof ZONE>;

/** What an installation serves on a host. */
export type HostRole = 'apiHost' | 'shortHost' | 'imageHost';

export interface HostInZone {
  readonly host: string;
  readonly role: HostRole;
  readonly zone: Zone;
}

export interface Zones {
  readonly accountId: string;
  readonly domain: Zone;
  readonly hosts: readonly HostInZone[];
  readonly images: Zone;
  /** That of the fallback origin; null without Cloudflare for SaaS. */
  readonly saas: Zone | null;
}

/**
 * The zones of an installation's domain and hosts. A host may be in another zone of the same account, such as a separate short domain.
 * @throws InstallationError if the token is refused, or no zone that it can see contains the domain or a host
 */
export async function findZones(
  api: CloudflareApi,
  settings: Settings,
  accountIdOfEnv: string | undefined,
): Promise<Zones> {
  const domain = (await askForZone(api, settings.domain)) ?? (await throwUnknownDomain(api, settings.domain));
  if (accountIdOfEnv !== undefined && accountIdOfEnv !== domain.account.id) {
    throw new InstallationError(
      `${settings.domain} is in the account "${domain.account.name}" (${domain.account.id}), and CLOUDFLARE_ACCOUNT_ID names ${accountIdOfEnv}: leave the variable out, or use a domain of that account.`,
    );
  }
  const find = async (host: string): Promise<Zone> => {
    const zone = await findZoneOf(api, host, domain);
    if (zone?.account.id === domain.account.id) return zone;
    throw new InstallationError(
      `The host ${host} is not in ${settings.domain}, nor in another zone of the same account: choose a host like go.${settings.domain}, or add its domain at https://dash.cloudflare.com/${domain.account.id}/add-site`,
    );
  };
  const place = async (role: HostRole, host: string) => ({ host, role, zone: await find(host) });
  const images = await place('imageHost', settings.imageHost);
  const target = saasTargetOf(settings);
  return {
    accountId: domain.account.id,
    domain,
    hosts: [
      await place('apiHost', settings.apiHost),
      ...(await Promise.all(shortHostsOf(settings).map((host) => place('shortHost', host)))),
      images,
    ],
    images: images.zone,
    saas: target === null ? null : await find(target),
  };
}

/** The zone with the longest name that the host ends with. */
async function findZoneOf(api: CloudflareApi, host: string, domain: Zone): Promise<Zone | null> {
  if (host === domain.name || host.endsWith(`.${domain.name}`)) return domain;
  const labels = host.split('.');
  for (let i = 0; i + 1 < labels.length; i++) {
    const zone = await askForZone(api, labels.slice(i).join('.'));
    if (zone) return zone;
  }
  return null;
}

async function askForZone(api: CloudflareApi, name: string): Promise<Zone | null> {
  try {
    const zones = await api.list(`/zones?name=${encodeURIComponent(name)}`, ZONE);
    return zones.find((zone) => zone.name === name) ?? null;
  } catch (error) {
    if (error instanceof CloudflareError && error.isForbidden)
      throw new InstallationError(
        `Cloudflare does not accept the API token (${error.message}): it is mistyped, expired or revoked, or may not read zones. Create a new one with the permissions in this form, and put it into CLOUDFLARE_API_TOKEN:\n  ${INSTALLATION_TOKEN_URL}`,
      );
    throw error;
  }
}

async function throwUnknownDomain(api: CloudflareApi, domain: string): Promise<never> {
  const names = (await api.list('/zones', ZONE_NAME)).map(({ name }) => name);
  const seen = names.length > 0 ? `It sees ${names.slice(0, 10).join(', ')}.` : 'It sees no domain at all.';
  throw new InstallationError(
    `The API token sees no domain "${domain}": it is mistyped, or in an account that the token does not reach. ${seen} A new domain is added at https://dash.cloudflare.com/?to=/:account/add-site`,
  );
}
