import type { BoundStatement, Row } from '../support/binding.ts';
import { type Place, toPlace } from '../support/place.ts';
import type { CloudflareApi } from './cloudflare/api.ts';
import { InstallationError } from './cloudflare/explain.ts';
import { type Installation, openFolder } from './settings/folder.ts';
import type { Platform } from './platform.ts';
import { openSession } from './session.ts';
import { readName, type SettingOptions } from './settings/settings.ts';

export interface PlaceAddress {
  readonly accountId: string;
  readonly databaseId: string;
  readonly namespaceId: string;
}

/** Cloudflare's maximum for one request. */
const MAX_PAIRS = 10_000;

/** Whether a statement changes nothing, so that it can be sent again. A doubtful one counts as a change. */
function isRead({ sql }: BoundStatement): boolean {
  return /^\s*(select|with|pragma)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
}

/** The database and the namespace of an installation, over Cloudflare's API. */
export function placeOf(
  api: CloudflareApi,
  { accountId, databaseId, namespaceId }: PlaceAddress,
  apiHost: string,
): Place {
  const databasePath = `/accounts/${accountId}/d1/database/${databaseId}`;
  const carrier = {
    run(statements: readonly BoundStatement[]) {
      const batch = statements.map(({ sql, params }) => ({ sql, params }));
      const body = batch.length === 1 ? batch[0] : { batch };
      return statements.every(isRead)
        ? api.ask<D1Result<Row>[]>(`${databasePath}/query`, body)
        : api.send<D1Result<Row>[]>('POST', `${databasePath}/query`, body);
    },
    async runRaw(statement: BoundStatement) {
      type RawResult = { readonly results: { readonly rows: unknown[][] } };
      const path = `${databasePath}/raw`;
      const [result] = isRead(statement)
        ? await api.ask<RawResult[]>(path, statement)
        : await api.send<RawResult[]>('POST', path, statement);
      return result?.results.rows ?? [];
    },
  };
  return toPlace(carrier, {
    dashboardUrl: `https://${apiHost}`,
    async putPairs(pairs) {
      const path = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/bulk`;
      for (let i = 0; i < pairs.length; i += MAX_PAIRS)
        await api.send('PUT', path, pairs.slice(i, i + MAX_PAIRS));
    },
  });
}

/** The database and the namespace of an installation, from its folder. */
export async function openInstalledPlace(platform: Platform, options: SettingOptions): Promise<Place> {
  const installation = readInstallation(platform, options);
  const { api } = await openSession(platform);
  return placeOf(api, installation, installation.settings.apiHost);
}

/** What this machine knows of an installation; throws if it knows nothing. */
export function readInstallation(platform: Platform, options: SettingOptions): Installation {
  const name = readName(options);
  const installation = openFolder(platform.installationsDir, name).read();
  if (installation) return installation;
  throw new InstallationError(
    `This checkout does not know an installation "${name}": run npm run setup with its --domain first. It finds what exists in the account, and creates nothing twice.`,
  );
}
