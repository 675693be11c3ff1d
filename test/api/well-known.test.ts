import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createClient, readError, send } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { toTextKey } from '#storage/operator-texts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function get(path: string, { accept = BROWSER, bindings = {} }: { accept?: string; bindings?: object } = {}) {
  const request = new Request(`https://api.example.com${path}`, {
    redirect: 'manual',
    headers: { Accept: accept },
  });
  return send(createApp({ nowMs: () => NOW }), request, bindings);
}

describe('security.txt', () => {
  it.each([
    ['security@example.com', 'mailto:security@example.com'],
    ['https://example.com/security', 'https://example.com/security'],
  ])('names %s, and never has expired', async (SECURITY_CONTACT, contact) => {
    const response = await get('/.well-known/security.txt', { bindings: { SECURITY_CONTACT } });
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
    expect(await response.text()).toBe(
      `Contact: ${contact}\nExpires: 2027-05-20T00:00:00.000Z\nCanonical: https://api.example.com/.well-known/security.txt\n`,
    );
  });

  it.each(['', 'ask us', 'a@example.com\nExpires: never', 'javascript:alert(1)'])(
    'is a 404 if the contact is %j',
    async (SECURITY_CONTACT) => {
      const response = await get('/.well-known/security.txt', {
        accept: '*/*',
        bindings: { SECURITY_CONTACT },
      });
      await readError(response, 404, 'not_found');
    },
  );
});

it('redirects from the address for changing a password to the page of passkeys', async () => {
  const response = await get('/.well-known/change-password');
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/settings']);
});

it('lets crawlers read only what strangers may read', async () => {
  const lines = (await (await get('/robots.txt')).text()).split('\n');
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Disallow: /']);
  // Link previews show pictures of codes. No Worker serves static assets: see test/e2e/command-line.test.ts and test/browser/reference.test.ts.
  const assets = ['/images/', '/openapi.json', '/llms.txt', '/client/', '/CHANGELOG.md'].map(
    (path) => `Allow: ${path}`,
  );
  expect(lines).toEqual(expect.arrayContaining(assets));
  for (const line of lines.filter((text) => text.startsWith('Allow: ') && !assets.includes(text)))
    expect((await get(line.slice('Allow: '.length))).status, line).toBe(200);
});

describe('a missing address', () => {
  it('is a page for a browser', async () => {
    const response = await get('/nothing/here');
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toContain('text/html');
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    expect(await response.text()).toContain('<h1>Not found</h1>');
  });

  it.each([
    ['/nothing/here', '*/*'],
    ['/nothing/here', 'application/json, text/html;q=0.5'],
    ['/nothing/here', ''],
  ])('is JSON for a program: %s with %j', async (path, accept) => {
    await readError(get(path, { accept }), 404, 'not_found');
  });

  it.each(['/v1', '/v1/nothing'])('is JSON below /v1 for everybody: %s', async (path) => {
    const { apiKey } = await createClient();
    const headers = { Accept: BROWSER, Authorization: `Bearer ${apiKey}` };
    const request = new Request(`https://api.example.com${path}`, { headers });
    await readError(send(createApp(), request), 404, 'not_found');
  });
});

describe('the texts of the operator', () => {
  afterEach(async () => {
    await env.LINKS.delete(toTextKey('privacy'));
  });

  it.each([
    ['/privacy', '<h1>Privacy</h1>', 'Neither your IP address nor your user agent is stored.'],
    ['/terms', '<h1>Terms of use</h1>', 'has not added terms of use.'],
  ])('are those of the software until the operator replaces them: %s', async (path, heading, words) => {
    const html = await (await get(path)).text();
    expect(html).toContain(heading);
    expect(html).toContain(words);
  });

  it('are shown as entered, escaped, even while the database fails', async () => {
    await env.LINKS.put(
      toTextKey('privacy'),
      '\uFEFF# Who we are\r\nExample <Ltd>\r\nRoad 1\r\n\r\nSecond & last',
    );
    const response = await get('/privacy', { bindings: { DB: null } });
    const html = await response.text();
    expect(html).toContain('<h2>Who we are</h2><p>Example &lt;Ltd&gt;\nRoad 1</p><p>Second &amp; last</p>');
    expect(html).not.toContain('user agent');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    await env.LINKS.put(toTextKey('privacy'), '');
    expect(await (await get('/privacy')).text()).toContain('user agent');
  });

  it('are a 503 while they cannot be read: the text of the software would be another one', async () => {
    const LINKS = withFault(env.LINKS, { get: () => Promise.reject(new Error('KV is down')) });
    expect((await get('/privacy', { bindings: { LINKS } })).status).toBe(503);
  });

  it('are linked from every page', async () => {
    const html = await (await get('/sign-in')).text();
    for (const path of ['/privacy', '/terms']) expect(html).toContain(`href="${path}"`);
  });
});
