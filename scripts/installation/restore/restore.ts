import { requireRestorable, RestoreError, restoreRows } from '#storage/backups/restore-rows.ts';
import { REDRAWN_UP_TO, SUSPENDED_UNTIL } from '#storage/images/upkeep.ts';
import { VERIFIED_UNTIL } from '#storage/links/copies.ts';
import { listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import { explain, InstallationError } from '../cloudflare/explain.ts';
import { findCloudflareError } from '../cloudflare/answer.ts';
import { NOTHING } from '../cloudflare/api.ts';
import { placeOf, readInstallation } from '../database-place.ts';
import type { Platform } from '../platform.ts';
import { openSession } from '../session.ts';
import type { SettingOptions } from '../settings/settings.ts';
import { checkBackup, readRows } from './read-backup.ts';
import type { Restoring, Run } from './restoring.ts';
import { prepareTravel } from './time-travel.ts';

export interface RestoreOptions extends SettingOptions {
  /** A backup file, to be restored into an empty database. */
  readonly file?: string | undefined;
  /** A time in the last 30 days (7 on Free), as ISO 8601 with its zone, or a bookmark. */
  readonly time?: string | undefined;
  readonly bookmark?: string | undefined;
  /** Restores no data, and only has missing images redrawn. */
  readonly imagesOnly?: boolean | undefined;
  /** Asks whether to continue; undefined if nobody should be asked. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
}

const SUSPENDED_FOR_MS = 7 * 86_400_000;

/**
 * Restores an installation's data. Everything is checked, and the person asked, before anything changes. Then the sweep of images is
 * suspended until the rows are back, and the cron redraws missing images from them and compares every copy in KV with its row.
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
  if (options.imagesOnly && !installation.settings.hasBuckets)
    throw new InstallationError(
      'This installation stores no images: without R2, it draws each one when somebody asks for it, so none can be missing.',
    );
  const { api } = await openSession(platform);
  const run = { api, installation, platform };
  const restoring = await prepare(run, options).catch((error: unknown) => {
    throw explained(run, error, 'Nothing was changed.');
  });
  if (restoring) {
    platform.print(restoring.consequence);
    if (options.confirm && !(await options.confirm())) throw new InstallationError('Nothing was changed.');
  }
  await carryOut(run, restoring);
}

/** Checks what is to be restored; null if only images are redrawn. */
function prepare(run: Run, options: RestoreOptions): Promise<Restoring | null> {
  if (options.file !== undefined) return prepareFile(run, options.file);
  return options.imagesOnly ? Promise.resolve(null) : prepareTravel(run, options);
}

async function prepareFile({ api, installation, platform }: Run, file: string): Promise<Restoring> {
  const backup = await checkBackup(file);
  const database = placeOf(api, installation, installation.settings.apiHost).binding;
  const applied = await listAppliedMigrations(database);
  const missing = backup.header.migrations.filter((name) => !applied.includes(name));
  if (missing.length > 0)
    throw new InstallationError(
      `The backup of ${backup.header.created_at} has the schema of ${missing.at(-1)}, but the database is older: run npm run upgrade first.`,
    );
  await requireRestorable(database, backup.rows);
  const rows = Object.values(backup.rows).reduce((sum, count) => sum + count, 0);
  return {
    consequence: `The backup of ${backup.header.created_at}, ${rows} rows, is written into the empty database of "${installation.settings.name}".`,
    isAtOnce: false,
    act: () =>
      restoreRows({
        database,
        counts: backup.rows,
        read: (table, size) => readRows(file, table, size),
        print: platform.print,
      }),
  };
}

async function carryOut(run: Run, restoring: Restoring | null): Promise<void> {
  const { print, nowMs } = run.platform;
  const untilMs = nowMs() + SUSPENDED_FOR_MS;
  try {
    await putKey(run, SUSPENDED_UNTIL, String(untilMs));
    print(`${'suspended'.padEnd(13)} the sweep of images`);
    await restoring?.act();
    await mend(run);
  } catch (error) {
    const refusal = restoring?.isAtOnce ? findCloudflareError(error) : null;
    if (refusal?.isOfCloudflare && !refusal.isPassing) {
      await deleteKey(run, SUSPENDED_UNTIL);
      throw explained(run, error, 'Nothing was changed.');
    }
    throw explained(
      run,
      error,
      `Run the same command again to continue. Until then the sweep of images stays suspended, at most until ${new Date(untilMs).toISOString()}; npm run restore -- --images resumes it too.`,
    );
  }
}

function explained({ installation }: Run, error: unknown, end: string): InstallationError {
  if (error instanceof InstallationError) return error;
  if (error instanceof RestoreError) return new InstallationError(error.message);
  if (!findCloudflareError(error)) throw error;
  return new InstallationError(`${explain(error, 'restore', installation.accountId)}\n${end}`);
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
  const path = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/bulk`;
  return api.send('PUT', path, [{ key, value }], NOTHING);
}

function deleteKey({ api, installation }: Run, key: string): Promise<unknown> {
  const { accountId, namespaceId } = installation;
  const path = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/values/${encodeURIComponent(key)}`;
  return api.send('DELETE', path, undefined, NOTHING);
}
