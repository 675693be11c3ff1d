import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import { createRedirect } from '#shortlink/redirect.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';

const RUNS = inject('isExhaustive') ? 5_000 : 1_000;
const STATUSES = [200, 302, 400, 404, 405, 410, 422];

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
  .tuple(
    fc.constantFrom(...CODE_IDS),
    fc.boolean(),
    fc.constantFrom('', '', '?x=1', '#top', '?%0d%0a', '+', '%2B?x=1', '/', '%20'),
  )
  .map(([codeId, isUpper, rest]) => (isUpper ? codeId.toUpperCase() : codeId) + rest);
/** The paths of this host that are not short links. */
const otherPath = fc
  .tuple(
    fc.constantFrom('report/', 'report/', 'Report/', '.well-known/', ''),
    fc.oneof(fc.constantFrom(...CODE_IDS, 'n0th1ng0', 'security.txt', 'robots.txt', ''), junk),
  )
  .map((parts) => parts.join(''));
const anyPath = fc.oneof(
  livePath,
  otherPath,
  junk,
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom(...`${CROCKFORD_BASE32}ILOU`), minLength: 7, maxLength: 9 }),
);
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 });
const anyHeader = fc.oneof(
  fc.tuple(
    fc.constantFrom('User-Agent', 'Accept-Language', 'Sec-Purpose', 'CF-Connecting-IP', 'Cookie', 'Origin'),
    headerText,
  ),
  fc.tuple(
    fc.constantFrom('Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest', 'Sec-Fetch-User'),
    fc.oneof(
      fc.constantFrom(
        'none',
        'same-origin',
        'cross-site',
        'navigate',
        'document',
        'image',
        'iframe',
        'empty',
        '?1',
        '',
      ),
      headerText,
    ),
  ),
  fc.tuple(
    fc.constantFrom('If-Match', 'If-None-Match', 'If-Modified-Since', 'Range'),
    fc.oneof(
      fc.constantFrom('*', '"1.0"', 'bytes=0-1', 'Thu, 01 Jan 1970 00:00:00 GMT'),
      fc.string({ unit: 'grapheme-ascii', minLength: 1_000, maxLength: 1_200 }),
    ),
  ),
);
/** Some of them twice: the platform joins their values with a comma. */
const manyHeaders = fc
  .tuple(fc.array(anyHeader, { maxLength: 4 }), fc.boolean())
  .map(([headers, isRepeated]) => (isRepeated ? headers.concat(headers) : headers));
/** Requests to the report form: with valid fields, with invalid fields, and without a form. */
const anyForm = fc.oneof(
  fc
    .record({
      reason: fc.constantFrom('phishing', 'other', '', '__proto__'),
      note: fc.oneof(fc.constant(''), fc.string({ unit: 'binary', maxLength: 1_100 })),
      email: fc.constantFrom('', 'ada@example.com', '@', 'a\nb@example.com'),
    })
    .map((fields) => {
      const wellFormed = Object.entries(fields).map(([name, text]) => [name, text.toWellFormed()]);
      return new URLSearchParams(wellFormed).toString();
    }),
  fc.string({ maxLength: 50 }),
);

beforeAll(async () => {
  const { accountId } = await seedAccount(env.DB);
  const [dynamic, fixed, text, deleted] = CODE_IDS;
  await seedCode(env.DB, { accountId, codeId: dynamic });
  await seedCode(env.DB, { accountId, codeId: fixed, isDynamic: false });
  await seedCode(env.DB, { accountId, codeId: text, type: 'text', target: '<b>&', redirectTo: null });
  await seedCode(env.DB, { accountId, codeId: deleted, deletedAtMs: 1 });
});

it(`responds to ${RUNS} generated requests with a redirect, a page or a refusal, and never a 5xx`, async () => {
  const redirect = createRedirect({ nowMs: Date.now });
  // Otherwise, nearly all reports would exceed the limit.
  const unlimited = { ...env, REPORT_LIMIT: { limit: async () => ({ success: true }) } };
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE'),
      anyPath,
      manyHeaders,
      anyForm,
      async (method, path, extra, form) => {
        const ctx = createExecutionContext();
        const headers = new Headers(extra);
        const sent = method === 'POST' ? { body: form } : {};
        if (sent.body !== undefined) {
          headers.set('Content-Type', 'application/x-www-form-urlencoded');
          headers.set('Content-Length', String(new TextEncoder().encode(sent.body).length));
        }
        const url = new URL(`https://go.example.com/${path}`);
        const request = new Request(url, { method, headers, ...sent });
        const response = await redirect(request, unlimited, ctx);
        await waitOnExecutionContext(ctx);
        seen.add(response.status);
        expect(response.status).toBeLessThan(500);
        expect(response.headers.get('Cache-Control')).toBe('private, no-store');
        const shown = await response.text();
        if (method === 'HEAD') expect(shown).toBe('');
      },
    ),
    { numRuns: RUNS },
  );
  expect(STATUSES).toEqual(expect.arrayContaining([...seen]));
  // A thousand requests may miss a rare one.
  if (inject('isExhaustive')) expect([...seen].sort()).toEqual(STATUSES);
});
