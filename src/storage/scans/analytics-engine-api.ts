import { orUnavailable } from '../unavailable.ts';
import type { ScanSource } from './sql.ts';

export interface AnalyticsEngineConfig extends ScanSource {
  /** A local substitute for the HTTP API, with its own dialect; null if there is none. */
  readonly binding: AnalyticsSqlBinding | null;
  readonly accountId: string | undefined;
  /** Needs the permission "Account Analytics: Read". */
  readonly apiToken: string | undefined;
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs?: number;
}

/** The part of Cloudflare's Analytics SQL binding that is used. */
export interface AnalyticsSqlBinding {
  query(request: { readonly query: string }): Promise<{ readonly data: readonly SqlRow[] }>;
}

export type SqlRow = Readonly<Record<string, unknown>>;

/** Why a query of the SQL API failed. `status` is 0 where there was no response. */
export class AnalyticsEngineError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'AnalyticsEngineError';
    this.status = status;
  }
}

const TIMEOUT_MS = 2_500;
const ATTEMPTS = 2;

/**
 * Sends one SQL text and gives its rows as `read` parses them. Any failure, including a row that `read` refuses, is `StorageUnavailable`,
 * caused by an `AnalyticsEngineError`.
 */
export function querySql<T>(
  config: AnalyticsEngineConfig,
  sql: string,
  read: (row: SqlRow) => T,
): Promise<T[]> {
  return orUnavailable(
    'Analytics Engine',
    queryWithRetry(config, sql).then((rows) => rows.map((row) => read(row))),
  );
}

/** Retries once if that may help at once: no response, or a server error. After "too many requests" everybody waits: query-share.ts. */
async function queryWithRetry(config: AnalyticsEngineConfig, sql: string): Promise<SqlRow[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (config.binding ? askBinding(config.binding, config, sql) : postSql(config, sql));
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error;
    }
  }
}

function isPassing(error: unknown): boolean {
  const status = error instanceof AnalyticsEngineError ? error.status : 0;
  return status === 0 || status >= 500;
}

/** The binding's errors say whether the same query may succeed later. */
async function askBinding(
  binding: AnalyticsSqlBinding,
  { timeoutMs = TIMEOUT_MS }: AnalyticsEngineConfig,
  sql: string,
): Promise<SqlRow[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new AnalyticsEngineError(0, `no response in ${timeoutMs} ms`));
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });
  try {
    return requireRows(await Promise.race([binding.query({ query: sql }), late]));
  } catch (error) {
    if (error instanceof AnalyticsEngineError) throw error;
    const { message = String(error), retryable = false } = error as { message?: string; retryable?: boolean };
    throw new AnalyticsEngineError(retryable ? 503 : 400, message.slice(0, 300));
  }
}

async function postSql(config: AnalyticsEngineConfig, sql: string): Promise<SqlRow[]> {
  const { accountId, apiToken, apiUrl } = config;
  if (!accountId) throw new AnalyticsEngineError(400, 'the variable AE_ACCOUNT_ID is not set');
  if (!apiToken) throw new AnalyticsEngineError(401, 'the secret AE_API_TOKEN is not set');
  const url = `${apiUrl}/accounts/${encodeURIComponent(accountId)}/analytics_engine/sql`;
  const response = await send(config, url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiToken}` },
    body: sql,
  });
  if (!response.ok) {
    throw new AnalyticsEngineError(
      response.status,
      `${response.status} ${(await response.text()).slice(0, 300)}`,
    );
  }
  return parseRows(await response.text());
}

/** A request without a timely response has the status 0. */
async function send(config: AnalyticsEngineConfig, url: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS);
    const response = await config.fetch(url, { ...init, signal });
    // The time limit includes the body.
    return new Response(await response.arrayBuffer(), { status: response.status });
  } catch (error) {
    throw new AnalyticsEngineError(
      0,
      `no response: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The `data` of a response in the format JSON. Any other shape is an error, never an empty result. */
function parseRows(text: string): SqlRow[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AnalyticsEngineError(502, `the response is not JSON (${text.length} characters)`);
  }
  return requireRows(body);
}

function requireRows(body: unknown): SqlRow[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  if (!Array.isArray(data) || !data.every((row) => typeof row === 'object' && row !== null)) {
    throw new AnalyticsEngineError(502, 'the response has no rows in "data"');
  }
  return data as SqlRow[];
}

/** A count in a response: 64-bit integers come as strings, and an aggregate over no rows is null. */
export function toCount(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : (value ?? 0);
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) {
    throw malformed(value);
  }
  return Math.round(number);
}

export function toText(value: unknown): string {
  if (typeof value !== 'string') throw malformed(value);
  return value;
}

function malformed(value: unknown): AnalyticsEngineError {
  return new AnalyticsEngineError(502, `the response holds an unexpected ${typeof value}`);
}
