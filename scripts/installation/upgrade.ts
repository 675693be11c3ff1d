import type { Migration } from '../support/migration-files.ts';
import { checkHealth } from './check-health.ts';
import type { CloudflareApi } from './cloudflare/api.ts';
import { explain, InstallationError } from './cloudflare/explain.ts';
import { findLive } from './cloudflare/worker.ts';
import { placeOf, readInstallation } from './database-place.ts';
import { type Installation, openFolder } from './settings/folder.ts';
import { listReleaseSteps, WORKER_TITLES } from './steps/installation-steps.ts';
import { compareSoundly } from './steps/migrations.ts';
import { namesOf } from './settings/names.ts';
import type { Platform } from './platform.ts';
import { runSteps } from './steps/run-steps.ts';
import { findSchemaBreaks } from './schema-compatibility.ts';
import { openSession } from './session.ts';
import { BOOKMARKED } from './restore/time-travel.ts';
import { readSettings, type SettingOptions } from './settings/settings.ts';
import { formatUpgradeNote, toUpgradeId } from './upgrade-note.ts';

export interface UpgradeOptions extends SettingOptions {
  readonly isDryRun: boolean;
  /** Applies migrations that break older code: requests fail until the new Workers are everywhere. */
  readonly acceptsDowntime: boolean;
}

const HEALTH_ATTEMPTS = 12;
const HEALTH_PAUSE_MS = 5_000;

/**
 * Upgrades an installation to the version of this checkout: first the schema, then the short-link Worker, then the API. Both the old and
 * the new code work with the new schema, so nothing fails meanwhile.
 */
export async function upgrade(options: UpgradeOptions, platform: Platform): Promise<void> {
  const installation = readInstallation(platform, options);
  const settings = readSettings(
    { ...options, installation: installation.settings.name, environment: undefined },
    installation.settings,
  );
  const session = await openSession(platform);
  const { accountId } = installation;
  const breaks = await findBreaks(session.api, installation, platform).catch((error: unknown) => {
    throw error instanceof InstallationError ? error : new InstallationError(explain(error, 'D1', accountId));
  });
  if (breaks.length > 0 && !options.acceptsDowntime) throw refusal(breaks);
  const bookmark = await readBookmark(session.api, installation);
  const note = formatUpgradeNote({
    id: toUpgradeId(platform.nowMs()),
    bookmark,
    isBreaking: breaks.length > 0,
  });
  platform.print(`${'bookmark'.padEnd(13)} D1: ${bookmark}`);
  const steps = listReleaseSteps({
    platform,
    session,
    settings,
    accountId,
    folder: openFolder(platform.installationsDir, settings.name),
    found: {
      databaseId: installation.databaseId,
      namespaceId: installation.namespaceId,
      appsNamespaceId: installation.appsNamespaceId ?? '',
      hasSchema: false,
    },
    message: note,
  });
  const { print, sleep } = platform;
  const created = await runSteps(steps, { accountId, isDryRun: options.isDryRun, print, sleep });
  if (options.isDryRun) return;
  const isDeployed = created.some((step) => WORKER_TITLES.includes(step));
  await reportHealth(platform, settings.apiHost, isDeployed ? wayBack(settings.name) : null);
  if (isDeployed) printWayBack(platform, settings.name, bookmark);
  else print('Both Workers are the version of this checkout already: there is nothing to go back from.');
}

/**
 * Throws if the database has migrations that this checkout does not know, because then the deployment is newer, and if it is not what the
 * applied ones make: new code would run on a schema that nobody has tried.
 */
async function findBreaks(
  api: CloudflareApi,
  installation: Installation,
  { migrationsDir }: Platform,
): Promise<string[]> {
  await requireInstalled(api, installation);
  const place = placeOf(api, installation, installation.settings.apiHost);
  const { applied, pending, unknown } = await compareSoundly(place, migrationsDir);
  if (unknown.length > 0) {
    throw new InstallationError(
      `The database has the migration ${unknown.at(-1)}, which this checkout lacks: it is older than the deployed version. Pull the newest version first; npm run rollback goes back to an earlier one.`,
    );
  }
  const sqlOf = ({ sql }: Migration) => sql;
  return findSchemaBreaks(applied.map(sqlOf), pending.map(sqlOf));
}

async function requireInstalled(api: CloudflareApi, { settings, accountId }: Installation): Promise<void> {
  const worker = namesOf(settings).api;
  if (await findLive(api, accountId, worker)) return;
  throw new InstallationError(
    `There is no Worker "${worker}": the installation was never finished. Run npm run setup.`,
  );
}

function refusal(breaks: readonly string[]): InstallationError {
  const lines = breaks.map((text) => `- ${text}`).join('\n');
  return new InstallationError(
    `The new schema would break the deployed version, during the roll-out of the new one and after a roll-back:\n${lines}\nNothing was changed. Upgrade to a version in between first, or accept that requests fail for some minutes: --accept-downtime`,
  );
}

async function readBookmark(api: CloudflareApi, { accountId, databaseId }: Installation): Promise<string> {
  const path = `/accounts/${accountId}/d1/database/${databaseId}/time_travel/bookmark`;
  return (await api.get(path, BOOKMARKED)).bookmark;
}

/**
 * A new version takes some seconds to reach every location.
 * @param back how to go back from the new version; null if there is none
 */
async function reportHealth(platform: Platform, apiHost: string, back: string | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { isHealthy, problems } = await checkHealth(platform, `https://${apiHost}`);
    if (isHealthy) return platform.print(`${'healthy'.padEnd(13)} https://${apiHost}/health`);
    if (attempt === HEALTH_ATTEMPTS) {
      throw new InstallationError(
        `${back ? 'The upgrade is deployed, but not healthy' : 'Nothing had to be upgraded, but the service is not healthy'}:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n${back ?? `npm run doctor examines it, from another network if this one cannot reach ${apiHost}.`}`,
      );
    }
    await platform.sleep(HEALTH_PAUSE_MS);
  }
}

function printWayBack({ print }: Platform, name: string, bookmark: string): void {
  print(wayBack(name));
  print(
    `To go back to the previous data, losing all later changes: npm run restore -- --bookmark ${bookmark} --installation ${name}`,
  );
}

function wayBack(name: string): string {
  return `To go back to the previous version: npm run rollback -- --installation ${name}`;
}
