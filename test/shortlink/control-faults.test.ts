import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { hashPassword } from '#core/control/password.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { withStatements } from '#harness/worker/faults.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';
import {
  COLO_CACHE_TIMEOUT_MS,
  COPY_TIMEOUT_MS,
  LOOK_UP_TIMEOUT_MS,
  SERVABLE_MS,
} from '#shortlink/targets/time-bounds.ts';
import { putDomainCopy } from '#storage/domains/domain-copies.ts';
import { putCopies } from '#storage/links/copies.ts';

const START = Date.UTC(2026, 10, 21, 12);
const TARGET = 'https://example.com/';
const RULED = 'https://example.com/ruled';

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
  await seedDomain(env.DB, { accountId, host: OWN_HOST });
  const pages = { rootUrl: null, notFoundUrl: null, expiredUrl: null };
  await putDomainCopy(env.LINKS, OWN_HOST, { ...pages, accountId, revision: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const down = () => {
  throw new Error('this part of the platform is down');
};
const DB_DOWN = { DB: { prepare: down, withSession: down } } as unknown as Partial<ShortlinkEnv>;
const RULES = [
  { name: 'R', target: RULED, when: { query: { rule: null }, timeZone: 'UTC' as TimeZone } },
] satisfies Control['rules'];

interface Case {
  readonly name: string;
  readonly control: Partial<Control>;
  /** The response to a visitor: a location, or the status of a page. */
  readonly expected: string | number;
  readonly query?: string;
  readonly scansTaken?: number;
}

const FALLBACK = `${TARGET}later`;

/** Every possible outcome of a decision. */
const OUTCOMES: Case[] = [
  { name: 'paused', control: { isPaused: true }, expected: 403 },
  { name: 'paused with a fallback', control: { isPaused: true, fallbackUrl: FALLBACK }, expected: FALLBACK },
  { name: 'scheduled', control: { startsAtMs: START + 3_600_000 }, expected: 403 },
  {
    name: 'scheduled with a fallback',
    control: { startsAtMs: START + 3_600_000, fallbackUrl: FALLBACK },
    expected: FALLBACK,
  },
  {
    name: 'within its schedule',
    control: { startsAtMs: START, endsAtMs: START + 3_600_000 },
    expected: TARGET,
  },
  { name: 'ended', control: { endsAtMs: START }, expected: 403 },
  { name: 'locked', control: { password: { salt: 's', hash: 'h' } }, expected: 200 },
  { name: 'ruled', control: { rules: RULES }, query: '?rule', expected: RULED },
  { name: 'past its rules', control: { rules: RULES }, expected: TARGET },
  {
    name: 'forwarding its query',
    control: { rules: RULES, forwardsQuery: true },
    query: '?rule&table=5',
    expected: `${RULED}?rule&table=5`,
  },
  {
    name: 'split',
    control: {
      variants: [
        { name: 'A', target: RULED, weight: 100 },
        { name: 'B', target: TARGET, weight: 0 },
      ],
    },
    expected: RULED,
  },
  { name: 'limited', control: { maxScans: 1 }, expected: TARGET },
  { name: 'ruled and limited', control: { maxScans: 1, rules: RULES }, query: '?rule', expected: RULED },
  { name: 'exhausted', control: { maxScans: 1 }, scansTaken: 1, expected: 403 },
  {
    name: 'exhausted with a fallback',
    control: { maxScans: 1, fallbackUrl: FALLBACK },
    scansTaken: 1,
    expected: FALLBACK,
  },
];

/** The suite runs over this one and the operator’s. */
const OWN_HOST = 'go.brand.example' as LinkHost;
let host = '';

function openIsolate() {
  const isolate = new Isolate(START, { SCAN_LOG: 'off' });
  return {
    at: (timeMs: number) => (isolate.nowMs = timeMs),
    send: (path: string, visit: Visit, bindings: Partial<ShortlinkEnv>) =>
      isolate.visit(`https://${host}${path}`, visit, bindings),
    visit: (path: string, bindings: Partial<ShortlinkEnv> = {}) =>
      isolate.locate(`https://${host}${path}`, bindings),
    /** A visit that waits for a store: once it hangs there, this time passes at once. */
    async visitWhileHanging(
      { hanging, afterMs }: { readonly hanging: Promise<void>; readonly afterMs: number },
      path: string,
      bindings: Partial<ShortlinkEnv> = {},
    ): Promise<string | number> {
      const { response } = isolate.start(`https://${host}${path}`, {}, bindings);
      await hanging;
      await vi.advanceTimersByTimeAsync(afterMs);
      const { headers, status } = await response;
      return headers.get('Location') ?? status;
    },
  };
}

/** A call that never ends, with its time. From here on, the tests control the timers. */
function hang() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  const call = () => {
    resolve();
    return new Promise<never>(() => {});
  };
  return { hanging, call };
}

/** A database whose every statement behaves like this. */
const databaseThat = (first: () => Promise<unknown>) => {
  const all = async () => ({ results: [await first()], meta: {} });
  return { DB: withStatements(env.DB, () => ({ bind: () => ({ first, all }) })) };
};

const copiesThat = (get: () => Promise<unknown>) => ({ LINKS: { get } }) as unknown as Partial<ShortlinkEnv>;

async function seed({ control, scansTaken = 0 }: Pick<Case, 'control' | 'scansTaken'>): Promise<CodeId> {
  const codeId = `fa${String(nextId++).padStart(6, '0')}`;
  return seedCode(env.DB, { accountId, codeId, target: TARGET, control, scansTaken });
}

const codeWith = (control: Partial<Control>) => seed({ control });

/** As the API Worker writes it. */
async function putCopy(codeId: CodeId, { control, scansTaken = 0 }: Case): Promise<void> {
  const link = {
    kind: 'ruled',
    location: TARGET,
    control: { ...NO_CONTROL, ...control },
    shown: null,
    isExhausted: scansTaken > 0,
    revision: 1,
    accountId,
  } as const;
  await putCopies(env.LINKS, [{ codeId, name: null, link }]);
}

/** A code that only its copy knows. */
async function copyOnly(outcome: Case): Promise<CodeId> {
  const codeId = `cp${String(nextId++).padStart(6, '0')}` as CodeId;
  await putCopy(codeId, outcome);
  return codeId;
}

/** Values that a store may contain although this version did not write them. */
const JUNK = [
  null,
  'junk',
  { link: { kind: 'ruled' } },
  { readAtMs: START, value: { kind: 'ruled', revision: 1, accountId: 'acc_1' } },
];

/** A host of an account is looked up in another way, and decides in the same one: an outcome of each kind is enough there. */
const OF_EACH_KIND = OUTCOMES.filter(({ name }) =>
  ['paused', 'ruled', 'limited', 'exhausted with a fallback'].includes(name),
);

describe.each([
  ['go.example.com', OUTCOMES],
  [OWN_HOST, OF_EACH_KIND],
] as const)('on %s,', (at, outcomes) => {
  beforeAll(() => {
    host = at;
  });

  describe.each(outcomes)('a code that is $name', (outcome) => {
    const { control, expected, query = '' } = outcome;

    it('is decided alike from the database, from memory, and from stale entries while the database fails', async () => {
      const codeId = await seed(outcome);
      const isolate = openIsolate();
      expect(await isolate.visit(`/${codeId}${query}`)).toBe(expected);
      expect(await isolate.visit(`/${codeId}${query}`, DB_DOWN)).toBe(expected);
      isolate.at(START + SERVABLE_MS + 1);
      expect(await isolate.visit(`/${codeId}${query}`, DB_DOWN)).toBe(expected);
    });

    it('is decided alike if the Cache API throws, hangs or contains junk', async () => {
      const match = vi.spyOn(caches.default, 'match');
      vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('no cache'));
      for (const fault of [
        down,
        ...JUNK.map((junk) => async () => Response.json(junk)),
        async () => new Response('<'),
      ]) {
        match.mockImplementationOnce(fault);
        expect(await openIsolate().visit(`/${await seed(outcome)}${query}`)).toBe(expected);
      }
      const { hanging, call } = hang();
      match.mockImplementationOnce(call);
      const wait = { hanging, afterMs: COLO_CACHE_TIMEOUT_MS };
      expect(await openIsolate().visitWhileHanging(wait, `/${await seed(outcome)}${query}`)).toBe(expected);
    });

    it('is decided alike from its copy, if the database throws or hangs and nothing else is left', async () => {
      expect(await openIsolate().visit(`/${await copyOnly(outcome)}${query}`, DB_DOWN)).toBe(expected);
      const codeId = await copyOnly(outcome);
      const { hanging, call } = hang();
      const wait = { hanging, afterMs: LOOK_UP_TIMEOUT_MS };
      const path = `/${codeId}${query}`;
      expect(await openIsolate().visitWhileHanging(wait, path, databaseThat(call))).toBe(expected);
    });

    it('is never led past its control if the database contains junk', async () => {
      const row = {
        target: TARGET,
        redirect_to: TARGET,
        is_dynamic: 1,
        scans_taken: 0,
        revision: 1,
        account_id: accountId,
        deleted_at_ms: null,
        disabled_for: null,
        domain_account_id: accountId,
        domain_revision: 1,
      };
      const known = JSON.stringify({ ...NO_CONTROL, ...control });
      for (const junk of [
        '',
        '<',
        'null',
        '[]',
        '{}',
        known.slice(0, -1),
        known.replace('{', '{"moon":1,'),
      ]) {
        const codeId = await seed(outcome);
        const database = databaseThat(async () => ({ ...row, code_id: codeId, control: junk }));
        expect(await openIsolate().visit(`/${codeId}${query}`, database), junk).toBe(503);
      }
    });

    it('needs no copy while the database works, and is decided by stale entries if both fail', async () => {
      const codeId = await seed(outcome);
      const failing = [down, ...JUNK.map((junk) => async () => JSON.stringify(junk)), async () => '<'].map(
        copiesThat,
      );
      const isolate = openIsolate();
      expect(await isolate.visit(`/${codeId}${query}`, copiesThat(down))).toBe(expected);
      isolate.at(START + SERVABLE_MS + 1);
      for (const copies of failing) {
        expect(
          await openIsolate().visit(`/${await copyOnly(outcome)}${query}`, { ...DB_DOWN, ...copies }),
        ).toBe(503);
        expect(await isolate.visit(`/${codeId}${query}`, { ...DB_DOWN, ...copies })).toBe(expected);
      }
      const { hanging, call } = hang();
      const wait = { hanging, afterMs: COPY_TIMEOUT_MS };
      const other = await copyOnly(outcome);
      const bindings = { ...DB_DOWN, ...copiesThat(call) };
      expect(await openIsolate().visitWhileHanging(wait, `/${other}${query}`, bindings)).toBe(503);
    });
  });

  describe('a code that opens, or ends, while a store keeps its scan waiting', () => {
    it.each([
      ['opens', { startsAtMs: START + 1_000 }, TARGET],
      ['ends', { endsAtMs: START + 1_000 }, 403],
    ])('%s by the clock of its response', async (_, control, expected) => {
      const codeId = await codeWith(control);
      const isolate = openIsolate();
      const DB = withStatements(env.DB, (sql) => {
        isolate.at(START + 1_000);
        return env.DB.prepare(sql);
      });
      expect(await isolate.visit(`/${codeId}`, { DB })).toBe(expected);
    });
  });

  describe('a password', () => {
    it('opens its code, and keeps it open, while the database, the caches and the copies fail after it was read', async () => {
      const password = hashPassword('pepper of the tests', 'salt', 'open sesame');
      const codeId = await codeWith({ password, rules: RULES });
      const isolate = openIsolate();
      expect(await isolate.visit(`/${codeId}?rule`)).toBe(200);
      vi.spyOn(caches.default, 'match').mockImplementation(down);
      const bindings = { ...DB_DOWN, ...copiesThat(down) };
      for (const atMs of [START, START + SERVABLE_MS + 1]) {
        isolate.at(atMs);
        const body = 'password=open+sesame';
        const headers = {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': String(body.length),
          'CF-Connecting-IP': `203.0.113.${20 + (nextId++ % 200)}`,
        };
        const response = await isolate.send(`/${codeId}?rule`, { method: 'POST', body, headers }, bindings);
        expect([response.status, response.headers.get('Location')]).toEqual([303, RULED]);
        const Cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
        const admitted = await isolate.send(`/${codeId}`, { headers: { Cookie } }, bindings);
        expect(admitted.headers.get('Location')).toBe(TARGET);
        expect(await isolate.visit(`/${codeId}`, bindings), 'without the cookie').toBe(200);
      }
    });
  });

  describe('a limit', () => {
    it('opens while the database fails, and every scan beyond it is reported', async () => {
      const codeId = await codeWith({ maxScans: 1 });
      const isolate = openIsolate();
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      expect(await isolate.visit(`/${codeId}`)).toBe(TARGET);
      for (let scans = 0; scans < 3; scans++) expect(await isolate.visit(`/${codeId}`, DB_DOWN)).toBe(TARGET);
      const overruns = log.mock.calls.flat().filter((line) => String(line).includes('short_link_overrun'));
      expect(overruns).toHaveLength(3);
      isolate.at(START + 10_000);
      expect(await isolate.visit(`/${codeId}`)).toBe(403);
    });

    it('opens if the database hangs while a scan is counted', async () => {
      const codeId = await codeWith({ maxScans: 1, fallbackUrl: FALLBACK });
      const isolate = openIsolate();
      expect(await isolate.visit(`/${codeId}`)).toBe(TARGET);
      const { hanging, call } = hang();
      const wait = { hanging, afterMs: LOOK_UP_TIMEOUT_MS };
      expect(await isolate.visitWhileHanging(wait, `/${codeId}`, databaseThat(call))).toBe(TARGET);
      vi.useRealTimers();
      isolate.at(START + 10_000);
      expect(await isolate.visit(`/${codeId}`)).toBe(FALLBACK);
    });

    it('does not keep scans of codes without a limit waiting', async () => {
      const codeId = await codeWith({ rules: RULES });
      const isolate = openIsolate();
      expect(await isolate.visit(`/${codeId}?rule`)).toBe(RULED);
      expect(await isolate.visit(`/${codeId}?rule`, { ...DB_DOWN, SCAN_LOG: 'off' })).toBe(RULED);
    });
  });

  describe('a copy or an entry that this version cannot read', () => {
    it.each([
      ['a kind of later', { kind: 'enchanted', location: TARGET, revision: 9 }],
      [
        'control with an unknown part',
        {
          kind: 'ruled',
          location: TARGET,
          isExhausted: false,
          revision: 9,
          control: { ...NO_CONTROL, moon: 1 },
        },
      ],
    ])('never leads anywhere: %s', async (_, link) => {
      const codeId = `vn${String(nextId++).padStart(6, '0')}`;
      await env.LINKS.put(codeId, JSON.stringify(link));
      expect(await openIsolate().visit(`/${codeId}`, DB_DOWN)).toBe(503);
      const entry = new Response(JSON.stringify({ value: link, readAtMs: START }), {
        headers: { 'Cache-Control': 'max-age=60' },
      });
      await caches.default.put(`https://${host}/__c/${codeId}`, entry);
      expect(await openIsolate().visit(`/${codeId}`, DB_DOWN)).toBe(503);
    });
  });
});
