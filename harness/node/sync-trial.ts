import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { queryPlace } from './query-place.ts';
import type { Place } from '#scripts/support/place.ts';
import { QrCodeClient, type QrCodeDetails } from '../../client/src/index.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { type Cut, CUTS, startProxy } from './proxy.ts';
import type { RecipesService } from './client/recipes-service.ts';

/** What a shop knows about a product, in the form that the recipes in docs/recipes read. */
interface Product {
  readonly sku: string;
  readonly name: string;
  readonly url: string;
}

export interface SyncTrial {
  /** The program: the command that runs it, and its file. */
  readonly program: readonly [command: string, file: string];
  readonly service: Pick<RecipesService, 'apiUrl' | 'folder' | 'database'>;
  /** The key of an account without codes. */
  readonly apiKey: string;
  readonly products: number;
  /** The share of requests whose connection is cut. */
  readonly cutShare: number;
  /** The number of codes that the program sends at once. */
  readonly batch: number;
}

/** The client and the recipes give up after five tries without a response. */
const MAX_CUTS_IN_A_ROW = 3;

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/**
 * Three nights of a shop that keeps its codes in sync over connections that are cut. In the first night, all products are new, and the
 * program is killed in the middle and started again. In the second, some are new, changed or gone. In the third, nothing has changed. After
 * each night, there must be exactly one correct code for each product, and every earlier code must have kept its id.
 * @returns what happened, for people
 */
export async function tryThreeNights(trial: SyncTrial): Promise<string> {
  const random = seededRandom(trial.products);
  const cuts: Cut[] = [];
  let [requests, inARow] = [0, 0];
  let onPassed: (method: string) => void = () => undefined;
  const proxy = await startProxy(trial.service.apiUrl, ({ method = '' }) => {
    requests++;
    const isCut = random() < trial.cutShare && inARow < MAX_CUTS_IN_A_ROW;
    inARow = isCut ? inARow + 1 : 0;
    if (!isCut) {
      onPassed(method);
      return 'pass it on';
    }
    // Each kind in turn, so that even a few cuts include all kinds.
    const cut = CUTS[cuts.length % CUTS.length] ?? CUTS[0];
    cuts.push(cut);
    return cut;
  });
  const start = (products: readonly Product[], ...options: string[]) =>
    startNight(trial, proxy.url, products, options);
  try {
    const first = Array.from({ length: trial.products }, (_, n) => createProduct(n, 'first'));

    // A dry run reports what would happen, and changes nothing.
    const tried = await endOf(start(first, '--dry-run'));
    expect(tried.stdout.split('\n').at(-2)).toBe(`${first.length} new, 0 changed, 0 gone, 0 as they were`);
    expect(await readCodes(trial)).toEqual([]);

    // Killed in the middle: the codes of its last request may or may not exist.
    const killed = start(first);
    let puts = 0;
    onPassed = (method) => {
      if (method === 'PUT' && ++puts > trial.products / trial.batch / 3) killed.kill('SIGKILL');
    };
    await endOf(killed, null);
    onPassed = () => undefined;
    const before = (await readCodes(trial)).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(first.length);
    await endOf(start(first));
    const afterFirst = await readCodes(trial);
    expectCodes(afterFirst, first, []);

    const share = Math.ceil(trial.products / 20);
    const gone = first.slice(0, share);
    const second = [
      ...first.slice(share, 3 * share).map(changeUrl),
      ...first.slice(3 * share),
      ...Array.from({ length: share }, (_, n) => createProduct(trial.products + n, 'second')),
    ];
    const { stdout } = await endOf(start(second));
    expect(stdout.split('\n').at(-2)).toBe(
      `${share} new, ${2 * share} changed, ${share} gone, ${first.length - 3 * share} as they were`,
    );
    const afterSecond = await readCodes(trial);
    expectCodes(afterSecond, second, gone);
    const ids = new Map(afterSecond.map((code) => [code.external_id, code.id]));
    expect(afterFirst.map((code) => ids.get(code.external_id))).toEqual(afterFirst.map(({ id }) => id));

    // Nothing is written, neither when only the list is read nor when everything is sent.
    const tables = await digestTables(trial.service.database);
    const third = await endOf(start(second));
    expect(third.stdout).toBe(`0 new, 0 changed, 0 gone, ${second.length} as they were\n`);
    await sendAll(new QrCodeClient({ apiUrl: proxy.url, apiKey: trial.apiKey }), second, trial.batch);
    expect(await digestTables(trial.service.database)).toEqual(tables);
    expectCodes(await readCodes(trial), second, gone);

    // If half of the products are missing, the file is probably broken: nothing is archived.
    const broken = await endOf(start(second.slice(0, second.length / 2)), 1);
    expect(broken.stderr).toContain('--force');
    expect(await digestTables(trial.service.database)).toEqual(tables);

    // A product that returns gets its old code back.
    const [back, ...stayedGone] = gone;
    const returned = await endOf(start([...second, back!]));
    expect(returned.stdout).toMatch(`~ ${back?.sku}: archived\n0 new, 1 changed, 0 gone`);
    expectCodes(await readCodes(trial), [...second, back!], stayedGone);

    // No code is duplicated or lost, not even deleted ones, and printed codes work.
    expect(await countRows(trial, afterSecond)).toBe(second.length + gone.length);
    await scanSome(afterSecond);
  } finally {
    await proxy.stop();
  }
  expect([...new Set(cuts)]).toEqual(CUTS);
  return `${trial.products} products, ${requests} requests, ${cuts.length} of them cut`;
}

