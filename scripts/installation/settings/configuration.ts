import { relative, resolve } from 'node:path';
import { experimental_readRawConfig } from 'wrangler';
import { limiterNamespaceId, type Names, namesOf, type WorkerRole } from './names.ts';
import { imageUrlOf, linkHostsOf, saasTargetOf, type Settings, zoneHostsOf } from './settings.ts';
import type { OWN_VARS } from './variables.ts';

type Config = ReturnType<typeof experimental_readRawConfig>['rawConfig'];

/** The configurations in the repository, from which those of an installation are made. */
const TRACKED: Readonly<Record<WorkerRole, string>> = {
  api: 'wrangler.toml',
  shortLink: 'src/shortlink/wrangler.toml',
};

export interface ConfigurationInput {
  /** The root of the project. */
  readonly root: string;
  readonly migrationsDir: string;
  /** The folder for the configurations: their paths are relative to it. */
  readonly folder: string;
  readonly settings: Settings;
  readonly accountId: string;
  readonly databaseId: string;
  readonly namespaceId: string;
  readonly appsNamespaceId: string;
}

/** Both wrangler configurations of one installation: those in the repository, with its names, ids, hosts and variables. */
export function makeConfigurations(input: ConfigurationInput): Record<WorkerRole, Config> {
  const names = namesOf(input.settings);
  const own = ownVars(input, names);
  const configs = { api: readTracked(input, 'api'), shortLink: readTracked(input, 'shortLink') };
  return {
    api: makeApiConfig(configs.api, own, input, names),
    shortLink: makeShortLinkConfig(configs.shortLink, own, input, names),
  };
}

/** Variables that wrangler.toml only mentions, because they are useless without something else. All belong to the API Worker. */
const UNSET_VARS = ['EMAIL_FROM', 'EARLIER_SHORT_URL_BASE'];

type Vars = Readonly<Record<string, string>>;

/** The variables that follow from the installation itself; each Worker gets the ones that it declares. */
function ownVars(
  { settings, accountId }: ConfigurationInput,
  names: Names,
): Partial<Record<(typeof OWN_VARS)[number], string>> {
  return {
    API_HOST: settings.apiHost,
    SHORT_URL_BASE: `https://${settings.shortHost}`,
    ...(settings.earlierBase === null ? {} : { EARLIER_SHORT_URL_BASE: settings.earlierBase }),
    SHORT_HOSTS: linkHostsOf(settings).join(' '),
    GS1_HOST: settings.gs1Host ?? '',
    CDN_URL: imageUrlOf(settings),
    SCAN_LOG: settings.scanLog,
    AE_ACCOUNT_ID: settings.scanLog === 'analytics_engine' ? accountId : '',
    AE_DATASET: names.scans,
    AE_REQUESTS_DATASET: names.requests,
    CACHE_ZONE_ID: settings.cacheZoneId ?? '',
    LINK_CACHE: 'on',
  };
}

function namesOfVars(config: Config): string[] {
  return Object.keys(config.vars ?? {});
}

/** The variables of one Worker: from the repository, then from the operator, then from the installation. */
function makeVars(config: Config, names: readonly string[], settings: Settings, own: Vars): object {
  const isKnown = ([name]: [string, string]) => names.includes(name);
  const given = [...Object.entries(settings.vars), ...Object.entries(own)].filter(isKnown);
  return { ...config.vars, ...Object.fromEntries(given) };
}

