import type { CloudflareApi } from './api.ts';

export interface DatabaseAddress {
  readonly accountId: string;
  readonly databaseId: string;
}

export type SqlValue = string | number | null;

interface QueryResult<T> {
  readonly results: T[];
}

/** Sends SQL to a deployed D1 database; several statements are one transaction. Gives the rows of the last one. */
export async function queryDatabase<T>(
  api: CloudflareApi,
  { accountId, databaseId }: DatabaseAddress,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<T[]> {
  const results = await api.send<QueryResult<T>[]>(
    'POST',
    `/accounts/${accountId}/d1/database/${databaseId}/query`,
    params.length > 0 ? { sql, params } : { sql },
  );
  return results.at(-1)?.results ?? [];
}
