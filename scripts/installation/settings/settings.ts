import { InstallationError } from '../cloudflare/explain.ts';
import { DEFAULT_NAME, isInstallationName, NAME_RULE, type WorkerRole } from './names.ts';
import { readVars } from './variables.ts';
import { isOnWorkersDev, type OnWorkersDev, readSubdomain, workersDevHostsOf } from './workers-dev.ts';

/** A person's decisions about an installation. They are stored in its folder, and so are asked for once. */
export interface Settings {
  readonly name: string;
  /** Null for an installation that is only on workers.dev. */
  readonly domain: string | null;
  /** The subdomain of workers.dev that both Workers are served on, beside their own hosts; null if they never were. */
  readonly subdomain: string | null;
  /** The start of the short URLs before the domain was added, and when that was; null if it never was. */
  readonly earlierBase: string | null;
  readonly apiHost: string;
  /** The host of the service's short links, in every code that names no other. */
  readonly shortHost: string;
  /** More hosts of the operator with short links. Accounts can take them as their own domains, except that on workers.dev. */
  readonly moreShortHosts: readonly string[];
  /** The host of GS1 codes that name none of their account; null if there is none. */
  readonly gs1Host: string | null;
  /** The public host of the bucket with the images; null if the API Worker hands them out. */
  readonly imageHost: string | null;
  /** Whether the account has R2, which holds images, files and backups. */
  readonly hasBuckets: boolean;
  /** The location of D1 and R2, by Cloudflare's names; null lets Cloudflare choose. */
  readonly location: Location | null;
  readonly scanLog: ScanLog;
  /** Whether D1 keeps copies of the database for reading in every region. */
  readonly replicas: Replicas;
  /** How the API reads Analytics Engine: through its HTTP API with a token, or through the Analytics SQL binding, which needs none. */
  readonly statistics: StatisticsAccess;
  /** The zone of the images, for purging deleted ones from its cache; null if no token for that was given. */
  readonly cacheZoneId: string | null;
  /** Whether copies of all tables are stored in a separate bucket every day. */
  readonly backups: boolean;
  /** Variables of the Workers that differ from those in both wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
}

/** The location hints of D1 and R2: https://developers.cloudflare.com/d1/configuration/data-location/ */
export const LOCATIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const;
type Location = (typeof LOCATIONS)[number];

export const SCAN_LOGS = ['analytics_engine', 'd1'] as const;
type ScanLog = (typeof SCAN_LOGS)[number];

const REPLICAS = ['on', 'off'] as const;
type Replicas = (typeof REPLICAS)[number];

export const STATISTICS_ACCESS = ['token', 'binding'] as const;
type StatisticsAccess = (typeof STATISTICS_ACCESS)[number];

/** The options from the command line. Missing ones come from the installation's folder, or have defaults. */
export interface SettingOptions {
  readonly installation?: string | undefined;
  readonly environment?: string | undefined;
  readonly domain?: string | undefined;
  /** The account's subdomain of workers.dev, if it has to be made. */
  readonly subdomain?: string | undefined;
  readonly apiHost?: string | undefined;
  /** The host of the service, then those to add. */
  readonly shortHosts?: readonly string[] | undefined;
  readonly gs1Host?: string | undefined;
  readonly imageHost?: string | undefined;
  /** Where the hosts of accounts lead, by Cloudflare for SaaS. */
  readonly saasTarget?: string | undefined;
  readonly location?: string | undefined;
  readonly scanLog?: string | undefined;
  readonly replicas?: string | undefined;
  readonly statistics?: string | undefined;
  readonly backups?: boolean | undefined;
  readonly set?: readonly string[] | undefined;
}

/** What the account decides about an installation. */
export type Home = Pick<Settings, 'subdomain' | 'hasBuckets' | 'earlierBase'>;

const UNASKED: Home = { subdomain: null, hasBuckets: true, earlierBase: null };

/** All hosts of the operator with short links, the service's first. */
export function shortHostsOf({ shortHost, moreShortHosts }: Settings): readonly string[] {
  return [shortHost, ...moreShortHosts];
}

/** The fallback origin for the hosts of accounts; null without Cloudflare for SaaS. Its zone is `SAAS_ZONE_ID`. */
export function saasTargetOf({ vars }: Settings): string | null {
  return vars['SAAS_TARGET'] || null;
}

/** The host of GS1 codes, if there is one: settings that were kept before there were any have none. */
export function gs1HostsOf({ gs1Host }: Pick<Settings, 'gs1Host'>): readonly string[] {
  return gs1Host ? [gs1Host] : [];
}

/** All hosts of a Worker, those in zones first. */
export function hostsOf(role: WorkerRole, settings: Settings): readonly string[] {
  if (role === 'shortLink') return [...shortHostsOf(settings), ...gs1HostsOf(settings)];
  return [...new Set([settings.apiHost, workersDevHostsOf(settings)?.api ?? settings.apiHost])];
}

/** The hosts of a Worker in zones of the operator. */
export function zoneHostsOf(role: WorkerRole, settings: Settings): readonly string[] {
  return hostsOf(role, settings).filter((host) => !isOnWorkersDev(host));
}

/** Where the images are public. */
export function imageUrlOf({ imageHost, apiHost }: Settings): string {
  return imageHost === null ? `https://${apiHost}/images` : `https://${imageHost}`;
}

/** All hosts of the operator that lead to the short-link Worker. */
export function linkHostsOf(settings: Settings): readonly string[] {
  const target = saasTargetOf(settings);
  return target === null ? shortHostsOf(settings) : [...shortHostsOf(settings), target];
}

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** The installation that a command acts on: `--installation`, and `--environment staging` for a second one beside it. */
export function readName({ installation = DEFAULT_NAME, environment }: SettingOptions): string {
  const full =
    environment === undefined || environment === 'production'
      ? installation
      : `${installation}-${environment}`;
  if (!isInstallationName(full))
    throw new InstallationError(`"${full}" cannot name an installation. A name has ${NAME_RULE}.`);
  return full;
}

/**
 * @param kept the settings of the installation's last run, null before the first
 * @param home what the account decides; without it, what was known at the last run
 * @throws InstallationError that names the invalid option
 */
export function readSettings(
  options: SettingOptions,
  kept: Settings | null,
  { subdomain, hasBuckets, earlierBase }: Home = kept ?? UNASKED,
): Settings {
  const name = readName(options);
  const vars = readVars(options.set ?? [], kept?.vars ?? {});
  const target = options.saasTarget ?? vars['SAAS_TARGET'];
  if (options.subdomain !== undefined) readSubdomain(options.subdomain);
  const hosts = readHosts(options, kept, { name, subdomain });
  // What began on workers.dev counts its scans in D1, and stays with that.
  const usualLog = hosts.domain === null || subdomain !== null ? 'd1' : 'analytics_engine';
  const settings = {
    name,
    subdomain,
    hasBuckets,
    earlierBase,
    ...hosts,
    location: readChoice('location', options.location, LOCATIONS) ?? kept?.location ?? null,
    scanLog: readChoice('scan-log', options.scanLog, SCAN_LOGS) ?? kept?.scanLog ?? usualLog,
    replicas: readChoice('replicas', options.replicas, REPLICAS) ?? kept?.replicas ?? 'on',
    statistics:
      readChoice('statistics', options.statistics, STATISTICS_ACCESS) ?? kept?.statistics ?? 'token',
    cacheZoneId: kept?.cacheZoneId ?? null,
    backups: options.backups ?? kept?.backups ?? true,
    vars: target ? { ...vars, SAAS_TARGET: readHost('saas-target', target) } : vars,
  };
  requireDistinct(
    [
      settings.apiHost,
      ...linkHostsOf(settings),
      ...gs1HostsOf(settings),
      ...(settings.imageHost ? [settings.imageHost] : []),
    ],
    'The API, the short links and the images each need their own host',
  );
  if (kept) requireUnmoved(settings, kept);
  return settings;
}

type Hosts = Pick<Settings, 'domain' | 'apiHost' | 'shortHost' | 'moreShortHosts' | 'gs1Host' | 'imageHost'>;

/** The hosts in the operator's zones; without a domain, those on workers.dev, which a domain that is added later leaves served. */
function readHosts(options: SettingOptions, kept: Settings | null, home: OnWorkersDev): Hosts {
  const domain = options.domain ?? kept?.domain ?? null;
  const onWorkersDev = workersDevHostsOf(home);
  if (domain === null) {
    for (const option of ['apiHost', 'shortHosts', 'gs1Host', 'imageHost'] as const)
      if (options[option] !== undefined) throw new InstallationError(NEEDS_DOMAIN);
    const { api, shortLink } = onWorkersDev ?? { api: 'api', shortLink: 'short-link' };
    return { domain, apiHost: api, shortHost: shortLink, moreShortHosts: [], gs1Host: null, imageHost: null };
  }
  const suffix =
    options.environment === undefined || options.environment === 'production'
      ? ''
      : `-${options.environment}`;
  const given = (options.shortHosts ?? []).map((text) => readHost('short-host', text));
  requireDistinct(given, 'Each --short-host is another host');
  const [shortHost, ...added] = given;
  const known = kept?.domain ? kept : null;
  if (onWorkersDev && options.imageHost !== undefined) throw new InstallationError(NO_IMAGE_HOST);
  const gs1Host = options.gs1Host ?? known?.gs1Host ?? null;
  return {
    domain: readHost('domain', domain),
    gs1Host: gs1Host === null ? null : readHost('gs1-host', gs1Host),
    apiHost: readHost('api-host', options.apiHost ?? known?.apiHost ?? `api${suffix}.${domain}`),
    shortHost: shortHost ?? known?.shortHost ?? readHost('short-host', `go${suffix}.${domain}`),
    moreShortHosts: [
      ...new Set([
        ...(known?.moreShortHosts ?? []),
        ...added,
        ...(onWorkersDev ? [onWorkersDev.shortLink] : []),
      ]),
    ],
    imageHost: onWorkersDev
      ? null
      : readHost('image-host', options.imageHost ?? known?.imageHost ?? `cdn${suffix}.${domain}`),
  };
}

const NO_IMAGE_HOST =
  '--image-host: the API Worker of an installation that began on workers.dev hands out its pictures, because their addresses must keep working. Run the command without this option.';

const NEEDS_DOMAIN =
  '--api-host, --short-host, --gs1-host and --image-host are hosts of a domain: name it too, as in --domain example.com.';

function readHost(option: string, text: string): string {
  const host = text.toLowerCase();
  if (!HOST.test(host)) {
    throw new InstallationError(
      `--${option} must be a host name like go.example.com, without https://, port, path or wildcard, not "${text}".`,
    );
  }
  return host;
}

function readChoice<T extends string>(
  option: string,
  text: string | undefined,
  choices: readonly T[],
): T | null {
  if (text === undefined) return null;
  const choice = choices.find((one) => one === text);
  if (choice === undefined)
    throw new InstallationError(`--${option} must be one of ${choices.join(', ')}, not "${text}".`);
  return choice;
}

function requireDistinct(hosts: readonly string[], rule: string): void {
  const twice = hosts.find((host, i) => hosts.indexOf(host) !== i);
  if (twice) throw new InstallationError(`${rule}, but "${twice}" is named twice.`);
}

/** Printed codes contain the short-link host, and the DNS of customers the fallback origin, so an installation never changes them. */
function requireUnmoved(settings: Settings, kept: Settings): void {
  const { shortHost } = kept;
  if (kept.subdomain !== null && settings.subdomain !== kept.subdomain)
    throw new InstallationError(
      `The account's subdomain of workers.dev was ${kept.subdomain}, to which printed codes lead, and is ${settings.subdomain ?? 'gone'}: give it the old name again at https://dash.cloudflare.com/?to=/:account/workers/subdomain`,
    );
  if (settings.shortHost !== shortHost && kept.domain !== null)
    throw new InstallationError(
      `The installation "${kept.name}" has its short links on ${shortHost}, and every printed code leads there: the host cannot change. To add a host, name it after that one: --short-host ${shortHost} --short-host ${settings.shortHost}. For another installation choose another --installation.`,
    );
  if (kept.gs1Host && settings.gs1Host !== kept.gs1Host)
    throw new InstallationError(
      `The GS1 codes of the installation "${kept.name}" are printed with ${kept.gs1Host}: the host cannot change to ${settings.gs1Host}.`,
    );
  const [target, keptTarget] = [saasTargetOf(settings), saasTargetOf(kept)];
  if (target === null || keptTarget === null || target === keptTarget) return;
  throw new InstallationError(
    `The hosts of accounts lead to ${keptTarget} in their own DNS: the fallback origin cannot change to ${target}.`,
  );
}
