import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedAccount, seedDomain } from '#harness/data/seed.ts';
import { linkOf, newProduct, openIsolate, seedLevel } from '#harness/shortlink/gs1-items.ts';

const host = `brand-${randomHex()}.example`;
const product = newProduct();
const [plain, odd, behind] = [newProduct(), '01/9520123456788', `shop/${newProduct()}`];
const to = (path: string) => `https://example.com/${path}`;

let owner = '';
beforeAll(async () => {
  const { accountId } = await seedAccount(env.DB);
  owner = accountId;
  await seedDomain(env.DB, { accountId, host, notFoundUrl: 'https://example.com/nothing' });
  await seedLevel(product, { accountId, host, control: { links: [linkOf({})] } });
  for (const path of [plain, odd, behind, 'menu']) await seedLevel(path, { accountId, host });
  // Somebody else's code with a name on this host, as it was before the host changed hands.
  await seedLevel(`${product}/21/THEIRS`, { host });
});

const PAGE = { Accept: 'text/html' };

it.each<[path: string, leadsTo: string | number, headers?: Record<string, string>]>([
  [product, to(product)],
  [`${product}/10/LOT7/21/S1`, to(product)],
  [`${product}/21/THEIRS`, to(product)],
  [`${product}?linkType=pip`, 'https://example.com/pip?linkType=pip'],
  [`${product}?linkType=linkset`, 200],
  [`stem/${product}/10/LOT7`, to(product)],
  [plain, to(plain)],
  [odd, to(odd)],
  [behind, to(behind)],
  ['menu', to('menu')],
  [`${product}?17=271399`, 400],
  [`${odd}?17=271399`, to(odd)],
  ['menu?17=271399', to('menu')],
  [`${product}+`, 200],
  ['01/09506000134351', 400],
  ['01/09506000134351', 400, PAGE],
  ['shop/01/09506000134351', 'https://example.com/nothing', PAGE],
  [newProduct(), 404],
  [newProduct(), 'https://example.com/nothing', PAGE],
  [`report/${product}`, 200],
  ['.well-known/gs1resolver', 200],
])('/%s on a host of an account answers %s', async (path, leadsTo, headers = {}) => {
  const response = await openIsolate().visit(`https://${host}/${path}`, { headers });
  expect(response.headers.get('Location') ?? response.status).toBe(leadsTo);
  expect(response.headers.get('Strict-Transport-Security')).toBeNull();
});

it('is read by one query when nothing is cached, and by none while it is fresh', async () => {
  const isolate = openIsolate();
  const { accountId } = await seedAccount(env.DB);
  const fresh = `fresh-${randomHex()}.example`;
  await seedDomain(env.DB, { accountId, host: fresh });
  await seedLevel(product, { accountId, host: fresh });
  for (const serial of [1, 2, 3]) await isolate.visit(`https://${fresh}/${product}/21/${serial}`);
  expect(isolate.queries).toBe(1);
});

it('answers preflights for items, and for nothing else', async () => {
  const ask = (url: string) => openIsolate().visit(url, { method: 'OPTIONS' });
  expect((await ask(`https://${host}/${product}`)).headers.get('Link')).toContain(
    `<https://${host}/${product}?`,
  );
  expect((await ask(`https://${host}/menu`)).status).toBe(405);
  expect((await ask(`https://go.example.com/${product}`)).status).toBe(405);
});

it.each(['id.example.com', host])(
  'a report on %s of an item is about the code that it leads to, and its page links the form',
  async (where) => {
    const reported = newProduct();
    const place = { host: where, ...(where === host && { accountId: owner }), control: { isPaused: true } };
    const codeIds = [await seedLevel(reported, place), await seedLevel(`${reported}/10/A%2FB`, place)];
    const body = 'reason=phishing&note=&email=';
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    };
    for (const [i, rest] of ['/21/S1', '/10/A%2FB'].entries()) {
      const item = `https://${where}/${reported}${rest}`;
      const [, link = ''] =
        /<a href="([^"]*report[^"]*)"/.exec(await (await openIsolate().visit(item)).text()) ?? [];
      const form = new URL(link, item).href;
      expect(form).toBe(`https://${where}/report/${reported}${rest}`);
      expect(await (await openIsolate().visit(form)).text()).toContain(`${where}/${reported}${rest}`);
      await openIsolate().visit(form, { method: 'POST', body, headers });
      const count = 'SELECT count(*) AS reports FROM abuse_reports WHERE code_id = ?';
      expect(await env.DB.prepare(count).bind(codeIds[i]).first('reports')).toBe(1);
    }
  },
);
