import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDashboard } from '#dashboard/dashboard.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import { signUnsubscribe } from '#core/summaries/unsubscribe.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { createClient } from '#harness/worker/api-client.ts';
import { createCallCounter } from '#harness/worker/measured/count-calls.ts';
import { createLinkPath, seedPerson, signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { toPage } from '#harness/worker/page.ts';

const counter = createCallCounter();
/** A stand-in for Analytics Engine that has no scans. */
const noScans = counter.noteFetch(() => Promise.resolve(Response.json({ meta: [], data: [], rows: 0 })));
const routes = createDashboard().routes.filter(({ method }) => method === 'GET');
/** A busy machine takes longer than the app remembers an API key. */
let now = Date.now();
const app = counter.count(createApp({ fetch: noScans, nowMs: () => now++ }));
const bindings = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'account' } as const;
let owner: SignedInClient;
/** What the account has, by the name of its place in a path. */
const places = new Map<string, string>();

/** Pages without calls of their own, files, pictures, redirects, and what waits for the network: a scan of the paths that the app has must find all others below. */
const NO_PAGE =
  /^\/$|^\/assets\/|\.(svg|png|csv|ndjson|zip)(\}|$)|:file|\/download\/(check|file)$|^\/codes\/find$|^\/codes\/pictures\/|\/designs\/|\/like$|\/scans$|^\/connect$|^\/sign-(in|up)(\/(sent|deleted|company(\/return)?))?$/;

/** Who is signed in, what the page is about, and what belongs to that. */
const PAGE = 3;

/** The most calls of D1 that each page may wait for one after the other, with scans in Analytics Engine: never more than five. */
const GOALS: Readonly<Record<string, number>> = {
  '/privacy': PAGE,
  '/terms': PAGE,
  '/sign-in?again=1': PAGE,
  '/sign-in/link/:link': PAGE,
  '/shared/:share': 4,
  '/unsubscribe/:signed': PAGE,
  '/overview': 5,
  '/overview?range=last_7_days&tag=menus&compare=previous_year': 5,
  '/analytics': 4,
  '/analytics?tag=menus&filter=country:DE&compare=previous_period&by=city': 5,
  '/analytics/filter?dimension=os': 4,
  '/codes': PAGE,
  '/codes?q=menu': 4,
  '/codes?kind=dynamic&tag=menus&sort=-scans': 5,
  '/codes/leave': PAGE,
  '/codes/tags': PAGE,
  ...Object.fromEntries(CONTENT_TYPES.map((type) => [`/codes/new?type=${type}`, PAGE])),
  '/codes/import': PAGE,
  '/codes/import/:import_id': PAGE,
  '/codes/templates': PAGE,
  '/codes/templates/:template_id': PAGE,
  '/settings/brand': PAGE,
  '/codes/library': PAGE,
  // Its first visit stores what it read of the scan log before it shows it.
  '/codes/:id': PAGE + 1,
  '/codes/:id/analytics': PAGE,
  // No page before it has read this breakdown.
  '/codes/:id/analytics/filter?dimension=os': 4,
  '/codes/:id/download': PAGE,
  '/codes/:id/control': PAGE,
  '/codes/:id/duplicate': PAGE,
  '/settings/keys': PAGE,
  '/settings/apps': PAGE,
  '/settings/workspace': PAGE,
  '/settings': PAGE,
  '/settings/people': PAGE,
  '/settings/domains': PAGE,
  '/settings/domains/:domain_id': PAGE,
  '/settings/webhooks': PAGE,
  '/settings/webhooks/:webhook_id': PAGE,
  '/settings/workspace/delete': PAGE,
  '/settings/log': PAGE,
  '/settings/log?of=requests&failed=true': PAGE,
};

/** An account that has one of everything. */
beforeAll(async () => {
  const api = await createClient({ app });
  owner = await signIn({ app, accountId: api.accountId });
  const { personId: other } = await seedPerson({ accountId: api.accountId, role: 'member' });
  const make = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<string> => {
    const response = await api.request('POST', path, body, { headers });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json<{ id: string }>()).id;
  };
  const code = { target: 'https://example.com/menu', dynamic: true, title: 'Menu', size: 128 };
  const id = await make('/v1/qr', { ...code, tags: ['menus'] });
  const csv = 'target\nhttps://example.com/\n';
  const formOfShares = await (await owner.get('/analytics')).text();
  const shared = await owner.post('/shares', {
    id: toPage(formOfShares).valueOf('id') ?? '',
    ...{ what: `code:${id}`, days: '30', password: '' },
  });
  const passkey =
    "INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, created_at_ms) VALUES ('pk', ?, 'One', '', 0, '', 0)";
  await env.DB.prepare(passkey).bind(owner.personId).run();
  await make(`/v1/qr/${id}/names`, { path: 'menu-2027' });
  const pdf = makePdf('Menu');
  await make('/v1/images', discPng(40), { 'Content-Type': 'image/png' });
  for (const [name, place] of Object.entries({
    id,
    code_id: id,
    key_id: api.keyId,
    passkey_id: 'pk',
    person_id: other,
    domain_id: await make('/v1/domains', { host: 'go.brand.example' }),
    webhook_id: await make('/v1/webhooks', { url: 'https://example.com/hook', events: ['domain.active'] }),
    template_id: await make('/v1/templates', { name: 'Shop' }),
    file_id: await make('/v1/files', pdf, {
      'Content-Type': 'application/pdf',
      'Content-Length': String(pdf.length),
    }),
    import_id: await make('/v1/imports?dry_run=true', csv, { 'Content-Type': 'text/csv' }),
    link: (await createLinkPath(other)).split('/').at(-1) ?? '',
    share: /\/shared\/([\w-]+)/.exec(await shared.text())?.[1] ?? '',
    share_id: (await env.DB.prepare('SELECT id FROM shares').first<string>('id')) ?? '',
    signed: signUnsubscribe(env.PASSWORD_PEPPER, other),
  }))
    places.set(name, place);
});

const withPlaces = (path: string) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => places.get(name) ?? name);

it.each(Object.entries(GOALS))(
  'waits for no more calls of D1 than its goal, and is red where something goes: %s',
  async (path, goal) => {
    // The first visit finds nothing that others have left behind.
    for (const visit of ['first', 'again']) {
      const response = await owner.get(withPlaces(path), { env: bindings });
      expect(response.status, visit).toBe(200);
      expect(counter.read().sequential, visit).toBeLessThanOrEqual(goal);
      for (const form of toPage(await response.text()).all('form[action]'))
        if (/\/(delete|remove|revoke|end)$/.test(form.attribute('action') ?? ''))
          expect(form.find('button.danger'), `${form.attribute('action')} is red`).not.toBeNull();
    }
  },
);

it('knows every page', () => {
  const simplify = (path: string) => path.replaceAll(/\{[^}]*\}(?:\})?/g, '').replaceAll(/:\w+/g, ':');
  const known = new Set(Object.keys(GOALS).map((path) => simplify(path.split('?')[0] ?? '')));
  const pages = routes.map(({ path }) => path).filter((path) => !NO_PAGE.test(path));
  expect([...new Set(pages.map(simplify))].filter((path) => !known.has(path))).toEqual([]);
});

/** Pages, pictures and files together: what asks before an action is a part of the page where the action is. */
const MOST_ADDRESSES = 62;

it(`has at most ${MOST_ADDRESSES} addresses in the dashboard that answer a GET`, () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(MOST_ADDRESSES);
});
