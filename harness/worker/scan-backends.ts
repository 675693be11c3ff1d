import { randomCodeId } from '../data/random.ts';
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import { createApp, type App } from '#api/app.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Scan } from '#core/scans/scan.ts';
import type { AnalyticsSqlBinding } from '#storage/scans/analytics-engine-api.ts';
import { createAnalyticsEngineScanLog, createD1ScanLog } from '#storage/scans/log.ts';
import { type ApiClient, createClient, withJson } from './api-client.ts';
import { withStatements } from './faults.ts';
import { STAND_IN } from '../programs/analytics-engine-account.ts';
import { seedCode } from '../data/seed.ts';

export type NewScan = Pick<Scan, 'atMs'> & Partial<Scan>;

/** One of the two scan logs, and the API configured to read it. */
export interface ScanBackend {
  readonly env: Partial<ApiEnv>;
  /** Records scans through the log that the short-link Worker writes. A sampled log keeps one in `sampleInterval` scans. */
  record(codeId: CodeId, scans: readonly NewScan[], sampleInterval?: number): Promise<void>;
}

const apiUrl = inject('analyticsEngineUrl');

export const D1: ScanBackend = {
  env: { SCAN_LOG: 'd1' },
  // In one batch: each scan is a transaction otherwise, and tests record hundreds.
  async record(codeId, scans) {
    const inserts: D1PreparedStatement[] = [];
    const log = createD1ScanLog(
      withStatements(env.DB, (sql) => ({
        bind: (...values: unknown[]) => ({ run: () => inserts.push(env.DB.prepare(sql).bind(...values)) }),
      })),
    );
    for (const scan of scans) await log.record(toScan(codeId, scan));
    if (inserts.length > 0) await env.DB.batch(inserts);
  },
};

/** Null on a machine without ClickHouse. */
export const ANALYTICS_ENGINE: ScanBackend | null =
  apiUrl === null ? null : createAnalyticsEngineBackend(apiUrl);

/** The same points, read through a stand-in for the Analytics SQL binding. */
export const ANALYTICS_SQL: ScanBackend | null =
  ANALYTICS_ENGINE && apiUrl !== null
    ? { ...ANALYTICS_ENGINE, env: { SCAN_LOG: 'analytics_engine', ...bindingTo(apiUrl) } }
    : null;

type NamedBackend = [name: string, backend: ScanBackend];

/** Both logs, each by the way to it that deployed services use. */
export const LOGS: NamedBackend[] = [
  ['D1', D1],
  ...(ANALYTICS_ENGINE ? [['Analytics Engine', ANALYTICS_ENGINE] as NamedBackend] : []),
];

/** Every way to a log. test/scans/scan-sql.test.ts proves of each query that the binding understands it too. */
export const BACKENDS: NamedBackend[] = [
  ...LOGS,
  ...(ANALYTICS_SQL ? [['the Analytics SQL binding', ANALYTICS_SQL] as NamedBackend] : []),
];

/**
 * Follows developers.cloudflare.com/analytics/sql-api: a schema before the dataset, no FORMAT, no exact maximum, and automatically weighted
 * counts, even for a sum of the weights.
 */
function bindingTo(url: string): Partial<ApiEnv> {
  const binding: AnalyticsSqlBinding = {
    async query({ query }) {
      if (/\bFORMAT\b|\bmax\(/.test(query))
        throw Object.assign(new Error('not supported'), { retryable: false });
      const sql = query
        .replaceAll(`SUM(_sample_interval)`, 'SUM(_sample_interval * _sample_interval)')
        .replaceAll('COUNT()', 'SUM(_sample_interval)')
        .replaceAll(/SUM\(if\((.*?), 1, 0\)\)/g, 'SUM(if($1, _sample_interval, 0))')
        .replaceAll('APPROX_MAX(', 'max(')
        .replaceAll('events.analyticsEngine.', '');
      const response = await fetch(`${url}/accounts/${STAND_IN.accountId}/analytics_engine/sql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${STAND_IN.apiToken}` },
        body: `${sql} FORMAT JSON`,
      });
      if (!response.ok)
        throw Object.assign(new Error(await response.text()), { retryable: response.status >= 500 });
      return response.json();
    },
  };
  return { ANALYTICS_SQL: binding } as Partial<ApiEnv>;
}

