import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { createBrowser, type DashboardClient, seedPerson, signIn } from '#harness/worker/dashboard-client.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  type TokenFlaws,
} from '#harness/worker/access/identity-provider.ts';
import { readPage, readText } from '#harness/worker/page.ts';

const AUDIENCE = 'a'.repeat(64);

let access: IdentityProvider;
let team: string;
beforeEach(async () => {
  team = `team-${randomHex()}.cloudflareaccess.com`;
  access = await createIdentityProvider(`https://${team}`, '/cdn-cgi/access/certs');
});

const browse = () => createBrowser({ appOptions: { fetch: access.fetch } });

/** Opens a page through Access, as the person of an address. */
async function openAs(
  browser: DashboardClient,
  claims: object,
  { path = '/settings', flaws = {}, vars = {} }: { path?: string; flaws?: TokenFlaws; vars?: object } = {},
): Promise<Response> {
  const assertion = await access.sign(claims, { audience: AUDIENCE, ...flaws });
  return browser.get(path, {
    headers: { 'CF-Access-Jwt-Assertion': assertion },
    env: { ACCESS_TEAM: team, ACCESS_AUDIENCE: AUDIENCE, OIDC_DOMAINS: 'acme.example', ...vars },
  });
}

function somebody(claims: object = {}) {
  const sub = randomHex();
  return { sub, email: `${sub}@acme.example`, ...claims };
}

it('signs in whom Access names, once, under the rules of company logins', async () => {
  const claims = somebody();
  const { personId } = await seedPerson({ email: claims.email, isEmailProved: false });
  const browser = browse();
  for (let i = 0; i < 2; i++) expect((await openAs(browser, claims)).status).toBe(200);
  const { results } = await env.DB.prepare('SELECT id FROM sessions WHERE person_id = ?')
    .bind(personId)
    .all();
  expect(results).toHaveLength(1);
  expect(access.asked).toEqual(['/cdn-cgi/access/certs']);
  expect((await browser.get('/settings')).status).toBe(200);

  expect(await readText(await openAs(browse(), somebody()))).toContain('Nobody has invited');
  const foreign = await openAs(browse(), somebody({ email: 'a@evil.example' }));
  expect([foreign.status, await readText(foreign)]).toEqual([
    403,
    expect.stringContaining('Yours is not one'),
  ]);
});

it.each<[string, TokenFlaws]>([
  ['for another application', { audience: 'b'.repeat(64) }],
  ['of another team', { issuer: 'https://evil.cloudflareaccess.com' }],
  ['that has expired', { ageSeconds: 600 }],
  ['that is not signed', { alg: 'none' }],
  ['signed with the public key as a password', { alg: 'HS256' }],
  ['signed with another key', { isForged: true }],
])('signs in by no assertion %s', async (_, flaws) => {
  const claims = somebody();
  await seedPerson({ email: claims.email });
  const response = await openAs(browse(), claims, { flaws });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/sign-in?next=%2Fsettings']);
  expect((await openAs(browse(), claims)).status).toBe(200);
});

it('ends the session of somebody else, and leaves that of a person without an address', async () => {
  const [ada, grace] = [somebody(), somebody()];
  await seedPerson({ email: ada.email, name: 'Ada' });
  await seedPerson({ email: grace.email, name: 'Grace' });
  const browser = browse();
  await openAs(browser, ada);
  const cookie = browser.cookies.get('__Host-session') ?? '';
  expect(await readText(await openAs(browser, grace, { path: '/settings/people' }))).toContain('Grace');
  const stolen = browse();
  stolen.cookies.set('__Host-session', cookie);
  expect((await stolen.get('/settings')).status).toBe(303);
  // Whom nobody knows gets no session of others either.
  expect((await openAs(browser, somebody())).status).toBe(403);
  expect(browser.cookies.size).toBe(0);

  const operator = await signIn({ name: 'Owner', appOptions: { fetch: access.fetch } });
  expect(await readText(await openAs(operator, grace, { path: '/settings/people' }))).toContain('Owner');
});

it('keeps the session of a person whose address changed', async () => {
  const claims = somebody();
  await seedPerson({ email: claims.email });
  const browser = browse();
  await openAs(browser, claims);
  const before = browser.cookies.get('__Host-session');
  expect((await openAs(browser, { ...claims, email: `new-${claims.email}` })).status).toBe(200);
  expect(browser.cookies.get('__Host-session')).toBe(before);
});

it('asks for the keys of a team once a minute at most, however many unknown ones are named', async () => {
  const claims = somebody();
  await seedPerson({ email: claims.email });
  expect((await openAs(browse(), claims)).status).toBe(200);
  await access.rotateKey();
  for (let i = 0; i < 3; i++) expect((await openAs(browse(), claims)).status).toBe(303);
  expect(access.asked).toHaveLength(1);
});

it('sends no form of a browser without a session, in the name of whom Access names', async () => {
  const claims = somebody();
  await seedPerson({ email: claims.email });
  const browser = browse();
  const assertion = await access.sign(claims, { audience: AUDIENCE });
  const response = await browser.post(
    '/settings/name',
    { name: 'Eve' },
    {
      headers: { 'CF-Access-Jwt-Assertion': assertion },
      env: { ACCESS_TEAM: team, ACCESS_AUDIENCE: AUDIENCE, OIDC_DOMAINS: 'acme.example' },
    },
  );
  expect([response.status, browser.cookies.size]).toEqual([401, 0]);
});

it.each([0, 11 * 60])('takes the age of the token (%i s) for that of the sign-in', async (seconds) => {
  const claims = somebody({ iat: Math.floor(Date.now() / 1000) - seconds });
  await seedPerson({ email: claims.email, role: 'owner' });
  const page = await readPage(await openAs(browse(), claims, { path: '/settings/keys' }));
  expect(page.all('form[action="/settings/keys"]')).toHaveLength(seconds === 0 ? 1 : 0);
});

it('starts a session from the sign-in page', async () => {
  const claims = somebody();
  await seedPerson({ email: claims.email });
  const page = await readPage(await openAs(browse(), claims, { path: '/sign-in' }));
  expect(page.find('a[href^="/sign-in/company"]')?.words).toBe(`Sign in with ${team}`);
  const response = await openAs(browse(), claims, { path: '/sign-in/company?next=/codes' });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/codes']);
});
