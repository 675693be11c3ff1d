import { InstallationError } from '../cloudflare/explain.ts';
import { DEFAULT_NAME, isInstallationName, NAME_RULE } from './names.ts';
import { readVars } from './variables.ts';

/** A person's decisions about an installation. They are stored in its folder, and so are asked for once. */
export interface Settings {
  readonly name: string;
  readonly domain: string;
  readonly apiHost: string;
  /** The host of the service's short links, in every code that names no other. */
  readonly shortHost: string;
  /** More hosts of the operator with short links. Accounts can take them as their own domains. */
  readonly moreShortHosts: readonly string[];
  readonly imageHost: string;
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
  readonly apiHost?: string | undefined;
  /** The host of the service, then those to add. */
  readonly shortHosts?: readonly string[] | undefined;
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

/** All hosts with short links in zones of the operator, the service's first. */
export function shortHostsOf({ shortHost, moreShortHosts }: Settings): readonly string[] {
  return [shortHost, ...moreShortHosts];
}

/** The fallback origin for the hosts of accounts; null without Cloudflare for SaaS. Its zone is `SAAS_ZONE_ID`. */
export function saasTargetOf({ vars }: Settings): string | null {
  return vars['SAAS_TARGET'] || null;
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
 * @throws InstallationError that names the invalid option
 */
export function readSettings(options: SettingOptions, kept: Settings | null): Settings {
  const name = readName(options);
  const domain = options.domain ?? kept?.domain;
  if (domain === undefined)
    throw new InstallationError('Name your domain: npm run setup -- --domain example.com');
  const host = (option: string, given: string | undefined, fallback: string) =>
    readHost(option, given ?? fallback);
  const suffix =
    options.environment === undefined || options.environment === 'production'
      ? ''
      : `-${options.environment}`;
  const given = (options.shortHosts ?? []).map((text) => readHost('short-host', text));
  requireDistinct(given, 'Each --short-host is another host');
  const [shortHost, ...added] = given;
  const vars = readVars(options.set ?? [], kept?.vars ?? {});
  const target = options.saasTarget ?? vars['SAAS_TARGET'];
  const settings = {
    name,
    domain: readHost('domain', domain),
    apiHost: host('api-host', options.apiHost, kept?.apiHost ?? `api${suffix}.${domain}`),
    shortHost: host('short-host', shortHost, kept?.shortHost ?? `go${suffix}.${domain}`),
    moreShortHosts: [...new Set([...(kept?.moreShortHosts ?? []), ...added])],
    imageHost: host('image-host', options.imageHost, kept?.imageHost ?? `cdn${suffix}.${domain}`),
    location: readChoice('location', options.location, LOCATIONS) ?? kept?.location ?? null,
    scanLog: readChoice('scan-log', options.scanLog, SCAN_LOGS) ?? kept?.scanLog ?? 'analytics_engine',
    replicas: readChoice('replicas', options.replicas, REPLICAS) ?? kept?.replicas ?? 'on',
    statistics:
      readChoice('statistics', options.statistics, STATISTICS_ACCESS) ?? kept?.statistics ?? 'token',
    cacheZoneId: kept?.cacheZoneId ?? null,
    backups: options.backups ?? kept?.backups ?? true,
    vars: target ? { ...vars, SAAS_TARGET: readHost('saas-target', target) } : vars,
  };
  requireDistinct(
    [settings.apiHost, ...linkHostsOf(settings), settings.imageHost],
    'The API, the short links and the images each need their own host',
  );
  if (kept) requireUnmoved(settings, kept);
  return settings;
}

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
  if (settings.shortHost !== shortHost)
    throw new InstallationError(
      `The installation "${kept.name}" has its short links on ${shortHost}, and every printed code leads there: the host cannot change. To add a host, name it after that one: --short-host ${shortHost} --short-host ${settings.shortHost}. For another installation choose another --installation.`,
    );
  const [target, keptTarget] = [saasTargetOf(settings), saasTargetOf(kept)];
  if (target === null || keptTarget === null || target === keptTarget) return;
  throw new InstallationError(
    `The hosts of accounts lead to ${keptTarget} in their own DNS: the fallback origin cannot change to ${target}.`,
  );
}
