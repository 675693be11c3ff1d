import { join, resolve } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './installation-options.ts';
import { openLocalDatabase } from './local/database.ts';
import type { Place } from './place.ts';
import { readRunningUrl } from './local/state-folder.ts';

/** The options that choose a database, for every operator command. */
export const PLACE_OPTIONS = {
  ...INSTALLATION_OPTIONS,
  remote: { type: 'boolean' },
  state: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const PLACE_HELP = `  --state DIR           the local database in this folder, as in npm start (.wrangler)
  --remote              the database that npm run setup created
${INSTALLATION_HELP}`;

/** Opens the database that the options name. The caller disposes of it. */
export async function openPlace(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Place & AsyncDisposable> {
  const { remote, installation, environment, state } = values;
  if (remote && state !== undefined)
    throw new Error('--state names a local database, and --remote the deployed one: leave one of them out.');
  if (!remote) {
    if (installation !== undefined || environment !== undefined)
      throw new Error('--installation and --environment choose a deployed database: add --remote.');
    const stateDir = resolve(String(state ?? '.wrangler'));
    return { ...openLocalDatabase(join(stateDir, 'state')), dashboardUrl: readRunningUrl(stateDir) };
  }
  // Imported only here: it loads wrangler, which local commands do not need.
  const { openInstalledPlace } = await import('../installation/database-place.ts');
  const { createPlatform } = await import('../installation/local-platform.ts');
  const place = await openInstalledPlace(createPlatform(), {
    installation: installation?.toString(),
    environment: environment?.toString(),
  });
  return { ...place, [Symbol.asyncDispose]: async () => undefined };
}
