import { request as httpRequest, Agent } from 'node:http';
import { expect } from 'vitest';
import { openMigratedDatabase, type RunningWorker, runWorker } from './run-worker.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { seededRandom } from '../data/contents.ts';
import { seedAccount, seedCodes } from '../data/seed.ts';
import { createZipf } from '../data/zipf.ts';

const CODES = 1_000;
const EDITS_PER_SCAN = 0.01;
const CONNECTIONS = 32;

interface Version {
  readonly target: string;
  /** When the database had responded. */
  storedAtMs: number;
}

interface Code {
  readonly id: string;
  readonly versions: Version[];
  scans: number;
  isBeingEdited: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let worker: RunningWorker;
let db: Awaited<ReturnType<typeof openMigratedDatabase>>;
const codes: Code[] = [];

/**
 * Scans of few hot and many cold codes, with edits in between, each response checked: it leads to a version of the code that was current
 * within the bound, never back to an older one than the bound allows, and every scan is counted exactly once.
 */
export async function soak(scans: number): Promise<void> {
  try {
    await start();
    await scanAndEdit(scans);
  } finally {
    agent.destroy();
    await worker?.stop();
  }
}

async function start(): Promise<void> {
  worker = await runWorker('src/shortlink/wrangler.toml', {
    SCAN_LOG: 'd1',
    VISITOR_KEY_SECRET: 'soak',
    PASSWORD_PEPPER: 'soak',
  });
  db = await openMigratedDatabase(worker);
  const { accountId } = await seedAccount(db);
  for (let n = 0; n < CODES; n++) {
    const id = `s0ak${String(n).padStart(4, '0')}`;
    const target = `https://example.com/${id}/0`;
    codes.push({ id, scans: 0, isBeingEdited: false, versions: [{ target, storedAtMs: 0 }] });
  }
  const seeds = codes.map(({ id, versions }) => ({ codeId: id, target: versions[0]!.target }));
  await seedCodes(db, accountId, seeds);
}

async function scanAndEdit(scans: number): Promise<void> {
  const random = seededRandom(1);
  const zipf = createZipf(CODES, 1, random);
  const failures: string[] = [];
  let [started, edits, oldest] = [0, 0, 0];
  const turn = async () => {
    while (started < scans && failures.length < 20) {
      started++;
      if (started % 10_000 === 0) process.stderr.write(`soak: ${started} scans, ${edits} edits\n`);
      const code = codes[zipf()]!;
      if (random() < EDITS_PER_SCAN && (await edit(code))) edits++;
      const { failure, ageMs } = await scanAndCheck(code);
      if (failure) failures.push(failure);
      oldest = Math.max(oldest, ageMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  expect(failures).toEqual([]);
  expect(started).toBe(scans);
  expect(edits).toBeGreaterThan(scans * EDITS_PER_SCAN * 0.5);

  const lost = await findMiscounted();
  expect(lost).toEqual([]);
  console.log(
    `soak: ${scans} scans, ${edits} edits, oldest response ${oldest} ms behind an edit, ${lost.length} codes miscounted`,
  );
}

/** Stores another target; false where somebody else is at it. */
async function edit(code: Code): Promise<boolean> {
  if (code.isBeingEdited) return false;
  code.isBeingEdited = true;
  const target = `https://example.com/${code.id}/${code.versions.length}`;
  const version: Version = { target, storedAtMs: Number.POSITIVE_INFINITY };
  code.versions.push(version);
  await db
    .prepare('UPDATE qr_codes SET target = ?1, redirect_to = ?1, revision = revision + 1 WHERE code_id = ?2')
    .bind(target, code.id)
    .run();
  version.storedAtMs = Date.now();
  code.isBeingEdited = false;
  return true;
}

async function scanAndCheck(code: Code): Promise<{ failure: string | null; ageMs: number }> {
  const askedAtMs = Date.now();
  const { status, location } = await scan(`/${code.id}`);
  code.scans++;
  const version = code.versions.findIndex(({ target }) => target === location);
  if (status !== 302 || version === -1)
    return { failure: `${code.id}: ${status} ${location} at ${askedAtMs}`, ageMs: 0 };
  const replacedAtMs = code.versions[version + 1]?.storedAtMs ?? Number.POSITIVE_INFINITY;
  const ageMs = Math.max(0, askedAtMs - replacedAtMs);
  const failure =
    ageMs > EDIT_FOLLOWED_WITHIN_MS ? `${code.id}: version ${version}, replaced ${ageMs} ms before` : null;
  return { failure, ageMs };
}

function scan(path: string): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148' };
    const request = httpRequest(`${worker.url}${path}`, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode, location: response.headers.location }),
      );
    });
    request.once('error', reject);
    request.end();
  });
}

/** Codes whose rows in the scan log are not as many as their scans. The last ones are written after their responses. */
async function findMiscounted(): Promise<string[]> {
  for (let patience = 100; ; patience--) {
    const { results } = await db
      .prepare('SELECT code_id, count(*) AS scans FROM scans GROUP BY code_id')
      .all<{ code_id: string; scans: number }>();
    const counted = new Map(results.map((row) => [row.code_id, row.scans]));
    const wrong = codes
      .filter(({ id, scans }) => (counted.get(id) ?? 0) !== scans)
      .map(({ id, scans }) => `${id}: ${scans} scans, ${counted.get(id) ?? 0} counted`);
    if (wrong.length === 0 || patience === 0) return wrong;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
