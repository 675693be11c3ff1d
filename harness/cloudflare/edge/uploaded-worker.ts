import type { LegacyWorkerOptions } from 'miniflare';
import type { Account, Binding, Script, UploadedFile, Version } from '../account.ts';

/** What the media types of uploaded modules are to workerd; source maps are of no use to it. */
const MODULE_TYPES: Readonly<Record<string, 'CompiledWasm' | 'Data' | 'ESModule' | 'Text'>> = {
  'application/javascript+module': 'ESModule',
  'application/octet-stream': 'Data',
  'application/wasm': 'CompiledWasm',
  'text/plain': 'Text',
};

export function liveVersionOf({ deployments, versions }: Script): Version | undefined {
  return versions.find(({ id }) => id === deployments.at(-1)?.versionId);
}

/** The static file that a Worker has at a path, for which it is not run. */
export function assetOf({ assets }: Account, script: Script, path: string): UploadedFile | undefined {
  return assets.hashes.get(liveVersionOf(script)?.assets[path] ?? '');
}

/** A Worker for Miniflare, of what was uploaded. */
export function toWorker(
  account: Account,
  script: Script,
  databaseUrl: (databaseId: string) => URL,
): LegacyWorkerOptions {
  const { metadata, modules, bindings } = liveVersionOf(script)!;
  const { main_module: main, compatibility_date: date, compatibility_flags: flags } = metadata;
  const listOf = (type: string, toValue: (binding: Binding) => unknown) =>
    Object.fromEntries(bindings.filter((one) => one.type === type).map((one) => [one.name, toValue(one)]));
  const text = (binding: Binding, field: string) => String(binding[field]);
  return {
    name: script.name,
    compatibilityDate: String(date),
    compatibilityFlags: flags as string[],
    // The first is the one that runs.
    modules: [...modules]
      .filter(([, { type }]) => type in MODULE_TYPES)
      .toSorted(([a], [b]) => Number(b === main) - Number(a === main))
      .map(([path, { body, type }]) => ({ type: MODULE_TYPES[type]!, path, contents: body })),
    bindings: { ...Object.fromEntries(script.secrets), ...listOf('plain_text', (one) => text(one, 'text')) },
    d1Databases: listOf('d1', (one) => {
      const id = text(one, 'id' in one ? 'id' : 'database_id');
      return { id, remoteProxyConnectionString: databaseUrl(id) };
    }),
    kvNamespaces: listOf('kv_namespace', (one) => text(one, 'namespace_id')),
    r2Buckets: listOf('r2_bucket', (one) => text(one, 'bucket_name')),
    ratelimits: listOf('ratelimit', (one) => ({
      namespace_id: text(one, 'namespace_id'),
      simple: one['simple'],
    })),
    analyticsEngineDatasets: listOf('analytics_engine', (one) => ({ dataset: text(one, 'dataset') })),
    queueProducers: listOf('queue', (one) => text(one, 'queue_name')),
    queueConsumers: queuesOf(account, script),
  } as LegacyWorkerOptions;
}

function queuesOf({ queues }: Account, { name }: Script): string[] {
  const isOurs = (consumers: readonly { readonly script: string }[]) =>
    consumers.some((one) => one.script === name);
  return [...queues.values()].filter(({ consumers }) => isOurs(consumers)).map((queue) => queue.name);
}
