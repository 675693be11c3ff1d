import { formatTimeCursor, parseTimeCursor, type TimePosition } from '../lists/time-cursor.ts';
import { DAY_MS } from '../utc-day.ts';

/** An authenticated request as the log of its account keeps it: never a value that was sent, an address or a user agent. */
export interface ApiRequest {
  readonly accountId: string;
  readonly requestedAtMs: number;
  readonly keyId: string;
  readonly method: string;
  /** With the ids in it, without the query. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly requestId: string;
  /** The names of the fields at fault. */
  readonly fields: readonly string[];
}

export interface LoggedRequest extends Omit<ApiRequest, 'accountId'> {
  /** Its place among those of the same time. */
  readonly id: string;
  /** How many requests like it there were: more than 1 where the log keeps only a sample. */
  readonly standsFor: number;
}

export interface RequestFilter {
  readonly keyId: string | null;
  readonly isFailed: boolean;
}

export const REQUESTS_KEPT_MS = 7 * DAY_MS;
/** The newest ones that D1 keeps of an account. */
export const MOST_REQUESTS = 10_000;
/** The first status of a failure. */
export const FIRST_FAILURE = 400;

/** The request as it is logged: callers choose how long a path is and, of fields that do not exist, their names and number. */
export function cutRequest(request: ApiRequest): ApiRequest {
  const fields = request.fields.map((name) => name.slice(0, 60));
  return { ...request, path: request.path.slice(0, 200), fields: [...new Set(fields)].slice(0, 10) };
}

export function formatRequestCursor({ requestedAtMs, id }: LoggedRequest): string {
  return formatTimeCursor({ timeMs: requestedAtMs, id });
}

/** Reads a cursor; null if `formatRequestCursor` did not make the text. */
export function parseRequestCursor(text: string): TimePosition | null {
  return parseTimeCursor(text, /^[0-9a-f-]{1,36}$/);
}
