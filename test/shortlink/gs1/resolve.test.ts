import { beforeAll, describe, expect, it } from 'vitest';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import { linkOf, newProduct, openIsolate, ROOT, seedLevel } from '#harness/shortlink/gs1-items.ts';

const product = newProduct();
const batch = `${product}/10/LOT7`;
const VOC = 'https://ref.gs1.org/voc/';
const href = (name: string) => `https://example.com/${name}`;

const LINKS: readonly Partial<TypedLink>[] = [
  { href: href('pip-en'), languages: ['en'], mediaType: 'text/html' },
  { href: href('pip-de'), languages: ['de', 'de-AT'], mediaType: 'text/html' },
  { href: href('pip.pdf'), languages: ['en'], mediaType: 'application/pdf' },
  { href: href('pip'), mediaType: 'text/html' },
  { type: 'certificationInfo', href: href('certificate-1'), title: 'First <certificate>' },
  { type: 'certificationInfo', href: href('certificate-2'), title: 'Second', forwardsQuery: false },
  { type: 'sustainabilityInfo', href: href('Packaging?A=%C3%BC#End'), forwardsQuery: false },
  { type: 'dpp', href: href('dpp-eu'), contexts: ['EU'] },
  { type: 'dpp', href: href('dpp') },
  { type: 'epcis', href: href('epcis-eu'), contexts: ['EU'] },
  { type: 'defaultLinkMulti', href: href('multi-de'), languages: ['de'], mediaType: 'text/html' },
  { type: 'defaultLinkMulti', href: href('multi-fr'), languages: ['fr'], mediaType: 'text/html' },
];
const RECALL = linkOf({
  type: 'recallStatus',
  href: href('recall'),
  title: 'Recall',
  languages: ['pt-BR'],
});

