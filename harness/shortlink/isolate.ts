import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { watchQueries } from '../worker/measured/record-queries.ts';
import { createRedirect } from '#shortlink/redirect.ts';

export interface Visit extends Omit<RequestInit, 'headers' | 'cf'> {
  readonly headers?: Record<string, string>;
  readonly cf?: Record<string, string | undefined>;
}

/** What the phone of a visitor sends, unless a test says otherwise. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** A short-link Worker with its own memory and clock, that counts its queries. All share the cache of the colo. */
export class Isolate {
  nowMs: number;
  queries = 0;
  readonly #bindings: Partial<ShortlinkEnv>;
  readonly #redirect = createRedirect({ nowMs: () => this.nowMs });
  readonly #DB = watchQueries(() => this.queries++);

  constructor(nowMs: number, bindings: Partial<ShortlinkEnv> = {}) {
    this.nowMs = nowMs;
    this.#bindings = bindings;
  }

  /** A visit whose response and work may never end. A path alone is one on the operator’s host. */
  start(path: string, visit: Visit = {}, bindings: Partial<ShortlinkEnv> = {}) {
    const ctx = createExecutionContext();
    const request = new Request(path.startsWith('/') ? `https://go.example.com${path}` : path, {
      redirect: 'manual',
      ...visit,
      headers: { 'User-Agent': PHONE, 'CF-Connecting-IP': '192.0.2.7', ...visit.headers },
    });
    const all = { ...env, DB: this.#DB, ...this.#bindings, ...bindings };
    return { ctx, response: this.#redirect(request, all, ctx) };
  }

  /** The response to a visit, whose work after the response is done. */
  async visit(path: string, visit: Visit = {}, bindings: Partial<ShortlinkEnv> = {}): Promise<Response> {
    const started = this.start(path, visit, bindings);
    const response = await started.response;
    await waitOnExecutionContext(started.ctx);
    return response;
  }

  /** Where a visit leads, or its status. */
  async locate(path: string, bindings: Partial<ShortlinkEnv> = {}): Promise<string | number> {
    const { headers, status } = await this.visit(path, {}, bindings);
    return headers.get('Location') ?? status;
  }
}
