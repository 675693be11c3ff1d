import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { random, randomHex } from '#harness/data/random.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { type CopyState, ReplicatedDatabase } from '#harness/worker/replicated-database.ts';
import { hashPassword } from '#core/control/password.ts';
import { createRedirect } from '#shortlink/redirect.ts';
import {
  BOOKMARK_DUE_MS,
  BOOKMARK_RIPE_MS,
  BOOKMARK_USABLE_MS,
  EDIT_FOLLOWED_WITHIN_MS,
  PROBE_INTERVAL_MS,
  SERVABLE_MS,
  STALE_FOR_MS,
} from '#shortlink/targets/time-bounds.ts';

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';
const ORIGIN = 'https://go.example.com';

let accountId: string;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

let now = Date.UTC(2026, 10, 21, 12);
let nextId = 0;
let database: ReplicatedDatabase;
beforeEach(async () => {
  // What earlier tests left in the colo's cache is too old for this one.
  now += 2 * STALE_FOR_MS;
  await caches.default.delete(`${ORIGIN}/__c/session/bookmarks`);
  database = new ReplicatedDatabase(env.DB);
});
afterEach(() => vi.restoreAllMocks());

/** One isolate; all isolates share the colo's cache. `skewMs` is how much its clock is ahead. */
function openIsolate(skewMs = 0) {
  const redirect = createRedirect({ nowMs: () => now + skewMs });
  return {
    /** Where a visit leads, or its status. By then, the visit's work after the response is done, unless the database hangs. */
    async visit(url: string, bindings: Partial<ShortlinkEnv> = {}): Promise<string | number> {
      const ctx = createExecutionContext();
      const init = { headers: { 'User-Agent': 'Mozilla/5.0 (iPhone) Mobile' }, redirect: 'manual' } as const;
      const request = new Request(URL.parse(url, ORIGIN) ?? url, init);
      const hosts = { SHORT_HOSTS: 'go.example.com', SCAN_LOG: 'off' };
      const response = redirect(request, { ...env, ...hosts, DB: database.binding, ...bindings }, ctx);
      const { headers, status } = await response;
      if (!database.hasHung) await waitOnExecutionContext(ctx);
      return headers.get('Location') ?? status;
    },
  };
}

async function addCode(code: Partial<Parameters<typeof seedCode>[1]> = {}): Promise<string> {
  const codeId = `near${String(nextId++).padStart(4, '0')}`;
  return seedCode(env.DB, { accountId, codeId, target: OLD, ...code });
}

const leadTo = (codeId: string, target: string) =>
  database.write(
    'UPDATE qr_codes SET target = ?1, redirect_to = ?1, revision = revision + 1 WHERE code_id = ?2',
    target,
    codeId,
  );

/** An isolate in a colo whose only bookmark was taken `ageMs` ago, and the replica has reached it. */
async function openColo(ageMs: number) {
  const codeId = await addCode();
  await database.catchUp();
  database.countQueries();
  const isolate = openIsolate();
  expect(await isolate.visit(codeId)).toBe(OLD);
  expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
  now += ageMs;
  return isolate;
}

