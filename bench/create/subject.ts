import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker } from '#harness/node/run-worker.ts';
import { listWorkerds, readCpuMs } from '#harness/load/workerd.ts';

/** A Worker that is measured. */
export interface Subject {
  readonly url: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

/** The API over stores that cost nothing, with an account. */
export async function startApi(vars: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const { worker, pid } = await startWithPid(() =>
    runWorker('wrangler.toml', { SCAN_LOG: 'd1', ...vars }, null, 'bench/create/index.ts'),
  );
  const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
  return { url: `${worker.url}/v1/qr`, pid, headers: { Authorization: `Bearer ${apiKey}` } };
}

export async function startWithPid<T>(start: () => Promise<T>): Promise<{ worker: T; pid: number }> {
  const before = listWorkerds();
  const worker = await start();
  const pid = listWorkerds().find((found) => !before.includes(found));
  if (pid === undefined) throw new Error('no workerd was started');
  return { worker, pid };
}

/** CPU of workerd for a request, in ms, the mean of so many in turn. */
export async function measure(subject: Subject, body: object, requests: number): Promise<number> {
  const before = readCpuMs(subject.pid);
  for (let i = 0; i < requests; i++) await post(subject, body, 200);
  return (readCpuMs(subject.pid) - before) / requests;
}

export async function post({ url, headers }: Subject, body: object, status: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${text}`);
}
