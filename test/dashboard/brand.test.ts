import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { afterAll, describe, expect, it } from 'vitest';
import { toBase64 } from '#core/bytes/base64.ts';
import { createBrowser, seedPerson, signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { toPage } from '#harness/worker/page.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

/** The namespace as an isolate that has not read it yet sees it. */
const freshLinks = () => withFault(env.LINKS, {});

afterAll(async () => {
  for (const part of ['name', 'logo']) await env.LINKS.delete(`brand/${part}`);
});

describe('the name and the logo of the operator', () => {
  it('are on every page, in the icon of its tab, in passkeys and mails', async () => {
    await env.LINKS.put('brand/name', 'Acme <Codes>');
    await env.LINKS.put('brand/logo', `data:image/svg+xml;base64,${btoa(SVG)}`);
    const bindings = { LINKS: freshLinks() };
    const html = await (await createBrowser().get('/sign-in', { env: bindings })).text();
    expect(html).toContain('<title>Sign in · Acme &lt;Codes&gt;</title>');
    expect(html).toMatch(
      /<a class="brand" href="\/"><img src="([^"]+)"[^>]*><span class="one-line">Acme &lt;Codes&gt;<\/span><\/a>/,
    );
    const path = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/.exec(html)?.[1] ?? '';
    expect(html).toContain(`<img src="${path}"`);
    expect(html).not.toContain('QR codes');

    const logo = await createBrowser().get(path, { env: bindings });
    expect([logo.status, logo.headers.get('Content-Type'), await logo.text()]).toEqual([
      200,
      'image/svg+xml',
      SVG,
    ]);
    expect(logo.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(logo.headers.get('Content-Security-Policy')).toContain("default-src 'none'");

    const browser = await signIn();
    const offer = await browser.postJson('/settings/passkeys/options', {}, { env: bindings });
    expect(await offer.json()).toMatchObject({ rp: { name: 'Acme <Codes>' } });
    expect(await (await browser.get('/docs', { env: bindings })).text()).toContain('Acme &lt;Codes&gt;</a>');

    const mailbox = openMailbox();
    const email = `${randomHex()}@example.com`;
    await seedPerson({ email });
    await createBrowser().post('/sign-in', { email }, { env: { ...mailbox.env, ...bindings } });
    expect(mailbox.mails[0]?.from).toEqual({ email: 'sign-in@example.com', name: 'Acme <Codes>' });
  });

  it('follow a change, and an old address of the logo shows the new one without being kept', async () => {
    let nowMs = Date.now();
    const browser = createBrowser({ appOptions: { nowMs: () => nowMs } });
    await env.LINKS.put('brand/name', 'Before');
    await env.LINKS.put('brand/logo', `data:image/png;base64,${toBase64(new Uint8Array([1]))}`);
    const bindings = { LINKS: freshLinks() };
    const read = async () => (await browser.get('/sign-in', { env: bindings })).text();
    const before = await read();
    await env.LINKS.put('brand/name', 'After');
    await env.LINKS.put('brand/logo', `data:image/png;base64,${toBase64(new Uint8Array([2]))}`);
    expect(await read()).toContain('Before</span></a>');
    nowMs += 61_000;
    await read();
    expect(await read()).toContain('After</span></a>');
    const old = await browser.get(toPage(before).find('img')?.attribute('src') ?? '', { env: bindings });
    expect([old.headers.get('Cache-Control'), new Uint8Array(await old.arrayBuffer())]).toEqual([
      'no-store',
      new Uint8Array([2]),
    ]);
  });

  it.each(['data:text/html;base64,PGI+', 'https://example.com/logo.svg', ''])(
    'are those of the software if there are none: %j',
    async (text) => {
      await env.LINKS.put('brand/name', '');
      await env.LINKS.put('brand/logo', text);
      const bindings = { LINKS: freshLinks() };
      const html = await (await createBrowser().get('/sign-in', { env: bindings })).text();
      expect(html).toContain('QR codes</span></a>');
      expect(html).toContain('href="/assets/icon.svg"');
      const german = await createBrowser().get('/sign-in', {
        env: bindings,
        headers: { 'Accept-Language': 'de' },
      });
      expect(await german.text()).toContain('QR-Codes</span></a>');
      expect((await createBrowser().get('/assets/logo-0.svg', { env: bindings })).status).toBe(404);
    },
  );

  it('are missing on a page while they cannot be read', async () => {
    const LINKS = withFault(env.LINKS, { get: () => Promise.reject(new Error('KV is down')) });
    const page = await createBrowser().get('/sign-in', { env: { LINKS } });
    expect([page.status, (await page.text()).includes('QR codes</span></a>')]).toEqual([200, true]);
  });
});
