import { readdirSync, readFileSync } from 'node:fs';

/** The migrations of a folder, in order. */
export function listMigrations(dir = 'migrations'): string[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** The statements of a migration. */
export function readMigration(file: string): string[] {
  return readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint');
}
