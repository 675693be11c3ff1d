import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import {
  checkAccessibility,
  checkPage,
  useDashboardInChromium,
} from '#harness/browser/dashboard-in-chromium.ts';
import { listSmallTargets } from '#harness/browser/check-page.ts';

/** The map of countries, whose shapes are in another file: checks that a browser paints them under the pages' policy. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DESKTOP = { viewport: { width: 1440, height: 1000 } } as const;

describe.runIf(inject('hasChromium'))('the map of countries', () => {
  const chromium = useDashboardInChromium('map');

  const pathOf = () => `${chromium.dashboard.origin}/codes/${chromium.dashboard.filled?.busyCode}/analytics`;
  const country = (page: Page, code: string) => page.locator(`.world-map use[href$="#${code}"]`);

  /** The pixel in the middle as a picture: two pixels are equal if their colours are. */
  async function readMiddle(page: Page, selector: string): Promise<string> {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} has no place.`);
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    return (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
  }

  it.each(['light', 'dark'] as const)(
    'has the colours that its legend explains, in a %s scheme',
    async (scheme) => {
      const { page, faults } = await chromium.signIn({ ...DESKTOP, colorScheme: scheme });
      await page.goto(pathOf());
      await page.waitForLoadState('networkidle');
      await page.locator('.world-map').scrollIntoViewIfNeeded();
      const step = await country(page, 'DE').getAttribute('fill');
      expect(step).toBe('var(--heat-5)');
      const germany = await readMiddle(page, '.world-map use[href$="#DE"]');
      expect(germany).toBe(await readMiddle(page, `.world-map li rect[fill="${step}"]`));
      // The first legend entry, and the pixel to the left of the map, are different.
      expect(germany).not.toBe(await readMiddle(page, '.world-map li:first-child rect'));
      expect(germany).not.toBe(await readMiddle(page, '#breakdown-heading'));
      // The land of all countries is drawn, too.
      const land = await country(page, 'land').boundingBox();
      const map = await page.locator('.world-map > svg').boundingBox();
      expect((land?.width ?? 0) / (map?.width ?? 1)).toBeGreaterThan(0.9);
      await country(page, 'DE').hover();
      expect(await page.locator('.world-map a:hover title').textContent()).toMatch(
        /^Germany: \d+ scans, \d+%$/,
      );
      expect(faults).toEqual([]);
      await checkAccessibility(page);
    },
  );

  it('is beside the table on a wide screen, and above it on a phone, and has the same links', async () => {
    const { page } = await chromium.signIn(DESKTOP);
    await page.goto(pathOf());
    const boxes = async () => {
      const [map, table] = await Promise.all(
        // The map with the switch above it.
        ['.map-frame', '.values'].map((selector) => page.locator(selector).boundingBox()),
      );
      if (!map || !table) throw new Error('There is no map.');
      return { map, table };
    };
    const wide = await boxes();
    expect(wide.map.x + wide.map.width).toBeLessThanOrEqual(wide.table.x);
    expect(Math.abs(wide.map.y - wide.table.y)).toBeLessThan(20);
    await page.setViewportSize(PHONE.viewport);
    const narrow = await boxes();
    expect(narrow.map.y + narrow.map.height).toBeLessThanOrEqual(narrow.table.y);
    await page.setViewportSize(DESKTOP.viewport);
    await country(page, 'DE').click();
    await page.getByRole('link', { name: 'Remove Country: Germany' }).waitFor();
    expect(await page.locator('.world-map a').count()).toBe(1);
  });

  it('moves nothing when its shapes come, and stops no finger and no key', async () => {
    const { page, faults } = await chromium.signIn(PHONE);
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/map-*.svg', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pathOf(), { waitUntil: 'domcontentloaded' });
    await page.locator('.values').waitFor();
    const before = await page.locator('.values').boundingBox();
    const empty = await country(page, 'DE').boundingBox();
    expect(empty?.width ?? 0).toBe(0);
    arrive();
    await page.waitForLoadState('networkidle');
    expect((await country(page, 'DE').boundingBox())?.width).toBeGreaterThan(2);
    expect(await page.locator('.values').boundingBox()).toEqual(before);
    expect(await page.locator('.world-map a:not([tabindex="-1"])').count()).toBe(0);
    expect((await listSmallTargets(page)).filter((text) => text.includes('country'))).toEqual([]);
    await checkPage(page);
    expect(faults).toEqual([]);
  });

  it('is on the overview, with links, and in shared statistics, without; these fit a sheet of A4', async () => {
    const { page, faults } = await chromium.signIn(DESKTOP);
    const { origin, filled } = chromium.dashboard;
    await page.goto(`${origin}/codes/${filled?.busyCode}/analytics`);
    await page.getByText('Share', { exact: true }).click();
    await page.getByLabel('The link shows', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('link', { name: 'Open the link' }).click();
    await country(page, 'JP').waitFor({ state: 'attached' });
    expect(await page.locator('.world-map a').count()).toBe(0);
    expect(await page.locator('#country-chart-desc').textContent()).toMatch(/^Germany: .* All others: /);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await checkPage(page);

    await page.goto(`${origin}/overview`);
    await country(page, 'DE').click();
    await page.getByRole('link', { name: 'Remove Country: Germany' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/analytics');
    expect(faults).toEqual([]);
  });
});
