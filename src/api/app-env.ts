import type { Actor } from '#core/accounts/account.ts';
import type { ErrorCode, FieldError } from '#contract/problems/error-codes.ts';
import type { Dependencies } from '#service/dependencies.ts';
import type { readJobs } from '#service/upkeep/successes.ts';
import type { Attempts } from '#storage/attempts.ts';

/** Each binding by name: whether it responds, and how to fix it if it does not. */
export type HealthChecks = Readonly<Record<string, { readonly ok: boolean; readonly fix?: string }>>;

/** What the service says about itself. */
export interface Health {
  readonly version: string;
  readonly checks: HealthChecks;
  /** When each job of the cron last succeeded; null if the database does not say. */
  readonly jobs: Awaited<ReturnType<typeof readJobs>> | null;
}

/** The values that each request carries through middleware and handlers. */
export interface AppEnv {
  Bindings: ApiEnv;
  Variables: {
    requestId: string;
    deps: Dependencies;
    /** Shared by all requests of the isolate. */
    attempts: Attempts;
    readHealth: (env: ApiEnv) => Promise<Health>;
    /** `renderError` sets it, and the log reads it. */
    errorCode: ErrorCode | undefined;
    /** Codes that the account has created this month; set once the request creates some. */
    codesOfMonth: number | undefined;
    /** The fields at fault, of the same. */
    errorFields: readonly FieldError[] | undefined;
    /** The operation that a tool of assistants ran last: what the log names. */
    ran: { readonly method: string; readonly path: string; readonly status: number } | undefined;
    /** `authenticate` sets it; it exists only under `/v1`. */
    actor: Actor;
  };
}
