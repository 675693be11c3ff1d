import type { Context } from 'hono';
import type { Person } from '../core/account.ts';
import type { Dependencies } from '../service/dependencies.ts';

/** What a request of the dashboard carries. The API, which mounts the dashboard, sets the first two. */
export interface DashboardEnv {
  Bindings: ApiEnv;
  Variables: {
    requestId: string;
    deps: Dependencies;
    /** Set behind `requireSession`. */
    person: Person;
    sessionId: string;
  };
}

export type DashboardContext = Context<DashboardEnv>;
