// npm run bench:near: scans from forty cities, with and without the database's replicas. The redirect's own code runs by virtual time; the
// database, its replicas, the colos' caches and the distances are a model. Nothing of it ran on Cloudflare.
import { parseArgs } from 'node:util';
import { LAGS, type Lag } from './near/replicated.ts';
import { type Figures, type Scenario, simulate } from './near/simulate.ts';

const { values } = parseArgs({
  options: {
    /** The region of the database's primary. */
    primary: { type: 'string', default: 'WEUR' },
    /** Scans of each row. */
    scans: { type: 'string', default: '10000' },
    /** Scans a second; several with commas. */
    rates: { type: 'string', default: '0.1,1,10,100,1000' },
    /** Writes besides edits, each of which moves the bookmarks on. */
    writes: { type: 'string', default: '2' },
    /** Only the design with replicas: for a search for stale scans in many. */
    only: { type: 'boolean', default: false },
    lags: { type: 'string', default: LAGS.join(',') },
  },
});

/** At this rate, replicas that lag more are tried as well. */
const WORSE_AT = 10;

console.log(
  '| scans/s | replicas | under 50 ms | p50, ms | p95, ms | p50 of a far miss, ms | p95 of it | queries/s, primary | replicas | stalest, s | later than 30 s |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const rate of values.rates.split(',').map(Number)) {
  const lags = values.lags.split(',') as Lag[];
  if (!values.only) print(rate, 'none', await run(rate, 'as probed', false));
  for (const lag of rate === WORSE_AT ? lags : lags.slice(0, 1)) print(rate, lag, await run(rate, lag, true));
}

function run(scansPerSecond: number, lag: Lag, hasReplicas: boolean): Promise<Figures> {
  const scenario: Scenario = {
    primary: values.primary,
    scansPerSecond,
    scans: Number(values.scans),
    lag,
    // Every hundredth visit is of somebody who edits.
    editsPerSecond: scansPerSecond / 100,
    writesPerSecond: Number(values.writes),
    hasReplicas,
  };
  return simulate(scenario);
}

function print(rate: number, replicas: string, figures: Figures): void {
  const { under50Ms, p50, p95, farMissP50, farMissP95, primary, replica, stalestMs, tooStale } = figures;
  const cells = [
    rate,
    replicas,
    `${(under50Ms * 100).toFixed(0)} %`,
    ...[p50, p95, farMissP50, farMissP95].map((ms) => ms.toFixed(1)),
    primary.toPrecision(3),
    replica.toPrecision(3),
    (stalestMs / 1000).toFixed(1),
    tooStale,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
