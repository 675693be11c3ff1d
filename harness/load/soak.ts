import { request as httpRequest, Agent } from 'node:http';
import { expect } from 'vitest';
import { openMigratedDatabase, type RunningWorker, runWorker } from '../node/run-worker.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { createVersion, type Kind, kindOf, listTargets, type Version } from './soak-versions.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { seedAccount, seedCodes, seedDomain } from '../data/seed.ts';
import { createZipf } from '../data/zipf.ts';

const CODES = 1_000;
const ACCOUNTS = 20;
const HOSTS_OF_ACCOUNT = 10;
/** The codes that are scanned most have more names. */
const NAMED_CODES = 200;
const NAMES_OF_CODE = 20;
/** Counted, not drawn: however few scans a run has, some of their codes are edited. */
const SCANS_PER_EDIT = 100;
const SCANS_PER_EDIT_OF_CONTROLLED = 10;
const CONNECTIONS = 32;

interface Code {
  readonly id: string;
  readonly kind: Kind;
  readonly versions: Version[];
  /** Where it answers: its id on the operator's host, its id on one of its account's, and names there. */
  readonly addresses: readonly Address[];
  /** Scans that led to a target. */
  scans: number;
  /** Scans that led to the fallback. */
  closed: number;
  /** Scans in flight: each may have used up the last of a limit. */
  underway: number;
  isBeingEdited: boolean;
}

/** A short link, and the scans by it that led to a target. */
interface Address {
  readonly host: string | null;
  readonly path: string;
  scans: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let worker: RunningWorker;
let db: Awaited<ReturnType<typeof openMigratedDatabase>>;
const codes: Code[] = [];
const random = seededRandom(1);

/**
 * Sends scans of a few hot and many cold codes, a tenth of them ruled, limited or scheduled, with edits in between. They come by all addresses of
 * a code, on the operator's host and on 200 of accounts. Checks that each response leads where, by wall time, a version that was current within the bound leads at that moment; that every scan is counted exactly once, under the name that
 * was scanned; and that no limit is exceeded.
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
  codes.length = 0;
  for (let n = 0; n < CODES; n++) {
    const code = { id: `s0ak${String(n).padStart(4, '0')}`, kind: kindOf(n) };
    const version = createVersion(code, 0, Date.now(), random);
    const addresses = listAddresses(n, code.id);
    codes.push({
      ...code,
      addresses,
      scans: 0,
      closed: 0,
      underway: 0,
      isBeingEdited: false,
      versions: [version],
    });
  }
  for (let account = 0; account < ACCOUNTS; account++) await seedOwner(account);
  for (const { id, versions } of codes) if (versions[0]?.control) await store(id, versions[0]);
  for (const { versions } of codes) versions[0]!.storedAtMs = 0;
}

function listAddresses(n: number, codeId: string): Address[] {
  const hostOf = (k: number) => `soak-${n % ACCOUNTS}-${k % HOSTS_OF_ACCOUNT}.localhost`;
  const names = Array.from({ length: n < NAMED_CODES ? NAMES_OF_CODE : 0 }, (_, k) => ({
    host: hostOf(k),
    path: `Sale/${n}-${k}`,
  }));
  const ids = [
    { host: null, path: codeId },
    { host: hostOf(n), path: codeId },
  ];
  return [...ids, ...names].map(({ host, path }) => ({ host, path, scans: 0 }));
}

/** Seeds an account with its hosts and codes. */
async function seedOwner(account: number): Promise<void> {
  const { accountId } = await seedAccount(db);
  for (let k = 0; k < HOSTS_OF_ACCOUNT; k++)
    await seedDomain(db, { accountId, host: `soak-${account}-${k}.localhost` });
  const own = codes.filter((_, n) => n % ACCOUNTS === account);
  const seeds = own.map(({ id, versions }) => ({ codeId: id, target: versions[0]!.target }));
  await seedCodes(db, accountId, seeds);
  const names = own.flatMap(({ id, addresses }) =>
    addresses.slice(2).map(({ host, path }) => ({ host, path, id })),
  );
  await db
    .prepare(
      `INSERT INTO link_names (path, host, code_id, created_at_ms)
       SELECT value ->> 'path', value ->> 'host', value ->> 'id', 1 FROM json_each(?)`,
    )
    .bind(JSON.stringify(names))
    .run();
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
      const every = code.kind === 'plain' ? SCANS_PER_EDIT : SCANS_PER_EDIT_OF_CONTROLLED;
      if (started % every === 0 && (await edit(code))) edits++;
      const { failure, ageMs } = await scanAndCheck(code);
      if (failure) failures.push(failure);
      oldest = Math.max(oldest, ageMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, turn));
  expect(failures).toEqual([]);
  expect(started).toBe(scans);
  expect(edits).toBeGreaterThan(0);

  const kinds = (['limited', 'scheduled', 'ruled'] as const).map(describeKind);
  const overrun = codes.filter(
    ({ scans: led, versions }) => led > (versions.at(-1)?.control?.maxScans ?? led),
  );
  expect(overrun.map(({ id }) => id)).toEqual([]);
  const lost = await findMiscounted();
  expect(lost).toEqual([]);
  console.log(
    `soak: ${scans} scans, ${edits} edits, oldest response ${oldest} ms behind an edit, ${lost.length} names miscounted; ${kinds.join('; ')}`,
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
  const address = code.addresses[Math.floor(random() * code.addresses.length)]!;
  const { status, location = '' } = await scan(address);
  const answeredAtMs = Date.now();
  // Wrong responses are counted too: the failure is then about them.
  if (location.endsWith('/closed')) code.closed++;
  else {
    code.scans++;
    address.scans++;
  }
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
        failure: `${code.kind} ${nameOf(address)}: ${status} ${location} at ${askedAtMs}, ${ageMs} ms old`,
        ageMs: 0,
      };
}

/** Whether the response comes from a limit of this version that the scans may have reached. */
function isUsedUp({ scans, underway }: Code, { control }: Version, location: string): boolean {
  const maxScans = control?.maxScans ?? Number.POSITIVE_INFINITY;
  return location === control?.fallbackUrl && scans + underway > maxScans;
}

const nameOf = ({ host, path }: Address) => (host === null ? path : `${host}/${path}`);

function scan({
  host,
  path,
}: Address): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148',
      ...(host === null ? {} : { Host: host }),
    };
    const request = httpRequest(`${worker.url}/${path}`, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode, location: response.headers.location }),
      );
    });
    request.once('error', reject);
    request.end();
  });
}

/** Names with a different number of rows in the scan log than scans. The last rows are written after their responses. */
async function findMiscounted(): Promise<string[]> {
  for (let patience = 100; ; patience--) {
    const { results } = await db
      .prepare('SELECT code_id, name, count(*) AS scans FROM scans GROUP BY code_id, name')
      .all<{ code_id: string; name: string; scans: number }>();
    const counted = new Map(results.map((row) => [`${row.code_id} ${row.name}`, row.scans]));
    const wrong = codes.flatMap(({ id, addresses }) =>
      addresses.flatMap((address) => {
        const scans = counted.get(`${id} ${nameOf(address)}`) ?? 0;
        return scans === address.scans
          ? []
          : [`${nameOf(address)}: ${address.scans} scans, ${scans} counted`];
      }),
    );
    if (wrong.length === 0 || patience === 0) return wrong;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
