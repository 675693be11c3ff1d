import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeBackup } from '#storage/backups/backup-lines.ts';
import { makePrivateFolder } from '../support/local/state-folder.ts';
import { explain, InstallationError } from './cloudflare/explain.ts';
import { placeOf, readInstallation } from './database-place.ts';
import type { Platform } from './platform.ts';
import { openSession } from './session.ts';
import { openFolder } from './settings/folder.ts';
import type { SettingOptions } from './settings/settings.ts';

/** Copies all tables of an installation into a file, in the format of src/storage/backups/backup-lines.ts. Never leaves an incomplete file. */
export async function backUpToFile(
  options: SettingOptions & { readonly file?: string | undefined },
  platform: Platform,
): Promise<string> {
  const installation = readInstallation(platform, options);
  const { api } = await openSession(platform);
  const nowMs = platform.nowMs();
  const file = options.file ?? placeBackup(platform, installation.settings.name);
  const hash = createHash('sha256');
  const checksum = { update: (text: string) => void hash.update(text), finish: () => hash.digest('hex') };
  const { binding } = placeOf(api, installation, installation.settings.apiHost);
  const lines = writeBackup(binding, { nowMs, checksum });
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }));
    renameSync(`${file}.part`, file);
  } catch (error) {
    rmSync(`${file}.part`, { force: true });
    throw new InstallationError(explain(error, 'The backup was not made', installation.accountId));
  }
  platform.print(
    `Backup: ${file}. It contains everything except the images, which can be redrawn from it, and the secrets of the Workers.`,
  );
  return file;
}

/** A new file in the folder of the installation, which only this user can read and git ignores. */
function placeBackup({ installationsDir, nowMs }: Platform, name: string): string {
  const dir = resolve(openFolder(installationsDir, name).path, 'backups');
  makePrivateFolder(dir);
  const stamp = new Date(nowMs()).toISOString().slice(0, 16).replace(':', '');
  return resolve(dir, `${name}-${stamp}.ndjson.gz`);
}
