import type { Context } from 'hono';
import type { Person } from '#core/accounts/account.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { Attempts } from '#storage/attempts.ts';
import type { Dependencies } from '#service/dependencies.ts';
import type { Views } from './offered-views.ts';

/** The values that a request of the dashboard carries. The API sets the first three before it calls the dashboard. */
export interface DashboardEnv {
  Bindings: ApiEnv;
  Variables: {
    requestId: string;
    deps: Dependencies;
    attempts: Attempts;
    /** `requireSession` sets these two. */
    person: Person;
    sessionId: string;
    /** Whether the person signed in within the last 10 minutes. */
    isFresh: boolean;
    /** The time zone of the page, if nobody chose or reported one: `frame/reader-zone.ts` sets it. */
    guessedZone?: TimeZone;
    /** `offerViews` sets it on the pages that have views. */
    views?: Views;
  };
}

export type DashboardContext = Context<DashboardEnv>;
