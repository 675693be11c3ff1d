import { randomCodeId } from '#harness/data/random.ts';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRedirect } from '#shortlink/redirect.ts';
import {
  CLOCK_SKEW_MS,
  EDIT_FOLLOWED_WITHIN_MS,
  FRESH_MS,
  OUTAGE_REMEMBERED_MS,
  SERVABLE_MS,
  STALE_FOR_MS,
  UNKNOWN_REMEMBERED_MS,
} from '#shortlink/targets/time-bounds.ts';
import { withFault, withStatements } from '#harness/worker/faults.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';

const START = Date.UTC(2026, 10, 21, 12);
const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

let accountId: string;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

let now = START;
let queries = 0;
beforeEach(() => {
  now = START;
  queries = 0;
});
afterEach(() => vi.restoreAllMocks());

/** The real database, with a count of its queries. */
const working = () => database((statement) => statement.first());
const failing = () => database(() => Promise.reject(new Error('D1_ERROR: the database is down')));
const hanging = () => database(() => new Promise(() => {}));

/** A D1 binding whose statements respond as a test says. */
function database(first: (statement: D1PreparedStatement) => Promise<unknown>): D1Database {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    withFault(statement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: async () => {
        queries++;
        return { results: [await first(statement)].filter((row) => row !== null), meta: {} };
      },
    });
  return withStatements(env.DB, (sql) => wrap(env.DB.prepare(sql)));
}

const down = () => {
  throw new Error('this part of the platform is down');
};

/** One isolate, whose visits share a memory; all isolates share the colo's cache. */
function openIsolate() {
  const redirect = createRedirect({ nowMs: () => now });
  const start = (path: string, bindings: Partial<ShortlinkEnv> = {}) => {
    const ctx = createExecutionContext();
    const request = new Request(`https://go.example.com${path}`, { redirect: 'manual' });
    const response = redirect(request, { ...env, DB: working(), SCAN_LOG: 'off', ...bindings }, ctx);
    return { ctx, response };
  };
  return {
    start,
    /** Where a visit leads, or its status. By then, the visit's work after the response is done. */
    async visit(path: string, bindings: Partial<ShortlinkEnv> = {}): Promise<string | number> {
      const { ctx, response } = start(path, bindings);
      const { headers, status } = await response;
      if (bindings.DB === undefined) await waitOnExecutionContext(ctx);
      return headers.get('Location') ?? status;
    },
  };
}

async function leadTo(codeId: string, target: string): Promise<void> {
  await env.DB.prepare('UPDATE qr_codes SET target = ?1, redirect_to = ?1 WHERE code_id = ?2')
    .bind(target, codeId)
    .run();
}

const remove = (codeId: string) =>
  env.DB.prepare(`UPDATE qr_codes SET target = '', redirect_to = NULL, deleted_at_ms = 1 WHERE code_id = ?`)
    .bind(codeId)
    .run();

/** A code that led to OLD, was scanned once at START, and now leads to NEW. */
async function scanThenEdit(codeId: string) {
  await seedCode(env.DB, { accountId, codeId, target: OLD });
  const isolate = openIsolate();
  expect(await isolate.visit(`/${codeId}`)).toBe(OLD);
  await leadTo(codeId, NEW);
  queries = 0;
  return isolate;
}

