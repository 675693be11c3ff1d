import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The workerds that this process started. */
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

/** User and system time of a process, in ms: fields 14 and 15 of proc(5) stat, in ticks of 10 ms. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
