import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { seedCodes } from '#harness/data/seed.ts';
import { create, createClient, readError } from '#harness/worker/api-client.ts';
import { MARK, type OwnerOfEverything, ownEverything } from '#harness/worker/owned/own-everything.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { D1 } from '#harness/worker/scan-backends.ts';
import { wrapBindings } from '#harness/worker/measured/wrap-bindings.ts';
import { deleteAccount } from '#service/accounts/deletion.ts';
import { removeAccounts } from '#service/accounts/remove-accounts.ts';
import { JOBS } from '#service/upkeep/jobs.ts';
import { raiseScanDays } from '#storage/scans/days.ts';
import { deleteOldQueries } from '#storage/scans/query-share.ts';
import { openDatabase } from '#storage/database.ts';

/** What the cron leaves of a deleted account. */

const RUN_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** On Free, a run of the cron does one of them, in this order. */
const JOB_NAMES = Object.keys(JOBS);

/** Tables that hold nothing of any account. */
const OF_NOBODY = ['blocked_hosts', 'cron_jobs', 'd1_migrations', 'hour_position', 'scan_roll_up'];
/** Rows that change or expire within minutes, whoever they are of. */
const EXPIRING = ['cron_jobs', 'idempotency_locks', 'passkey_challenges', 'scan_queries', 'scan_query_log'];

let now = Date.UTC(2026, 10, 24, 12);
const app = createApp({ nowMs: () => now });

type Dump = ReadonlyMap<string, readonly Record<string, unknown>[]>;

let before: Dump;
let leaver: OwnerOfEverything;

beforeEach(async () => {
  before = await dump();
  leaver = await ownEverything(app, () => now);
});

/** Every table that the schema has, whatever its rows are. */
async function dump(): Promise<Dump> {
  const tables = await env.DB.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
  ).all<{ name: string }>();
  const dumped = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
    dumped.set(name, results);
  }
  return dumped;
}

/** The rows of `all` that are not in `known`, by table; tables without one are left out. */
function without(all: Dump, known: Dump): Map<string, readonly Record<string, unknown>[]> {
  const entries = [...all].map(([table, rows]) => {
    const others = new Set((known.get(table) ?? []).map((row) => JSON.stringify(row)));
    return [table, rows.filter((row) => !others.has(JSON.stringify(row)))] as const;
  });
  return new Map(entries.filter(([, rows]) => rows.length > 0));
}

const dependencies = (bindings: ApiEnv = env) =>
  createDependencies(bindings, { ...PLATFORM, nowMs: () => now }, () => undefined);

const deleteForGood = (accountId: string) =>
  deleteAccount(dependencies(), { accountId, actorId: null }, { isFinal: true });

/** Runs the cron every ten minutes until an account is removed, and once more for the sweeps. Gives the number of runs. */
async function untilRemoved(accountId = leaver.api.accountId): Promise<number> {
  for (let runs = 1; runs < 20; runs++) {
    now += RUN_MS;
    expect((await runScheduled(now)).failed).toBe(false);
    const account = env.DB.prepare('SELECT removed_at_ms FROM accounts WHERE id = ?').bind(accountId);
    if ((await account.first('removed_at_ms')) === null) continue;
    now += RUN_MS;
    await runScheduled(now);
    return runs;
  }
  throw new Error('the account was not removed');
}

/** The rows that an account left, a day later. */
async function listLeft(): Promise<Map<string, readonly Record<string, unknown>[]>> {
  // With the scan log in D1, as here, nothing fills these tables, and the cron does not tidy them.
  await deleteOldQueries(openDatabase(env.DB), now + DAY_MS);
  const left = without(await dump(), before);
  for (const table of ['cron_jobs', 'hour_position']) left.delete(table);
  return left;
}

const addCodes = (count: number) =>
  seedCodes(
    env.DB,
    leaver.api.accountId,
    Array.from({ length: count }, () => ({ codeId: randomCodeId(), target: 'https://example.com/' })),
  );

const listKeys = async (bucket: R2Bucket) => (await bucket.list()).objects.map(({ key }) => key).sort();