describe('a scan that no cache can serve', () => {
  it.each([0, BOOKMARK_DUE_MS - 1])(
    'is answered by the replica alone, %i ms after a bookmark',
    async (ageMs) => {
      const codeId = await addCode();
      const isolate = await openColo(ageMs);
      expect(await isolate.visit(codeId)).toBe(OLD);
      expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
    },
  );

  const FILE = 'https://go.example.com/file/3f9a1c5e7b2d8046/Menu.pdf';
  it.each([
    ['text', 'Table 12', null, 200],
    ['vcard', 'BEGIN:VCARD\nVERSION:4.0\nFN:Jane\nEND:VCARD', null, 200],
    ['file', 'file_3f9a1c5e7b2d8046', FILE, FILE],
  ])('takes one query, also where it opens a page or a file: %s', async (type, target, redirectTo, seen) => {
    const codeId = await addCode({ type, target, redirectTo });
    const isolate = openIsolate();
    expect(await isolate.visit(codeId)).toBe(seen);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
    expect(await isolate.visit(codeId)).toBe(seen);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 0 });
  });

  it('is answered by the replica in every isolate of the colo', async () => {
    const codeId = await addCode();
    await openColo(BOOKMARK_DUE_MS - 1);
    expect(await openIsolate().visit(codeId)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
  });

  it('is answered by the primary if there is no bookmark, or only one of 20 seconds, and that brings one', async () => {
    const [first, second] = [await addCode(), await addCode()];
    const isolate = await openColo(BOOKMARK_USABLE_MS);
    expect(await isolate.visit(first)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
    expect(await isolate.visit(second)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
  });

  it('renews a bookmark of 10 to 20 seconds after its response, once for all scans of that time', async () => {
    const codes = [await addCode(), await addCode(), await addCode()];
    const isolate = await openColo(BOOKMARK_USABLE_MS - 1);
    expect(await Promise.all(codes.map((codeId) => isolate.visit(codeId)))).toEqual([OLD, OLD, OLD]);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 3 });
  });

  it('waits for no replica that has not reached the newer bookmark: the older one will do', async () => {
    const [first, second] = [await addCode(), await addCode()];
    const isolate = await openColo(BOOKMARK_DUE_MS);
    await leadTo(second, NEW);
    expect(await isolate.visit(first)).toBe(OLD);
    now += BOOKMARK_RIPE_MS - 1;
    expect(await isolate.visit(second)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 2 });
    expect(database.hasHung).toBe(false);
  });

  it('starts the age of its entry with the time of the bookmark', async () => {
    const codeId = await addCode();
    const isolate = await openColo(BOOKMARK_RIPE_MS);
    expect(await isolate.visit(codeId)).toBe(OLD);
    await leadTo(codeId, NEW);
    now += SERVABLE_MS - BOOKMARK_RIPE_MS;
    expect(await isolate.visit(codeId)).toBe(NEW);
  });

  it('renews a hot entry by the replica', async () => {
    const [hot, other] = [await addCode(), await addCode()];
    const isolate = await openColo(1_000);
    await isolate.visit(hot);
    now += BOOKMARK_DUE_MS;
    await isolate.visit(other);
    database.countQueries();
    // Until the replicas have had time to reach the new bookmark, no query would bring a newer entry.
    expect(await isolate.visit(hot)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 0 });
    now += BOOKMARK_RIPE_MS;
    await leadTo(hot, NEW);
    await database.catchUp();
    expect(await isolate.visit(hot)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
    expect(await isolate.visit(hot)).toBe(NEW);
  });

  it('asks the primary about an id that the replica does not know, before it says so', async () => {
    const isolate = await openColo(1_000);
    expect(await isolate.visit('n0b0dy99')).toBe(404);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 1 });
    expect(await isolate.visit('n0b0dy99')).toBe(404);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 0 });
  });

  it('opens a code, a short code and a path on a host of the account that were created this second', async () => {
    const isolate = await openColo(1_000);
    expect(await isolate.visit(await addCode({ target: NEW }))).toBe(NEW);
    const shortCode = `menu-${randomHex().slice(0, 8)}`;
    await addCode({ target: NEW, shortCode });
    expect(await isolate.visit(shortCode)).toBe(NEW);
    const host = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId, host });
    await addCode({ target: NEW, shortCode: 'Menu', host });
    expect(await openIsolate().visit(`https://${host}/Menu`)).toBe(NEW);
  });

  it('finds names and domains by the replica', async () => {
    const [shortCode, host] = [`menu-${randomHex().slice(0, 8)}`, `go.${randomHex()}.example`];
    await addCode({ shortCode });
    await seedDomain(env.DB, { accountId, host });
    await addCode({ target: NEW, shortCode: 'Menu', host });
    const isolate = await openColo(1_000);
    expect(await isolate.visit(shortCode)).toBe(OLD);
    expect(await isolate.visit(`https://${host}/Menu`)).toBe(NEW);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 2 });
  });

  it('takes a scan from a limit at the primary', async () => {
    const codeId = await addCode({ control: { maxScans: 1 } });
    const isolate = await openColo(1_000);
    expect(await isolate.visit(codeId)).toBe(OLD);
    expect(await isolate.visit(codeId)).toBe(403);
    expect(database.countQueries()).toEqual({ primary: 2, replica: 1 });
  });

  it('reports which copy of the database answered, in its point and in /health', async () => {
    const codeId = await addCode();
    const isolate = await openColo(1_000);
    const points: unknown[] = [];
    const OUTCOMES = { writeDataPoint: (point: unknown) => void points.push(point) } as never;
    await isolate.visit(codeId, { OUTCOMES });
    expect(points).toEqual([{ indexes: ['miss'], doubles: [1, 0], blobs: ['OC', 'replica'] }]);
    const redirect = createRedirect({ nowMs: () => now });
    const ask = (path: string, init: RequestInit = {}) =>
      redirect(new Request(`${ORIGIN}/${path}`, init), { ...env, SCAN_LOG: 'off' }, createExecutionContext());
    await ask(await addCode(), { redirect: 'manual' });
    expect(await (await ask('health')).json()).toEqual({ status: 'ok', queries: { 'unnamed primary': 1 } });
    expect((await ask('health', { method: 'POST' })).status).toBe(405);
  });
});

