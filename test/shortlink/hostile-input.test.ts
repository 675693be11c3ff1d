import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedirect } from '../../src/shortlink/redirect.ts';

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
const anyPath = fc.oneof(
  junk,
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyzILOU'), minLength: 7, maxLength: 9 }),
);
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 80 });

it(
  `answers ${RUNS} generated requests with a redirect, a page or a refusal, and never a 5xx`,
  { timeout: 120_000 },
  async () => {
    const redirect = createRedirect({ nowMs: Date.now });
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
          expect([404, 405]).toContain(response.status);
          const body = await response.text();
          if (method === 'HEAD') expect(body).toBe('');
        },
      ),
      { numRuns: RUNS },
    );
  },
);