describe('the removal of an account', () => {
  it('leaves nothing in any table but the names that may never be given again, and touches no other account', async () => {
    const neighbour = leaver;
    before = await dump();
    leaver = await ownEverything(app, () => now);
    const tables = [...before.keys()].filter((table) => !OF_NOBODY.includes(table));
    // A table that is missing here needs a row in `ownEverything`, and a place in the removal.
    expect([...without(await dump(), before).keys()]).toEqual(tables);

    const { accountId } = leaver.api;
    await deleteForGood(accountId);
    await untilRemoved();
    const left = await listLeft();
    expect([...left.keys()]).toEqual(['abuse_reports', 'accounts', 'host_owners', 'link_names', 'qr_codes']);
    expect(left.get('accounts')).toEqual([
      {
        id: accountId,
        name: '',
        plan: 'business',
        brand: null,
        created_at_ms: 0,
        suspended_at_ms: null,
        suspended_reason: null,
        default_host: null,
        deleted_at_ms: expect.any(Number),
        restorable_until_ms: null,
        owners_told_at_ms: null,
        removed_at_ms: expect.any(Number),
      },
    ]);
    const tombstones = left.get('qr_codes') ?? [];
    expect(tombstones.map(({ code_id }) => code_id).sort()).toEqual([...leaver.codeIds].sort());
    for (const tombstone of tombstones)
      expect(tombstone).toMatchObject({
        ...{ target: '', redirect_to: null, title: null, external_id: null, tags: null, metadata: null },
        ...{ control: null, origin: null, style: null, scans_rolled_up: 0, last_scan_at_ms: null },
        ...{ deleted_at_ms: expect.any(Number), images_deleted_at_ms: expect.any(Number) },
      });
    expect(JSON.stringify([...left])).not.toContain(MARK);

    // The neighbour has lost only what expires.
    const lost = without(before, await dump());
    for (const table of EXPIRING) lost.delete(table);
    expect([...lost]).toEqual([]);
    expect((await neighbour.api.request('GET', '/v1/qr')).status).toBe(200);
    expect((await neighbour.owner.get('/overview')).status).toBe(200);
  });

  it('leaves no image, no file and no copy that leads on', async () => {
    const [codeId] = leaver.codeIds;
    const { keys: knownCopies } = await env.LINKS.list();
    const keys = await listKeys(env.IMAGES);
    const files = await listKeys(env.FILES);
    expect(keys.filter((key) => key.includes(codeId))).toHaveLength(2);

    await deleteForGood(leaver.api.accountId);
    await untilRemoved();
    const left = await listKeys(env.IMAGES);
    const gone = keys.filter((key) => !left.includes(key));
    expect(gone.filter((key) => key.includes(codeId))).toHaveLength(2);
    // One that was only tried, and one that was carried out.
    expect(gone.filter((key) => key.startsWith('imports/'))).toHaveLength(2);
    expect(await listKeys(env.FILES)).toHaveLength(files.length - 1);
    expect(JSON.parse((await env.LINKS.get(codeId)) ?? '')).toEqual({
      kind: 'gone',
      revision: 3,
      accountId: leaver.api.accountId,
    });
    expect(await env.LINKS.get(`name/s-${leaver.api.accountId.slice(4)}`, 'json')).toMatchObject({ codeId });
    expect((await env.LINKS.list()).keys.length).toBe(knownCopies.length);
  });

  it('frees no name that it took off a code, and no host that was its own', async () => {
    const { api, codeIds } = leaver;
    const path = `off-${randomHex()}`;
    const domains = await api.json<{ data: { host: string }[] }>('GET', '/v1/domains');
    const host = domains.data[0]?.host;
    const named = `/v1/qr/qr_${codeIds[0]}/names`;
    expect((await api.request('POST', named, { path })).status).toBe(200);
    expect((await api.request('DELETE', `${named}?path=${path}`)).status).toBe(200);
    await deleteForGood(api.accountId);
    await untilRemoved();
    const stranger = await createClient({ app });
    const { id } = await create(stranger, { dynamic: true });
    const taken = await stranger.request('POST', `/v1/qr/${id}/names`, { path });
    await readError(taken, 409, 'name_taken');
    const claimed = await stranger.request('POST', '/v1/domains', { host });
    expect(await claimed.json()).toMatchObject({ state: 'pending_dns', records: [{ purpose: 'ownership' }] });
  });

  it('waits until everything has ended that began before the deletion', async () => {
    await deleteForGood(leaver.api.accountId);
    // A key is cached for up to 55 seconds.
    now += 50_000;
    const late = await create(leaver.api, { dynamic: true });
    now += 9 * 60_000;
    await runScheduled(now);
    expect(await stateOf(late.id.slice(3))).toBe('live');
    await untilRemoved();
    expect(await stateOf(late.id.slice(3))).toBe('deleted');
  });

  it('forgets a scan that comes late, and what the roll-up knows of the account', async () => {
    const { accountId } = leaver.api;
    const [codeId] = leaver.codeIds;
    await deleteForGood(accountId);
    now += RUN_MS;
    await runScheduled(now);
    expect(await stateOf(codeId)).toBe('deleted');
    await D1.record(codeId, [{ atMs: now }]);
    await untilRemoved();
    const counted = { codeId, day: '2026-11-24', device: 'mobile', scans: 7, lastScanAtMs: now } as const;
    for (const statement of raiseScanDays(openDatabase(env.DB), [counted])) await statement;
    const left = await listLeft();
    expect([...left.keys()].filter((table) => /scans|days/.test(table))).toEqual([]);
  });

  it('goes on where it was killed, whatever it was doing', async () => {
    await deleteForGood(leaver.api.accountId);
    now += RUN_MS;
    let removed = 0;
    let calls = 0;
    for (; removed === 0 && calls < 100; calls++) {
      let left = calls;
      const call = <T>(send: () => Promise<T>) =>
        left-- > 0 ? send() : Promise.reject(new Error('D1_ERROR: killed'));
      const killed = wrapBindings(env, { call, await: (_, result) => result });
      removed = (await removeAccounts(dependencies(killed)).catch(() => ({ removed: 0 }))).removed;
    }
    // Each of its calls was the last one of a run.
    expect(calls).toBeGreaterThan(20);
    await untilRemoved();
    const left = await listLeft();
    expect([...left.keys()]).toEqual(['abuse_reports', 'accounts', 'host_owners', 'link_names', 'qr_codes']);
    expect(JSON.stringify([...left])).not.toContain(MARK);
  });

  it('steps past a code that fails, says which one it is, and ends once that works', async () => {
    await addCodes(12);
    const [bad] = leaver.codeIds;
    await env.DB.exec(
      `CREATE TRIGGER poison BEFORE UPDATE ON qr_codes WHEN old.code_id = '${bad}' BEGIN SELECT RAISE(ABORT, 'poison'); END`,
    );
    const { accountId } = await createClient({ app });
    for (const id of [leaver.api.accountId, accountId]) await deleteForGood(id);
    expect(await untilRemoved(accountId)).toBe(2);
    const { results } = await env.DB.prepare(
      'SELECT code_id FROM qr_codes WHERE account_id = ? AND deleted_at_ms IS NULL',
    )
      .bind(leaver.api.accountId)
      .all();
    expect(results).toEqual([{ code_id: bad }]);
    now += RUN_MS;
    const { lines } = await runScheduled(now);
    expect(lines.find(({ event }) => event === 'code_not_removed')?.['error']).toContain(bad);

    await env.DB.exec('DROP TRIGGER poison');
    await untilRemoved();
    expect(await stateOf(bad)).toBe('deleted');
  });

  it('takes a bounded number of codes in each run, within the 50 queries of the Free plan', async () => {
    await addCodes(20);
    await deleteForGood(leaver.api.accountId);
    const living: number[] = [];
    for (let turns = 0; turns < 3; turns++) {
      do now += RUN_MS;
      while (Math.floor(now / RUN_MS) % (JOB_NAMES.length | 1) !== JOB_NAMES.indexOf('accounts_removed'));
      let queries = 0;
      const DB = watchQueries(() => queries++);
      const { lines } = await runScheduled(now, { WORKERS_PLAN: 'free', DB });
      expect(lines.map(({ event }) => event)).toEqual(['accounts_removed']);
      expect(queries).toBeLessThanOrEqual(50);
      living.push(await countLiving());
    }
    expect(living).toEqual([14, 7, 0]);
    await untilRemoved();
  });
});

async function countLiving(): Promise<number> {
  const row = await env.DB.prepare(
    'SELECT count(*) AS living FROM qr_codes WHERE account_id = ? AND deleted_at_ms IS NULL',
  )
    .bind(leaver.api.accountId)
    .first<{ living: number }>();
  return row?.living ?? -1;
}

async function stateOf(codeId: string): Promise<'live' | 'deleted' | 'unknown'> {
  const row = await env.DB.prepare('SELECT deleted_at_ms FROM qr_codes WHERE code_id = ?')
    .bind(codeId)
    .first<{ deleted_at_ms: number | null }>();
  if (!row) return 'unknown';
  return row.deleted_at_ms === null ? 'live' : 'deleted';
}
