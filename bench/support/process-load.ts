import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Load {
  readonly name: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Asked in turn, instead of the one of `url`. */
  readonly paths?: readonly string[];
  /** The status that every answer must have; a run with another one is worth nothing. */
  readonly expectStatus: number;
}

/** How much a turn sends: for so many seconds, or so many requests. */
export type Amount = { readonly duration: number } | { readonly amount: number };

export interface LoadOrder {
  readonly load: Load;
  readonly amount: Amount;
  readonly connections: number;
}

export interface FiredLoad {
  /** Every answer's time. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
  readonly errors: number;
  readonly statuses: readonly string[];
}

/**
 * Runs the loads in turns, `rounds` times, from a process of their own; percentiles are those of all turns, requests a second the median
 * turn's. On a noisy machine only what ran side by side compares: many short turns do so better than few long ones.
 */
export async function alternate(
  loads: readonly Load[],
  options: { readonly rounds: number; readonly amount: Amount; readonly connections: number },
): Promise<Map<string, LoadResult>> {
  const turns = new Map<string, FiredLoad[]>(loads.map((load) => [load.name, []]));
  const child = fork(resolve('bench/support/fire-load.ts'));
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const load of loads) turns.get(load.name)?.push(await fire(child, { load, ...options }));
    }
  } finally {
    child.kill();
  }
  return new Map([...turns].map(([name, fired]) => [name, summarize(fired)]));
}

async function fire(child: ChildProcess, { load, amount, connections }: LoadOrder): Promise<FiredLoad> {
  child.send({ load, amount, connections } satisfies LoadOrder);
  const answered = new AbortController();
  const answer = await Promise.race([
    once(child, 'message', answered),
    once(child, 'exit', answered).then(() => [null]),
  ]);
  answered.abort();
  const [fired] = answer as [FiredLoad | null];
  if (fired === null) throw new Error(`${load.name}: the load's process ended`);
  if (fired.errors > 0 || fired.statuses.join() !== String(load.expectStatus)) {
    throw new Error(
      `${load.name}: ${fired.errors} errors, statuses ${fired.statuses.join(', ')} instead of ${load.expectStatus}`,
    );
  }
  return fired;
}

function summarize(turns: readonly FiredLoad[]): LoadResult {
  const milliseconds = turns.flatMap((turn) => turn.milliseconds).sort((a, b) => a - b);
  const percentile = (share: number) => milliseconds[Math.floor(milliseconds.length * share)] ?? Number.NaN;
  return {
    requestsPerSecond: median(turns.map((turn) => turn.milliseconds.length / turn.seconds)),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
