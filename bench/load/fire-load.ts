// A separate process that sends loads, so that it takes no time from the one that runs the Workers. It receives an order and reports what
// it measured.
import autocannon from 'autocannon';
import type { FiredLoad, LoadOrder } from './process-load.ts';

process.on('message', (order: LoadOrder) => fire(order));

function fire({ load, amount, connections }: LoadOrder): void {
  const milliseconds: number[] = [];
  const startedAt = performance.now();
  let endedAt = startedAt;
  const run = autocannon(
    {
      url: load.url,
      ...amount,
      connections,
      timeout: 60,
      method: load.method ?? 'GET',
      ...(load.headers ? { headers: load.headers } : {}),
      ...(load.body ? { body: load.body } : {}),
      ...(load.paths ? { requests: load.paths.map((path) => ({ path })) } : {}),
    },
    (error: unknown, result) => {
      const fired: FiredLoad = {
        milliseconds,
        seconds: (endedAt - startedAt) / 1000,
        errors: error ? 1 : result.errors,
        statuses: Object.keys(result.statusCodeStats ?? {}),
      };
      process.send?.(fired);
    },
  );
  // autocannon's own percentiles are whole milliseconds.
  run.on('response', (_client, _status, _bytes, responseTime) => {
    milliseconds.push(responseTime);
    endedAt = performance.now();
  });
}
