import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#core/control/password.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { type LinkHost, printedAddress, toShortUrl, toSymbolUrl } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { columnOf } from '#storage/scans/columns.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const OWN = 'go.brand.example';
const BASE = 'https://go.example.com';

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
  await seedDomain(env.DB, { accountId, host: OWN });
  const code = { accountId, target: 'https://example.com/' };
  await seedCode(env.DB, { ...code, codeId: 'srcef000' });
  await seedCode(env.DB, { ...code, codeId: '20270101' });
  await seedCode(env.DB, { ...code, codeId: 'srcef002', shortCode: 'menu-2027' });
  await seedCode(env.DB, { ...code, codeId: 'srcef003', shortCode: '2027-12' });
  await seedCode(env.DB, { ...code, codeId: 'srcef004', host: OWN });
  for (const [i, path] of ['Spring/Sale', 'SALE', 'sale', 'SALE/X', 'k7m2p9qa'].entries())
    await seedCode(env.DB, { ...code, codeId: `srcef01${i}`, host: OWN, shortCode: path });
  const when = { device: ['mobile'] as const, timeZone: UTC };
  const rules = [{ name: 'Phones', when, target: 'https://example.com/app' }];
  await seedCode(env.DB, { ...code, codeId: 'srcef020', control: { rules } });
  const password = hashPassword(env.PASSWORD_PEPPER, 'salt', 'open sesame');
  await seedCode(env.DB, { ...code, codeId: 'srcef021', control: { password } });
  const led = (['symbol', 'link'] as const).map((source) => ({
    name: source,
    when: { source: [source], timeZone: UTC },
    target: `https://example.com/${source === 'symbol' ? 'shop' : 'campaign'}`,
  }));
  await seedCode(env.DB, { ...code, codeId: 'srcef023', control: { rules: led } });
  const own = { ...code, host: OWN, shortCode: 'Rule', control: { rules: led } };
  await seedCode(env.DB, { ...own, codeId: 'srcef024' });
  await seedCode(env.DB, { ...code, codeId: 'srcef022', type: 'text', target: 'Hello', redirectTo: null });
});

/** What both logs have of the one scan that a request is. */
async function sourcesOf(url: string, visit: Visit = {}): Promise<unknown[]> {
  const points: AnalyticsEngineDataPoint[] = [];
  const SCANS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) };
  await env.DB.prepare('DELETE FROM scans').run();
  for (const SCAN_LOG of ['d1', 'analytics_engine'] as const) {
    const bindings = { SCAN_LOG, SCANS, SHORT_HOSTS: 'go.example.com second.example.com' };
    const response = await new Isolate(NOW).visit(url, visit, bindings);
    expect(response.status, url).toBeLessThan(400);
  }
  const { results } = await env.DB.prepare('SELECT source FROM scans').all<{ source: string }>();
  const blob = Number(columnOf('source').slice('blob'.length)) - 1;
  return [...results.map(({ source }) => source), ...points.map(({ blobs }) => blobs?.[blob])];
}

it.each([
  ['its id', 'srcef000', null, null, ['symbol', 'link']],
  ['an id without letters', '20270101', null, null, ['unknown', 'unknown']],
  ['a short code', 'srcef002', null, 'menu-2027', ['symbol', 'link']],
  ['a short code without letters', 'srcef003', null, '2027-12', ['unknown', 'unknown']],
  ['its id on an own domain', 'srcef004', OWN, null, ['symbol', 'link']],
  ['a path that keeps its case', 'srcef010', OWN, 'Spring/Sale', ['unknown', 'unknown']],
  ['a path in upper case', 'srcef011', OWN, 'SALE', ['unknown', 'unknown']],
  ['a path in lower case', 'srcef012', OWN, 'sale', ['unknown', 'unknown']],
  ['a longer path in upper case', 'srcef013', OWN, 'SALE/X', ['unknown', 'unknown']],
  ['a path like another id', 'srcef014', OWN, 'k7m2p9qa', ['unknown', 'unknown']],
])(
  'a scan of the symbol is told from a tap on the link, with %s',
  async (_, id, host, shortCode, expected) => {
    const name = {
      codeId: parseCodeId(id)!,
      host: host as LinkHost | null,
      shortCode: shortCode as ShortCode | null,
    };
    const sources = [
      await sourcesOf(toSymbolUrl(BASE, name)),
      await sourcesOf(toShortUrl(BASE, printedAddress(name))),
    ];
    expect(sources).toEqual(expected.map((one) => [one, one]));
  },
);

it.each([
  ['SRCEF000?utm_source=poster', 'symbol'],
  ['srcef000?REF=A', 'link'],
  ['Srcef000', 'link'],
  ['Menu-2027', 'link'],
  ['MENU%2d2027', 'symbol'],
  ['menu%2D2027', 'link'],
  ['MENU-2027.', 'symbol'],
  ['menu-2027/', 'link'],
  ['menu-2027%20', 'link'],
  ['SRCEF020', 'symbol'],
  ['srcef020', 'link'],
  ['SRCEF022', 'symbol'],
])('also as people and apps pass it on, and whatever it leads to: %s', async (path, expected) => {
  expect(await sourcesOf(`${BASE}/${path}`)).toEqual([expected, expected]);
});

it.each([
  ['/SRCEF023', 'https://example.com/shop'],
  ['/srcef023', 'https://example.com/campaign'],
  // A path of the owner's choice is spelled alike in both, so no rule knows.
  ['/Rule', 'https://example.com/'],
])('a rule may ask for it: %s', async (path, target) => {
  const host = path === '/Rule' ? `https://${OWN}` : BASE;
  expect((await new Isolate(NOW).visit(host + path)).headers.get('Location')).toBe(target);
});

it('also on every host of the operator, and behind a password', async () => {
  expect(await sourcesOf('https://second.example.com/SRCEF000')).toEqual(['symbol', 'symbol']);
  const headers = {
    'User-Agent': 'Mozilla/5.0 (iPhone) Mobile',
    'CF-Connecting-IP': '192.0.2.7',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': '20',
  };
  const post = { method: 'POST', body: 'password=open+sesame', headers };
  expect(await sourcesOf(`${BASE}/SRCEF021`, post)).toEqual(['symbol', 'symbol']);
});
