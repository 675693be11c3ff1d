import type { DatabasePlace, Row } from '../support/local-database.ts';
import type { CloudflareApi } from './cloudflare/api.ts';
import { InstallationError } from './cloudflare/explain.ts';
import { type NamespaceAddress, putValues } from './cloudflare/put-values.ts';
import { type DatabaseAddress, queryDatabase } from './cloudflare/query-database.ts';
import { type Installation, openFolder } from './folder.ts';
import type { Platform } from './platform.ts';
import { openSession } from './session.ts';
import { readName, type SettingOptions } from './settings.ts';

/** The database of an installation, for the commands on accounts and keys. */
export function placeOf(
  api: CloudflareApi,
  address: DatabaseAddress & NamespaceAddress,
  apiHost: string,
): DatabasePlace {
  return {
    dashboardUrl: `https://${apiHost}`,
    query: (sql) => queryDatabase<Row>(api, address, sql),
    putCopies: (copies) => putValues(api, address, copies),
  };
}

/** The same, from the installation's folder. */
export async function openInstalledPlace(
  platform: Platform,
  options: SettingOptions,
): Promise<DatabasePlace> {
  const installation = readInstallation(platform, options);
  const { api } = await openSession(platform);
  return placeOf(api, installation, installation.settings.apiHost);
}

/** What is known of an installation on this machine; throws where nothing is. */
export function readInstallation(platform: Platform, options: SettingOptions): Installation {
  const name = readName(options);
  const installation = openFolder(platform.installationsDir, name).read();
  if (installation) return installation;
  throw new InstallationError(
    `This checkout does not know an installation "${name}": run npm run setup with its --domain first. What exists in the account is found, and nothing is created twice.`,
  );
}
