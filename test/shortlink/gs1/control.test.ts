import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { hashPassword } from '#core/control/password.ts';
import type { Control } from '#core/control/control.ts';
import { linkOf, newProduct, openIsolate, ROOT, seedLevel } from '#harness/shortlink/gs1-items.ts';

const links = [linkOf({}), linkOf({ type: 'faqs', href: 'https://example.com/a' }), linkOf({ type: 'faqs' })];
const EDIT = 'https://example.com/edited';

/** What a product with this control answers by default, by a type, where several links fit, and as a linkset. */
async function answersOf(control: Partial<Control>, disabledFor: string | null = null, deletedAtMs?: number) {
  const product = newProduct();
  const codeId = await seedLevel(product, {
    target: EDIT,
    control: { links, ...control },
    ...(deletedAtMs && { deletedAtMs }),
  });
  await env.DB.prepare('UPDATE qr_codes SET disabled_for = ? WHERE code_id = ?')
    .bind(disabledFor, codeId)
    .run();
  const answers: (string | number)[] = [];
  for (const query of ['', '?linkType=pip', '?linkType=faqs', '?linkType=linkset']) {
    const { headers, status } = await openIsolate().visit(`${ROOT}/${product}${query}`);
    answers.push(headers.get('Location') ?? status);
  }
  return answers;
}

const PIP = 'https://example.com/pip?linkType=pip';
const rule = { name: 'all', target: 'https://example.com/rule', when: { timeZone: 'UTC' as never } };
const utm = { source: 'pack', medium: null, campaign: null, term: null, content: null };

it.each<
  [
    what: string,
    control: Partial<Control>,
    answers: readonly (string | number)[],
    disabledFor?: string | null,
    deletedAtMs?: number,
  ]
>([
  ['nothing', {}, [EDIT, PIP, 300, 200]],
  ['a pause', { isPaused: true }, [403, 403, 403, 403]],
  ['a start', { startsAtMs: 4e12 }, [403, 403, 403, 403]],
  ['an end', { endsAtMs: 1 }, [403, 403, 403, 403]],
  ['a limit', { maxScans: 9 }, [EDIT, PIP, 300, 403]],
  ['a used limit', { maxScans: 0 }, [403, 403, 403, 403]],
  ['a password', { password: { salt: 'x', hash: 'y' } }, [200, 200, 200, 403]],
  [
    'a fallback',
    { endsAtMs: 1, fallbackUrl: 'https://example.com/over' },
    [...Array<string>(3).fill('https://example.com/over'), 403],
  ],
  ['a rule', { rules: [rule] }, [rule.target, PIP, 300, 200]],
  [
    'a variant',
    { variants: [{ name: 'v', target: 'https://example.com/v', weight: 100 }] },
    ['https://example.com/v', PIP, 300, 200],
  ],
  [
    'campaign parameters',
    { utm },
    [`${EDIT}?utm_source=pack`, 'https://example.com/pip?utm_source=pack&linkType=pip', 300, 200],
  ],
  ['the operator', {}, [403, 403, 403, 403], 'phishing'],
  ['a court', {}, [451, 451, 451, 451], 'legal'],
  ['a deletion', {}, [410, 410, 410, 410], null, 1],
])('%s decides about the links of a product', async (_, control, answers, disabledFor, deletedAtMs) => {
  expect(await answersOf(control, disabledFor, deletedAtMs)).toEqual(answers);
});

it('a password opens a typed link', async () => {
  const product = newProduct();
  const password = hashPassword(env.PASSWORD_PEPPER, 'salt', 'sesame');
  await seedLevel(product, { control: { links, password } });
  const body = 'password=sesame';
  const response = await openIsolate().visit(`${ROOT}/${product}?linkType=pip`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) },
  });
  expect([response.status, response.headers.get('Location')]).toEqual([303, PIP]);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

it('a limit counts what shows a person an address, whatever the type', async () => {
  const product = newProduct();
  await seedLevel(product, { control: { links, maxScans: 3 } });
  const isolate = openIsolate();
  const answers = await ['linkset', 'faqs', '', 'pip', 'faqs', ''].reduce(
    async (before, type) => [...(await before), await isolate.locate(`${ROOT}/${product}?linkType=${type}`)],
    Promise.resolve<(string | number)[]>([]),
  );
  expect(answers).toEqual([403, 300, `https://example.com/${product}`, PIP, 403, 403]);
});

it('one scan is recorded of each redirect of a person, with the code and the type of its link', async () => {
  const product = newProduct();
  const batch = `${product}/10/LOT7`;
  const [ofProduct, ofBatch] = [await seedLevel(product, { control: { links } }), await seedLevel(batch)];
  const isolate = openIsolate({ SCAN_LOG: 'd1' });
  const visit = (path: string, method = 'GET') => isolate.visit(`${ROOT}/${path}`, { method });
  await visit(`${batch}/21/S1`);
  await visit(`${batch}/21/S1?linkType=gs1:pip`);
  await visit(product);
  for (const query of ['?linkType=linkset', '?linkType=faqs', '?linkType=none', '/foo'])
    await visit(product + query);
  for (const method of ['HEAD', 'OPTIONS']) await visit(batch, method);
  const { results } = await env.DB.prepare(
    'SELECT code_id, link_type, name FROM scans WHERE code_id IN (?, ?) ORDER BY id',
  )
    .bind(ofProduct, ofBatch)
    .all();
  expect(results).toEqual([
    { code_id: ofBatch, link_type: 'gs1:defaultLink', name: `id.example.com/${batch}` },
    { code_id: ofProduct, link_type: 'gs1:pip', name: `id.example.com/${product}` },
    { code_id: ofProduct, link_type: 'gs1:defaultLink', name: `id.example.com/${product}` },
  ]);
});

it('a stored address that is not safe is neither sent nor listed', async () => {
  const product = newProduct();
  const unsafe = linkOf({ href: 'javascript:alert(1)' });
  const faqs = [1, 2].map((i) => linkOf({ type: 'faqs', href: `https://example.com/${i}` }));
  await seedLevel(product, { control: { links: [unsafe, ...faqs, { ...unsafe, type: 'faqs' }] } });
  const ask = (type: string, Accept = '') =>
    openIsolate().visit(`${ROOT}/${product}?linkType=${type}`, { headers: { Accept } });
  expect((await ask('pip')).status).toBe(503);
  for (const list of [await ask('faqs'), await ask('faqs', 'text/html'), await ask('linkset')])
    expect(await list.text()).toMatch(/^(?!.*javascript).*example.com\/1.*example.com\/2/s);
});

it('a batch that is disabled answers for each type of link, and its product’s linkset stays', async () => {
  const product = newProduct();
  const batch = `${product}/10/LOT7`;
  await seedLevel(product, { control: { links } });
  const codeId = await seedLevel(batch);
  await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'other' WHERE code_id = ?").bind(codeId).run();
  for (const [query, answer] of Object.entries({ '': 403, '?linkType=pip': 403, '?linkType=linkset': 200 }))
    expect(await openIsolate().locate(`${ROOT}/${batch}${query}`)).toBe(answer);
});