beforeAll(async () => {
  const rule = { name: 'all', target: href('by-a-rule'), when: { timeZone: 'UTC' as never } };
  await seedLevel(product, {
    title: 'For our own use',
    control: { links: LINKS.map(linkOf), forwardsQuery: true },
  });
  await seedLevel(batch, { control: { links: [RECALL], rules: [rule] } });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  openIsolate().visit(`${ROOT}/${path}`, { headers, method });

describe('a Digital Link', () => {
  it.each<[asked: string, leadsTo: string | number, headers?: Record<string, string>]>([
    ['', href(product)],
    ['/', href(product)],
    ['?', href(product)],
    ['?17=271231&foo=bar', `${href(product)}?17=271231&foo=bar`],
    ['?linkType=defaultLink', `${href(product)}?linkType=defaultLink`],
    ['/10/UNKNOWN', href(product)],
    ['/22/2A/10/UNKNOWN/21/7', href(product)],
    ['/10/LOT7', href('by-a-rule')],
    ['/10/LOT7/21/S1', href('by-a-rule')],
    ['/10/lot7', href(product)],
    ['/10/%4COT7', href('by-a-rule')],
    // Languages.
    ['', href('multi-de'), { 'Accept-Language': 'ja, de-CH;q=0.8, fr;q=0.5', Accept: 'text/html' }],
    ['', href(product), { 'Accept-Language': 'ja', Accept: 'text/html,*/*' }],
    ['', href('multi-de'), { 'Accept-Language': 'de', Accept: 'text/html, application/linkset+json;q=0.1' }],
    ['?linkType=gs1:pip', 307, { 'Accept-Language': 'de' }],
    ['?linkType=gs1:nosuchlt', 404],
    ['?linkType=__proto__', 404],
    ['?linkType=gs1:faqs', 404],
    ['?linkType=gs1:epcis&context=US', 404],
    ['?linkType=gs1:certificationInfo', 300],
    // Faults.
    ['/foo', 400],
    ['/10', 400],
    ['/10/', 400],
    ['/21/S1/10/LOT7', 400],
    ['/99/X', 400],
    ['?17=271399', 400],
    ['?10=LOT7', 400],
  ])('%s leads to %s', async (asked, leadsTo, headers = {}) => {
    const response = await get(product + asked, headers);
    if (typeof leadsTo === 'number') expect(response.status).toBe(leadsTo);
    else expect([response.headers.get('Location'), response.status]).toEqual([leadsTo, 307]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it.each<[linkType: string, location: string, headers?: Record<string, string>]>([
    ['gs1:pip', 'pip'],
    ['pip', 'pip'],
    [encodeURIComponent(`${VOC}pip`), 'pip'],
    ['pip', 'pip', { Accept: 'undefined', 'Accept-Language': 'undefined' }],
    ['pip', 'pip-en', { Accept: 'text/html', 'Accept-Language': 'en' }],
    ['pip', 'pip-de', { Accept: 'text/html', 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' }],
    ['pip', 'pip.pdf', { Accept: 'application/pdf', 'Accept-Language': 'en' }],
    ['dpp', 'dpp'],
    ['dpp&context=EU', 'dpp-eu'],
    ['recallStatus', 'recall'],
  ])('linkType=%s leads to %s', async (linkType, location, headers = {}) => {
    const asked = linkType === 'recallStatus' ? `${batch}/21/S9` : product;
    const response = await get(`${asked}?linkType=${linkType}`, headers);
    expect(response.headers.get('Location')?.replace(/\?.*/, '')).toBe(href(location));
  });

  it('sends an address as its owner wrote it, and no query where the owner says so', async () => {
    const response = await get(`${product}?linkType=sustainabilityInfo`);
    expect(response.headers.get('Location')).toBe(href('Packaging?A=%C3%BC#End'));
  });

  it('names its linkset in one header, on redirects and preflights, however malformed those are', async () => {
    const link = `<${ROOT}/${batch}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`;
    const redirect = await get(`${batch}/21/S1`);
    expect(redirect.headers.get('Link')).toBe(link);
    expect(redirect.headers.get('Cache-Control')).toBe('private, no-store');
    const preflight = await get(
      batch,
      { Origin: 'https://a.example/a/path/', 'Access-Control-Request-Method': 'GET,HEAD,OPTIONS' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Link')).toBe(link);
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS');
    expect((await get('no/link', {}, 'OPTIONS')).headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect((await get(batch, {}, 'DELETE')).status).toBe(405);
  });

  it('names the linkset of its own level, also where another one leads to the same address', async () => {
    const [key, target] = [newProduct(), href('same')];
    for (const path of [key, `${key}/10/A`]) await seedLevel(path, { target });
    const isolate = openIsolate();
    for (const path of [key, `${key}/10/A`, key])
      expect((await isolate.visit(`${ROOT}/${path}`)).headers.get('Link')).toContain(`<${ROOT}/${path}?`);
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of [product, `${product}?linkType=linkset`, `${product}/foo`, newProduct()]) {
      const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)];
      expect([head.status, head.headers.get('Location')]).toEqual([
        whole.status,
        whole.headers.get('Location'),
      ]);
      expect(await head.text()).toBe('');
    }
  });

  it('that no code has is a 404, also where only its neighbours have one', async () => {
    for (const path of [newProduct(), `${newProduct()}/21/S1`]) {
      expect(await (await get(path)).json()).toMatchObject({ code: 'item_not_found', status: 404 });
      const page = await get(path, { Accept: 'text/html', 'Accept-Language': 'de' });
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('nicht bekannt')]);
    }
  });

  it('that is none says what is wrong, and on a page only that', async () => {
    const digit = Number(product.at(-1));
    const wrong = product.slice(0, -1) + ((digit + 1) % 10);
    expect(await (await get(wrong)).json()).toEqual({
      status: 400,
      code: 'invalid_digital_link',
      message: `The check digit of (01) must be ${digit}.`,
    });
    const page = await get(wrong, { Accept: 'text/html' });
    expect([page.status, await page.text()]).toEqual([
      400,
      expect.stringContaining('This is not a GS1 address'),
    ]);
  });

  it('of which several links suit a visitor offers them, and their query', async () => {
    const asked = `${product}?linkType=certificationInfo&a=1`;
    const list = await (await get(asked)).json<{ linkset: readonly Record<string, unknown>[] }>();
    expect(list.linkset).toEqual([
      {
        anchor: `${ROOT}/${product}`,
        itemDescription: `(01) ${product.slice(3)}`,
        [`${VOC}certificationInfo`]: [
          { href: href('certificate-1'), title: 'First <certificate>' },
          { href: href('certificate-2'), title: 'Second', fwqs: false },
        ],
      },
    ]);
    const page = await (await get(asked, { Accept: 'text/html' })).text();
    expect(page).toContain(
      `href="${href('certificate-1')}?linkType=certificationInfo&#38;a=1" rel="nofollow">First &#60;certificate&#62;</a>`,
    );
    expect(page).toContain(`href="${href('certificate-2')}"`);
    expect(page).toContain(`(01) ${product.slice(3)}`);
  });
});

describe('a linkset', () => {
  it.each([
    ['?linkType=linkset', {}],
    ['?linkType=all', {}],
    ['?linkType=all', { Accept: 'application/linkset+json' }],
    ['', { Accept: 'text/html;q=0.5, application/linkset+json' }],
    ['', { Accept: 'application/linkset+json, application/json' }],
  ])('is the answer to %s, with the links of all levels', async (query, headers) => {
    const response = await get(`${batch}/21/S1${query}`, headers);
    expect(response.headers.get('Content-Type')).toBe('application/linkset+json');
    expect(response.headers.get('Link')).toBe(
      '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"',
    );
    const { linkset } = await response.json<{ linkset: readonly Record<string, readonly unknown[]>[] }>();
    expect(linkset.map(({ anchor, itemDescription }) => [anchor, itemDescription])).toEqual([
      [`${ROOT}/${batch}`, `(01) ${product.slice(3)} (10) LOT7`],
      [`${ROOT}/${product}`, `(01) ${product.slice(3)}`],
    ]);
    const title = expect.any(String);
    expect(linkset[0]?.[`${VOC}defaultLink`]).toEqual([{ href: href(batch), title, fwqs: false }]);
    expect(linkset[1]?.[`${VOC}defaultLink`]).toEqual([{ href: href(product), title }]);
    expect(linkset[0]?.[`${VOC}recallStatus`]).toEqual([
      { href: href('recall'), title: 'Recall', hreflang: ['pt-BR'] },
    ]);
    expect(linkset[1]?.[`${VOC}pip`]).toHaveLength(4);
  });
});

describe('the host for GS1 codes', () => {
  it('describes itself, with its root as a test on this machine names it', async () => {
    const path = '.well-known/gs1resolver';
    const describedAt = async (url: string, bindings = {}, headers = {}) =>
      (await openIsolate(bindings).visit(url, { headers })).json();
    expect(await describedAt(`${ROOT}/${path}`)).toMatchObject({ resolverRoot: ROOT });
    const local = 'id.localhost';
    const headers = { 'X-Forwarded-Proto': 'https' };
    expect(await describedAt(`http://${local}/${path}`, { GS1_HOST: local }, headers)).toMatchObject({
      resolverRoot: `https://${local}`,
      supportedPrimaryKeys: expect.arrayContaining(['01', '8018']),
    });
  });

  it('has no code ids and no short codes, but the paths of every host', async () => {
    const codeId = await seedLevel(newProduct());
    expect((await get(codeId)).status).toBe(400);
    expect((await get('')).status).toBe(404);
    expect((await get('robots.txt')).status).toBe(200);
    expect((await get(`report/${product}`)).status).toBe(200);
    expect((await openIsolate({ GS1_HOST: '' }).visit(`${ROOT}/${product}`)).status).toBe(404);
  });
});

it('reads each product only from its own host', async () => {
  const other = 'other.example.com';
  expect((await openIsolate({ GS1_HOST: other }).visit(`https://${other}/${product}`)).status).toBe(404);
});
