import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedAccount, seedDomain } from '#harness/data/seed.ts';
import { linkOf, newProduct, openIsolate, ROOT, seedLevel } from '#harness/shortlink/gs1-items.ts';
import vectors from '../../core/gs1/vectors.json' with { type: 'json' };

const RUNS = inject('isExhaustive') ? 10_000 : 1_000;
const STATUSES = [200, 204, 300, 307, 400, 403, 404, 405];
/** Those of plain codes and of pages, on the host of an account. */
const STATUSES_OF_HOSTS = [...STATUSES, 301, 302, 410];

const host = `brand-${randomHex()}.example`.toLowerCase();
const product = newProduct();
const paused = newProduct();
beforeAll(async () => {
  const links = [
    linkOf({}),
    linkOf({ languages: ['de'] }),
    linkOf({ type: 'faqs' }),
    linkOf({ type: 'faqs' }),
  ];
  const { accountId } = await seedAccount(env.DB);
  await seedDomain(env.DB, { accountId, host, notFoundUrl: 'https://example.com/nothing' });
  for (const place of [{}, { host, accountId }]) {
    await seedLevel(product, { ...place, control: { links, forwardsQuery: true } });
    await seedLevel(paused, { ...place, control: { links, isPaused: true } });
  }
});

const ais = '00 01 10 21 22 235 414 8003 8010 9999 017 gtin __proto__'.split(' ').concat('');
const values = [
  ...[
    '',
    '%',
    '%2F',
    '%2f..%2f',
    '%zz',
    '%00',
    '\0',
    '.',
    '..',
    '%2e%2e',
    '\\',
    '+',
    ' ',
    'é',
    '😀',
    '\u202E',
    '<b>',
  ],
  // What is no UTF-8: a second byte that is missing, or alone; a slash in two bytes; half of a pair.
  ...['%C3%28', '%80', '%FF%FE', '%C0%AF', '%ED%A0%80'],
  ...['A'.repeat(95), '0'.repeat(14), '9'.repeat(5_000), 'LOT7', '1e9', '-0'],
];
const segment = fc.oneof(fc.constantFrom(...ais), fc.constantFrom(...values), fc.string({ maxLength: 12 }));
const start = fc.constantFrom(product, product, paused, newProduct(), '01', 'report/', '.well-known/', '');
const builtPath = fc
  .tuple(start, fc.array(segment, { maxLength: 6 }), fc.constantFrom('', '/', '//', '.', '?', '#'))
  .map(([first, rest, end]) => [first, ...rest].join('/') + end);

/** GS1's examples, right and wrong, and the product, of which parts are taken out, doubled or replaced. */
const examples = vectors.vectors
  .flatMap(({ input, canonical }) => input.uri ?? canonical ?? [])
  .map((uri) => uri.replace(/^[a-z]+:\/\/[^/]*\/?/i, ''))
  .concat(`${product}/10/LOT7/21/S1?17=271231&linkType=pip`, `${product}/10/A/10/B`);
const spoiltPath = fc
  .tuple(
    fc.constantFrom(...examples),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), fc.nat({ max: 2 }), segment), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([example, changes]) =>
    changes.reduce((path, [place, length, times, other]) => {
      const from = place % (path.length + 1);
      return (
        path.slice(0, from) +
        path.slice(from, from + length).repeat(times) +
        other +
        path.slice(from + length)
      );
    }, example),
  );
const parameter = fc
  .tuple(
    fc.constantFrom('linkType', 'linkType', 'context', '17', '10', '21', '8', '', '__proto__'),
    fc.oneof(
      fc.constantFrom('pip', 'gs1:pip', 'faqs', 'all', 'linkset', 'constructor', '%0d%0a', '271231', ''),
      fc.constantFrom(...values),
      fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    ),
  )
  .map((pair) => pair.join('='));
const anyQuery = fc
  .tuple(fc.array(parameter, { maxLength: 4 }), fc.constantFrom(1, 1, 1, 1, 2, 500))
  .map(([pairs, times]) => (pairs.length ? `?${Array(times).fill(pairs.join('&')).join('&')}` : ''));
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
const anyHeaders = fc.record(
  {
    Accept: fc.oneof(
      fc.constantFrom('text/html', 'application/linkset+json', '*/*;q=x', 'undefined'),
      headerText,
    ),
    'Accept-Language': fc.oneof(fc.constantFrom('de', 'x-;q=2', '*'), headerText),
    'X-Forwarded-Proto': headerText,
  },
  { requiredKeys: [] },
);

it.each([
  { where: 'the host for GS1 codes', root: ROOT, known: STATUSES },
  { where: 'the host of an account', root: `https://${host}`, known: STATUSES_OF_HOSTS },
])(
  `${RUNS} generated requests to $where get a response that tells what is wrong, and never a 5xx`,
  async ({ root, known }) => {
    const isolate = openIsolate();
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'),
        fc.oneof(builtPath, spoiltPath),
        anyQuery,
        anyHeaders,
        async (method, path, query, headers) => {
          const url = new URL(`${root}/${path}${query}`).href;
          const response = await isolate.visit(url, { method, headers });
          seen.add(response.status);
          expect(response.status, url).toBeLessThan(500);
          const text = await response.text();
          if (response.headers.get('Content-Type')?.includes('json') && method !== 'HEAD') {
            const { message } = JSON.parse(text) as { message?: string };
            expect(response.headers.get('Cache-Control')).toBe('private, no-store');
            // One line that names an identifier, or says that there is none.
            if (response.status === 400) expect(message).toMatch(/^(?=.*(?:\(.*\)|primary key)).{0,250}$/);
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(known).toEqual(expect.arrayContaining([...seen]));
  },
);
