import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The workerds that this process started: others on the machine are none of ours. */
export function listWorkerds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const file = `/proc/${pid}/stat`;
      if (!(pid > 0) || !existsSync(file)) return false;
      const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(file, 'utf8')) ?? [];
      return name === 'workerd' && Number(parent) === process.pid;
    });
}

/** CPU time that all threads of a process took so far, in ms. Other work on the machine takes none of it. */
export function readCpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((total, nanoseconds) => total + nanoseconds / 1e6, 0);
}