describe('a hot code', () => {
  it('touches no store while its entry is fresh, to the millisecond', async () => {
    const isolate = await scanThenEdit('h0tc0de0');
    const untouchable = { DB: down, LINKS: down } as unknown as Partial<ShortlinkEnv>;
    const cache = vi.spyOn(caches.default, 'match');
    now = START + FRESH_MS - 1;
    expect(await isolate.visit('/h0tc0de0', untouchable)).toBe(OLD);
    expect(cache).not.toHaveBeenCalled();
    now = START + FRESH_MS;
    expect(await isolate.visit('/h0tc0de0')).toBe(OLD);
    expect(cache).toHaveBeenCalled();
    expect(queries).toBe(1);
    expect(await isolate.visit('/h0tc0de0')).toBe(NEW);
    expect(queries).toBe(1);
  });

  it('is served and renewed up to the last millisecond that it is servable, then read before the response', async () => {
    const isolate = await scanThenEdit('edge0000');
    now = START + SERVABLE_MS - 1;
    expect(await isolate.visit('/edge0000')).toBe(OLD);
    expect(await isolate.visit('/edge0000')).toBe(NEW);

    const other = await scanThenEdit('edge0001');
    now = START + SERVABLE_MS - 1 + SERVABLE_MS;
    expect(await other.visit('/edge0001')).toBe(NEW);
  });

  it('is renewed by one query, however many scans find it old', async () => {
    const isolate = await scanThenEdit('renew000');
    now = START + FRESH_MS;
    const visits = await Promise.all(Array.from({ length: 100 }, () => isolate.visit('/renew000')));
    expect(new Set(visits)).toEqual(new Set([OLD]));
    expect(queries).toBe(1);
  });

  it('is not served beyond its bound because its renewal is under way', async () => {
    const isolate = await scanThenEdit('vnderway');
    for (const codeId of ['0vtage00', '0vtage01']) await seedCode(env.DB, { accountId, codeId, target: OLD });
    expect(await isolate.visit('/0vtage00')).toBe(OLD);
    const { promise: asLongAsItTakes, resolve: answer } = Promise.withResolvers<void>();
    const DB = database(async (statement) => {
      await asLongAsItTakes;
      return statement.first();
    });
    now = START + SERVABLE_MS - 1;
    expect(await isolate.visit('/vnderway', { DB })).toBe(OLD);
    now = START + SERVABLE_MS;
    // A stale response and the end of its outage, just before: neither makes this response stale.
    expect(await isolate.visit('/0vtage00', { DB: failing() })).toBe(OLD);
    expect(await isolate.visit('/0vtage01')).toBe(OLD);
    const visit = isolate.visit('/vnderway', { DB });
    answer();
    expect(await visit).toBe(NEW);
  });

  it('is read from the colo once, even if it has to be renewed', async () => {
    await scanThenEdit('0nce0000');
    const cache = vi.spyOn(caches.default, 'match');
    now = START + FRESH_MS;
    expect(await openIsolate().visit('/0nce0000')).toBe(OLD);
    expect(cache.mock.calls.filter(([url]) => new Request(url).url.endsWith('/0nce0000'))).toHaveLength(1);
    expect(queries).toBe(1);
  });

  it('is taken from memory by a scan that waited for the colo in vain while another read it', async () => {
    await seedCode(env.DB, { accountId, codeId: 'meanwh1e', target: OLD });
    const isolate = openIsolate();
    const { promise: nothing, resolve: tell } = Promise.withResolvers<undefined>();
    vi.spyOn(caches.default, 'match').mockReturnValueOnce(nothing);
    const waiting = isolate.visit('/meanwh1e');
    expect(await isolate.visit('/meanwh1e')).toBe(OLD);
    tell(undefined);
    expect(await waiting).toBe(OLD);
    expect(queries).toBe(1);
  });
});

