import type { Account } from './account.ts';

/** A request that reached the account it names, with what its path holds. */
export interface ApiRequest {
  readonly account: Account;
  /** What stands where the route's pattern has a `:name`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly contentType: string;
}

/** A handler gives the `result` of Cloudflare's envelope, throws an `ApiFailure`, or gives a whole `Response`. */
export type Handler = (request: ApiRequest) => unknown;

/** Handlers by `METHOD /path/with/:names`. */
export type Routes = Readonly<Record<string, Handler>>;

/** A refusal as Cloudflare words it: an HTTP status, an error code, a message. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function readJson(request: ApiRequest): Record<string, unknown> {
  return JSON.parse(request.body.toString('utf8') || '{}') as Record<string, unknown>;
}

export function param(request: ApiRequest, name: string): string {
  return request.params[name] ?? '';
}
