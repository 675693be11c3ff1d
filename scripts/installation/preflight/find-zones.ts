import { z } from 'zod';
import { CloudflareError, extra } from '../cloudflare/answer.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { INSTALLATION_TOKEN_URL, InstallationError } from '../cloudflare/explain.ts';
import { saasTargetOf, type Settings, zoneHostsOf } from '../settings/settings.ts';

const ACCOUNT = z
  .object({ id: z.string(), name: extra(z.string()) })
  .transform(({ id, name }) => ({ id, name: name ?? id }));
const ZONE = z.object({
  id: z.string(),
  name: z.string(),
  status: extra(z.string()),
  account: ACCOUNT,
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
  /** None without a domain. */
  readonly hosts: readonly HostInZone[];
  /** That of the bucket's host; null if there is no such host. */
  readonly images: Zone | null;
  /** That of the fallback origin; null without Cloudflare for SaaS. */
  readonly saas: Zone | null;
}

export type Account = Zone['account'];

/**
 * The account of an installation: that of its domain, or the only one that the token reaches.
 * @param wanted its id or its name, if a person or an earlier run named it
 * @throws InstallationError if no account fits, or more than one
 */
export async function findAccount(
  api: CloudflareApi,
  domain: string | null,
  wanted: string | undefined,
): Promise<Account> {
  if (domain === null) return chooseAccount(await listAccounts(api), wanted);
  const { account } = (await askForZone(api, domain)) ?? (await throwUnknownDomain(api, domain));
  if (wanted === undefined || [account.id, account.name].includes(wanted)) return account;
  throw new InstallationError(
    `${domain} is in the account "${account.name}" (${account.id}), and this installation is meant for ${wanted}: use a domain of that account, or name the other one with --cloudflare-account or CLOUDFLARE_ACCOUNT_ID.`,
  );
}

function chooseAccount(accounts: readonly Account[], wanted: string | undefined): Account {
  const fitting = accounts.filter(({ id, name }) => wanted === undefined || [id, name].includes(wanted));
  const [account, ...others] = fitting;
  if (account && others.length === 0) return account;
  const list = accounts.map(({ id, name }) => `\n  --cloudflare-account ${id}   ${name}`).join('');
  throw new InstallationError(
    accounts.length === 0
      ? `The API token reaches no account. ${TOKEN_ADVICE}`
      : `${account ? 'There are several accounts' : `There is no account "${wanted}"`}: run the same command again with one of these:${list}`,
  );
}

/**
 * The zones of an installation's hosts. A host may be in another zone of the same account, such as a separate short domain.
 * @throws InstallationError if the token is refused, or no zone that it can see contains a host
 */
export async function findZones(api: CloudflareApi, settings: Settings, accountId: string): Promise<Zones> {
  const { domain, imageHost } = settings;
  const known = domain === null ? null : await askForZone(api, domain);
  const find = async (host: string): Promise<Zone> => {
    const zone = await findZoneOf(api, host, known);
    if (zone?.account.id === accountId) return zone;
    const elsewhere =
      domain === null ? 'a zone of the account' : `${domain}, nor in another zone of the same account`;
    throw new InstallationError(
      `The host ${host} is not in ${elsewhere}: choose a host like go.${domain ?? 'example.com'}, or add its domain at https://dash.cloudflare.com/${accountId}/add-site`,
    );
  };
  const place = async (role: HostRole, host: string) => ({ host, role, zone: await find(host) });
  const images = imageHost === null ? null : await place('imageHost', imageHost);
  const target = saasTargetOf(settings);
  return {
    accountId,
    hosts: [
      ...(await Promise.all([
        ...zoneHostsOf('api', settings).map((host) => place('apiHost', host)),
        ...zoneHostsOf('shortLink', settings).map((host) => place('shortHost', host)),
      ])),
      ...(images ? [images] : []),
    ],
    images: images?.zone ?? null,
    saas: target === null ? null : await find(target),
  };
}

/** The zone with the longest name that the host ends with. */
async function findZoneOf(api: CloudflareApi, host: string, domain: Zone | null): Promise<Zone | null> {
  if (domain && (host === domain.name || host.endsWith(`.${domain.name}`))) return domain;
  const labels = host.split('.');
  for (let i = 0; i + 1 < labels.length; i++) {
    const zone = await askForZone(api, labels.slice(i).join('.'));
    if (zone) return zone;
  }
  return null;
}

async function askForZone(api: CloudflareApi, name: string): Promise<Zone | null> {
  const zones = await readFirst(() => api.list(`/zones?name=${encodeURIComponent(name)}`, ZONE), 'zones');
  return zones.find((zone) => zone.name === name) ?? null;
}

function listAccounts(api: CloudflareApi): Promise<Account[]> {
  return readFirst(() => api.list('/accounts', ACCOUNT), 'the account');
}

const TOKEN_ADVICE = `Create a new one with the permissions in this form, and put it into CLOUDFLARE_API_TOKEN:\n  ${INSTALLATION_TOKEN_URL}`;

/** The first thing that is read tells whether the token works. */
async function readFirst<T>(read: () => Promise<T>, what: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CloudflareError && error.isForbidden)) throw error;
    throw new InstallationError(
      `Cloudflare does not accept the API token (${error.message}): it is mistyped, expired or revoked, or may not read ${what}. ${TOKEN_ADVICE}`,
    );
  }
}

async function throwUnknownDomain(api: CloudflareApi, domain: string): Promise<never> {
  const names = (await api.list('/zones', ZONE_NAME)).map(({ name }) => name);
  const seen = names.length > 0 ? `It sees ${names.slice(0, 10).join(', ')}.` : 'It sees no domain at all.';
  throw new InstallationError(
    `The API token sees no domain "${domain}": it is mistyped, or in an account that the token does not reach. ${seen} A new domain is added at https://dash.cloudflare.com/?to=/:account/add-site`,
  );
}
