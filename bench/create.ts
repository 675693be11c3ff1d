// npm run bench:create: CPU of POST /v1/qr over stores that cost nothing, and of the first one after a start, with and without R2, beside a
// bare Worker. Linux only.
import { parseArgs } from 'node:util';
import { median } from './load/load.ts';
import { runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { measure, post, startApi, startWithPid, type Subject } from './create/subject.ts';

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

const WITHOUT_R2 = { WITHOUT_R2: 'yes' };

try {
  const [bare, api, without] = [await startBare(), await startApi(), await startApi(WITHOUT_R2)];
  const cpu = new Map<string, number[]>();
  const record = async (name: string, subject: Subject, body: object) => {
    const ms = await measure(subject, body, Number(values.requests));
    cpu.set(name, [...(cpu.get(name) ?? []), ms]);
  };
  for (let round = 0; round < Number(values.rounds); round++) {
    await record('bare Worker', bare, {});
    for (const [name, body] of Object.entries(BODIES)) {
      await record(name, api, body);
      await record(`${name}, without R2`, without, body);
    }
  }
  console.log('| POST /v1/qr | CPU ms: first round | CPU ms: median of the others |\n| --- | --- | --- |');
  for (const [name, [first = Number.NaN, ...warm]] of cpu)
    console.log(`| ${name} | ${first.toFixed(2)} | ${median(warm).toFixed(2)} |`);
  await printFirst('create after a start', {});
  await printFirst('create after a start, without R2', WITHOUT_R2);
} finally {
  await stopWorkers();
}

/** What the first create takes in Workers that were just started, and have read an API key. */
async function printFirst(title: string, vars: Readonly<Record<string, string>>): Promise<void> {
  const creates: number[][] = [];
  for (let start = 0; start < Number(values.starts); start++) {
    const api = await startApi(vars);
    await post(api, {}, 400);
    const times: number[] = [];
    for (let i = 0; i < 3; i++)
      times.push(await measure(api, { target: 'https://example.com/menu', dynamic: true }, 1));
    creates.push(times);
    await stopWorkers();
  }
  console.log(`\n| ${title} | CPU ms |\n| --- | --- |`);
  for (const [i, name] of ['first', 'second', 'third'].entries())
    console.log(`| ${name} | ${median(creates.map((times) => times[i] ?? Number.NaN)).toFixed(1)} |`);
}

async function startBare(): Promise<Subject> {
  const { worker, pid } = await startWithPid(() => runWorker('bench/bare/wrangler.toml'));
  return { url: worker.url, pid, headers: {} };
}
