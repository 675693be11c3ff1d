import autocannon from 'autocannon';

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Load {
  readonly name: string;
  readonly url: string;
  /** Asked for in turns; the URL's own path where absent. */
  readonly paths?: readonly string[];
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The status that every answer must have; a run with another one is worth nothing. */
  readonly expectStatus: number;
}

/** Runs the loads in turns, `rounds` times, and gives each one's median: on a noisy machine only what ran side by side compares. */
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
  const { paths } = load;
  let next = 0;
  const result = await autocannon({
    url: load.url,
    method: load.method ?? 'GET',
    duration: seconds,
    connections,
    ...(load.headers ? { headers: load.headers } : {}),
    ...(load.body ? { body: load.body } : {}),
    ...(paths
      ? {
          requests: [
            { setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] ?? '/' }) },
          ],
        }
      : {}),
  });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (result.errors > 0 || statuses.join() !== String(load.expectStatus)) {
    throw new Error(
      `${load.name}: ${result.errors} errors, statuses ${statuses.join(', ')} instead of ${load.expectStatus}`,
    );
  }
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
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

/** A Markdown table: each load beside its peer. The ratio is what counts; the absolute figures are the machine's. */
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
      ours.p50Ms,
      ours.p99Ms,
      share,
      peer,
      Math.round(theirs.requestsPerSecond),
      theirs.p99Ms,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
