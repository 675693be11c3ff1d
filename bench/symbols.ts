// npm run bench:symbols: this project and its peers in one workerd, turn and turn about; every figure is a ratio of medians.
import { parseArgs } from 'node:util';
import { CONTENTS } from './symbols/contents.ts';
import { printMemory } from './symbols/memory.ts';
import { printPngSizes } from './symbols/png-sizes.ts';
import { printRandomPictures } from './symbols/random-pictures.ts';
import { startBenchWorker, type BenchWorker } from './symbols/run-worker.ts';
import { TASK_NAMES, type TaskGroup } from './symbols/task-names.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    symbols: { type: 'string', default: '10000' },
    pictures: { type: 'string', default: '300' },
  },
});
const rounds = Number(values.rounds);

/** Long enough that a request more or less does not show. */
const BATCH_MILLISECONDS = 120;

const TITLES: Readonly<Record<TaskGroup, string>> = {
  matrix: 'Content to matrix',
  svg: 'Content to SVG',
  png: 'Content to SVG and PNG',
};

const worker = await startBenchWorker();
try {
  for (const group of ['matrix', 'svg'] as const) await printGroup(worker, group, 1024);
  for (const size of [512, 1024]) await printGroup(worker, 'png', size);
  await printPngSizes(worker);
  await printRandomPictures(Number(values.pictures));
} finally {
  await worker.stop();
}
await printMemory(Number(values.symbols));

async function printGroup(bench: BenchWorker, group: TaskGroup, size: number): Promise<void> {
  console.log(`\n### ${TITLES[group]}${group === 'png' ? `, ${size} px` : ''}\n`);
  const contents = [...CONTENTS.keys()].filter((content) => fits(group, content, size));
  console.log(`| | ${contents.map((content) => `${content}: time | bytes`).join(' | ')} |`);
  console.log(`|---|${'---|---|'.repeat(contents.length)}`);
  const columns: Map<string, { time: number; length: number }>[] = [];
  for (const content of contents) columns.push(await measureAll(bench, group, content, size));
  for (const name of TASK_NAMES[group]) {
    const cells = columns.map((column) => {
      const own = column.get(TASK_NAMES[group][0] ?? '');
      const result = column.get(name);
      if (own === undefined || result === undefined) return 'fails | fails';
      const bytes =
        group === 'matrix' ? '–' : `${result.length} (${(result.length / own.length).toFixed(2)}×)`;
      return `${(result.time / own.time).toFixed(1)}× | ${bytes}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

/** Three pixels to a module are the least: 177 modules do not fit 512 pixels. */
function fits(group: TaskGroup, content: string, size: number): boolean {
  return group !== 'png' || content !== 'text2000' || size >= 1024;
}

/** Median time of one piece of work and its bytes, by name of the task; a task that throws is left out. */
async function measureAll(
  bench: BenchWorker,
  group: TaskGroup,
  content: string,
  size: number,
): Promise<Map<string, { time: number; length: number }>> {
  const path = (name: string): string => [group, name, content, size].map(encodeURIComponent).join('/');
  const times = new Map<string, number[]>();
  const lengths = new Map<string, number>();
  const repeats = new Map<string, number>();
  for (const name of TASK_NAMES[group]) {
    const repeat = await calibrate(bench, path(name));
    if (repeat !== null) repeats.set(name, repeat);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, repeat] of repeats) {
      const idle = await bench.run(`${path(name)}/0`);
      const busy = await bench.run(`${path(name)}/${repeat}`);
      lengths.set(name, busy.length);
      times.set(name, [...(times.get(name) ?? []), (busy.milliseconds - idle.milliseconds) / repeat]);
    }
  }
  return new Map(
    [...times].map(([name, all]) => [name, { time: median(all), length: lengths.get(name) ?? 0 }]),
  );
}

/** How often a task fits a batch, after it is warm; `null` if it fails. */
async function calibrate(bench: BenchWorker, path: string): Promise<number | null> {
  try {
    let repeat = 1;
    for (let step = 0; step < 6; step++) {
      const { milliseconds } = await bench.run(`${path}/${repeat}`);
      repeat = Math.max(1, Math.ceil((repeat * BATCH_MILLISECONDS) / Math.max(milliseconds, 1)));
    }
    return repeat;
  } catch {
    return null;
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