describe('the caches', () => {
  it('do not add up: an entry that another isolate copies keeps its age', async () => {
    await scanThenEdit('addvp000');
    now = START + FRESH_MS - 1;
    const second = openIsolate();
    expect(await second.visit('/addvp000')).toBe(OLD);
    expect(queries).toBe(0);
    now = START + SERVABLE_MS;
    expect(await second.visit('/addvp000')).toBe(NEW);
  });

  it('contain nothing older than the promise for an edit during the filling', async () => {
    await seedCode(env.DB, { accountId, codeId: 'race0000', target: OLD });
    const isolate = openIsolate();
    // The row is read, then edited, and only then does the response arrive.
    const DB = database(async (statement) => {
      const row = await statement.first();
      await leadTo('race0000', NEW);
      now += 1_000;
      return row;
    });
    const { ctx, response } = isolate.start('/race0000', { DB });
    expect((await response).headers.get('Location')).toBe(OLD);
    await waitOnExecutionContext(ctx);
    now = START + SERVABLE_MS;
    expect(await isolate.visit('/race0000')).toBe(NEW);
    expect(SERVABLE_MS).toBeLessThan(EDIT_FOLLOWED_WITHIN_MS);
  });

  it('keep a deletion that races a renewal: the older reading does not come back', async () => {
    const isolate = await scanThenEdit('race0001');
    now = START + FRESH_MS;
    let finish = () => {};
    const late = database(async (statement) => {
      const row = await statement.first();
      await new Promise<void>((resume) => (finish = resume));
      return row;
    });
    const { ctx, response } = isolate.start('/race0001', { DB: late });
    expect((await response).headers.get('Location')).toBe(OLD);
    await vi.waitFor(() => expect(queries).toBe(1));
    await remove('race0001');
    now = START + SERVABLE_MS;
    // During the renewal, another isolate reads the tombstone and puts it into the colo's cache.
    expect(await openIsolate().visit('/race0001')).toBe(410);
    finish();
    await waitOnExecutionContext(ctx);
    now = START + FRESH_MS + SERVABLE_MS;
    expect(await isolate.visit('/race0001')).toBe(410);
    expect(await openIsolate().visit('/race0001')).toBe(410);
  });

  it('remember for ten seconds that there is no such code, to the millisecond, and no other isolate does', async () => {
    const isolate = openIsolate();
    for (const path of ['/n0tyet00', '/N0TYET00', '/n0tyet00']) expect(await isolate.visit(path)).toBe(404);
    expect(queries).toBe(1);
    await seedCode(env.DB, { accountId, codeId: 'n0tyet00', target: NEW });
    expect(await openIsolate().visit('/n0tyet00')).toBe(NEW);
    now = START + UNKNOWN_REMEMBERED_MS - 1;
    expect(await isolate.visit('/n0tyet00')).toBe(404);
    now = START + UNKNOWN_REMEMBERED_MS;
    expect(await isolate.visit('/n0tyet00')).toBe(NEW);
    expect(UNKNOWN_REMEMBERED_MS).toBe(10_000);
  });

  it('share one query for an id that nobody has, and never take a failure for one', async () => {
    const isolate = openIsolate();
    expect(await isolate.visit('/n0b0dy00', { DB: failing() })).toBe(503);
    now += OUTAGE_REMEMBERED_MS;
    queries = 0;
    const visits = ['/n0b0dy00', '/n0b0dy00', '/N0B0DY00'].map((path) => isolate.visit(path));
    expect(await Promise.all(visits)).toEqual([404, 404, 404]);
    expect(queries).toBe(1);
  });

  it('let a new code work at once, whatever was asked for before', async () => {
    const isolate = openIsolate();
    for (let n = 0; n < 40; n++)
      expect(await isolate.visit(`/gvess0${String(n).padStart(2, '0')}`)).toBe(404);
    await seedCode(env.DB, { accountId, codeId: 'br4ndnew', target: NEW });
    expect(await isolate.visit('/br4ndnew')).toBe(NEW);
  });

  it('remember a tombstone', async () => {
    await seedCode(env.DB, { accountId, codeId: 't0mb0000', deletedAtMs: 1 });
    const isolate = openIsolate();
    for (let scans = 0; scans < 3; scans++) expect(await isolate.visit('/t0mb0000')).toBe(410);
    expect(queries).toBe(1);
  });

  it('are not needed when the Cache API throws, hangs or contains junk', async () => {
    await seedCode(env.DB, { accountId, codeId: 'c0100000', target: OLD });
    for (const fault of [
      () => Promise.reject(new Error('no cache')),
      () => new Promise<undefined>(() => {}),
      () => Promise.resolve(new Response('<junk>')),
      () => Promise.resolve(Response.json({ readAtMs: START, link: { kind: 'redirect' } })),
      () => Promise.resolve(Response.json(null)),
    ]) {
      vi.spyOn(caches.default, 'match').mockImplementation(fault);
      vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('no cache'));
      expect(await openIsolate().visit('/c0100000')).toBe(OLD);
    }
    expect(queries).toBe(5);
  });

  it('accept no entry from a machine whose clock is wrong', async () => {
    await scanThenEdit('sk3w0000');
    now = START - CLOCK_SKEW_MS - 1;
    expect(await openIsolate().visit('/sk3w0000')).toBe(NEW);
  });
});

