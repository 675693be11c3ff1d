import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

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

/** Memory of a process that is in RAM, now and at its highest since `forgetHighest`, in MiB. */
export function readMemory(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (field: string): number =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: mebibytes('VmRSS'), highest: mebibytes('VmHWM') };
}

/** Has Linux count the highest memory of a process from now on. */
export function forgetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
