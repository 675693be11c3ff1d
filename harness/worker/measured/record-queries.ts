import { env } from 'cloudflare:workers';
import { withFault } from '../faults.ts';

/** The database; `onQuery` is called with every SQL text just before it is prepared, also in a session. */
export function watchQueries(onQuery: (sql: string) => void): D1Database {
  const prepareOn = (watched: Pick<D1Database, 'prepare'>) => (sql: string) => {
    onQuery(sql);
    return watched.prepare(sql);
  };
  return withFault(env.DB, {
    prepare: prepareOn(env.DB),
    withSession: (wanted: string) => {
      const session = env.DB.withSession(wanted);
      return withFault(session, { prepare: prepareOn(session) });
    },
  });
}

/**
 * The same without the look-ups of API keys, because the clock decides whether a key is still cached, and a busy machine is slow; and without
 * the log of requests, which is written after the response.
 */
export function watchQueriesButKeys(onQuery: (sql: string) => void): D1Database {
  return watchQueries((sql) => {
    if (!sql.includes('from "api_keys"') && !sql.includes('into "api_requests"')) onQuery(sql);
  });
}

/** The database, and every SQL text that is prepared on it from now on, as sent. */
export function recordQueries(): { readonly DB: D1Database; readonly queries: ReadonlySet<string> } {
  const queries = new Set<string>();
  return { DB: watchQueries((sql) => queries.add(sql)), queries };
}

/** SQLite's plan for a query: a line for each table or index that it reads. */
export async function explain(query: string): Promise<string[]> {
  // `?1` may occur twice: as `?`, each occurrence needs its own value, and the plan stays the same.
  const anonymous = query.replace(/\?\d+/g, '?');
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${anonymous}`)
    .bind(...Array.from({ length: (anonymous.match(/\?/g) ?? []).length }, () => '1'))
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}