describe('while the database fails', () => {
  it.each([
    ['throws', failing, 'err0'],
    ['hangs', hanging, 'hang'],
  ])('and %s, a stale entry is served up to seven days, to the millisecond', async (_, fault, prefix) => {
    const codeId = `${prefix.replace('u', 'v')}0000`;
    await scanThenEdit(codeId);
    now = START + STALE_FOR_MS - 1;
    expect(await openIsolate().visit(`/${codeId}`, { DB: fault() })).toBe(OLD);
    now = START + STALE_FOR_MS;
    expect(await openIsolate().visit(`/${codeId}`, { DB: fault() })).toBe(503);
  });

  it('nobody waits for it twice, one scan a second probes, and the first success ends it', async () => {
    const isolate = await scanThenEdit('pr0be000');
    now = START + SERVABLE_MS;
    const DB = failing();
    expect(await isolate.visit('/pr0be000', { DB })).toBe(OLD);
    expect(queries).toBe(1);
    for (let scans = 0; scans < 50; scans++) {
      now += 100;
      const { ctx, response } = isolate.start('/pr0be000', { DB });
      expect((await response).headers.get('Location')).toBe(OLD);
      await waitOnExecutionContext(ctx);
    }
    // At 0.1, 1.1, 2.1, 3.1 and 4.1 seconds.
    expect(queries).toBe(1 + 5);
    // The database is back, and this isolate has seen no failure for a while, so it follows the edit at once.
    now += OUTAGE_REMEMBERED_MS;
    expect(await isolate.visit('/pr0be000')).toBe(NEW);
  });

  it('seven days are the end for an entry in memory too, though an outage is known', async () => {
    const isolate = await scanThenEdit('week0000');
    now = START + STALE_FOR_MS - 1;
    expect(await isolate.visit('/week0000', { DB: failing() })).toBe(OLD);
    now = START + STALE_FOR_MS;
    expect(await isolate.visit('/week0000', { DB: failing() })).toBe(503);
  });

  it('and responds late, its response is kept for the next scan', async () => {
    await seedCode(env.DB, { accountId, codeId: '1ate0000', target: OLD });
    const isolate = openIsolate();
    let finish = () => {};
    const DB = database(async (statement) => {
      const row = await statement.first();
      await new Promise<void>((resume) => (finish = resume));
      return row;
    });
    const { ctx, response } = isolate.start('/1ate0000', { DB });
    expect((await response).status).toBe(503);
    finish();
    await waitOnExecutionContext(ctx);
    expect(await isolate.visit('/1ate0000', { DB: failing() })).toBe(OLD);
  });

  it('a code that no cache knows is found in its copy, a deleted one too', async () => {
    await env.LINKS.put(
      'c0py0000',
      JSON.stringify({ kind: 'redirect', location: NEW, isTracked: true, revision: 2, accountId: 'acc_1' }),
    );
    await env.LINKS.put('c0py0001', JSON.stringify({ kind: 'gone', revision: 2, accountId: 'acc_1' }));
    const isolate = openIsolate();
    expect(await isolate.visit('/c0py0000', { DB: failing() })).toBe(NEW);
    expect(await isolate.visit('/c0py0001', { DB: failing() })).toBe(410);
  });

  it('the copy is read then only', async () => {
    await seedCode(env.DB, { accountId, codeId: 'c0py0002', target: OLD });
    const LINKS = withFault(env.LINKS, { get: down });
    expect(await openIsolate().visit('/c0py0002', { LINKS })).toBe(OLD);
    expect(await openIsolate().visit('/n0where0', { LINKS })).toBe(404);
  });

  it.each([
    ['has no copy', {}],
    ['has a copy that is junk', { get: async () => '{"kind":"redirect"' }],
    ['cannot be read', { get: () => Promise.reject(new Error('KV is down')) }],
    ['hangs', { get: () => new Promise(() => {}) }],
  ])('and KV %s: an honest 503, never a 404', async (_, faults) => {
    const { ctx: __, response } = openIsolate().start('/n0c0py00', {
      DB: failing(),
      LINKS: withFault(env.LINKS, faults),
    });
    const { status, headers } = await response;
    expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
      503,
      '5',
      'private, no-store',
    ]);
  });

  it('a query that fails once ends no promise: the entry is read again before the bound', async () => {
    const isolate = await scanThenEdit('b11p0000');
    now = START + SERVABLE_MS;
    expect(await isolate.visit('/b11p0000', { DB: failing() })).toBe(OLD);
    now += OUTAGE_REMEMBERED_MS;
    expect(now - START).toBeLessThan(EDIT_FOLLOWED_WITHIN_MS);
    expect(await isolate.visit('/b11p0000')).toBe(NEW);
  });
});

