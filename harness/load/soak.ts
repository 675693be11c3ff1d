import { request as httpRequest, Agent } from 'node:http';
import { expect } from 'vitest';
import { openMigratedDatabase, type RunningWorker, runWorker } from '../node/run-worker.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { createVersion, type Kind, kindOf, listTargets, type Version } from './soak-versions.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { seedAccount, seedCodes } from '../data/seed.ts';
import { createZipf } from '../data/zipf.ts';

const CODES = 1_000;
const EDITS_PER_SCAN = 0.01;
const EDITS_PER_CONTROLLED_SCAN = 0.1;
const CONNECTIONS = 32;

interface Code {
  readonly id: string;
  readonly kind: Kind;
  readonly versions: Version[];
  /** Scans that led to a target. */
  scans: number;
  /** Scans that led to the fallback. */
  closed: number;
  /** Scans in flight: each may have used up the last of a limit. */
  underway: number;
  isBeingEdited: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let worker: RunningWorker;
let db: Awaited<ReturnType<typeof openMigratedDatabase>>;
const codes: Code[] = [];
const random = seededRandom(1);

/**
 * Sends scans of a few hot and many cold codes, a tenth of them ruled, limited or scheduled, with edits in between. Checks that each
 * response leads where, by wall time, a version that was current within the bound leads at that moment; that every scan is counted exactly
 * once; and that no limit is exceeded.
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
    const code = { id: `s0ak${String(n).padStart(4, '0')}`, kind: kindOf(n) };
    const version = createVersion(code, 0, Date.now(), random);
    codes.push({ ...code, scans: 0, closed: 0, underway: 0, isBeingEdited: false, versions: [version] });
  }
  const seeds = codes.map(({ id, versions }) => ({ codeId: id, target: versions[0]!.target }));
  await seedCodes(db, accountId, seeds);
  for (const { id, versions } of codes) if (versions[0]?.control) await store(id, versions[0]);
  for (const { versions } of codes) versions[0]!.storedAtMs = 0;
}

async function scanAndEdit(scans: number): Promise<void> {
  const zipf = createZipf(CODES, 1, random);
  const failures: string[] = [];
  let [started, edits, oldest] = [0, 0, 0];
  const turn = async () => {
    while (started < scans && failures.length < 20) {
      started++;
      if (started % 10_000 === 0) process.stderr.write(`soak: ${started} scans, ${edits} edits\n`);
      const code = codes[zipf()]!;
      const share = code.kind === 'plain' ? EDITS_PER_SCAN : EDITS_PER_CONTROLLED_SCAN;
      if (random() < share && (await edit(code))) edits++;
      const { failure, ageMs } = await scanAndCheck(code);
      if (failure) failures.push(failure);
      oldest = Math.max(oldest, ageMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  expect(failures).toEqual([]);
  expect(started).toBe(scans);
  expect(edits).toBeGreaterThan(scans * EDITS_PER_SCAN * 0.5);

  const kinds = (['limited', 'scheduled', 'ruled'] as const).map(describeKind);
  const overrun = codes.filter(
    ({ scans: led, versions }) => led > (versions.at(-1)?.control?.maxScans ?? led),
  );
  expect(overrun.map(({ id }) => id)).toEqual([]);
  const lost = await findMiscounted();
  expect(lost).toEqual([]);
  console.log(
    `soak: ${scans} scans, ${edits} edits, oldest response ${oldest} ms behind an edit, ${lost.length} codes miscounted; ${kinds.join('; ')}`,
  );
}

function describeKind(kind: Kind): string {
  const some = codes.filter((code) => code.kind === kind);
  const sum = (what: 'scans' | 'closed') => some.reduce((total, code) => total + code[what], 0);
  expect(sum('scans') + sum('closed'), kind).toBeGreaterThan(0);
  return `${kind}: ${sum('scans')} led on, ${sum('closed')} to the fallback`;
}

/** Stores another version; false if another edit is under way. */
async function edit(code: Code): Promise<boolean> {
  if (code.isBeingEdited) return false;
  code.isBeingEdited = true;
  const version = createVersion(code, code.versions.length, Date.now(), random);
  code.versions.push(version);
  await store(code.id, version);
  version.storedAtMs = Date.now();
  code.isBeingEdited = false;
  return true;
}

async function store(codeId: string, { target, control }: Version): Promise<void> {
  await db
    .prepare(
      'UPDATE qr_codes SET target = ?1, redirect_to = ?1, control = ?2, revision = revision + 1 WHERE code_id = ?3',
    )
    .bind(target, control ? JSON.stringify(control) : null, codeId)
    .run();
}

async function scanAndCheck(code: Code): Promise<{ failure: string | null; ageMs: number }> {
  const askedAtMs = Date.now();
  code.underway++;
  const { status, location = '' } = await scan(`/${code.id}`);
  const answeredAtMs = Date.now();
  // Wrong responses are counted too: the failure is then about them.
  if (location.endsWith('/closed')) code.closed++;
  else code.scans++;
  const ages = code.versions
    .map((version, n) => ({
      version,
      replacedAtMs: code.versions[n + 1]?.storedAtMs ?? Number.POSITIVE_INFINITY,
    }))
    .filter(
      ({ version }) =>
        listTargets(version, askedAtMs, answeredAtMs).includes(location) || isUsedUp(code, version, location),
    )
    .map(({ replacedAtMs }) => Math.max(0, askedAtMs - replacedAtMs));
  code.underway--;
  const ageMs = Math.min(...ages);
  const isRight = status === 302 && ageMs <= EDIT_FOLLOWED_WITHIN_MS;
  return isRight
    ? { failure: null, ageMs }
    : {
        failure: `${code.kind} ${code.id}: ${status} ${location} at ${askedAtMs}, ${ageMs} ms old`,
        ageMs: 0,
      };
}

/** Whether the response comes from a limit of this version that the scans may have reached. */
function isUsedUp({ scans, underway }: Code, { control }: Version, location: string): boolean {
  const maxScans = control?.maxScans ?? Number.POSITIVE_INFINITY;
  return location === control?.fallbackUrl && scans + underway > maxScans;
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

/** Codes with a different number of rows in the scan log than scans. The last rows are written after their responses. */
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
