import { rmSync, writeFileSync } from 'node:fs';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { findLive, listCrons, listUnserved } from '../cloudflare/worker.ts';
import type { Step } from './run-steps.ts';

export interface WorkerInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  /** A name for people, like `short-link Worker`. */
  readonly title: string;
  readonly worker: string;
  readonly hosts: readonly string[];
  readonly crons: readonly string[];
  /** The version's tag, computed when the configuration is known. */
  readonly tag: () => string;
  /** A note for the list of deployments. */
  readonly message: string;
  readonly secrets: {
    /** The secrets that are missing or wrong. */
    listUnset(): Promise<string[]>;
    make(names: readonly string[]): Record<string, string>;
  };
  /** The file for the secrets during a deployment. */
  readonly secretsFile: string;
  readonly wrangler: (args: readonly string[]) => Promise<string>;
}

/** Deploys a Worker as it should be: this version, its secrets, its host, its cron. */
export function workerStep(input: WorkerInput): Step {
  const { api, accountId, worker, hosts, title } = input;
  const where = `${worker} on ${hosts.join(', ')}`;
  return {
    name: title,
    plan: where,
    async look() {
      // From a run that was killed.
      rmSync(input.secretsFile, { force: true });
      const live = await findLive(api, accountId, worker);
      if (live === null || live.tag !== input.tag()) return null;
      const unset = await input.secrets.listUnset();
      const crons = input.crons.length > 0 ? await listCrons(api, accountId, worker) : [];
      const isWhole =
        unset.length === 0 &&
        input.crons.every((cron) => crons.includes(cron)) &&
        (await listUnserved(api, accountId, worker, hosts)).length === 0;
      return isWhole ? `${where}, version ${live.versionId}` : null;
    },
    async create() {
      const unset = await input.secrets.listUnset();
      await withSecretsFile(input.secretsFile, input.secrets.make(unset), (options) =>
        input.wrangler(['deploy', '--tag', input.tag(), '--message', input.message, ...options]),
      );
      const made = unset.length > 0 ? `, with the secrets ${unset.join(', ')}` : '';
      return `${where}${made}`;
    },
  };
}

/** wrangler reads secrets from a file: only this user can read it, and it exists only meanwhile. */
async function withSecretsFile<T>(
  file: string,
  secrets: Readonly<Record<string, string>>,
  use: (options: string[]) => Promise<T>,
): Promise<T> {
  if (Object.keys(secrets).length === 0) return use([]);
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await use(['--secrets-file', file]);
  } finally {
    rmSync(file, { force: true });
  }
}
