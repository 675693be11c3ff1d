import { recordChecksums } from '#storage/upkeep/migrations.ts';
import { askOf, type Comparison, compareMigrations, sayFault } from '../../support/compare-migrations.ts';
import { listMigrations } from '../../support/migration-files.ts';
import type { Place } from '../../support/place.ts';
import { InstallationError } from '../cloudflare/explain.ts';
import type { Step } from './run-steps.ts';
import type { Found } from './found.ts';

/** @throws InstallationError if an applied migration was edited, or the database is not as the applied ones make it */
export async function compareSoundly(place: Place, migrationsDir: string): Promise<Comparison> {
  const comparison = await compareMigrations(askOf(place), migrationsDir);
  if (comparison.fault) throw new InstallationError(sayFault(comparison.fault));
  return comparison;
}

export function migrationsStep(input: {
  readonly migrationsDir: string;
  readonly place: () => Place;
  readonly found: Found;
  readonly wrangler: (args: readonly string[]) => Promise<string>;
}): Step {
  const { migrationsDir, place, found } = input;
  const all = listMigrations(migrationsDir);
  const state = `${all.length} migrations, up to ${all.at(-1)}`;
  return {
    name: 'database schema',
    plan: `apply migrations up to ${all.at(-1)}`,
    async look() {
      if (found.databaseId === '') return null;
      const { pending, unrecorded } = await compareSoundly(place(), migrationsDir);
      found.hasSchema = pending.length === 0;
      return pending.length + unrecorded.length === 0 ? state : null;
    },
    async create() {
      const { pending } = await compareSoundly(place(), migrationsDir);
      if (pending.length > 0) await input.wrangler(['d1', 'migrations', 'apply', 'DB', '--remote']);
      const { unrecorded } = await compareSoundly(place(), migrationsDir);
      await recordChecksums(place().binding, unrecorded);
      found.hasSchema = true;
      return pending.length > 0
        ? `applied ${pending.length} migrations, up to ${all.at(-1)}`
        : `recorded the checksums of ${state}`;
    },
  };
}