describe('replicas that', () => {
  it.each(['fails', 'hangs', 'lacks tables'] satisfies CopyState[])(
    '%s cost no answer, and are not waited for twice',
    async (state) => {
      const codes = [await addCode(), await addCode(), await addCode()];
      const [first = '', second = '', third = ''] = codes;
      const isolate = await openColo(1_000);
      database.replica = state;
      expect(await isolate.visit(first)).toBe(OLD);
      expect(database.countQueries()).toEqual({ primary: 1, replica: 1 });
      // From now on no timer ends.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      expect(await isolate.visit(second)).toBe(OLD);
      database.countQueries();
      now += PROBE_INTERVAL_MS - 1;
      expect(await isolate.visit(third)).toBe(OLD);
      expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
      vi.useRealTimers();
    },
  );

  it('work again are trusted again by the whole colo, after one answer in time', async () => {
    const codes = [await addCode(), await addCode(), await addCode()];
    const [first = '', second = '', third = ''] = codes;
    const failed = await openColo(1_000);
    database.replica = 'fails';
    await failed.visit(first);
    database.replica = 'works';
    database.countQueries();
    const isolate = openIsolate();
    expect(await isolate.visit(second)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 1 });
    expect(await isolate.visit(third)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
  });

  it('have not reached the bookmark are given up for the primary', async () => {
    const [first, second] = [await addCode(), await addCode()];
    await openColo(BOOKMARK_USABLE_MS);
    await database.write('UPDATE qr_codes SET revision = revision + 1 WHERE code_id = ?', first);
    const isolate = openIsolate();
    expect(await isolate.visit(first)).toBe(OLD);
    expect(await isolate.visit(second)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 2, replica: 1 });
    expect(database.hasHung).toBe(true);
    await database.catchUp();
  });

  it('lag 25 seconds delay nothing in the life of a code: its first scan opens, and each change is followed within 30', async () => {
    const host = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId, host });
    const isolates = [await openColo(0), openIsolate()];
    database.isPatient = false;
    const codeId = await addCode({ control: { isPaused: false } });
    const menu = `https://${host}/Menu`;
    for (const isolate of isolates) {
      expect(await isolate.visit(codeId)).toBe(OLD);
      expect(await isolate.visit(menu)).toBe(404);
    }
    const set = (columns: string, ...values: string[]) =>
      database.write(
        `UPDATE qr_codes SET revision = revision + 1, ${columns} WHERE code_id = ?`,
        ...values,
        codeId,
      );
    const setControl = (control: object) => set('control = json_patch(control, ?)', JSON.stringify(control));
    const password = hashPassword(env.PASSWORD_PEPPER, 'salt', 'open sesame');
    const steps: [change: () => Promise<void>, expected: string | number, url?: string][] = [
      [() => leadTo(codeId, NEW), NEW],
      [() => setControl({ isPaused: true }), 403],
      [() => setControl({ isPaused: false, password }), 200],
      [() => set(`control = json_set(control, '$.password', NULL)`), NEW],
      [() => setControl({ maxScans: 1 }), 403],
      [() => set(`control = json_set(control, '$.maxScans', NULL)`), NEW],
      [() => set(`disabled_for = 'abuse'`), 403],
      [() => set('disabled_for = NULL'), NEW],
      [
        () =>
          database.write(
            `INSERT INTO link_names (host, path, code_id, created_at_ms) VALUES (?, 'Menu', ?, 1)`,
            host,
            codeId,
          ),
        NEW,
        menu,
      ],
      [() => database.write('DELETE FROM link_names WHERE host = ?', host), 404, menu],
      [() => set(`target = '', redirect_to = NULL, deleted_at_ms = 1`), 410],
    ];
    for (const [change, expected, url = codeId] of steps) {
      await change();
      const changedAtMs = now;
      while (now - changedAtMs < EDIT_FOLLOWED_WITHIN_MS) {
        now += 2_500;
        if (now - changedAtMs === 25_000) await database.catchUp();
        for (const isolate of isolates) await isolate.visit(url);
      }
      for (const isolate of isolates) expect(await isolate.visit(url), String(change)).toBe(expected);
    }
  });

  it('do not exist leave everything as it is: one query, of the primary, with its time', async () => {
    const codeId = await addCode();
    database.hasReplica = false;
    const isolate = await openColo(BOOKMARK_DUE_MS - 1);
    expect(await isolate.visit(codeId)).toBe(OLD);
    expect(await isolate.visit('n0b0dy98')).toBe(404);
    expect(database.countQueries()).toEqual({ primary: 2, replica: 0 });
    now += SERVABLE_MS - 1;
    await isolate.visit(codeId);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
  });
});

