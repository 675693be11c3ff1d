import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDashboard } from '#dashboard/dashboard.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { toPage, toText } from '#harness/worker/page.ts';

let api: ApiClient;
let viewer: SignedInClient;
let editor: SignedInClient;
let path: string;
beforeAll(async () => {
  api = await createClient();
  viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
  editor = await signIn({ accountId: api.accountId, role: 'member' });
  const { id } = await create(api, {
    dynamic: true,
    title: 'Menu',
    tags: ['kept'],
    external_id: 'menu-27',
    metadata: { printer: 'Ink & Co' },
  });
  path = `/codes/${id}`;
  await api.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/winter' });
});

/** Everything that sends something: forms, buttons and boxes, except those of search and sign-out, and links to pages with forms. */
const TOOLS =
  /<form[^>]*method="post" action="(?!\/sign-out)[^"]*"|<input type="checkbox"[^>]* name="qr_|href="[^"]*\/(?:new|import|control|duplicate|delete)"/g;

const readCodes = async () =>
  JSON.stringify(
    (await env.DB.prepare('SELECT * FROM qr_codes WHERE account_id = ?').bind(api.accountId).all()).results,
  );

describe('a viewer', () => {
  it('sees the list, a code with its scans and its history, its files, and exports', async () => {
    const pages = [
      '/codes',
      path,
      `${path}?before=999999`,
      `${path}/download`,
      '/codes/tags',
      '/settings/people',
    ];
    const files = [`${path}/image.png`, `${path}/scans.csv?by=day`, '/codes/export.csv'];
    for (const page of [...pages, ...files]) expect((await viewer.get(page)).status, page).toBe(200);
    const text = toText(await (await viewer.get(path)).text());
    for (const words of ['https://example.com/winter', 'External id menu-27', 'printer Ink & Co'])
      expect(text).toContain(words);
  });

  it.each(['/codes', '/codes/tags', 'the page of a code', 'its history'])(
    'is offered nothing on %s that an editor is',
    async (name) => {
      const page = name === 'the page of a code' ? path : name === 'its history' ? `${path}/edits` : name;
      const [seen, edited] = await Promise.all(
        [viewer, editor].map(async (browser) => (await (await browser.get(page)).text()).match(TOOLS) ?? []),
      );
      expect(edited).not.toEqual([]);
      expect(seen).toEqual([]);
    },
  );

  it('is refused every form of the codes, even ones that are added later, and nothing changes', async () => {
    const routes = createDashboard().routes.filter(
      ({ method, path: route }) => !['GET', 'HEAD', 'ALL'].includes(method) && route.startsWith('/codes'),
    );
    const addresses = new Set(
      routes.map(({ path: route }) =>
        route.replace(/\/codes\/:id\{[^}]*\}/, path).replace(/:[a-z]+(?:\{[^}]*\})?/gi, 'x'),
      ),
    );
    expect(addresses.size).toBeGreaterThan(15);
    const before = await readCodes();
    for (const address of addresses) {
      const response = await viewer.post(address, { name: 'kept', paused: 'on', archived: 'on' });
      expect(response.status, address).toBe(403);
      expect(toText(await response.text()), address).toContain('ask an owner to make you an editor');
    }
    expect(await readCodes()).toBe(before);
  });

  it.each(['/codes/new', '/codes/import', 'control', 'duplicate'])(
    'is not shown the form %s',
    async (name) => {
      const page = name.startsWith('/') ? name : `${path}/${name}`;
      expect((await editor.get(page)).status).toBe(200);
      expect((await viewer.get(page)).status).toBe(403);
    },
  );

  it('is invited, becomes an editor and a viewer again, by an owner', async () => {
    const owner = await signIn({ accountId: api.accountId });
    const page = await (await owner.get('/settings/people')).text();
    const id = toPage(page).valueOf('id') ?? '';
    await owner.post('/settings/people', { id, name: 'Grace', email: '', role: 'viewer' });
    const roleOf = () => env.DB.prepare('SELECT role FROM people WHERE id = ?').bind(id).first('role');
    expect(await roleOf()).toBe('viewer');
    for (const role of ['member', 'viewer']) {
      expect((await owner.post(`/settings/people/${id}/role`, { role })).status).toBe(303);
      expect(await roleOf()).toBe(role);
    }
    expect(toText(await (await owner.get('/settings/log')).text())).toContain('Invited Grace as a viewer');
  });
});