describe('an edit that the colo has not seen', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const copyTo = (codeId: string, location: string, revision: number) =>
    env.LINKS.put(
      codeId,
      JSON.stringify({ kind: 'redirect', location, isTracked: true, revision, accountId: 'acc_1' }),
    );

  it('is followed when some other query has just failed, though nobody waits for the database', async () => {
    await scanThenEdit('m1ssed00');
    await copyTo('m1ssed00', NEW, 2);
    now = START + 6 * DAY_MS;
    const isolate = openIsolate();
    expect(await isolate.visit('/0ther000', { DB: failing() })).toBe(503);
    now += OUTAGE_REMEMBERED_MS - 1;
    queries = 0;
    expect(await isolate.visit('/m1ssed00')).toBe(NEW);
    expect(queries).toBe(0);
  });

  it('is followed while the database is down', async () => {
    await scanThenEdit('m1ssed01');
    await copyTo('m1ssed01', NEW, 2);
    now = START + DAY_MS;
    expect(await openIsolate().visit('/m1ssed01', { DB: failing() })).toBe(NEW);
  });

  it('is not undone by a copy that lags behind', async () => {
    await seedCode(env.DB, { accountId, codeId: '1aggard0', target: NEW });
    await openIsolate().visit('/1aggard0');
    await copyTo('1aggard0', OLD, 0);
    now = START + DAY_MS;
    expect(await openIsolate().visit('/1aggard0', { DB: failing() })).toBe(NEW);
  });
});

describe('a code that was found in its copy', () => {
  it('is remembered: not every scan of an outage reads KV, nor waits for the database', async () => {
    let reads = 0;
    const get = (key: string) => {
      reads++;
      return env.LINKS.get(key);
    };
    const bindings = { DB: failing(), LINKS: withFault(env.LINKS, { get }) };
    const link = { kind: 'redirect', location: NEW, isTracked: true, revision: 1, accountId: 'acc_1' };
    await env.LINKS.put('memry000', JSON.stringify(link));
    const isolate = openIsolate();
    for (let scans = 0; scans < 50; scans++) {
      now += 100;
      const { ctx, response } = isolate.start('/memry000', bindings);
      expect((await response).headers.get('Location')).toBe(NEW);
      await waitOnExecutionContext(ctx);
    }
    expect(reads).toBe(1);
    // The first one, and then one probe a second.
    expect(queries).toBe(1 + 5);
    now = START + 60_000;
    expect(await isolate.visit('/memry000', bindings)).toBe(NEW);
  });

  it('is looked up in the database as soon as that responds again', async () => {
    await seedCode(env.DB, { accountId, codeId: 'memry001', target: NEW });
    const link = { kind: 'redirect', location: OLD, isTracked: true, revision: 0, accountId: 'acc_1' };
    await env.LINKS.put('memry001', JSON.stringify(link));
    const isolate = openIsolate();
    expect(await isolate.visit('/memry001', { DB: failing() })).toBe(OLD);
    now += OUTAGE_REMEMBERED_MS;
    expect(await isolate.visit('/memry001')).toBe(NEW);
  });

  it('costs no scan a wait for a database that is known to hang', async () => {
    const isolate = openIsolate();
    expect(await isolate.visit('/0ther001', { DB: failing() })).toBe(503);
    const link = { kind: 'redirect', location: NEW, isTracked: true, revision: 1, accountId: 'acc_1' };
    await env.LINKS.put('memry002', JSON.stringify(link));
    queries = 0;
    expect(await isolate.visit('/memry002', { DB: hanging() })).toBe(NEW);
    expect(queries).toBe(0);
  });
});

describe('what stands in the stores', () => {
  it.each([
    'https://example.com/\r\nSet-Cookie: a=b',
    'https://example.com/\u0000',
    'https://example.com/é',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com/',
    '',
  ])('is never sent as a header if it is not an address: %j', async (location) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const codeId = randomCodeId();
    await seedCode(env.DB, { accountId, codeId, target: location });
    expect(await openIsolate().visit(`/${codeId}`)).toBe(503);
    expect(log.mock.calls.flat().join()).toContain('short_link_bad_location');
    await env.LINKS.put(
      'badc0py0',
      JSON.stringify({ kind: 'redirect', location, isTracked: false, revision: 1, accountId: 'acc_1' }),
    );
    expect(await openIsolate().visit('/badc0py0', { DB: failing() })).toBe(503);
  });
});

