import { checkHealth } from './check-health.ts';
import type { CloudflareApi } from './cloudflare/api.ts';
import { explain, InstallationError } from './cloudflare/explain.ts';
import { type DeployedVersion, deployVersion, findLive, listEarlier } from './cloudflare/worker.ts';
import { readInstallation } from './database-place.ts';
import { namesOf } from './settings/names.ts';
import type { Platform } from './platform.ts';
import { openSession } from './session.ts';
import type { SettingOptions } from './settings/settings.ts';
import { parseUpgradeNote, type UpgradeNote } from './upgrade-note.ts';

/** The number of versions of a Worker to search for the one before the upgrade. */
const EARLIER_VERSIONS = 10;

interface WorkerState {
  readonly worker: string;
  readonly live: DeployedVersion | null;
}

/**
 * Undoes the code of the last upgrade: each Worker that it changed serves its previous version again, the API first. The data stays; the
 * older code works with the newer schema.
 */
export async function rollback(options: SettingOptions, platform: Platform): Promise<void> {
  const { accountId, settings } = readInstallation(platform, options);
  const { api } = await openSession(platform);
  const names = namesOf(settings);
  try {
    const states = await Promise.all(
      [names.api, names.shortLink].map((worker) => readState(api, accountId, worker)),
    );
    const last = findLastUpgrade(states, settings.name);
    for (const { worker, live } of states) {
      if (parseUpgradeNote(live?.message ?? '')?.id === last.id)
        await takeBack(api, { accountId, worker, upgrade: last, print: platform.print });
      else platform.print(`${'unchanged'.padEnd(13)} ${worker}: the last upgrade did not change it`);
    }
  } catch (error) {
    if (error instanceof InstallationError) throw error;
    throw new InstallationError(explain(error, 'rollback', accountId));
  }
  const { isHealthy, problems } = await checkHealth(platform, `https://${settings.apiHost}`);
  if (!isHealthy)
    throw new InstallationError(
      `Rolled back, but not healthy:\n${problems.map((one) => `- ${one}`).join('\n')}`,
    );
  platform.print(`${'healthy'.padEnd(13)} https://${settings.apiHost}/health`);
}

async function readState(api: CloudflareApi, accountId: string, worker: string): Promise<WorkerState> {
  return { worker, live: await findLive(api, accountId, worker) };
}

function findLastUpgrade(states: readonly WorkerState[], name: string): UpgradeNote {
  const notes = states.flatMap(({ live }) => parseUpgradeNote(live?.message ?? '') ?? []);
  const last = notes.sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  if (!last)
    throw new InstallationError(
      `Neither Worker of "${name}" serves a version that npm run upgrade deployed: there is nothing to roll back.`,
    );
  if (!last.isBreaking) return last;
  throw new InstallationError(
    `The last upgrade changed the schema in a way that breaks the earlier code. First restore the earlier database, which loses all later changes: npm run restore -- --bookmark ${last.bookmark} --installation ${name}\nThen deploy the earlier version: git checkout it, and npm run setup.`,
  );
}

async function takeBack(
  api: CloudflareApi,
  {
    accountId,
    worker,
    upgrade,
    print,
  }: { accountId: string; worker: string; upgrade: UpgradeNote; print: Platform['print'] },
): Promise<void> {
  const earlier = await listEarlier(api, accountId, worker, EARLIER_VERSIONS);
  const before = earlier.find(({ message }) => parseUpgradeNote(message)?.id !== upgrade.id);
  if (!before)
    throw new InstallationError(
      `Cloudflare keeps no earlier version of ${worker}: deploy one with npm run upgrade from its commit.`,
    );
  await deployVersion(api, accountId, worker, {
    versionId: before.versionId,
    message: `rollback of ${upgrade.id}`,
  });
  print(`${'rolled back'.padEnd(13)} ${worker}: version ${before.versionId} of ${before.deployedAt}`);
}
