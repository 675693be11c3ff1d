import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { BACKUP_VERSION, type BackupFooter, type BackupHeader } from '#storage/backups/backup-lines.ts';
import type { Row } from '#storage/backups/copy-tables.ts';
import { InstallationError } from '../cloudflare/explain.ts';

export interface BackupFacts {
  readonly header: BackupHeader;
  readonly rows: BackupFooter['rows'];
}

interface RowLine {
  readonly table: string;
  readonly row: Row;
}

/**
 * Reads a whole backup without keeping it, and checks that it is complete.
 * @throws InstallationError if it is no backup, or was truncated or changed
 */
export async function checkBackup(file: string): Promise<BackupFacts> {
  const hash = createHash('sha256');
  let header: BackupHeader | null = null;
  let last = '';
  for await (const line of readLines(file)) {
    if (last !== '') hash.update(`${last}\n`);
    header ??= parse(file, line) as BackupHeader;
    last = line;
  }
  if (header?.backup !== BACKUP_VERSION || !Array.isArray(header.migrations))
    throw new InstallationError(`${file} is not a backup of this service.`);
  const { sha256, rows } = parse(file, last) as Partial<BackupFooter>;
  if (sha256 === undefined || rows === undefined)
    throw new InstallationError(`${file} is cut off: its last line is missing. Nothing was changed.`);
  if (sha256 !== hash.digest('hex'))
    throw new InstallationError(
      `${file} was changed or damaged: its checksum is wrong. Nothing was changed.`,
    );
  return { header, rows };
}

/** The rows of one table, in groups of at most `size`. */
export async function* readRows(file: string, table: string, size: number): AsyncGenerator<Row[]> {
  let group: Row[] = [];
  const start = `{"table":${JSON.stringify(table)},`;
  for await (const line of readLines(file)) {
    if (!line.startsWith(start)) continue;
    group.push((parse(file, line) as RowLine).row);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.on('error', (error) => unzipped.destroy(error));
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
    // The lines of a damaged stream end early. Its error appears only here.
    if (unzipped.errored) throw unzipped.errored;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new InstallationError(
      code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read: ${message}. Nothing was changed.`,
    );
  } finally {
    source.destroy();
  }
}

function parse(file: string, line: string): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw new InstallationError(`${file} is not a backup of this service, or is damaged.`);
  }
}
