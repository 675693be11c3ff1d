import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { SQLInputValue } from 'node:sqlite';
import type { Account, Database } from '../account.ts';

interface Query {
  readonly sql: string;
  /** A list of bytes is a BLOB. */
  readonly params?: readonly (SQLInputValue | number[])[] | null;
}

/**
 * The D1 databases of an account for Workers in workerd, whose real binding asks them over HTTP: so that a Worker reads what the API was told,
 * and the other way around.
 */
export async function serveDatabases({
  databases,
}: Account): Promise<{ readonly url: (databaseId: string) => URL; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    void readQueries(request).then(({ databaseId, queries, format }) =>
      response.end(JSON.stringify(answer(databases.get(databaseId)!, queries, format))),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: (databaseId) => new URL(`http://127.0.0.1:${port}/${databaseId}`),
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

/** What the binding asks: its own address is in a header. */
async function readQueries(request: IncomingMessage) {
  const { searchParams } = new URL(String(request.headers['mf-url']));
  return {
    databaseId: (request.url ?? '').slice(1),
    queries: [await json(request)].flat() as Query[],
    format: searchParams.get('resultsFormat'),
  };
}

function answer({ copy }: Database, queries: readonly Query[], format: string | null): unknown {
  try {
    const asked = queries.map(({ sql, params }) => ({
      sql,
      params: (params ?? []).map((value) => (Array.isArray(value) ? new Uint8Array(value) : value)),
    }));
    return copy.batch(asked).map(({ results, raw, changes }) => ({
      success: true,
      results: format === 'ROWS_AND_COLUMNS' ? raw : results,
      meta: {
        served_by_primary: true,
        duration: 0.1,
        changes,
        last_row_id: 0,
        changed_db: changes > 0,
        size_after: copy.fileSize,
        rows_read: 0,
        rows_written: 0,
      },
    }));
  } catch (error) {
    return { success: false, error: (error as Error).message };
  }
}
