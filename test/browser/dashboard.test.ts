import { describe, expect, inject, it } from 'vitest';
import { checkPage, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

/** The dashboard in use: in Chromium, against the whole service, on a desktop and on a phone. */

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

describe.runIf(inject('hasChromium'))('the dashboard', () => {
  const chromium = useDashboardInChromium('dashboard');

  it('goes to pages by Ctrl-K and by single keys, which can be switched off', async () => {
    const { page } = await chromium.signIn();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('searchbox', { name: 'Go to a page or find codes' });
    await field.fill('analyt');
    await Promise.all([page.waitForURL('**/analytics'), field.press('Enter')]);

    await page.keyboard.press('?');
    const singleKeys = page.getByRole('switch', { name: 'Use single keys' });
    await singleKeys.uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await singleKeys.isVisible()).toBe(false);
    await page.keyboard.press('Control+k');
    await singleKeys.check();
    await page.keyboard.press('Escape');
    await Promise.all([page.waitForURL('**/codes/new*'), page.keyboard.press('n')]);
  });

  it.each([
    [
      'en-GB',
      ['invite', 'Invite somebody'],
      ['export', 'Take your codes with you'],
      ['report', 'Share the statistics'],
    ],
    [
      'de-DE',
      ['einladen', 'Jemanden einladen'],
      ['exportieren', 'Nehmen Sie Ihre Codes mit'],
      ['bericht', 'Auswertung teilen'],
    ],
    [
      'fr-FR',
      ['equipe', 'Inviter quelqu’un'],
      ['exporter', 'Emportez vos codes'],
      ['rapport', 'Partager les statistiques'],
    ],
    [
      'es-ES',
      ['invitar', 'Invitar a alguien'],
      ['exportar', 'Llévese sus códigos'],
      ['informe', 'Compartir las estadísticas'],
    ],
  ])('finds actions by their usual words: %s', async (locale, ...searches) => {
    const { page, faults } = await chromium.signIn({ locale });
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    for (const [typed = '', name = ''] of searches) {
      await dialog.getByRole('searchbox').fill(typed);
      expect(await dialog.getByRole('link', { name }).isVisible(), typed).toBe(true);
    }
    expect(faults).toEqual([]);
  });

  it('has the chosen colours, whatever the device prefers, and follows the device again', async () => {
    const { page, faults } = await chromium.signIn({ colorScheme: 'light' });
    const read = () =>
      page.evaluate(
        '[document.documentElement, document.body].map((part) => getComputedStyle(part).colorScheme + getComputedStyle(part).backgroundColor).join()',
      );
    const choose = async (name: string) => {
      await page.getByLabel('Colours of these pages').selectOption(name);
      await page.locator('#colours').getByRole('button').click();
      await page.getByText('Saved').first().waitFor();
    };
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill('dark mode');
    await Promise.all([page.waitForURL('**/settings#colours'), page.keyboard.press('Enter')]);
    const light = await read();
    await choose('Dark');
    const dark = await read();
    await checkPage(page);
    expect(dark).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose('Light');
    expect(await read()).toBe(light);
    await choose('As on this device');
    expect(await read()).toBe(dark);
    expect(faults).toEqual([]);
  });

  it('welcomes with an empty list, draws the first code while it is typed, and shows its scan appear', async () => {
    const { page, faults } = await chromium.signIn();
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/menu');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.getByRole('button', { name: 'Create your first code' }).click();
    await page.getByRole('heading', { name: 'https://example.com/menu', level: 1 }).waitFor();
    await page.locator('#name > summary').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('<b>Menu</b>');
    await page.locator('#name').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: '<b>Menu</b>', level: 1 }).waitFor();
    const shortUrl = (await page.locator('#short-link').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(shortUrl);
    await page.getByText('No scans yet').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PNG' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect((await readSymbol(new Uint8Array(Buffer.concat(chunks)))).text.toLowerCase()).toBe(shortUrl);

    const scan = await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': PHONE } });
    expect(scan.headers.get('Location')).toBe('https://example.com/menu');
    // Without a reload: the page polls by itself.
    await page.getByText('No scans yet').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it.each([
    ['with Ctrl-K', {}],
    ['by its button on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])('finds codes by what is typed, %s', async (_, screen) => {
    const { page, faults } = await chromium.signIn(screen);
    const title = `Brochure ${'viewport' in screen}`;
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/brochure');
    await page.getByLabel('Title (optional)').fill(title);
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.goto(`${chromium.dashboard.origin}/settings/keys`);
    if ('viewport' in screen) await page.locator('header').getByRole('link', { name: 'Search' }).click();
    else await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('searchbox');
    // The service may fail for a moment.
    await page.route('**/codes/find?*', (route) => route.fulfill({ status: 429 }), { times: 1 });
    await field.fill('nothing like this');
    await dialog.getByRole('heading', { name: 'No codes match' }).waitFor();
    await field.fill(title);
    await dialog.getByRole('link', { name: title }).waitFor();
    await checkPage(page);
    await field.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows what was done at the bottom, until it is read or closed', async () => {
    const { page } = await chromium.signIn();
    await page.clock.install();
    // A slow machine must not let the time run out before the mouse is there.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${chromium.dashboard.origin}/settings`);
    const save = page.getByRole('button', { name: 'Save' }).first();
    const toast = page.locator('.toast');
    await save.click();
    await toast.hover();
    await page.clock.runFor(60_000);
    expect(await toast.getByRole('status').textContent()).toContain('Saved');
    await page.mouse.move(0, 0);
    await page.clock.runFor(7_000);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(2_000);
    expect(await toast.count()).toBe(0);
    await save.click();
    await toast.getByRole('button', { name: 'Close' }).click();
    expect(await toast.count()).toBe(0);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('prints only the figures of statistics', async () => {
    const { page } = await chromium.signIn();
    await page.setViewportSize({ width: 680, height: 960 });
    for (const path of ['/analytics?filter=device:mobile&compare=previous_period', '/overview']) {
      await page.goto(chromium.dashboard.origin + path);
      await page.emulateMedia({ media: 'print' });
      const visible = page.locator(':is(nav, button, input, select, summary, footer, .brand):visible');
      expect(await visible.allTextContents(), path).toEqual([]);
      for (const part of ['.figures', '.plot', 'h1'])
        expect(await page.locator(part).first().isVisible(), part).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      expect(await visible.count()).toBeGreaterThan(0);
    }
  });

  it('sends less than 60 KiB for a first page, pictures and the typeface apart', async () => {
    const { page } = await chromium.signIn();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const bytes = new Map<string, number>();
    const apart = new Set<string>();
    devTools.on(
      'Network.responseReceived',
      ({ requestId, type }) => (type === 'Image' || type === 'Font') && apart.add(requestId),
    );
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    );
    for (const path of ['/codes', '/codes/new', '/settings/keys', '/settings']) {
      bytes.clear();
      await page.goto(chromium.dashboard.origin + path, { waitUntil: 'networkidle' });
      const sent = [...bytes].reduce((sum, [id, length]) => sum + (apart.has(id) ? 0 : length), 0);
      expect(sent, path).toBeGreaterThan(5_000);
      expect(sent, path).toBeLessThan(60 * 1024);
    }
  });

  it('sets text in a typeface of at most 40 KiB, which browsers keep', async () => {
    const { page } = await chromium.signIn();
    const requested = page.waitForRequest(/\.woff2$/);
    await page.goto(`${chromium.dashboard.origin}/codes`);
    const response = await page.request.get((await requested).url());
    expect((await response.body()).length).toBeLessThanOrEqual(40 * 1024);
    expect(response.headers()['cache-control']).toContain('immutable');
    await page.evaluate('document.fonts.ready');
    expect(
      await page.evaluate(`[...document.fonts].map(({ family, status }) => family + ' ' + status)`),
    ).toContain('Inter loaded');
  });
});