describe('a bookmark', () => {
  it.each(['malformed', '99999999', 'x'.repeat(201), ''])('%s costs no answer', async (bookmark) => {
    const codes = [await addCode(), await addCode(), await addCode(), await addCode()];
    const [first = '', second = '', third = '', fourth = ''] = codes;
    database.falseBookmark = bookmark;
    database.isPatient = false;
    const isolate = await openColo(1_000);
    expect(await isolate.visit(first)).toBe(OLD);
    database.falseBookmark = null;
    now += BOOKMARK_USABLE_MS;
    expect(await isolate.visit(second)).toBe(OLD);
    expect(await isolate.visit(third)).toBe(OLD);
    database.countQueries();
    expect(await isolate.visit(fourth)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 0, replica: 1 });
  });

  it.each([
    ['junk', 'junk'],
    ['other junk', { kept: [{ value: 1, readAtMs: 2 }, null, 'x'] }],
    ['from the future', { kept: [{ value: '00000001', readAtMs: Date.UTC(2100, 1) }] }],
  ])('in the colo that is %s counts as none', async (_, value) => {
    const codeId = await addCode();
    const kept = new Response(JSON.stringify({ value, readAtMs: now }), {
      headers: { 'Cache-Control': 'max-age=60' },
    });
    await caches.default.put(`${ORIGIN}/__c/session/bookmarks`, kept);
    expect(await openIsolate().visit(codeId)).toBe(OLD);
    expect(database.countQueries()).toEqual({ primary: 1, replica: 0 });
  });
});

describe('while the primary fails', () => {
  it.each(['fails', 'hangs'] satisfies CopyState[])(
    '(%s) a replica answers about codes that nothing else knows, even by an old bookmark',
    async (state) => {
      const codes = [await addCode(), await addCode()];
      const [first = '', second = ''] = codes;
      const isolate = await openColo(1_000);
      database.primary = state;
      expect(await isolate.visit(first)).toBe(OLD);
      now += STALE_FOR_MS / 2;
      expect(await isolate.visit(second)).toBe(OLD);
      // It is known that the primary fails: the entry is served from memory.
      database.countQueries();
      expect(await isolate.visit(second)).toBe(OLD);
      expect(database.countQueries().replica).toBe(0);
      expect(await isolate.visit('n0b0dy97')).toBe(503);
    },
  );

  it('the copy in KV decides, as without replicas', async () => {
    const codeId = await addCode();
    const isolate = await openColo(1_000);
    const link = { kind: 'redirect', location: NEW, isTracked: true, revision: 9, accountId };
    await env.LINKS.put(codeId, JSON.stringify(link));
    database.primary = 'fails';
    now += BOOKMARK_USABLE_MS;
    expect(await isolate.visit(codeId)).toBe(NEW);
  });

  it('and the replicas too, a code that nothing knows is a 503', async () => {
    const codeId = await addCode();
    const isolate = await openColo(1_000);
    database.primary = database.replica = 'fails';
    expect(await isolate.visit(codeId)).toBe(503);
  });
});

it('follows every change within 30 seconds, whatever the replicas and the clocks of the colo do', async () => {
  const PLACES = [OLD, NEW, 'https://example.com/third'];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const codes = new Map<string, { place: string; fromMs: number }[]>();
  for (let n = 0; n < 5; n++) codes.set(await addCode(), [{ place: OLD, fromMs: 0 }]);
  await database.catchUp();
  database.isPatient = false;
  const openSkewed = () => openIsolate(pick([-1_000, 0, 1_000]));
  const isolates = [openSkewed(), openSkewed(), openSkewed()];
  let byReplica = 0;
  for (let step = 0; step < 200; step++) {
    now += Math.floor(random() * 4_000);
    const [codeId, places] = pick([...codes]);
    if (random() < 0.25) {
      const place = pick(PLACES);
      await leadTo(codeId, place);
      places.push({ place, fromMs: now });
    }
    if (random() < 0.2) await database.catchUp();
    if (random() < 0.1) database.replica = pick(['works', 'works', 'works', 'fails', 'lacks tables']);
    if (random() < 0.05) database.falseBookmark = pick([null, null, '99999999', 'malformed']);
    if (random() < 0.1) isolates[Math.floor(random() * isolates.length)] = openSkewed();
    const found = await pick(isolates).visit(codeId);
    const allowed = places.filter((_, i) => (places[i + 1]?.fromMs ?? now) >= now - EDIT_FOLLOWED_WITHIN_MS);
    expect(allowed.map(({ place }) => place)).toContain(found);
    byReplica += database.countQueries().replica;
  }
  expect(byReplica).toBeGreaterThan(10);
}, 60_000);
