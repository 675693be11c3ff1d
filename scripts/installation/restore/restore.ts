import { RestoreError, restoreRows } from '#storage/backups/restore-rows.ts';
import { REDRAWN_UP_TO, SUSPENDED_UNTIL } from '#storage/images/upkeep.ts';
import { VERIFIED_UNTIL } from '#storage/links/copies.ts';
import { listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { explain, InstallationError } from '../cloudflare/explain.ts';
import { placeOf, readInstallation } from '../database-place.ts';
import type { Installation } from '../settings/folder.ts';
import type { Platform } from '../platform.ts';
import { openSession } from '../session.ts';
import type { SettingOptions } from '../settings/settings.ts';
import { checkBackup, readRows } from './read-backup.ts';

export interface RestoreOptions extends SettingOptions {
  /** A backup file, to be restored into an empty database. */
  readonly file?: string | undefined;
  /** A time in the last 30 days (7 on Free), as ISO 8601, or a bookmark. */
  readonly time?: string | undefined;
  readonly bookmark?: string | undefined;
  /** Restores no data, and only has missing images redrawn. */
  readonly imagesOnly?: boolean | undefined;
}

const SUSPENDED_FOR_MS = 7 * 86_400_000;

/**
 * Restores an installation's data. The sweep of images is suspended first, and resumed when the rows are back. Then the cron redraws
 * missing images from their rows, and compares every copy in KV with its row.
 */
export async function restore(options: RestoreOptions, platform: Platform): Promise<void> {
  const ways = [options.file, options.time, options.bookmark, options.imagesOnly || undefined].filter(
    (way) => way !== undefined,
  );
  if (ways.length !== 1)
    throw new InstallationError(
      'Name one thing to restore from: a FILE, --time, --bookmark, or --images for images only.',
    );
  const installation = readInstallation(platform, options);
  const { api } = await openSession(platform);
  const run = { api, installation, platform };
  try {
    // Checked first, so that a damaged file is refused before anything changes.
    const backup = options.file === undefined ? null : await checkBackup(options.file);
    await putKey(run, SUSPENDED_UNTIL, String(platform.nowMs() + SUSPENDED_FOR_MS));
    platform.print(`${'suspended'.padEnd(13)} the sweep of images`);
    if (backup && options.file !== undefined) await restoreFile(run, options.file, backup);
    if (options.time !== undefined || options.bookmark !== undefined) await travel(run, options);
    await mend(run);
  } catch (error) {
    if (error instanceof InstallationError) throw error;
    if (error instanceof RestoreError) throw new InstallationError(error.message);
    throw new InstallationError(
      `${explain(error, 'restore', installation.accountId)}\nRun the same command again to continue.`,
    );
  }
}

interface Run {
  readonly api: CloudflareApi;
  readonly installation: Installation;
  readonly platform: Platform;
}

async function restoreFile(
  { api, installation, platform }: Run,
  file: string,
  backup: Awaited<ReturnType<typeof checkBackup>>,
): Promise<void> {
  const database = placeOf(api, installation, installation.settings.apiHost).binding;
  const applied = await listAppliedMigrations(database);
  const missing = backup.header.migrations.filter((name) => !applied.includes(name));
  if (missing.length > 0)
    throw new InstallationError(
      `The backup of ${backup.header.created_at} has the schema of ${missing.at(-1)}, but the database is older: run npm run upgrade first.`,
    );
  await restoreRows({
    database,
    counts: backup.rows,
    read: (table, size) => readRows(file, table, size),
    print: platform.print,
  });
}

async function travel(
  { api, installation, platform }: Run,
  { time, bookmark }: RestoreOptions,
): Promise<void> {
  const { accountId, databaseId } = installation;
  if (time !== undefined && Number.isNaN(Date.parse(time)))
    throw new InstallationError(`--time must be a time like 2026-11-21T20:00:00Z, not "${time}".`);
  const where =
    time === undefined
      ? `bookmark=${bookmark}`
      : `timestamp=${encodeURIComponent(new Date(time).toISOString())}`;
  const result = await api.send<{ previous_bookmark?: string }>(
    'POST',
    `/accounts/${accountId}/d1/database/${databaseId}/time_travel/restore?${where}`,
  );
  platform.print(`${'restored'.padEnd(13)} D1 to ${time ?? bookmark}`);
  if (result.previous_bookmark)
    platform.print(
      `To undo: npm run restore -- --bookmark ${result.previous_bookmark} --name ${installation.settings.name}`,
    );
}

/** Makes the cron redraw missing images and compare all copies, and resumes the sweep. */
async function mend(run: Run): Promise<void> {
  await putKey(run, REDRAWN_UP_TO, 'start');
  await deleteKey(run, VERIFIED_UNTIL);
  await deleteKey(run, SUSPENDED_UNTIL);
  run.platform.print(
    `${'started'.padEnd(13)} the cron redraws missing images and renews the copies in KV in its next runs, every ten minutes`,
  );
  run.platform.print(
    `${'resumed'.padEnd(13)} the sweep of images; images of codes that are not in this data stay for 30 days`,
  );
}

function putKey({ api, installation }: Run, key: string, value: string): Promise<unknown> {
  const { accountId, namespaceId } = installation;
  return api.send('PUT', `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/bulk`, [
    { key, value },
  ]);
}

function deleteKey({ api, installation }: Run, key: string): Promise<unknown> {
  const { accountId, namespaceId } = installation;
  return api.send(
    'DELETE',
    `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/values/${encodeURIComponent(key)}`,
  );
}
