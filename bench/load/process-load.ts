import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { type Load, type LoadResult, median, percentilesOf, requireStatus } from './load.ts';

/** The size of a turn: a number of seconds, or a number of requests. */
export type Amount = { readonly duration: number } | { readonly amount: number };

export interface LoadOrder {
  readonly load: Load;
  readonly amount: Amount;
  readonly connections: number;
}

export interface FiredLoad {
  /** The time of every response. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
  readonly errors: number;
  readonly statuses: readonly string[];
}

/**
 * Runs the loads in turns, `rounds` times, from a separate process. Percentiles cover all turns; requests a second are those of the median
 * turn. On a noisy machine, only what ran side by side is comparable, so many short turns are better than few long ones.
 */
export async function alternateInProcess(
  loads: readonly Load[],
  options: { readonly rounds: number; readonly amount: Amount; readonly connections: number },
): Promise<Map<string, LoadResult>> {
  const turns = new Map<string, FiredLoad[]>(loads.map((load) => [load.name, []]));
  const child = fork(resolve('bench/load/fire-load.ts'));
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
  const ended = new AbortController();
  const messages = await Promise.race([
    once(child, 'message', ended),
    once(child, 'exit', ended).then(() => [null]),
  ]);
  ended.abort();
  const [fired] = messages as [FiredLoad | null];
  if (fired === null) throw new Error(`${load.name}: the load's process ended`);
  requireStatus(load, fired.errors, fired.statuses);
  return fired;
}

function summarize(turns: readonly FiredLoad[]): LoadResult {
  const milliseconds = turns.flatMap((turn) => turn.milliseconds);
  return {
    requests: milliseconds.length,
    requestsPerSecond: median(turns.map((turn) => turn.milliseconds.length / turn.seconds)),
    ...percentilesOf(milliseconds),
  };
}