function settingsFor(url: string): Partial<ApiEnv> {
  return {
    SCAN_LOG: 'analytics_engine',
    AE_ACCOUNT_ID: STAND_IN.accountId,
    AE_API_TOKEN: STAND_IN.apiToken,
    AE_API_URL: url,
  };
}

/** Analytics Engine as the `fetch` of a test responds. */
export const FAKED: ScanBackend = {
  env: settingsFor('https://analytics.example'),
  record: () => Promise.reject(new Error('nothing is recorded here')),
};

function createAnalyticsEngineBackend(url: string): ScanBackend {
  return {
    env: settingsFor(url),
    async record(codeId, scans, sampleInterval = 1) {
      const rows: string[] = [];
      for (const scan of scans) {
        const dataset: AnalyticsEngineDataset = {
          writeDataPoint: (point) => void (point && rows.push(toRow(scan.atMs, sampleInterval, point))),
        };
        await createAnalyticsEngineScanLog(dataset).record(toScan(codeId, scan));
      }
      const response = await fetch(`${url}/points`, { method: 'POST', body: rows.join('\n') });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

/** The row that Analytics Engine makes from a point: blobs by position, and a timestamp in whole seconds. */
function toRow(atMs: number, sampleInterval: number, point: AnalyticsEngineDataPoint): string {
  const blobs = Object.fromEntries((point.blobs ?? []).map((blob, i) => [`blob${i + 1}`, blob]));
  return JSON.stringify({
    dataset: STAND_IN.dataset,
    timestamp: Math.floor(atMs / 1_000),
    _sample_interval: sampleInterval,
    index1: point.indexes?.[0],
    ...blobs,
  });
}

function toScan(codeId: CodeId, scan: NewScan): Scan {
  return {
    codeId,
    device: 'mobile',
    visitorKey: 'visitor',
    country: null,
    region: null,
    city: null,
    os: null,
    rule: null,
    variant: null,
    browser: null,
    referrer: null,
    language: null,
    accountId: null,
    name: null,
    source: 'unknown',
    linkType: null,
    ...scan,
  };
}

/** What a test needs to query an API as one owner, with one clock. */
export interface Owner extends ApiClient {
  readonly app: App;
  get<T>(path: string, headers?: Record<string, string>): Promise<T>;
}

/**
 * An account whose API reads this backend, at a time that the test sets. `fetch` queries Analytics Engine, for every figure unless the test
 * says how long figures stay fresh.
 */
export async function createOwner(
  backend: ScanBackend,
  nowMs: () => number,
  doFetch: typeof fetch = (input, init) => fetch(input, init),
  figuresFreshMs = 0,
): Promise<Owner> {
  const app = createApp({ nowMs, fetch: doFetch, figuresFreshMs, sleep: () => Promise.resolve() });
  const client = await createClient({ app });
  const request: ApiClient['request'] = (method, path, body, options = {}) =>
    client.request(method, path, body, { ...options, env: { ...backend.env, ...options.env } });
  return {
    ...client,
    ...withJson(request),
    app,
    async get(path, headers = {}) {
      const response = await request('GET', path, undefined, { headers });
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}

/** A dynamic code of the owner, with an id that no other test uses. */
export function createCode(owner: Owner, createdAtMs?: number): Promise<CodeId> {
  const codeId = randomCodeId();
  const time = createdAtMs === undefined ? {} : { createdAtMs };
  return seedCode(env.DB, { accountId: owner.accountId, codeId, ...time });
}

/** A dynamic code of the owner with these scans. */
export async function createScannedCode(
  owner: Owner,
  backend: ScanBackend,
  scans: readonly NewScan[],
  { tags = [], createdAtMs }: { tags?: readonly string[]; createdAtMs?: number } = {},
): Promise<CodeId> {
  const codeId = await createCode(owner, createdAtMs);
  if (tags.length > 0) await owner.request('PATCH', `/v1/qr/qr_${codeId}`, { tags });
  await backend.record(
    codeId,
    scans.map((scan) => ({ accountId: owner.accountId, ...scan })),
  );
  return codeId;
}
