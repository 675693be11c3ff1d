// npm run migration:check: fails if a migration that was recorded has been edited.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations, readMigrations } from '../support/migration-files.ts';

/** In the form of `sha256sum`: a line for each migration, in order. */
const FILE = 'SHA256SUMS';

/** Records the migrations that have no line yet. An edited one keeps the line that no longer fits. */
export function recordNewMigrations(dir: string): void {
  const recorded = readRecorded(dir);
  const lines = readMigrations(dir).map(({ name, sha256 }) => `${recorded.get(name) ?? sha256}  ${name}\n`);
  writeFileSync(join(dir, FILE), lines.join(''));
}

/** What is wrong with the migrations of a folder, in sentences. */
export function findMigrationFaults(dir: string): string[] {
  const recorded = readRecorded(dir);
  const names = listMigrations(dir);
  const gone = [...recorded.keys()].filter((name) => !names.includes(name));
  const faults = readMigrations(dir).flatMap(({ name, sha256 }) => {
    if (!recorded.has(name)) return [`${name} is not recorded: npm run migration.`];
    return recorded.get(name) === sha256 ? [] : [sayEdited(dir, name)];
  });
  return [
    ...gone.map((name) => `${name} is recorded, and gone: bring it back.`),
    ...faults,
    ...findReleased(dir),
  ];
}

function sayEdited(dir: string, name: string): string {
  return `${name} was edited after it had been recorded. Databases may have run it: bring it back (git checkout main -- ${dir}/${name}), and write the next one (npm run migration -- verb_object). If no database but yours has, delete its line in ${dir}/${FILE}, and run npm run migration.`;
}

/** What a release had is not recorded anew, either. */
function findReleased(dir: string): string[] {
  // CI's checkout belongs to another user.
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: dir, encoding: 'utf8' }).trim();
  const [tag] = git('tag', '--merged', 'HEAD', '--sort=-creatordate', 'v*').split('\n');
  if (!tag) return [];
  const changed = git(
    'diff',
    '--name-only',
    '--relative',
    '--no-renames',
    '--diff-filter=MD',
    tag,
    '--',
    '*.sql',
  );
  return changed === ''
    ? []
    : changed.split('\n').map((file) => `${file} is not as in ${tag}, which was released.`);
}

function readRecorded(dir: string): Map<string, string> {
  const file = join(dir, FILE);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return new Map(
    lines.map((line) => line.split('  ') as [string, string]).map(([sha256, name]) => [name, sha256]),
  );
}

if (import.meta.main) {
  const faults = findMigrationFaults('migrations');
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
