import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import {
  createBrowser,
  createLinkPath,
  type SignedInClient,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { seedCode } from '#harness/data/seed.ts';
import { toPage } from '#harness/worker/page.ts';

describe('the settings', () => {
  it('are three groups, and each page leads to all of them', async () => {
    const owner = await signIn();
    const places = [
      '/settings#sign-in',
      '/settings/workspace',
      '/settings/people',
      '/settings/log',
      '/settings/keys',
    ];
    for (const place of places) {
      const page = await (await owner.get(place.replace('#sign-in', ''))).text();
      for (const other of places) {
        expect(page).toContain(`<a href="${other}"${other === place ? ' aria-current="page"' : ''}>`);
      }
      expect(
        toPage(page)
          .all('nav.places strong')
          .map(({ words }) => words),
      ).toEqual(['You', 'Workspace', 'Developers']);
      expect(toPage(page).all('h1')).toHaveLength(1);
      expect(page).not.toMatch(/ style=| on[a-z]+=/);
    }
  });

  it('have all that is about a person on one page', async () => {
    const page = toPage(await (await (await signIn()).get('/settings')).text());
    expect(page.all('main h2').map(({ words }) => words)).toEqual([
      'Passkeys',
      'Where you are signed in',
      'Language',
      'Light or dark',
      'Weekly summary',
      'Your accounts',
    ]);
  });

  it.each(['/settings/keys', '/settings/people'])('%s needs a signed-in person', async (path) => {
    expect((await createBrowser().get(path)).headers.get('Location')).toBe(
      `/sign-in?next=${encodeURIComponent(path)}`,
    );
    expect((await createBrowser().post(path)).status).toBe(401);
  });
});

describe('plan and usage', () => {
  const NOW = Date.UTC(2031, 4, 20, 12);
  const MAY = Date.UTC(2031, 4, 1);

  const readFigures = async (browser: SignedInClient) => {
    const page = await (await browser.get('/settings/workspace')).text();
    return Object.fromEntries(
      [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, label, value]) => [label, value]),
    );
  };
  const seedScans = (codeId: string, day: string, device: string, scans: number) =>
    env.DB.prepare(
      'INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, ?2, ?3, ?4, unixepoch(?2) * 1000)',
    )
      .bind(codeId, day, device, scans)
      .run();

  it('count codes and scans of the UTC month, only of this account', async () => {
    const owner = await signIn({ appOptions: { nowMs: () => NOW } });
    const stranger = await signIn();
    const { accountId } = owner;
    await seedCode(env.DB, { accountId, codeId: 'aaaaaaa1', createdAtMs: MAY - 1 });
    await seedCode(env.DB, { accountId, codeId: 'aaaaaaa2', createdAtMs: MAY });
    await seedCode(env.DB, { accountId, codeId: 'aaaaaaa3', createdAtMs: MAY + 1, isDynamic: false });
    await seedCode(env.DB, { accountId, codeId: 'aaaaaaa4', createdAtMs: MAY + 2, deletedAtMs: MAY + 3 });
    await seedCode(env.DB, { accountId: stranger.accountId, codeId: 'aaaaaaa5', createdAtMs: MAY });
    await seedScans('aaaaaaa1', '2031-04-30', 'mobile', 1000);
    await seedScans('aaaaaaa1', '2031-05-01', 'mobile', 1200);
    await seedScans('aaaaaaa1', '2031-05-01', 'desktop', 30);
    await seedScans('aaaaaaa2', '2031-05-20', 'tablet', 4);
    await seedScans('aaaaaaa4', '2031-05-20', 'mobile', 500);
    await seedScans('aaaaaaa5', '2031-05-20', 'mobile', 500);
    expect(await readFigures(owner)).toEqual({ 'Codes created': '3', Scans: '1,234', 'Codes in total': '3' });
    const page = await (await owner.get('/settings/workspace')).text();
    expect(page).toContain('Usage in May 2031');
    expect(page).toContain('6,000 requests a minute');
    expect(page).toContain('Business (yours)');
    for (const plan of ['Free', 'Pro']) expect(page).toContain(`<th scope="col" class="number">${plan}</th>`);
  });

  it('stand below the name of the account, which an owner can change', async () => {
    const owner = await signIn();
    const path = '/settings/workspace';
    expect((await owner.post(path, { name: 'Blue Fig' })).headers.get('Location')).toMatch(
      /^\/settings\/workspace/,
    );
    expect(await (await owner.get(path)).text()).toContain('value="Blue Fig"');
    expect((await owner.post(path, { name: ' ' })).status).toBe(422);
  });

  it('are zeros in an account without codes', async () => {
    expect(await readFigures(await signIn())).toEqual({
      'Codes created': '0',
      Scans: '0',
      'Codes in total': '0',
    });
  });

  it('do not read the codes and scans of other accounts, or of other months', async () => {
    const owner = await signIn({ appOptions: { nowMs: () => NOW } });
    const counter = { rowsRead: 0 };
    const bindings = { DB: countRowsRead(env.DB, counter) };
    const measure = async () => {
      counter.rowsRead = 0;
      await owner.get('/settings/workspace', { env: bindings });
      return counter.rowsRead;
    };
    const { accountId } = await signIn();
    const empty = await measure();
    for (let i = 0; i < 50; i++) {
      const codeId = await seedCode(env.DB, { accountId, codeId: `bbbbbb${String(i).padStart(2, '0')}` });
      await seedScans(codeId, '2031-05-02', 'mobile', 1);
    }
    expect(await measure()).toBe(empty);

    await seedCode(env.DB, { accountId: owner.accountId, codeId: 'cccccccc', createdAtMs: MAY - 1 });
    for (let i = 10; i < 30; i++) await seedScans('cccccccc', `2031-04-${i}`, 'mobile', 1);
    expect((await measure()) - empty).toBeLessThan(10);
  });
});

