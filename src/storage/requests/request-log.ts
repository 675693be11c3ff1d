import type { TimePosition } from '#core/lists/time-cursor.ts';
import type { ApiRequest, LoggedRequest, RequestFilter } from '#core/requests/api-request.ts';

export interface RequestLog {
  record(request: ApiRequest): Promise<void>;
  /** An account's requests that match, newest first. */
  list(accountId: string, page: RequestPage): Promise<LoggedRequest[]>;
}

export interface RequestPage {
  readonly filter: RequestFilter;
  readonly sinceMs: number;
  /** Behind which entry; null for the newest ones. */
  readonly after: TimePosition | null;
  readonly limit: number;
}
