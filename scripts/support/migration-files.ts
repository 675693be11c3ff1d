import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** The migrations of a folder with their content, in order. */
export function readMigrations(dir = 'migrations'): Migration[] {
  return listMigrations(dir).map((name) => {
    // As git has it, wherever it was checked out.
    const sql = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}
