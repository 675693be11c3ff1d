import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The workerd processes that this process started, not others on the machine. */
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

/** CPU time, in ms, that all threads of a process have used so far. Other work on the machine does not affect it. */
export function readCpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((total, nanoseconds) => total + nanoseconds / 1e6, 0);
}
