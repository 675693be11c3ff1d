import { unstable_startWorker as startWorker } from 'wrangler';
import { listWorkerds, readCpuMs, readMemory } from '#harness/load/workerd.ts';

export interface BenchWorker {
  /** Has the Worker do what the path says; the time is that of the CPU, for other work on the machine takes none of it. */
  run(path: string): Promise<{ length: number; milliseconds: number }>;
  fetchPicture(content: string, size: number): Promise<Uint8Array>;
  /** Resident memory of the process that draws, now and at its highest, in MiB. */
  memory(): { now: number; highest: number };
  stop(): Promise<void>;
}

/** Starts the bench Worker in a workerd of its own, without inspector and logs. */
export async function startBenchWorker(): Promise<BenchWorker> {
  const before = listWorkerds();
  const worker = await startWorker({
    config: 'bench/symbols/wrangler.toml',
    dev: { inspector: false, logLevel: 'error', server: { port: 0 }, watch: false },
  });
  const url = await worker.url;
  const request = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(path, url));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  };
  await request('matrix/this%20project/url31/512/1');
  const started = listWorkerds().filter((pid) => !before.includes(pid));
  return {
    async run(path) {
      const start = sum(started.map(readCpuMs));
      const { length }: { length: number } = JSON.parse(await (await request(path)).text());
      return { length, milliseconds: sum(started.map(readCpuMs)) - start };
    },
    async fetchPicture(content, size) {
      return new Uint8Array(await (await request(`picture/${content}/${size}`)).arrayBuffer());
    },
    memory() {
      const all = started.map(readMemory);
      return { now: sum(all.map(({ now }) => now)), highest: sum(all.map(({ highest }) => highest)) };
    },
    async stop() {
      await worker.dispose();
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
