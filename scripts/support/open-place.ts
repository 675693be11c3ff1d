import { join, resolve } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { openLocalDatabase } from './local-database.ts';
import type { Place } from './place.ts';
import { readRunningUrl } from './state-folder.ts';

/** The options that choose a database, for every operator command. */
export const PLACE_OPTIONS = {
  remote: { type: 'boolean' },
  installation: { type: 'string' },
  state: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const PLACE_HELP =
  'The local database by default (--state DIR, as in npm start); --remote for the one that npm run setup created (--installation NAME if there are several).';

/** Opens the database that the options name. The caller disposes of it. */
export async function openPlace(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Place & AsyncDisposable> {
  const { remote, installation, state } = values;
  if (!remote) {
    const stateDir = resolve(String(state ?? '.wrangler'));
    return { ...openLocalDatabase(join(stateDir, 'state')), dashboardUrl: readRunningUrl(stateDir) };
  }
  // Imported only here: it loads wrangler, which local commands do not need.
  const { openInstalledPlace } = await import('../installation/database-place.ts');
  const { createPlatform } = await import('../installation/local-platform.ts');
  const place = await openInstalledPlace(createPlatform(), { name: installation?.toString() });
  return { ...place, [Symbol.asyncDispose]: async () => undefined };
}
