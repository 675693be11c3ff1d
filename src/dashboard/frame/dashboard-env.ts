import type { Context } from 'hono';
import type { Person } from '#core/accounts/account.ts';
import type { CodeStream } from '#service/codes/read.ts';
import type { Attempts } from '#storage/attempts.ts';
import type { ImportDependencies } from '#service/imports/row-gate.ts';

/** The media types of an export of codes. */
type CodeExportType = 'text/csv' | 'application/x-ndjson';

/** Writes codes as the API's export does; the API gives it to the dashboard, so that both write the same file. */
export type StreamCodes = (
  codes: CodeStream,
  type: CodeExportType,
  hosts: Pick<ApiEnv, 'SHORT_URL_BASE' | 'CDN_URL'>,
) => ReadableStream<Uint8Array>;

/** What a request of the dashboard carries. The API sets the first three variables before it calls the dashboard. */
export interface DashboardEnv {
  Bindings: ApiEnv;
  Variables: {
    requestId: string;
    deps: ImportDependencies;
    attempts: Attempts;
    /** `requireSession` sets these two. */
    person: Person;
    sessionId: string;
    /** Whether the person signed in within the last 10 minutes. */
    isFresh: boolean;
  };
}

export type DashboardContext = Context<DashboardEnv>;
