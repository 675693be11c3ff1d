import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InstallationError } from '../cloudflare/explain.ts';
import type { WorkerRole } from './names.ts';
import type { Settings } from './settings.ts';

/** What the last run recorded about an installation: its settings, and the ids of what was created. */
export interface Installation {
  readonly settings: Settings;
  readonly accountId: string;
  readonly databaseId: string;
  readonly namespaceId: string;
  /** Missing if the last run was from before there were apps. */
  readonly appsNamespaceId?: string;
  /** SHA-256 of each configuration as generated, by file name: shows whether somebody edited it. */
  readonly generated: Readonly<Record<string, string>>;
}

/** The two generated wrangler configurations. */
const CONFIGURATIONS: Readonly<Record<WorkerRole, string>> = { api: 'api.json', shortLink: 'shortlink.json' };

const FILE = 'installation.json';

/** The folder of one installation. git ignores it, so no pull conflicts with it. */
export interface InstallationFolder {
  readonly path: string;
  /** The file for the secrets during a deployment. If a run is killed, the next one removes it. */
  readonly secretsFile: string;
  /** Null before the first run. */
  read(): Installation | null;
  /** Whether a `write` of this would change nothing. */
  isCurrent(
    installation: Omit<Installation, 'generated'>,
    configurations: Readonly<Record<WorkerRole, object>>,
  ): boolean;
  write(
    installation: Omit<Installation, 'generated'>,
    configurations: Readonly<Record<WorkerRole, object>>,
  ): void;
  configPath(worker: WorkerRole): string;
}

export function openFolder(installationsDir: string, name: string): InstallationFolder {
  const path = resolve(installationsDir, name);
  const file = resolve(path, FILE);
  const configPath = (worker: WorkerRole) => resolve(path, CONFIGURATIONS[worker]);
  const read = () => (existsSync(file) ? parseInstallation(file) : null);
  return {
    path,
    secretsFile: resolve(path, 'secrets.json'),
    read,
    configPath,
    isCurrent(installation, configurations) {
      const files = toFiles(installation, configurations);
      requireUnedited(path, read(), files);
      return files.every(([fileName, text]) => readText(resolve(path, fileName)) === text);
    },
    write(installation, configurations) {
      const files = toFiles(installation, configurations);
      requireUnedited(path, read(), files);
      mkdirSync(path, { recursive: true });
      for (const [fileName, text] of files) replace(resolve(path, fileName), text);
    },
  };
}

/** The files of the folder, by name, in the order of writing. */
function toFiles(
  installation: Omit<Installation, 'generated'>,
  configurations: Readonly<Record<WorkerRole, object>>,
): [name: string, text: string][] {
  const texts = Object.entries(CONFIGURATIONS).map(([worker, name]): [string, string] => [
    name,
    toText(configurations[worker as WorkerRole]),
  ]);
  const generated = Object.fromEntries(texts.map(([name, text]) => [name, hash(text)]));
  return [...texts, [FILE, toText({ ...installation, generated })]];
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function parseInstallation(file: string): Installation {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Installation>;
    if (value.settings?.name && value.accountId && value.generated) return value as Installation;
  } catch {
    // Reported below, like JSON that describes no installation.
  }
  throw new InstallationError(
    `${file} cannot be read: it was edited by hand or is incomplete. Delete it and run npm run setup again with your --domain and hosts: it finds what exists in the account, and creates nothing twice.`,
  );
}

/**
 * Refuses to overwrite edits of a generated file, which would be lost unnoticed. A file that already has the content to be written was left
 * by an interrupted run.
 */
function requireUnedited(
  path: string,
  installation: Installation | null,
  files: readonly (readonly [name: string, text: string])[],
): void {
  for (const fileName of Object.values(CONFIGURATIONS)) {
    const text = readText(resolve(path, fileName));
    const expected = installation?.generated[fileName];
    if (text === null || expected === undefined || hash(text) === expected) continue;
    if (files.some(([name, next]) => name === fileName && next === text)) continue;
    throw new InstallationError(
      `${resolve(path, fileName)} is a generated file, but was edited by hand: set variables with --set NAME=VALUE and change anything else in wrangler.toml, then delete the file and run the command again.`,
    );
  }
}

/** In one step, so that an interruption leaves either the old file or the new one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
