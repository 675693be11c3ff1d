import type { CloudflareApi } from '../cloudflare/api.ts';
import { InstallationError } from '../cloudflare/explain.ts';
import type { WorkerRole } from './names.ts';
import type { Platform } from '../platform.ts';
import { listSecrets } from '../cloudflare/worker.ts';

/** Created by a person at Cloudflare or at the company's provider; all other secrets are random, and created here. */
const GIVEN = ['AE_API_TOKEN', 'CACHE_PURGE_TOKEN', 'SAAS_API_TOKEN', 'OIDC_CLIENT_SECRET'];

const SECRET_BYTES = 32;

export interface SecretsInput {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly platform: Platform;
  /** The names of both Workers, and the secrets that each needs. */
  readonly workers: Readonly<
    Record<WorkerRole, { readonly name: string; readonly required: readonly string[] }>
  >;
}

/** The secrets of one installation. An existing secret of a Worker is never changed, and cannot be read. */
export interface Secrets {
  /** The secrets that a Worker's next deployment has to set. */
  listUnset(role: WorkerRole): Promise<string[]>;
  /** Returns a value for each name; both Workers get the same value for a shared secret. */
  make(names: readonly string[]): Record<string, string>;
}

export function createSecrets({ api, accountId, platform, workers }: SecretsInput): Secrets {
  const made = new Map<string, string>();
  const isShared = (name: string) => Object.values(workers).every(({ required }) => required.includes(name));
  const listThere = (role: WorkerRole) => listSecrets(api, accountId, workers[role].name);
  return {
    async listUnset(role) {
      const { required } = workers[role];
      if (required.length === 0) return [];
      const there = await listThere(role);
      const ofApi = role === 'api' ? there : await listThere('api');
      // If the API lacks a secret, nothing was made with it yet: both Workers get a new value, even if an interrupted run left one in this
      // Worker.
      const unset = required.filter(
        (name) => !there.includes(name) || (isShared(name) && !ofApi.includes(name) && !made.has(name)),
      );
      for (const name of unset)
        requireRecoverable(name, { role, isLost: isShared(name) && ofApi.includes(name) });
      return unset;
    },
    make(names) {
      for (const name of names) if (!made.has(name)) made.set(name, makeSecret(name, platform));
      return Object.fromEntries(names.map((name) => [name, made.get(name) ?? '']));
    },
  };

  /** Throws if only this Worker lost a shared secret: the other one keeps the old value, which nobody can read. */
  function requireRecoverable(name: string, { role, isLost }: { role: WorkerRole; isLost: boolean }): void {
    if (!isLost || platform.env[name]) return;
    throw new InstallationError(
      `${workers[role].name} lost its secret ${name}, which must be the same as in the other Worker and cannot be read from it: put the value into the variable ${name}. If you do not have it, delete it from both Workers; the passwords of codes that were made with it then have to be set again.`,
    );
  }
}

function makeSecret(name: string, { env, randomBytes }: Platform): string {
  const given = env[name];
  if (given) return given;
  if (!GIVEN.includes(name)) return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64');
  throw new InstallationError(
    `The API Worker has no secret ${name}: put the value into the variable ${name} and run npm run setup.`,
  );
}
