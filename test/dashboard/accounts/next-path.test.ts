import { describe, expect, it } from 'vitest';
import { createBrowser, ORIGIN, signIn } from '#harness/worker/dashboard-client.ts';
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '#harness/worker/access/software-authenticator.ts';

type Options = Parameters<SoftwareAuthenticator['register']>[0];

describe('a person who wanted to see a page', () => {
  it.each([
    ['/overview', '/sign-in'],
    ['/codes', '/sign-in?next=%2Fcodes'],
    ['/codes/qr_aaaaaaaa?range=last_7_days', '/sign-in?next=%2Fcodes%2Fqr_aaaaaaaa%3Frange%3Dlast_7_days'],
    ['/settings/workspace', '/sign-in?next=%2Fsettings%2Fworkspace'],
  ])('is led from %s to %s', async (path, location) => {
    const response = await createBrowser().get(path);
    expect([response.status, response.headers.get('Location')]).toEqual([303, location]);
  });

  it.each([
    ['/codes/qr_aaaaaaaa?range=last_7_days', '/codes/qr_aaaaaaaa?range=last_7_days'],
    ['/settings', '/settings'],
    ['', '/overview'],
    ['//evil.example', '/overview'],
    ['//evil.example/codes', '/overview'],
    [String.raw`/\evil.example/codes`, '/overview'],
    ['/\t/evil.example/codes', '/overview'],
    ['https:', '/overview'],
    ['https:codes', '/overview'],
    ['https://evil.example/codes', '/overview'],
    ['javascript:alert(1)', '/overview'],
    ['/codes/..//evil.example', '/overview'],
    [String.raw`/codes/..\\evil.example`, '/overview'],
    ['/codes/%2e%2e//evil.example', '/overview'],
    ['/codesevil', '/overview'],
    ['/codes@evil.example', '/overview'],
    ['/sign-out', '/overview'],
    ['/codes\r\nSet-Cookie: a=b', '/overview'],
  ])('is led on from next=%s to %s', async (next, location) => {
    const browser = await signIn();
    const response = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
    expect([response.status, response.headers.get('Location')]).toEqual([303, location]);
  });

  it('is led there by a passkey, but not to another site', async () => {
    const person = await signIn();
    const authenticator = createAuthenticator(ORIGIN);
    const offer = await person.postJson('/settings/passkeys/options', {});
    const made = await authenticator.register(await offer.json<Options>());
    expect((await person.postJson('/settings/passkeys', made)).status).toBe(200);
    const signInAt = async (next: string) => {
      const browser = createBrowser();
      const options = await browser.postJson('/sign-in/passkey/options', {});
      const credential = await authenticator.signIn(
        await options.json<{ challenge: string; rpId: string }>(),
      );
      return (await browser.postJson(`/sign-in/passkey?next=${encodeURIComponent(next)}`, credential)).json();
    };
    expect(await signInAt('/codes/qr_aaaaaaaa')).toEqual({ location: '/codes/qr_aaaaaaaa' });
    expect(await signInAt('//evil.example')).toEqual({ location: '/overview' });
  });
});
