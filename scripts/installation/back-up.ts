import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeBackup } from '#storage/backups/backup-lines.ts';
import { explain, InstallationError } from './cloudflare/explain.ts';
import { placeOf, readInstallation } from './database-place.ts';
import type { Platform } from './platform.ts';
import { openSession } from './session.ts';
import type { SettingOptions } from './settings/settings.ts';

/** Copies all tables of an installation into a file, in the format of src/storage/backups/backup-lines.ts. Never leaves an incomplete file. */
export async function backUpToFile(
  options: SettingOptions & { readonly file?: string | undefined },
  platform: Platform,
): Promise<string> {
  const installation = readInstallation(platform, options);
  const { api } = await openSession(platform);
  const nowMs = platform.nowMs();
  const stamp = new Date(nowMs).toISOString().slice(0, 16).replace(':', '');
  const file = options.file ?? `${installation.settings.name}-${stamp}.ndjson.gz`;
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