function makeApiConfig(tracked: Config, own: Vars, input: ConfigurationInput, names: Names): Config {
  const { limits, ...config } = tracked;
  const { settings, databaseId, namespaceId, appsNamespaceId } = input;
  const usesAnalyticsEngine = settings.scanLog === 'analytics_engine';
  const usesToken = usesAnalyticsEngine && settings.statistics === 'token';
  const sender = settings.vars['EMAIL_FROM'];
  return {
    ...config,
    // Free has a limit of its own, and refuses another one.
    ...(settings.vars['WORKERS_PLAN'] === 'free' ? {} : { limits }),
    ...placeOn('api', input, names),
    // The command of the file in the repository refuses to deploy that file.
    build: { ...config.build, command: `${config.build?.command} --installation` },
    assets: { ...config.assets, directory: fromFolder(input, config.assets?.directory ?? '') },
    vars: makeVars(config, [...namesOfVars(config), ...UNSET_VARS], settings, own),
    secrets: {
      required: [
        ...(config.secrets?.required ?? []).filter((name: string) => usesToken || name !== 'AE_API_TOKEN'),
        ...(settings.cacheZoneId === null ? [] : ['CACHE_PURGE_TOKEN']),
        ...(saasTargetOf(settings) === null ? [] : ['SAAS_API_TOKEN']),
        ...(settings.vars['OIDC_ISSUER'] ? ['OIDC_CLIENT_SECRET'] : []),
      ],
    },
    d1_databases: withChanges(config.d1_databases, {
      DB: {
        database_name: names.database,
        database_id: databaseId,
        migrations_dir: relative(input.folder, input.migrationsDir),
      },
    }),
    r2_buckets: settings.hasBuckets
      ? [
          ...withChanges(config.r2_buckets, {
            IMAGES: { bucket_name: names.images },
            FILES: { bucket_name: names.files },
          }),
          ...(settings.backups ? [{ binding: 'BACKUPS', bucket_name: names.backups }] : []),
        ]
      : [],
    kv_namespaces: withChanges(config.kv_namespaces, {
      LINKS: { id: namespaceId },
      OAUTH_KV: { id: appsNamespaceId },
    }),
    queues: makeQueues(config, names),
    analytics_engine_datasets: usesAnalyticsEngine
      ? withChanges(config.analytics_engine_datasets, { REQUESTS: { dataset: names.requests } })
      : [],
    ratelimits: withOwnLimits(config.ratelimits, settings.name),
    ...(usesAnalyticsEngine && !usesToken ? { analytics: { binding: 'ANALYTICS_SQL' } } : {}),
    ...(sender ? { send_email: [{ name: 'EMAIL', allowed_sender_addresses: [sender] }] } : {}),
  };
}

function makeShortLinkConfig(config: Config, own: Vars, input: ConfigurationInput, names: Names): Config {
  const { settings, databaseId, namespaceId } = input;
  return {
    ...config,
    ...placeOn('shortLink', input, names),
    vars: makeVars(config, namesOfVars(config), settings, own),
    d1_databases: withChanges(config.d1_databases, {
      DB: { database_name: names.database, database_id: databaseId },
    }),
    r2_buckets: settings.hasBuckets
      ? withChanges(config.r2_buckets, { FILES: { bucket_name: names.files } })
      : [],
    kv_namespaces: withChanges(config.kv_namespaces, { LINKS: { id: namespaceId } }),
    ratelimits: withOwnLimits(config.ratelimits, settings.name),
    analytics_engine_datasets:
      settings.scanLog === 'analytics_engine'
        ? withChanges(config.analytics_engine_datasets, {
            SCANS: { dataset: names.scans },
            OUTCOMES: { dataset: names.outcomes },
          })
        : [],
  };
}

/** The name of a Worker and where it is served: on hosts in zones, on workers.dev, or both. */
function placeOn(role: WorkerRole, { settings, accountId }: ConfigurationInput, names: Names): Config {
  return {
    name: names[role],
    account_id: accountId,
    routes: zoneHostsOf(role, settings).map((pattern) => ({ pattern, custom_domain: true })),
    workers_dev: settings.subdomain !== null,
  };
}

/** The queues under the installation's names. */
function makeQueues(config: Config, { events, deadEvents }: Names): object {
  const { producers = [], consumers = [] } = config.queues ?? {};
  return {
    producers: withChanges(producers, { EVENTS: { queue: events } }),
    consumers: consumers.map((one: { readonly dead_letter_queue?: string }) =>
      one.dead_letter_queue === undefined
        ? Object.assign({}, one, { queue: deadEvents })
        : Object.assign({}, one, { queue: events, dead_letter_queue: deadEvents }),
    ),
  };
}

/** A list of bindings, with the installation's changes merged in by name. */
function withChanges(
  bindings: readonly { readonly binding: string }[] | undefined,
  changes: Readonly<Record<string, object>>,
): object[] {
  return (bindings ?? []).map((binding) => Object.assign({}, binding, changes[binding.binding]));
}

function withOwnLimits(
  limiters: readonly { readonly name: string }[] | undefined,
  installation: string,
): object[] {
  return (limiters ?? []).map((limiter) =>
    Object.assign({}, limiter, { namespace_id: limiterNamespaceId(installation, limiter.name) }),
  );
}

function readTracked(input: ConfigurationInput, worker: WorkerRole): Config {
  const path = TRACKED[worker];
  const { rawConfig } = experimental_readRawConfig({ config: resolve(input.root, path) });
  const { $schema: _, ...config } = rawConfig;
  const main = resolve(input.root, path, '..', config.main ?? '');
  return { ...config, main: relative(input.folder, main) };
}

function fromFolder({ root, folder }: ConfigurationInput, path: string): string {
  return relative(folder, resolve(root, path));
}