describe('a code that the operator disables', () => {
  const disable = (codeId: string, disabledFor: string | null) =>
    env.DB.prepare('UPDATE qr_codes SET disabled_for = ?, revision = revision + 1 WHERE code_id = ?')
      .bind(disabledFor, codeId)
      .run();

  it.each([
    ['abuse', 403, 'd1sab1ed', 'The operator of this service has disabled it'],
    ['legal', 451, 'w1thhe1d', 'not available for legal reasons'],
  ])(
    'for %s shows a page with %i within 30 seconds, and leads on again',
    async (reason, status, codeId, words) => {
      await seedCode(env.DB, { accountId, codeId, target: OLD });
      const isolates = [openIsolate(), openIsolate()];
      for (const isolate of isolates) expect(await isolate.visit(`/${codeId}`)).toBe(OLD);
      await disable(codeId, reason);
      now += EDIT_FOLLOWED_WITHIN_MS;
      for (const isolate of isolates) expect(await isolate.visit(`/${codeId}`)).toBe(status);
      const { response } = openIsolate().start(`/${codeId}`);
      expect(await (await response).text()).toContain(words);
      await disable(codeId, null);
      now += EDIT_FOLLOWED_WITHIN_MS;
      for (const isolate of isolates) expect(await isolate.visit(`/${codeId}`)).toBe(OLD);
    },
  );

  it('shows it while the database is down, by its copy', async () => {
    await seedCode(env.DB, { accountId, codeId: 'd0wnd1s0', target: OLD });
    const isolate = openIsolate();
    expect(await isolate.visit('/d0wnd1s0')).toBe(OLD);
    await env.LINKS.put(
      'd0wnd1s0',
      JSON.stringify({ kind: 'disabled', disabledFor: 'legal', revision: 2, accountId: 'acc_1' }),
    );
    now += EDIT_FOLLOWED_WITHIN_MS;
    expect(await isolate.visit('/d0wnd1s0', { DB: failing() })).toBe(451);
    expect(await openIsolate().visit('/d0wnd1s0', { DB: failing() })).toBe(451);
  });
});

describe('what is reported', () => {
  it('is a line and a point for each miss and failure, and nothing for a hot scan', async () => {
    await seedCode(env.DB, { accountId, codeId: 'rep0rt00', target: OLD });
    const lines: string[] = [];
    for (const method of ['log', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(JSON.parse(line).event));
    const points: unknown[] = [];
    const OUTCOMES = { writeDataPoint: (point: unknown) => void points.push(point) } as never;
    const isolate = openIsolate();
    await isolate.visit('/rep0rt00', { OUTCOMES, DB: working() });
    for (let scans = 0; scans < 20; scans++) await isolate.visit('/rep0rt00', { OUTCOMES, DB: working() });
    expect(lines).toEqual(['short_link_miss']);
    expect(points).toEqual([{ indexes: ['miss'], doubles: [1, 0], blobs: ['', 'primary'] }]);
    now += SERVABLE_MS;
    for (let scans = 0; scans < 20; scans++) await isolate.visit('/rep0rt00', { OUTCOMES, DB: failing() });
    now += 1_000;
    await isolate.visit('/rep0rt00', { OUTCOMES, DB: failing() });
    expect(points.filter((point) => JSON.stringify(point).includes('stale'))).toEqual([
      { indexes: ['stale'], doubles: [1, 0] },
      { indexes: ['stale'], doubles: [20, 0] },
    ]);
  });

  it('of a renewal is a point without a line: nobody waited for it', async () => {
    await seedCode(env.DB, { accountId, codeId: 'renewed0', target: OLD });
    const points: unknown[] = [];
    const OUTCOMES = { writeDataPoint: (point: unknown) => void points.push(point) } as never;
    const isolate = openIsolate();
    await isolate.visit('/renewed0', { OUTCOMES });
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    now += FRESH_MS;
    await isolate.visit('/renewed0', { OUTCOMES });
    expect(points).toContainEqual({ indexes: ['renewal'], doubles: [1, 0], blobs: ['', 'primary'] });
    expect(log).not.toHaveBeenCalled();
  });

  it('changes no response when Analytics Engine throws', async () => {
    await seedCode(env.DB, { accountId, codeId: 'aethr0ws', target: OLD });
    const broken = { writeDataPoint: down };
    const bindings = { OUTCOMES: broken, SCANS: broken, SCAN_LOG: 'analytics_engine', DB: working() };
    expect(await openIsolate().visit('/aethr0ws', bindings)).toBe(OLD);
  });
});
