import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InstallationError } from '../cloudflare/explain.ts';
import type { Settings } from './settings.ts';

/** What is known of an installation from its last run: its settings, and the ids of what was created. */
export interface Installation {
  readonly settings: Settings;
  readonly accountId: string;
  readonly databaseId: string;
  readonly namespaceId: string;
  /** SHA-256 of each configuration as it was generated, by file name: tells whether somebody edited it. */
  readonly generated: Readonly<Record<string, string>>;
}

/** The two generated configurations of wrangler. */
const CONFIGURATIONS = { api: 'api.json', shortLink: 'shortlink.json' } as const;
export type WorkerRole = keyof typeof CONFIGURATIONS;

const FILE = 'installation.json';

/** The folder of one installation. It is ignored by git: no pull ever meets it. */
export interface InstallationFolder {
  readonly path: string;
  /** Where the secrets of a deployment stand while it runs: a run that is killed leaves them where the next one removes them. */
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

/** The files of the folder, by name, in the order in which they are written. */
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
    // Said below, as for a file that is JSON and no installation.
  }
  throw new InstallationError(
    `${file} cannot be read: it was edited by hand or cut off. Delete it and run npm run setup with your --domain and hosts again; what exists in the account is found, and nothing is created twice.`,
  );
}

/**
 * Edits of a generated file would be lost, and nobody would know: who made them hears of it first. A file that is already what is about to
 * be written was left by a run that was interrupted.
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
      `${resolve(path, fileName)} was edited by hand, and is generated: put a variable into --set NAME=VALUE and anything else into wrangler.toml, then delete the file and run the command again.`,
    );
  }
}

/** In one step, so that an interruption leaves the old file or the new one. */
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
