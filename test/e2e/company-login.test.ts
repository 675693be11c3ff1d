import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '#harness/node/free-port.ts';
import { spawnScript } from '#harness/node/run-program.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';

/** Sign-in at a real identity provider, as `npm start` runs the service. What no real one does is in test/dashboard/accounts. */

const PEOPLE: Readonly<Record<string, object>> = {
  ada: { email: 'ada@acme.example', email_verified: true, name: 'Ada' },
  grace: { email: 'grace@acme.example', email_verified: false, name: 'Grace' },
  eve: { email: 'eve@evil.example', email_verified: true, name: 'Eve' },
};

const stateDir = mkdtempSync(join(tmpdir(), 'qr-company-'));
let service: LocalService;
let server: ReturnType<Provider['listen']>;
let accountId: string;

beforeAll(async () => {
  const [port, providerPort] = [await findFreePort(), await findFreePort()];
  const issuer = `http://localhost:${providerPort}`;
  const vars = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'qr',
    OIDC_CLIENT_SECRET: 'secret of the tests',
    OIDC_DOMAINS: 'acme.example',
    SIGN_IN: 'oidc',
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'qr',
        client_secret: 'secret of the tests',
        redirect_uris: [`http://localhost:${port}/sign-in/company/return`],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
    pkce: { required: () => true },
  });
  server = provider.listen(providerPort);
  service = await startLocalService({ port, stateDir, vars });
  const { stdout } = await operate('list');
  accountId = /acc_\w+/.exec(stdout)?.[0] ?? '';
  await operate(
    'invite',
    '--account',
    accountId,
    '--name',
    'Ada',
    '--email',
    'ada@acme.example',
    '--role',
    'member',
  );
});
afterAll(async () => {
  await service?.stop();
  server?.close();
  server?.closeAllConnections();
  rmSync(stateDir, { recursive: true, force: true });
});

const operate = (...words: string[]) => spawnScript('account', ...words, '--state', stateDir);

/** A browser without JavaScript: keeps cookies, and follows redirects. */
function createVisitor() {
  const cookies = new Map<string, string>();
  return async function visit(
    address: string,
    body?: URLSearchParams,
  ): Promise<{ url: string; status: number; html: string }> {
    let [url, sent] = [new URL(address), body];
    for (let hops = 0; hops < 12; hops++) {
      const headers = {
        Cookie: [...cookies.values()].join('; '),
        ...(sent ? { Origin: url.origin } : {}),
      };
      const response = await fetch(url, {
        redirect: 'manual',
        headers,
        ...(sent ? { method: 'POST', body: sent } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        cookies.set(pair.split('=')[0] ?? '', pair);
      }
      const next = response.headers.get('Location');
      if (next === null) return { url: url.href, status: response.status, html: await response.text() };
      [url, sent] = [new URL(next, url), undefined];
    }
    throw new Error(`${address} redirects for ever, last to ${url.href}`);
  };
}

/** Signs in at the provider's own pages, as the person with this login. */
async function comeIn(login: string) {
  const visit = createVisitor();
  let page = await visit(`${service.apiUrl}/sign-in/company?next=/settings/people`);
  for (const fields of [{ prompt: 'login', login, password: 'x' }, { prompt: 'consent' }]) {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.html)?.[1] ?? '';
    page = await visit(new URL(action, page.url).href, new URLSearchParams(fields));
  }
  return { page, visit };
}

it('signs in whom the provider vouches for, whose address only its userinfo says', async () => {
  const { page } = await comeIn('ada');
  expect([page.status, new URL(page.url).pathname]).toEqual([200, '/settings/people']);
  expect(page.html).toContain('People of Demo');
});

it.each([
  ['grace', 'address is verified'],
  ['eve', 'Yours is not one'],
])('does not sign in %s', async (login, why) => {
  const { page } = await comeIn(login);
  expect(page.status).toBe(403);
  expect(page.html).toContain(why);
});

it('lets an owner in by the link of the operator when the provider is gone', async () => {
  const visit = createVisitor();
  server.close();
  server.closeAllConnections();
  const { stdout } = await operate('sign-in', accountId, '--person', 'Demo owner');
  const page = await visit(stdout.trim(), new URLSearchParams());
  expect([page.status, new URL(page.url).pathname]).toEqual([200, '/overview']);
});
