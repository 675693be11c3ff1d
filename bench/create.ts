// npm run bench:create: CPU of POST /v1/qr over stores that cost nothing, and of the first one after a start, beside a bare Worker. Linux only.
import { parseArgs } from 'node:util';
import { seedAccount } from '#harness/data/seed.ts';
import { median } from '#harness/node/load.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { listWorkerds, readCpuMs } from '#harness/node/workerd-cpu.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '200' },
    starts: { type: 'string', default: '5' },
  },
});

const BODIES: Readonly<Record<string, object>> = {
  'dynamic code, 1024 px': { target: 'https://example.com/menu', dynamic: true },
  'static URL of 200 characters': { target: `https://example.com/${'menu/'.repeat(36)}` },
};

interface Subject {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

try {
  const [bare, api] = [await startBare(), await startApi()];
  const cpu = new Map<string, number[]>();
  const record = async (name: string, subject: Subject, body: object) => {
    const ms = await measure(subject, body, Number(values.requests));
    cpu.set(name, [...(cpu.get(name) ?? []), ms]);
  };
  for (let round = 0; round < Number(values.rounds); round++) {
    await record('bare Worker', bare, {});
    for (const [name, body] of Object.entries(BODIES)) await record(name, api, body);
  }
  console.log('| POST /v1/qr | CPU ms: first round | CPU ms: median of the others |\n| --- | --- | --- |');
  for (const [name, [first = Number.NaN, ...warm]] of cpu)
    console.log(`| ${name} | ${first.toFixed(2)} | ${median(warm).toFixed(2)} |`);
  await printFirst();
} finally {
  await stopWorkers();
}

/** What the first create takes in Workers that were just started, and have read an API key. */
async function printFirst(): Promise<void> {
  const creates: number[][] = [];
  for (let start = 0; start < Number(values.starts); start++) {
    const api = await startApi();
    await post(api, {}, 400);
    const times: number[] = [];
    for (let i = 0; i < 3; i++)
      times.push(await measure(api, { target: 'https://example.com/menu', dynamic: true }, 1));
    creates.push(times);
    await stopWorkers();
  }
  console.log('\n| create after a start | CPU ms |\n| --- | --- |');
  for (const [i, name] of ['first', 'second', 'third'].entries())
    console.log(`| ${name} | ${median(creates.map((times) => times[i] ?? Number.NaN)).toFixed(1)} |`);
}

async function startBare(): Promise<Subject> {
  const { worker, pid } = await startWithPid(() => runWorker('bench/bare/wrangler.toml'));
  return { url: worker.url, pid, headers: {} };
}

async function startApi(): Promise<Subject> {
  const { worker, pid } = await startWithPid(() =>
    runWorker('wrangler.toml', { SCAN_LOG: 'd1' }, null, 'bench/create/index.ts'),
  );
  const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
  return { url: `${worker.url}/v1/qr`, pid, headers: { Authorization: `Bearer ${apiKey}` } };
}

async function startWithPid<T>(start: () => Promise<T>): Promise<{ worker: T; pid: number }> {
  const before = listWorkerds();
  const worker = await start();
  const pid = listWorkerds().find((found) => !before.includes(found));
  if (pid === undefined) throw new Error('no workerd was started');
  return { worker, pid };
}

/** CPU of workerd for a request, in ms, the mean of so many in turn. */
async function measure(subject: Subject, body: object, requests: number): Promise<number> {
  const before = readCpuMs(subject.pid);
  for (let i = 0; i < requests; i++) await post(subject, body, 200);
  return (readCpuMs(subject.pid) - before) / requests;
}

async function post({ url, headers }: Subject, body: object, status: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${text}`);
}
