import { listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import { listMigrations } from '../../support/migration-files.ts';
import type { Place } from '../../support/place.ts';
import type { Step } from './run-steps.ts';
import type { Found } from './found.ts';

export function migrationsStep(input: {
  readonly migrationsDir: string;
  readonly place: () => Place;
  readonly found: Found;
  readonly wrangler: (args: readonly string[]) => Promise<string>;
}): Step {
  const all = listMigrations(input.migrationsDir);
  const listPending = async () => {
    if (input.found.databaseId === '') return all;
    const applied = await listAppliedMigrations(input.place().binding);
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
