import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { CROCKFORD_BASE32 } from '#core/codes/code-id.ts';
import { createRedirect } from '#shortlink/redirect.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';

const RUNS = 5_000;

const junk = fc.string({
  unit: fc.constantFrom(
    '%',
    '2',
    'f',
    '.',
    '/',
    '0',
    '\\',
    'k',
    'K',
    ';',
    '?',
    '#',
    'é',
    '😀',
    '\u0000',
    '\n',
  ),
  maxLength: 14,
});
/** A code of each kind: dynamic, static, shown as text, deleted. */
const CODE_IDS = ['dynam1c0', 'stat1c00', 'textc0de', 'de1eted0'] as const;
const livePath = fc
  .tuple(fc.constantFrom(...CODE_IDS), fc.boolean(), fc.constantFrom('', '', '?x=1', '#top', '?%0d%0a'))
  .map(([codeId, isUpper, rest]) => (isUpper ? codeId.toUpperCase() : codeId) + rest);
const anyPath = fc.oneof(
  livePath,
  junk,
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom(...`${CROCKFORD_BASE32}ILOU`), minLength: 7, maxLength: 9 }),
);
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 });

beforeAll(async () => {
  const { accountId } = await seedAccount(env.DB);
  const [dynamic, fixed, text, deleted] = CODE_IDS;
  await seedCode(env.DB, { accountId, codeId: dynamic });
  await seedCode(env.DB, { accountId, codeId: fixed, isDynamic: false });
  await seedCode(env.DB, { accountId, codeId: text, type: 'text', target: '<b>&', redirectTo: null });
  await seedCode(env.DB, { accountId, codeId: deleted, deletedAtMs: 1 });
});

it(
  `responds to ${RUNS} generated requests with a redirect, a page or a refusal, and never a 5xx`,
  { timeout: 120_000 },
  async () => {
    const redirect = createRedirect({ nowMs: Date.now });
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE'),
        anyPath,
        fc.record({
          'User-Agent': headerText,
          'Accept-Language': headerText,
          'Sec-Purpose': headerText,
          'CF-Connecting-IP': headerText,
        }),
        async (method, path, headers) => {
          const ctx = createExecutionContext();
          const request = new Request(new URL(`https://go.example.com/${path}`), { method, headers });
          const response = await redirect(request, env, ctx);
          await waitOnExecutionContext(ctx);
          seen.add(response.status);
          expect(response.status).toBeLessThan(500);
          expect(response.headers.get('Cache-Control')).toBe('private, no-store');
          const body = await response.text();
          if (method === 'HEAD') expect(body).toBe('');
        },
      ),
      { numRuns: RUNS },
    );
    expect([...seen].sort()).toEqual([200, 302, 404, 405, 410]);
  },
);
