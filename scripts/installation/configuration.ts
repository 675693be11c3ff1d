import { relative, resolve } from 'node:path';
import { experimental_readRawConfig } from 'wrangler';
import { InstallationError } from './cloudflare/explain.ts';
import type { WorkerRole } from './folder.ts';
import { limiterNamespaceId, type Names, namesOf } from './names.ts';
import type { Settings } from './settings.ts';

type Config = ReturnType<typeof experimental_readRawConfig>['rawConfig'];

/** The tracked configurations, from which those of an installation are made. */
const TRACKED: Readonly<Record<WorkerRole, string>> = {
  api: 'wrangler.toml',
  shortLink: 'src/shortlink/wrangler.toml',
};

export interface ConfigurationInput {
  /** The root of the project. */
  readonly root: string;
  /** The folder that the configurations will stand in: paths in them start there. */
  readonly folder: string;
  readonly settings: Settings;
  readonly accountId: string;
  readonly databaseId: string;
  readonly namespaceId: string;
}

/** Both configurations of wrangler for one installation: the tracked ones with its names, ids, hosts and variables. */
export function makeConfigurations(input: ConfigurationInput): Record<WorkerRole, Config> {
  const names = namesOf(input.settings.name);
  return { api: makeApiConfig(input, names), shortLink: makeShortLinkConfig(input, names) };
}

function makeApiConfig(input: ConfigurationInput, names: Names): Config {
  const { settings, accountId, databaseId, namespaceId } = input;
  const config = readTracked(input, 'api');
  const usesToken = settings.scanLog === 'analytics_engine';
  const own = {
    SHORT_URL_BASE: `https://${settings.shortHost}`,
    CDN_URL: `https://${settings.imageHost}`,
    SCAN_LOG: settings.scanLog,
    AE_ACCOUNT_ID: usesToken ? accountId : '',
    AE_DATASET: names.scans,
  };
  requireKnown(settings.vars, [...Object.keys(config.vars ?? {}), 'EMAIL_FROM'], Object.keys(own));
  const sender = settings.vars['EMAIL_FROM'];
  return {
    ...config,
    name: names.api,
    account_id: accountId,
    routes: [{ pattern: settings.apiHost, custom_domain: true }],
    vars: { ...config.vars, ...settings.vars, ...own },
    secrets: {
      required: (config.secrets?.required ?? []).filter(
        (name: string) => usesToken || name !== 'AE_API_TOKEN',
      ),
    },
    d1_databases: withChanges(config.d1_databases, {
      DB: {
        database_name: names.database,
        database_id: databaseId,
        migrations_dir: fromFolder(input, 'migrations'),
      },
    }),
    r2_buckets: [
      ...withChanges(config.r2_buckets, { IMAGES: { bucket_name: names.images } }),
      ...(settings.backups ? [{ binding: 'BACKUPS', bucket_name: names.backups }] : []),
    ],
    kv_namespaces: withChanges(config.kv_namespaces, { LINKS: { id: namespaceId } }),
    ratelimits: withOwnLimits(config.ratelimits, settings.name),
    ...(sender ? { send_email: [{ name: 'EMAIL', allowed_sender_addresses: [sender] }] } : {}),
  };
}

function makeShortLinkConfig(input: ConfigurationInput, names: Names): Config {
  const { settings, accountId, databaseId, namespaceId } = input;
  const config = readTracked(input, 'shortLink');
  return {
    ...config,
    name: names.shortLink,
    account_id: accountId,
    routes: [{ pattern: settings.shortHost, custom_domain: true }],
    vars: { ...config.vars, SCAN_LOG: settings.scanLog },
    d1_databases: withChanges(config.d1_databases, {
      DB: { database_name: names.database, database_id: databaseId },
    }),
    kv_namespaces: withChanges(config.kv_namespaces, { LINKS: { id: namespaceId } }),
    ratelimits: withOwnLimits(config.ratelimits, settings.name),
    analytics_engine_datasets: withChanges(config.analytics_engine_datasets, {
      SCANS: { dataset: names.scans },
      OUTCOMES: { dataset: names.outcomes },
    }),
  };
}

/** A list of bindings with what the installation changes of some of them, by their names. */
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

/** A variable that nobody reads would change nothing, and a person would believe that it did. */
function requireKnown(vars: Settings['vars'], known: readonly string[], own: readonly string[]): void {
  for (const name of Object.keys(vars)) {
    if (own.includes(name)) throw new InstallationError(`--set ${name}: the installation sets this itself.`);
    if (!known.includes(name))
      throw new InstallationError(
        `--set ${name}: there is no such variable. There are: ${known.filter((one) => !own.includes(one)).join(', ')}.`,
      );
  }
}
