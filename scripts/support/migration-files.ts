import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The migrations of this version of the project, in order. */
export function listMigrations(root = '.'): string[] {
  return readdirSync(resolve(root, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** The statements of a migration. */
export function readMigration(file: string): string[] {
  return readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint');
}
