import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { queryDatabase } from '../cloudflare/query-database.ts';
import type { Step } from '../run-steps.ts';
import type { Found } from './found.ts';

/** The migrations of this version of the project, in order. */
export function listMigrations(root: string): string[] {
  return readdirSync(resolve(root, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** The migrations that a deployed database has. */
export async function listApplied(
  api: CloudflareApi,
  accountId: string,
  databaseId: string,
): Promise<string[]> {
  const address = { accountId, databaseId };
  const table = await queryDatabase(
    api,
    address,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'`,
  );
  if (table.length === 0) return [];
  const rows = await queryDatabase<{ name: string }>(
    api,
    address,
    'SELECT name FROM d1_migrations ORDER BY id',
  );
  return rows.map(({ name }) => name);
}

export function migrationsStep(input: {
  readonly api: CloudflareApi;
  readonly accountId: string;
  readonly root: string;
  readonly found: Found;
  readonly wrangler: (args: readonly string[]) => Promise<string>;
}): Step {
  const all = listMigrations(input.root);
  const listPending = async () => {
    if (input.found.databaseId === '') return all;
    const applied = await listApplied(input.api, input.accountId, input.found.databaseId);
    return all.filter((file) => !applied.includes(file));
  };
  return {
    name: 'database schema',
    plan: `apply migrations up to ${all.at(-1)}`,
    async look() {
      const pending = await listPending();
      input.found.hasSchema = pending.length === 0;
      return input.found.hasSchema ? `${all.length} migrations, up to ${all.at(-1)}` : null;
    },
    async create() {
      const pending = await listPending();
      await input.wrangler(['d1', 'migrations', 'apply', 'DB', '--remote']);
      input.found.hasSchema = true;
      return `applied ${pending.length} migrations, up to ${all.at(-1)}`;
    },
  };
}
