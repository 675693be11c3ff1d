import autocannon, { type Request, type Result } from 'autocannon';

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Load {
  readonly name: string;
  readonly url: string;
  /** Paths to request in turn; the URL's own path if absent. */
  readonly paths?: readonly string[];
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Record<string, string>;
  /** Headers to use in turn, one set per request, instead of `headers`. */
  readonly headersInTurn?: readonly Record<string, string>[];
  readonly body?: string;
  /** The status that every response must have; otherwise the run is worthless. */
  readonly expectStatus: number;
}

/** Runs the loads in turns, `rounds` times, and returns each one's median: on a noisy machine, only what ran side by side is comparable. */
export async function alternate(
  loads: readonly Load[],
  options: { readonly rounds: number; readonly seconds: number; readonly connections: number },
): Promise<Map<string, LoadResult>> {
  const results = new Map<string, LoadResult[]>(loads.map((load) => [load.name, []]));
  for (let round = 0; round < options.rounds; round++) {
    for (const load of loads)
      results.get(load.name)?.push(await measure(load, options.seconds, options.connections));
  }
  return new Map([...results].map(([name, runs]) => [name, medianOf(runs)]));
}

export async function measure(load: Load, seconds: number, connections: number): Promise<LoadResult> {
  let sent = 0;
  /** Autocannon builds each request from this. */
  const next = (request: Request): Request => {
    const turn = sent++;
    const path = load.paths?.[turn % load.paths.length] ?? request.path;
    const headers = load.headersInTurn?.[turn % load.headersInTurn.length] ?? request.headers;
    return { ...request, ...(path ? { path } : {}), ...(headers ? { headers } : {}) };
  };
  const milliseconds: number[] = [];
  const result = await new Promise<Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: load.url,
        method: load.method ?? 'GET',
        duration: seconds,
        connections,
        ...(load.headers ? { headers: load.headers } : {}),
        ...(load.body ? { body: load.body } : {}),
        ...(load.paths || load.headersInTurn ? { requests: [{ setupRequest: next }] } : {}),
      },
      (error: Error | null, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    // autocannon's own percentiles are whole milliseconds.
    run.on('response', (_client, _status, _bytes, responseTime) => milliseconds.push(responseTime));
  });
  requireStatus(load, result.errors, Object.keys(result.statusCodeStats ?? {}));
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    ...percentilesOf(milliseconds),
  };
}

/** Throws if a run had errors, or a response with another status than the load's. */
export function requireStatus(load: Load, errors: number, statuses: readonly string[]): void {
  if (errors === 0 && statuses.join() === String(load.expectStatus)) return;
  throw new Error(
    `${load.name}: ${errors} errors, statuses ${statuses.join(', ')} instead of ${load.expectStatus}`,
  );
}

export function percentilesOf(milliseconds: readonly number[]): Pick<LoadResult, 'p50Ms' | 'p99Ms'> {
  const sorted = Float64Array.from(milliseconds).sort();
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}

export function medianOf(runs: readonly LoadResult[]): LoadResult {
  const pick = (value: (run: LoadResult) => number) => median(runs.map(value));
  return {
    requests: pick((run) => run.requests),
    requestsPerSecond: pick((run) => run.requestsPerSecond),
    p50Ms: pick((run) => run.p50Ms),
    p99Ms: pick((run) => run.p99Ms),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A Markdown table with each load beside its peer. The ratio matters; the absolute figures depend on the machine. */
export function printRatios(
  results: ReadonlyMap<string, LoadResult>,
  pairs: readonly (readonly [load: string, peer: string])[],
): void {
  console.log(
    '| load | requests/s | p50 ms | p99 ms | share of its peer | peer | its requests/s | its p99 ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [load, peer] of pairs) {
    const [ours, theirs] = [results.get(load), results.get(peer)];
    if (!ours || !theirs) throw new Error(`no result for ${load} or ${peer}`);
    const share = `${((ours.requestsPerSecond / theirs.requestsPerSecond) * 100).toFixed(1)} %`;
    const cells = [
      load,
      Math.round(ours.requestsPerSecond),
      ours.p50Ms.toFixed(2),
      ours.p99Ms.toFixed(2),
      share,
      peer,
      Math.round(theirs.requestsPerSecond),
      theirs.p99Ms.toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
