// npm run bench:import: a file of rows beside the same rows sent in bulk: rows a second, CPU, and the memory of the workerd.
import { parseArgs } from 'node:util';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { forgetHighest, listWorkerds, readCpuMs, readMemory } from '#harness/load/workerd.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } });
const rows = Number(values.rows);
const CODES_PER_BULK = 100;

const targetOf = (row: number) => `https://example.com/products/${row}?utm_source=print&utm_medium=qr`;

interface Service {
  readonly url: string;
  readonly headers: Record<string, string>;
}

try {
  const worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' });
  const db = await openMigratedDatabase(worker);
  const newAccount = async (): Promise<Service> => {
    const { apiKey } = await seedAccount(db);
    return { url: worker.url, headers: { Authorization: `Bearer ${apiKey}` } };
  };
  // The first create after a start loads what the others find.
  await sendBulks(await newAccount(), CODES_PER_BULK);

  console.log(`| ${rows.toLocaleString('en')} rows | rows/s | CPU ms a row | most memory of workerd, MiB |`);
  console.log('| --- | --- | --- | --- |');
  const account = await newAccount();
  await measure('bulks of 100, PUT', async () => sendBulks(await newAccount(), rows));
  await measure('import, dry run', () => importFile(account, 'dry_run=true'));
  await measure('import, new codes', () => importFile(account, 'dry_run=false'));
  await measure('import, the same file again', () => importFile(account, 'dry_run=false'));
} finally {
  await stopWorkers();
}

async function sendBulks({ url, headers }: Service, count: number): Promise<void> {
  for (let first = 0; first < count; first += CODES_PER_BULK) {
    const codes = Array.from({ length: Math.min(CODES_PER_BULK, count - first) }, (_, i) => ({
      external_id: `sku-${first + i}`,
      target: targetOf(first + i),
      title: `Product ${first + i}`,
      dynamic: true,
    }));
    const response = await fetch(`${url}/v1/qr/bulk`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ codes }),
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  }
}

async function importFile({ url, headers }: Service, query: string): Promise<void> {
  const lines = Array.from({ length: rows }, (_, row) => `sku-${row},${targetOf(row)},Product ${row}\n`);
  const started = await fetch(`${url}/v1/imports?${query}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'text/csv' },
    body: `external_id,target,title\n${lines.join('')}`,
  });
  if (started.status !== 200) throw new Error(await started.text());
  const { id } = (await started.json()) as { id: string };
  for (;;) {
    const asked = await fetch(`${url}/v1/imports/${id}`, { headers });
    const job = (await asked.json()) as { status: string; counts: { done: number; failed: number } };
    if (job.status === 'done' && job.counts.failed === 0) return;
    if (job.status !== 'running' && job.status !== 'queued') throw new Error(JSON.stringify(job));
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const [pid] = listWorkerds();
  if (pid === undefined) throw new Error('no workerd is running');
  forgetHighest(pid);
  const startedAt = performance.now();
  const cpuBefore = readCpuMs(pid);
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = (readCpuMs(pid) - cpuBefore) / rows;
  const memory = readMemory(pid).highest.toFixed(0);
  console.log(`| ${name} | ${Math.round(rows / seconds)} | ${cpuMs.toFixed(2)} | ${memory} |`);
}