describe('sessions', () => {
  const FIREFOX = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

  /** Another browser of the same person. */
  async function signInElsewhere(personId: string, headers: Record<string, string> = {}) {
    const browser = createBrowser();
    expect((await browser.post(await createLinkPath(personId), {}, { headers })).status).toBe(303);
    return browser;
  }

  it('are listed by browser, with this one marked', async () => {
    const here = await signIn();
    await signInElsewhere(here.personId, FIREFOX);
    const page = await (await here.get('/settings')).text();
    expect(page).toContain('<strong>Firefox on Linux</strong>');
    expect(page.match(/<mark>this browser<\/mark>/g)).toHaveLength(1);
    expect(page).toContain('Sign out everywhere else');
  });

  it('can be ended one by one', async () => {
    const here = await signIn();
    const [there, alsoThere] = [await signInElsewhere(here.personId), await signInElsewhere(here.personId)];
    const id = [...there.cookies.values()][0]?.split('.')[0];
    const response = await here.post(`/settings/sessions/${id}/end`);
    expect(response.headers.get('Location')).toBe('/settings');
    expect((await there.get('/settings')).headers.get('Location')).toMatch(/^\/sign-in/);
    expect((await alsoThere.get('/settings')).status).toBe(200);
    expect((await here.get('/settings')).status).toBe(200);
  });

  it('can be ended everywhere else at once', async () => {
    const here = await signIn();
    const others = [await signInElsewhere(here.personId), await signInElsewhere(here.personId)];
    const colleague = await signIn({ accountId: here.accountId });
    expect((await here.post('/settings/sessions/end-others')).status).toBe(303);
    for (const other of others)
      expect((await other.get('/overview')).headers.get('Location')).toBe('/sign-in');
    for (const browser of [here, colleague]) expect((await browser.get('/settings')).status).toBe(200);
    expect(await (await here.get('/settings')).text()).not.toContain('Sign out everywhere else');
  });

  it('ended everywhere else leave no link that signs in', async () => {
    const here = await signIn();
    const colleague = await signIn({ accountId: here.accountId });
    const links = [
      await createLinkPath(here.personId),
      await createLinkPath(here.personId, { isSent: true }),
    ];
    const other = await createLinkPath(colleague.personId);
    await here.post('/settings/sessions/end-others');
    for (const link of links) expect((await createBrowser().post(link)).status).toBe(410);
    expect((await createBrowser().post(other)).status).toBe(303);
  });

  it('of another person stay', async () => {
    const here = await signIn();
    const stranger = await signIn();
    const id = [...stranger.cookies.values()][0]?.split('.')[0];
    await here.post(`/settings/sessions/${id}/end`);
    expect((await stranger.get('/settings')).status).toBe(200);
  });
});
