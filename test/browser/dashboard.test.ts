import type { Browser, Cookie, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchChromium, openPage, type WatchedPage } from '../support/chromium.ts';
import { listAccessibilityFaults, readSidewaysScroll } from '../support/check-page.ts';
import { readSymbol } from '../support/read-symbol.ts';
import { startDashboard, type TestDashboard } from '../support/test-dashboard.ts';

/** The dashboard as somebody uses it: in Chromium, against the whole service, on a desktop and on a phone. */

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe.runIf(inject('hasChromium'))('the dashboard', () => {
  let dashboard: TestDashboard;
  let browser: Browser;
  /** Of the demo account's owner. */
  let cookies: readonly Cookie[];

  beforeAll(async () => {
    [dashboard, browser] = await Promise.all([startDashboard(), launchChromium()]);
    const { page } = await openPage(browser, dashboard.origin);
    await page.goto(dashboard.dashboardUrl);
    cookies = await page.context().cookies();
  });

  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  async function signIn(options: Parameters<typeof openPage>[2] = {}): Promise<WatchedPage> {
    const watched = await openPage(browser, dashboard.origin, options);
    await watched.page.context().addCookies([...cookies]);
    await watched.page.goto(`${dashboard.origin}/codes`);
    return watched;
  }

  /** No page may scroll sideways, and axe-core has nothing serious to say of it. */
  async function check(page: Page): Promise<void> {
    expect(await readSidewaysScroll(page), page.url()).toBe(0);
    expect(await listAccessibilityFaults(page), page.url()).toEqual([]);
  }

  it('welcomes with an empty list, draws the first code while it is typed, and shows its scan appear', async () => {
    const { page, faults } = await signIn();
    await page.getByRole('button', { name: 'Create your first code' }).click();

    await page.getByLabel('Web address').fill('https://example.com/menu');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.getByLabel('Title (optional)').fill('<b>Menu</b>');
    await page.getByRole('button', { name: 'Create', exact: true }).click();

    await page.getByRole('heading', { name: '<b>Menu</b>', level: 1 }).waitFor();
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shortUrl);
    await page.getByText('No scans yet').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect((await readSymbol(new Uint8Array(Buffer.concat(chunks)))).text.toLowerCase()).toBe(shortUrl);

    const scan = await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    expect(scan.headers.get('Location')).toBe('https://example.com/menu');
    // Without a reload: the page asks again by itself.
    await page.getByText('No scans yet').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it.each([
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])('on %s: creates, edits and deletes a code', async (place, screen) => {
    const { page, faults } = await signIn(screen);
    const title = `Poster on ${place}`;
    await page.goto(`${dashboard.origin}/codes/new`);
    await page.getByLabel('Web address').fill('https://example.com/spring');
    await page.getByLabel('Title (optional)').fill(title);
    await check(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await check(page);
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';

    await page.getByRole('textbox', { name: 'Target' }).fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#target-error').waitFor();
    expect(await page.getByRole('textbox', { name: 'Target' }).inputValue()).toBe('javascript:alert(1)');
    await check(page);
    await page.getByRole('textbox', { name: 'Target' }).fill('https://example.com/summer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#history').getByText('https://example.com/spring').first().waitFor();
    await page.locator('#history').getByText('Demo owner').first().waitFor();
    const scan = await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    expect(scan.headers.get('Location')).toBe('https://example.com/summer');

    await page.goto(`${dashboard.origin}/codes?q=${encodeURIComponent(title)}`);
    await check(page);
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('link', { name: /Delete this code/ }).click();
    await check(page);
    await page.getByLabel(/Type .* to confirm/).fill(shortUrl.slice(-8));
    await page.getByRole('button', { name: /Delete/ }).click();
    await page.waitForURL(`${dashboard.origin}/codes?deleted=1`);
    const gone = await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    expect(gone.status).toBe(410);
    expect(faults).toEqual([]);
  });

  it.each([
    ['a desktop', { viewport: { width: 1280, height: 900 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])(
    'on %s: makes a key that works until it is revoked',
    async (place, screen) => {
      const { page, faults } = await signIn(screen);
      await page.goto(`${dashboard.origin}/settings/keys`);
      await page.getByLabel('Name').fill(`Shop on ${place}`);
      await page.getByRole('button', { name: 'Create key' }).click();
      const apiKey = (await page.locator('#new-key').textContent())?.trim() ?? '';
      expect(apiKey).toMatch(/^qr_live_/);
      await check(page);
      const call = () =>
        fetch(`${dashboard.apiUrl}/v1/qr`, { headers: { Authorization: `Bearer ${apiKey}` } });

      await page.goto(`${dashboard.origin}/settings/keys`);
      expect(await page.content()).not.toContain(apiKey);
      await check(page);
      await page.getByRole('link', { name: `Revoke Shop on ${place}` }).click();
      // Not called before it is revoked: an isolate knows a key that it has seen for half a minute.
      const other = await call().then(({ status }) => status);
      expect(other).toBe(200);
      await page.getByRole('button', { name: /Revoke/ }).click();
      await page.getByText('The key was revoked').waitFor();
      // The service may know a key that it has just seen for another half a minute.
      await expect.poll(async () => (await call()).status, { timeout: 60_000, interval: 1000 }).toBe(401);
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('signs in by a passkey that was made in Settings', async () => {
    const { page, faults } = await openPage(browser, dashboard.origin);
    await page.goto(await dashboard.invite('Ada'));
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${dashboard.origin}/settings/security`);
    await page.getByRole('button', { name: /passkey/i }).click();
    await page.waitForURL((url) => url.pathname !== '/settings/security' || url.search !== '');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: /passkey/i }).click();
    await page.waitForURL(`${dashboard.origin}/codes`);
    await page.getByText('Ada').first().waitFor();
    expect(faults).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'has no page that is hard to read or to use, %s',
    async (colorScheme) => {
      const { page, faults } = await signIn({ colorScheme, viewport: { width: 390, height: 844 } });
      await page.goto(`${dashboard.origin}/codes`);
      const [code] = await page
        .locator('table.codes a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      const paths = [
        '/codes',
        '/codes?q=nothing+like+this',
        `${code}`,
        `${code}/delete`,
        ...['url', 'text', 'email', 'phone', 'sms', 'wifi', 'geo', 'vcard', 'event'].map(
          (type) => `/codes/new?type=${type}`,
        ),
        '/settings/keys',
        '/settings/plan',
        '/settings/security',
        '/settings/people',
        '/codes/qr_nothing',
        '/docs',
      ];
      for (const path of paths) {
        await page.goto(dashboard.origin + path);
        await check(page);
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it('sends less than 60 KiB for a first page, pictures apart', async () => {
    const { page } = await signIn();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const bytes = new Map<string, number>();
    const pictures = new Set<string>();
    devTools.on(
      'Network.responseReceived',
      ({ requestId, type }) => type === 'Image' && pictures.add(requestId),
    );
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    );
    for (const path of ['/codes', '/codes/new', '/settings/keys', '/settings/security']) {
      bytes.clear();
      await page.goto(dashboard.origin + path, { waitUntil: 'networkidle' });
      const sent = [...bytes].reduce((sum, [id, length]) => sum + (pictures.has(id) ? 0 : length), 0);
      expect(sent, path).toBeGreaterThan(5_000);
      expect(sent, path).toBeLessThan(60 * 1024);
    }
  });

  it('works without JavaScript: a code is previewed, made and edited', async () => {
    const { page, faults } = await signIn({ javaScriptEnabled: false });
    await page.goto(`${dashboard.origin}/codes/new`);
    await page.getByRole('button', { name: 'Wi-Fi' }).click();
    await page.getByLabel('Name of the network').fill('Guests; "all"');
    await page.getByLabel('Password').fill('se:cret\\pass');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}\?created=1$/);
    const picture = await page.request.get(`${page.url().split('?')[0]}/image.png`);
    const { text } = await readSymbol(new Uint8Array(await picture.body()));
    expect(text).toContain('S:Guests\\; \\"all\\";');
    expect(text).toContain('P:se\\:cret\\\\pass;');
    expect(faults).toEqual([]);
  });
});
