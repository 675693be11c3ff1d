import { join, resolve } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { openLocalDatabase } from './local-database.ts';
import type { Place } from './place.ts';
import { readRunningUrl } from './state-folder.ts';

/** Options with which every command of an operator chooses its database. */
export const PLACE_OPTIONS = {
  remote: { type: 'boolean' },
  installation: { type: 'string' },
  state: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const PLACE_HELP =
  'The local database by default (--state DIR, as of npm start); --remote for the one that npm run setup made (--installation NAME where there are several).';

/** The database that the options name. Whoever opened it disposes of it. */
export async function openPlace(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Place & AsyncDisposable> {
  const { remote, installation, state } = values;
  if (!remote) {
    const stateDir = resolve(String(state ?? '.wrangler'));
    return { ...openLocalDatabase(join(stateDir, 'state')), dashboardUrl: readRunningUrl(stateDir) };
  }
  // Imported here: it brings wrangler, which a local command does not use.
  const { openInstalledPlace } = await import('../installation/database-place.ts');
  const { createPlatform } = await import('../installation/local-platform.ts');
  const place = await openInstalledPlace(createPlatform(), { name: installation?.toString() });
  return { ...place, [Symbol.asyncDispose]: async () => undefined };
}
