import type { Place } from '../../support/place.ts';
import { makeConfigurations } from '../settings/configuration.ts';
import { placeOf } from '../database-place.ts';
import type { InstallationFolder } from '../settings/folder.ts';
import { namesOf, type WorkerRole } from '../settings/names.ts';
import type { Platform } from '../platform.ts';
import { tagOf } from '../release.ts';
import type { Step } from './run-steps.ts';
import { createSecrets, type Secrets } from '../settings/secrets.ts';
import type { Session } from '../session.ts';
import { hostsOf, type Settings } from '../settings/settings.ts';
import type { Found } from './found.ts';
import { migrationsStep } from './migrations.ts';
import { makeStep } from './storage.ts';
import { workerStep } from './worker.ts';

/** What setup and upgrade work with. */
export interface Work {
  readonly platform: Platform;
  readonly session: Session;
  readonly settings: Settings;
  readonly accountId: string;
  readonly folder: InstallationFolder;
  readonly found: Found;
  /** A note for Cloudflare's list of deployments. */
  readonly message: string;
}

/** The database of this installation. */
export function placeOfWork({ session, accountId, found, settings }: Work): Place {
  return placeOf(session.api, { accountId, ...found }, settings.apiHost);
}

/** The generated configuration, the schema, and both Workers: the short-link Worker first, because printed codes lead to it. */
export function listReleaseSteps(work: Work): Step[] {
  const { platform, found, session, accountId, settings } = work;
  const secrets = secretsOf(work);
  const storage = { api: session.api, accountId, settings, found };
  const names = namesOf(settings);
  return [
    // An installation from before there were files, events and apps lacks them.
    ...(settings.hasBuckets ? [makeStep(storage, 'R2 bucket for files', 'bucket', names.files)] : []),
    makeStep(storage, 'KV namespace for apps', 'appsNamespace', names.apps),
    makeStep(storage, 'queue of events', 'queue', names.events),
    makeStep(storage, 'queue of events that failed', 'queue', names.deadEvents),
    configurationStep(work),
    migrationsStep({
      migrationsDir: platform.migrationsDir,
      place: () => placeOfWork(work),
      found,
      wrangler: wranglerOf(work, 'api'),
    }),
    stepOf('shortLink', work, secrets),
    stepOf('api', work, secrets),
  ];
}

/** The names of the steps that deploy a Worker. */
const TITLES: Readonly<Record<WorkerRole, string>> = { api: 'API Worker', shortLink: 'short-link Worker' };
export const WORKER_TITLES: readonly string[] = Object.values(TITLES);

function stepOf(role: WorkerRole, work: Work, secrets: Secrets): Step {
  const { session, accountId, settings, platform, message } = work;
  const isApi = role === 'api';
  return workerStep({
    api: session.api,
    accountId,
    message,
    title: TITLES[role],
    worker: namesOf(settings)[role],
    hosts: hostsOf(role, settings),
    crons: isApi ? (configurationsOf(work).api.triggers?.crons ?? []) : [],
    tag: () => tagOf(platform.root, configurationsOf(work)[role]),
    secrets: { listUnset: () => secrets.listUnset(role), make: (names) => secrets.make(names) },
    secretsFile: work.folder.secretsFile,
    wrangler: wranglerOf(work, role),
  });
}

/** The secrets that each Worker needs, from its configuration. */
export function requiredSecrets(work: Work): Readonly<Record<WorkerRole, readonly string[]>> {
  const { api, shortLink } = configurationsOf(work);
  return { api: api.secrets?.required ?? [], shortLink: shortLink.secrets?.required ?? [] };
}

function secretsOf(work: Work): Secrets {
  const names = namesOf(work.settings);
  const required = requiredSecrets(work);
  return createSecrets({
    api: work.session.api,
    accountId: work.accountId,
    platform: work.platform,
    workers: {
      api: { name: names.api, required: required.api },
      shortLink: { name: names.shortLink, required: required.shortLink },
    },
  });
}

export function configurationsOf({ platform, folder, settings, accountId, found }: Work) {
  const { root, migrationsDir } = platform;
  return makeConfigurations({ root, migrationsDir, folder: folder.path, settings, accountId, ...found });
}

/** Runs wrangler with one of the generated configurations, against the session's API and with its token, or with wrangler's own login. */
function wranglerOf({ platform, session, accountId, folder }: Work, worker: WorkerRole) {
  const env = {
    CLOUDFLARE_API_BASE_URL: session.apiUrl,
    ...(session.token === null ? {} : { CLOUDFLARE_API_TOKEN: session.token }),
    CLOUDFLARE_ACCOUNT_ID: accountId,
  };
  return (args: readonly string[]) =>
    platform.runWrangler([...args, '--config', folder.configPath(worker)], env);
}

function configurationStep(work: Work): Step {
  const { folder, settings, accountId, found } = work;
  const installation = () => ({
    settings,
    accountId,
    databaseId: found.databaseId,
    namespaceId: found.namespaceId,
    appsNamespaceId: found.appsNamespaceId,
  });
  return {
    name: 'configuration',
    plan: folder.path,
    look: () =>
      Promise.resolve(folder.isCurrent(installation(), configurationsOf(work)) ? folder.path : null),
    create() {
      folder.write(installation(), configurationsOf(work));
      return Promise.resolve(folder.path);
    },
  };
}
