import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { createRedirect } from '#shortlink/redirect.ts';
import { SERVABLE_MS } from '#shortlink/targets/time-bounds.ts';
import { putCopies } from '#storage/codes/short-link-copies.ts';

const START = Date.UTC(2026, 10, 21, 12);
const TARGET = 'https://example.com/';
const RULED = 'https://example.com/ruled';

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});
afterEach(() => vi.restoreAllMocks());

const down = () => {
  throw new Error('this part of the platform is down');
};
const DB_DOWN = { DB: { prepare: down } } as unknown as Partial<ShortlinkEnv>;
const RULES = [
  { name: 'R', target: RULED, when: { query: { rule: null }, timeZone: 'UTC' as TimeZone } },
] satisfies Control['rules'];

/** Every outcome of a decision, as what a visitor gets of it. */
const OUTCOMES: [name: string, control: Partial<Control>, query: string, expected: string | number][] = [
  ['paused', { isPaused: true }, '', 403],
  ['paused with a fallback', { isPaused: true, fallbackUrl: `${TARGET}later` }, '', `${TARGET}later`],
  ['scheduled', { startsAtMs: START + 3_600_000 }, '', 403],
  ['ended', { endsAtMs: START }, '', 403],
  ['locked', { password: { salt: 's', hash: 'h' } }, '', 200],
  ['ruled', { rules: RULES }, '?rule', RULED],
  ['past its rules', { rules: RULES }, '', TARGET],
  [
    'split',
    {
      variants: [
        { name: 'A', target: RULED, weight: 100 },
        { name: 'B', target: TARGET, weight: 0 },
      ],
    },
    '',
    RULED,
  ],
  ['limited', { maxScans: 1 }, '', TARGET],
];

function openIsolate() {
  let now = START;
  const redirect = createRedirect({ nowMs: () => now });
  return {
    at: (timeMs: number) => (now = timeMs),
    async visit(path: string, bindings: Partial<ShortlinkEnv> = {}): Promise<string | number> {
      const ctx = createExecutionContext();
      const request = new Request(`https://go.example.com${path}`, { redirect: 'manual' });
      const response = await redirect(request, { ...env, ...bindings }, ctx);
      await waitOnExecutionContext(ctx);
      return response.headers.get('Location') ?? response.status;
    },
  };
}

async function codeWith(control: Partial<Control>): Promise<CodeId> {
  return seedCode(env.DB, {
    accountId,
    codeId: `fa${String(nextId++).padStart(6, '0')}`,
    target: TARGET,
    control,
  });
}

describe.each(OUTCOMES)('a code that is %s', (_, control, query, expected) => {
  it('is decided alike from the database, from memory, and from what is stale while the database fails', async () => {
    const codeId = await codeWith(control);
    const isolate = openIsolate();
    expect(await isolate.visit(`/${codeId}${query}`)).toBe(expected);
    if (control.maxScans === undefined)
      expect(await isolate.visit(`/${codeId}${query}`, DB_DOWN)).toBe(expected);
    isolate.at(START + SERVABLE_MS + 1);
    expect(await isolate.visit(`/${codeId}${query}`, DB_DOWN)).toBe(expected);
  });

  it('is decided alike from its copy in KV, where nothing else is left', async () => {
    const codeId = `cp${String(nextId++).padStart(6, '0')}` as CodeId;
    const link = {
      kind: 'ruled',
      location: TARGET,
      control: { ...NO_CONTROL, ...control },
      isExhausted: false,
      revision: 1,
    } as const;
    await putCopies(env.LINKS, [{ codeId, link }]);
    expect(await openIsolate().visit(`/${codeId}${query}`, DB_DOWN)).toBe(expected);
  });

  it('is decided alike where the Cache API throws, hangs or holds junk', async () => {
    const codeId = await codeWith(control);
    vi.spyOn(caches.default, 'match').mockImplementationOnce(down);
    expect(await openIsolate().visit(`/${codeId}${query}`)).toBe(expected);
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
    [
      'the marked location that an earlier version cached',
      { kind: 'redirect', location: `ruled:${TARGET}`, isTracked: true, revision: 9 },
    ],
  ])('never leads anywhere: %s', async (_, link) => {
    const codeId = `vn${String(nextId++).padStart(6, '0')}`;
    await env.LINKS.put(codeId, JSON.stringify(link));
    expect(await openIsolate().visit(`/${codeId}`, DB_DOWN)).toBe(503);
    const entry = new Response(JSON.stringify({ link, readAtMs: START }), {
      headers: { 'Cache-Control': 'max-age=60' },
    });
    await caches.default.put(`https://go.example.com/__c/${codeId}`, entry);
    expect(await openIsolate().visit(`/${codeId}`, DB_DOWN)).toBe(503);
  });
});
