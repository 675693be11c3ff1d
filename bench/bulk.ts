// npm run bench:bulk: a request for a hundred codes beside a request for one.
import { parseArgs } from 'node:util';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
const CODES = 100;
/** So many requests for one code in a round: they are short. */
const SINGLES = 10;
/** What a request does after its response must not slow the next one. */
const PAUSE_MS = 500;

type Send = (method: 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

/** A kind of request: for one code, and for all of them. */
interface Kind {
  readonly name: string;
  /** Makes the codes that a round needs. */
  readonly prepare?: (round: number) => Promise<void>;
  readonly one: (round: number, i: number) => Promise<unknown>;
  readonly all: (round: number) => Promise<unknown>;
}

try {
  const worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' });
  const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
  const send: Send = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const request = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(worker.url + path, request);
    const text = await response.text();
    if (response.status !== 200 || text.includes('"error":')) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  await send('PUT', '/v1/qr/bulk', { codes: listCodes('kept', 'new') });
  console.log(`| a request for | one code, ms | ${CODES} codes, ms | ratio |`);
  console.log('| --- | --- | --- | --- |');
  for (const kind of listKinds(send)) await measure(kind);
} finally {
  await stopWorkers();
}

function listKinds(send: Send): Kind[] {
  const title = (round: number, i: number | string = 'all') => `round ${round}, ${i}`;
  return [
    {
      name: 'PUT that changes',
      one: (round, i) => send('PUT', `/v1/qr/ext:kept-${i}`, { target: targetOf(i), title: title(round, i) }),
      all: (round) => send('PUT', '/v1/qr/bulk', { codes: listCodes('kept', title(round)) }),
    },
    {
      name: 'PATCH',
      one: (round, i) => send('PATCH', `/v1/qr/ext:kept-${i}`, { title: `patched, ${title(round, i)}` }),
      all: (round) => {
        const set = { title: `patched, ${title(round)}` };
        return send('PATCH', '/v1/qr/bulk', { external_ids: nameAll('kept'), set });
      },
    },
    {
      name: 'DELETE',
      prepare: async (round) => {
        await send('PUT', '/v1/qr/bulk', { codes: listCodes(`one-${round}`, 'x').slice(0, SINGLES) });
        await send('PUT', '/v1/qr/bulk', { codes: listCodes(`all-${round}`, 'x') });
      },
      one: (round, i) => send('DELETE', `/v1/qr/ext:one-${round}-${i}`),
      all: (round) => send('DELETE', '/v1/qr/bulk', { external_ids: nameAll(`all-${round}`) }),
    },
  ];
}

function targetOf(i: number): string {
  return `https://example.com/products/${i}`;
}

function nameAll(prefix: string): string[] {
  return Array.from({ length: CODES }, (_, i) => `${prefix}-${i}`);
}

function listCodes(prefix: string, title: string) {
  return nameAll(prefix).map((external_id, i) => ({
    external_id,
    title,
    target: targetOf(i),
    dynamic: true,
  }));
}

/** The first round is not counted: it loads what the others find. */
async function measure({ name, prepare, one, all }: Kind): Promise<void> {
  const [singles, bulks]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    await prepare?.(round);
    await pause();
    for (let i = 0; i < SINGLES; i++) singles.push(await time(() => one(round, i)));
    await pause();
    bulks.push(await time(() => all(round)));
  }
  const [single, bulk] = [median(singles.slice(SINGLES)), median(bulks.slice(1))];
  console.log(`| ${name} | ${single.toFixed(1)} | ${bulk.toFixed(1)} | ${(bulk / single).toFixed(1)} |`);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, PAUSE_MS));
}