function createProduct(n: number, night: string): Product {
  const sku = `P-${String(n).padStart(5, '0')}`;
  return { sku, name: `Product ${n} of the ${night} night`, url: `https://shop.example/p/${sku}` };
}

function changeUrl({ sku, name, url }: Product): Product {
  return { sku, name, url: `${url}?changed` };
}

/** Starts the program as a shop does each night. */
function startNight(
  { program: [command, file], service: { folder }, apiKey, batch }: SyncTrial,
  apiUrl: string,
  products: readonly Product[],
  options: readonly string[],
): ChildProcess {
  const path = join(folder, 'products.json');
  writeFileSync(path, JSON.stringify(products));
  return spawn(command, [file, path, '--batch', String(batch), ...options], {
    env: { PATH: process.env['PATH'], HOME: folder, API: apiUrl, KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until a program ends, and checks how. */
async function endOf(program: ChildProcess, exitCode: number | null = 0) {
  const ended = new Promise<number | null>((done) => program.once('close', done));
  const printed = (stream: NodeJS.ReadableStream | null) => (stream ? text(stream) : '');
  const [stdout, stderr] = await Promise.all([printed(program.stdout), printed(program.stderr)]);
  expect(await ended, stderr).toBe(exitCode);
  return { stdout, stderr };
}

/** All codes of the account, oldest first, despite the cuts. */
async function readCodes({ service: { apiUrl }, apiKey }: SyncTrial): Promise<QrCodeDetails[]> {
  const codes: QrCodeDetails[] = [];
  const client = new QrCodeClient({ apiUrl, apiKey });
  for await (const code of client.list({ archived: 'any' }, { sort: 'created_at' })) codes.push(code);
  return codes;
}

function expectCodes(
  codes: readonly QrCodeDetails[],
  products: readonly Product[],
  gone: readonly Product[],
): void {
  const toFacts = ({ sku, name, url }: Product, archived: boolean) => [sku, url, name, archived].join(' ');
  const expected = [
    ...products.map((product) => toFacts(product, false)),
    ...gone.map((product) => toFacts(product, true)),
  ];
  const found = codes.map(({ external_id, target, title, archived }) =>
    [external_id, target, title, archived].join(' '),
  );
  expect(found.toSorted()).toEqual(expected.toSorted());
}

/** Sends the codes of all products although none has changed: the service must notice and say so. */
async function sendAll(client: QrCodeClient, products: readonly Product[], batch: number): Promise<void> {
  const outcomes = new Map<string, number>();
  for (let rest = products; rest.length > 0;) {
    const sent = rest.slice(0, batch);
    const results = await client.upsertMany(
      sent.map(({ sku, name, url }) => ({
        ...{ external_id: sku, target: url, title: name },
        ...{ dynamic: true, archived: false, metadata: { source: 'shop' } },
      })),
    );
    const later = sent.filter((_, i) => results[i]?.status === 429);
    for (const result of results) {
      const outcome = 'upsert' in result ? result.upsert : `status ${result.status}`;
      if (result.status !== 429) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    rest = [...later, ...rest.slice(batch)];
    // The plan's limit for one minute is reached.
    if (later.length > 0) await sleep(60_000);
  }
  expect([...outcomes]).toEqual([['unchanged', products.length]]);
}

/** A hash of all rows in each table that says what the service has. */
async function digestTables(database: Place): Promise<Record<string, string>> {
  const tables = await queryPlace(
    database,
    // The log of requests grows with each request.
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'api_requests'",
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await queryPlace(database, `SELECT * FROM "${name}"`);
    digests[String(name)] = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }
  expect(Object.keys(digests)).toContain('qr_codes');
  return digests;
}

/** The number of codes ever created in the account. */
async function countRows(
  { service: { database } }: SyncTrial,
  [code]: readonly QrCodeDetails[],
): Promise<number> {
  const [row] = await queryPlace(
    database,
    `SELECT count(*) AS codes FROM qr_codes WHERE account_id =
       (SELECT account_id FROM qr_codes WHERE code_id = '${code?.id.slice(3)}')`,
  );
  return Number(row?.['codes']);
}

/** Scans ten codes from all parts of the list, and checks that their images exist. */
async function scanSome(codes: readonly QrCodeDetails[]): Promise<void> {
  const step = Math.ceil(codes.length / 10);
  for (const { short_url, image_url, target } of codes.filter((_, i) => i % step === 0)) {
    const scanned = await fetch(short_url, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    expect([scanned.status, scanned.headers.get('Location')]).toEqual([302, target]);
    expect((await fetch(image_url)).status).toBe(200);
  }
}
