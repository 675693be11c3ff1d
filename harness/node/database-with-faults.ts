import type { RunningWorker } from './run-worker.ts';

/**
 * A Worker between the short-link Worker's production bundle and its D1. It counts the queries and, as set at `/fault`, answers them late,
 * with an error, or never. It is bound as `DB`: D1's `withSession().prepare().bind().all()` pipelines over RPC unchanged. It gives no
 * bookmarks: over RPC, none comes at once.
 */
export const DATABASE_WITH_FAULTS = `
import { RpcTarget, WorkerEntrypoint } from 'cloudflare:workers';

let fault = { mode: 'none', delayMs: 0 };
let queries = 0;

class Statement extends RpcTarget {
  #statement;
  constructor(statement) {
    super();
    this.#statement = statement;
  }
  bind(...values) {
    return new Statement(this.#statement.bind(...values));
  }
  async all() {
    queries++;
    const { mode, delayMs } = fault;
    if (mode === 'error') throw new Error('D1_ERROR: the database is down');
    const result = await this.#statement.all();
    await new Promise((resume) => setTimeout(resume, mode === 'hang' ? 60_000 : delayMs));
    return result;
  }
}

class Session extends RpcTarget {
  #session;
  constructor(session) {
    super();
    this.#session = session;
  }
  prepare(sql) {
    return new Statement(this.#session.prepare(sql));
  }
  getBookmark() {
    return null;
  }
}

export class Database extends WorkerEntrypoint {
  withSession(wanted) {
    return new Session(this.env.REAL_DB.withSession(wanted));
  }
}

export default {
  async fetch(request) {
    if (request.method === 'POST') fault = await request.json();
    const asked = queries;
    if (request.method === 'POST') queries = 0;
    return Response.json({ queries: asked });
  },
};
`;

export interface Fault {
  readonly mode: 'none' | 'error' | 'hang';
  /** The minimum time for each response. */
  readonly delayMs?: number;
}

/** Sets the fault, resets the count of queries, and returns the previous count. */
export async function setFault({ miniflare }: RunningWorker, fault: Fault): Promise<number> {
  const worker = await miniflare.getWorker('database-with-faults');
  const response = await worker.fetch('http://localhost/fault', {
    method: 'POST',
    body: JSON.stringify({ delayMs: 0, ...fault }),
  });
  return ((await response.json()) as { queries: number }).queries;
}

export async function countQueries({ miniflare }: RunningWorker): Promise<number> {
  const worker = await miniflare.getWorker('database-with-faults');
  return ((await (await worker.fetch('http://localhost/fault')).json()) as { queries: number }).queries;
}
