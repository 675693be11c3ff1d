import type { BoundStatement, Row } from '../support/binding.ts';
import { type Place, toPlace } from '../support/place.ts';
import { z } from 'zod';
import { type CloudflareApi, NOTHING } from './cloudflare/api.ts';
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

/** A result for each statement. */
const QUERIED = z.array(z.looseObject({ results: z.array(z.looseObject({})) })) as unknown as z.ZodType<
  D1Result<Row>[]
>;
const QUERIED_RAW = z.tuple([z.object({ results: z.object({ rows: z.array(z.array(z.unknown())) }) })]);

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
        ? api.ask(`${databasePath}/query`, body, QUERIED)
        : api.send('POST', `${databasePath}/query`, body, QUERIED);
    },
    async runRaw(statement: BoundStatement) {
      const path = `${databasePath}/raw`;
      const [result] = isRead(statement)
        ? await api.ask(path, statement, QUERIED_RAW)
        : await api.send('POST', path, statement, QUERIED_RAW);
      return result.results.rows;
    },
  };
  return toPlace(carrier, {
    dashboardUrl: `https://${apiHost}`,
    async putPairs(pairs) {
      const path = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/bulk`;
      for (let i = 0; i < pairs.length; i += MAX_PAIRS)
        await api.send('PUT', path, pairs.slice(i, i + MAX_PAIRS), NOTHING);
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
    `This checkout does not know an installation "${name}": run npm run setup first, with its --domain if it has one. It finds what exists in the account, and creates nothing twice.`,
  );
}
