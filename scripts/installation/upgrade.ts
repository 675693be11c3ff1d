import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import { listMigrations } from '../support/migration-files.ts';
import { checkHealth } from './check-health.ts';
import type { CloudflareApi } from './cloudflare/api.ts';
import { explain, InstallationError } from './cloudflare/explain.ts';
import { findLive } from './cloudflare/worker.ts';
import { placeOf, readInstallation } from './database-place.ts';
import { type Installation, openFolder } from './settings/folder.ts';
import { listReleaseSteps } from './steps/installation-steps.ts';
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
  const session = await openSession(platform);
  const { accountId } = installation;
  const breaks = await findBreaks(session.api, installation, platform).catch((error: unknown) => {
    throw error instanceof InstallationError ? error : new InstallationError(explain(error, 'D1', accountId));
  });
  if (breaks.length > 0 && !options.acceptsDowntime) throw refusal(breaks);
  const bookmark = await readBookmark(session.api, installation);
  const settings = readSettings(
    { ...options, installation: installation.settings.name, environment: undefined },
    installation.settings,
  );
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
    found: { databaseId: installation.databaseId, namespaceId: installation.namespaceId, hasSchema: false },
    message: note,
  });
  const { print, sleep } = platform;
  await runSteps(steps, { accountId, isDryRun: options.isDryRun, print, sleep });
  if (options.isDryRun) return;
  await reportHealth(platform, settings.apiHost, settings.name);
  printWayBack(platform, settings.name, bookmark);
}

/** Throws if the database has migrations that this checkout does not know, because then the deployment is newer. */
async function findBreaks(
  api: CloudflareApi,
  installation: Installation,
  { migrationsDir }: Platform,
): Promise<string[]> {
  await requireInstalled(api, installation);
  const { binding } = placeOf(api, installation, installation.settings.apiHost);
  const applied = await listAppliedMigrations(binding);
  const all = listMigrations(migrationsDir);
  const unknown = applied.filter((file) => !all.includes(file));
  if (unknown.length > 0) {
    throw new InstallationError(
      `The database has the migration ${unknown.at(-1)}, which this checkout lacks: it is older than the deployed version. Pull the newest version first; npm run rollback goes back to an earlier one.`,
    );
  }
  const read = (file: string) => readFileSync(join(migrationsDir, file), 'utf8');
  return findSchemaBreaks(applied.map(read), all.filter((file) => !applied.includes(file)).map(read));
}

async function requireInstalled(api: CloudflareApi, { settings, accountId }: Installation): Promise<void> {
  const worker = namesOf(settings.name).api;
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

/** A new version takes some seconds to reach every location. */
async function reportHealth(platform: Platform, apiHost: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { isHealthy, problems } = await checkHealth(platform, `https://${apiHost}`);
    if (isHealthy) return platform.print(`${'healthy'.padEnd(13)} https://${apiHost}/health`);
    if (attempt === HEALTH_ATTEMPTS) {
      throw new InstallationError(
        `The upgrade is deployed, but not healthy:\n${problems.map((problem) => `- ${problem}`).join('\n')}\nTo go back to the previous version: ${rollbackCommand(name)}`,
      );
    }
    await platform.sleep(HEALTH_PAUSE_MS);
  }
}

function printWayBack({ print }: Platform, name: string, bookmark: string): void {
  print(`To go back to the previous version: ${rollbackCommand(name)}`);
  print(
    `To go back to the previous data, losing all later changes: npm run restore -- --bookmark ${bookmark} --installation ${name}`,
  );
}

function rollbackCommand(name: string): string {
  return `npm run rollback -- --installation ${name}`;
}
