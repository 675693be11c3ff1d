/**
 * Estimates the monthly cost of the service on Cloudflare. List prices of November 2026, in USD; docs/costs.md has the same table for
 * people.
 */

export interface MonthOfUse {
  /** Existing codes, including the `created` ones of this month. */
  readonly codes: number;
  readonly created: number;
  readonly scans: number;
  /** The share of scans for which the redirect queries D1. */
  readonly missShare: number;
  readonly scanLog: 'analytics_engine' | 'd1';
  /** The number of days in the month on which an average code is scanned: each is a row of scan_days. */
  readonly scannedDays: number;
  /** Views of lists, codes and statistics, by the API and the dashboard. */
  readonly views: number;
  /** Events that go to one webhook each. */
  readonly events: number;
}

export interface CostLine {
  readonly name: string;
  readonly used: number;
  readonly unit: string;
  readonly included: number;
  /** USD per million units, or per GB. */
  readonly price: number;
  readonly usd: number;
}

const MILLION = 1_000_000;

/** A month of which only the codes and the scans are known: what `npm run costs` assumes for the rest. */
export function assumeMonth(codes: number, scans: number): MonthOfUse {
  return {
    codes,
    scans,
    created: Math.ceil(codes / 10),
    views: Math.max(10_000, Math.ceil(scans / 100)),
    events: 0,
    missShare: 0.1,
    scanLog: 'analytics_engine',
    scannedDays: 30,
  };
}

/** Measured: docs/benchmarks.md. */
const CPU_MS = { scan: 1, create: 11, view: 5 };
export const BYTES = { code: 523, scanDay: 39, scan: 230, images: 8_000, copy: 200 };
/** Rows written, as in docs/costs.md: a scan also updates the counters of its code, whose row is in two indexes, and of its account. */
const ROWS = { create: 13, scanInD1: 9, scanDay: 5, requestInD1: 6, event: 14 };
/** A message is written, read and deleted. */
const QUEUE_OPERATIONS_PER_EVENT = 3;
/** The count of a day is rewritten, if it grew, until the day is settled: a few times a day. */
const ROLL_UP_WRITES_PER_SCANNED_DAY = 6;
/** Queries of Analytics Engine: the roll-up runs every ten minutes; a view needs at most one, and repeats none within 30 seconds. */
const ROLL_UP_QUERIES = 30 * 24 * 6 * 2;
const QUERIES_PER_VIEW = 1;
const SWEEP_READS_OF_KV = 30 * 24 * 6 * 100;

/** Requests to the API, each of which its log holds: a point, or rows in D1. Those of the dashboard are taken for requests with a key. */
const requestsOf = ({ created, views }: MonthOfUse) => created + views;

function rowsWrittenBy(use: MonthOfUse): number {
  const ofLogs = use.scans * ROWS.scanInD1 + requestsOf(use) * ROWS.requestInD1;
  return use.created * ROWS.create + use.events * ROWS.event + (use.scanLog === 'd1' ? ofLogs : 0);
}

/** Points in Analytics Engine: each scan, each query of D1 by a scan, each request. */
function pointsOf(use: MonthOfUse): number {
  return use.scanLog === 'd1' ? 0 : use.scans * (1 + use.missShare) + requestsOf(use);
}

/** The lines of a bill on Workers Paid, including its $5. */
export function estimateMonth(use: MonthOfUse): CostLine[] {
  const { codes, created, scans, missShare, views, events } = use;
  const inD1 = use.scanLog === 'd1';
  const scannedDays = Math.min(scans, codes * use.scannedDays);
  const misses = scans * missShare;
  const rollUp = inD1 ? 0 : scannedDays * ROWS.scanDay * ROLL_UP_WRITES_PER_SCANNED_DAY;
  const storedBytes =
    codes * BYTES.code + 12 * scannedDays * BYTES.scanDay + (inD1 ? 3 * scans * BYTES.scan : 0);
  const line = (name: string, unit: string, used: number, included: number, price: number): CostLine => ({
    name,
    unit,
    used,
    included,
    price,
    usd:
      unit === 'GB' ? Math.max(0, used - included) * price : (Math.max(0, used - included) / MILLION) * price,
  });
  return [
    { name: 'Workers Paid', unit: 'month', used: 1, included: 0, price: 5, usd: 5 },
    line('requests', 'requests', scans + requestsOf(use) + events, 10 * MILLION, 0.3),
    line(
      'CPU',
      'ms',
      scans * CPU_MS.scan + created * CPU_MS.create + views * CPU_MS.view,
      30 * MILLION,
      0.02,
    ),
    line('Analytics Engine, points', 'points', pointsOf(use), 10 * MILLION, 0.25),
    line(
      'Analytics Engine, queries',
      'queries',
      inD1 ? 0 : ROLL_UP_QUERIES + views * QUERIES_PER_VIEW,
      MILLION,
      1,
    ),
    line('D1, rows read', 'rows', misses + views * 100 + created * 5, 25_000 * MILLION, 0.001),
    line('D1, rows written', 'rows', rowsWrittenBy(use) + rollUp, 50 * MILLION, 1),
    line('D1, storage', 'GB', storedBytes / 1e9, 5, 0.75),
    line('KV, writes', 'writes', created, MILLION, 5),
    line('KV, reads', 'reads', created + SWEEP_READS_OF_KV, 10 * MILLION, 0.5),
    line('KV, storage', 'GB', (codes * BYTES.copy) / 1e9, 1, 0.5),
    line('R2, writes', 'operations', created * 2, MILLION, 4.5),
    line('R2, storage', 'GB', (codes * BYTES.images) / 1e9, 10, 0.015),
    line('log lines', 'lines', misses + requestsOf(use), 20 * MILLION, 0.6),
    line('queue, operations', 'operations', events * QUEUE_OPERATIONS_PER_EVENT, MILLION, 0.4),
  ];
}

/** What exceeds the daily limits of Workers Free, in words. */
export function listFreeProblems(use: MonthOfUse): string[] {
  const daily = (count: number) => count / 30;
  const inD1 = use.scanLog === 'd1';
  const bytes = use.codes * BYTES.code + (inD1 ? 3 * use.scans * BYTES.scan : 0);
  const checks: [name: string, used: number, limit: number][] = [
    ['requests a day', daily(use.scans + requestsOf(use) + use.events), 100_000],
    ['codes created a day (one KV write each)', daily(use.created), 1_000],
    ['rows written to D1 a day', daily(rowsWrittenBy(use)), 100_000],
    ['points in Analytics Engine a day', daily(pointsOf(use)), 100_000],
    ['queries of Analytics Engine a day', inD1 ? 0 : daily(ROLL_UP_QUERIES + use.views), 10_000],
    ['operations of the queue a day', daily(use.events * QUEUE_OPERATIONS_PER_EVENT), 10_000],
    ['bytes in D1', bytes, 500_000_000],
  ];
  return checks
    .filter(([, used, limit]) => used > limit)
    .map(([name, used, limit]) => `${name}: ${format(used)}, and Free allows ${format(limit)}`);
}

export function format(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
}
