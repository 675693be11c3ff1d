import { startBenchWorker } from './run-worker.ts';

const TASK = 'png/this%20project%20(SVG%20and%20PNG)';

/** Prints how the process that draws grows over many symbols in one isolate, and by how much one large symbol raises it. */
export async function printMemory(symbols: number): Promise<void> {
  console.log('\n### Memory of the process that draws\n');
  console.log('| | MiB |');
  console.log('|---|---|');
  const worker = await startBenchWorker();
  try {
    await worker.run(`${TASK}/url31/256/1`);
    const first = worker.memory().highest;
    await worker.run(`${TASK}/text2000/2048/1`);
    const large = worker.memory().highest - first;
    console.log(
      `| peak of one symbol of version 38 at 2048 px, over that of the first small one | ${large.toFixed(1)} |`,
    );

    const tenth = Math.ceil(symbols / 10);
    const resident: number[] = [];
    for (let batch = 0; batch <= 10; batch++) {
      // Nine in ten are short URLs, one in a hundred is of the largest: what a service sees, and a little worse.
      await worker.run(`${TASK}/url31/1024/${Math.floor(tenth * 0.9)}`);
      await worker.run(`${TASK}/url200/1024/${Math.floor(tenth * 0.09)}`);
      await worker.run(`${TASK}/text2000/2048/${Math.ceil(tenth * 0.01)}`);
      resident.push(worker.memory().now);
    }
    // The first batch warms up the engine.
    const [warm = 0, ...later] = resident;
    console.log(`| resident after ${tenth} symbols | ${warm.toFixed(1)} |`);
    for (const [i, now] of later.entries()) console.log(`| after ${(i + 2) * tenth} | ${now.toFixed(1)} |`);
  } finally {
    await worker.stop();
  }
}
