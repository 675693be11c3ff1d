import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchFirefox, watch } from '#harness/browser/firefox.ts';
import { SCREENS } from '#harness/browser/pictures.ts';
import { signInByLink } from '#harness/browser/sign-in-by-link.ts';
import type { TestDashboard } from '#harness/browser/test-dashboard.ts';

/** Scripts for the page are text, because this program has no DOM. */
const SIDEWAYS_PX = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const WIDTH_OF_COUNTRY_PX = "document.querySelector('.world-map a use').getBBox().width";
const FOCUS_CHART = "document.querySelector('[data-chart] .plot').focus()";

describe.runIf(inject('hasFirefox'))('in Firefox, the dashboard', () => {
  let dashboard: TestDashboard;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];

  beforeAll(async () => {
    dashboard = inject('dashboards').firefox!;
    browser = await launchFirefox();
    page = await browser.newPage();
    faults = watch(page);
    await signInByLink(page, dashboard.signInUrls[0] ?? '');
  });

  afterAll(async () => {
    await browser?.close();
  });

  const open = (path: string) => page.goto(dashboard.origin + path, { waitUntil: 'load' });
  const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent?.trim());

  it('signs its owner in', async () => {
    expect(new URL(page.url()).pathname).not.toMatch(/sign-in/);
    expect(await textOf('h1')).not.toMatch(/sign in/i);
  });

  it('has no page that scrolls sideways or violates its own policy', async () => {
    const code = `/codes/${dashboard.filled?.busyCode}`;
    const paths = [
      '/overview',
      '/analytics',
      '/codes',
      code,
      `${code}/analytics?compare=previous_period`,
      '/codes/new',
      '/settings/people',
      '/docs',
      '/docs#tag/codes/POST/v1/qr',
    ];
    const sideways: string[] = [];
    for (const path of paths) {
      await open(path);
      // The viewer loads after the page. Leaving earlier would cause a console error, and the viewer would not be checked.
      if (path.startsWith('/docs#')) await page.waitForSelector('#reference section');
      for (const viewport of Object.values(SCREENS)) {
        await page.setViewport(viewport);
        const px = Number(await page.evaluate(SIDEWAYS_PX));
        if (px !== 0) sideways.push(`${path} at ${viewport.width}: ${px} px`);
      }
    }
    expect({ sideways, faults }).toEqual({ sideways: [], faults: [] });
  });

  it('shows the picture of a code before it creates it', async () => {
    await page.setViewport(SCREENS.desktop);
    await open('/codes/new');
    await page.locator('input[name="url"]').fill('https://bluefig.example/firefox');
    await page.waitForSelector('img[alt="Preview of the QR code"]');
    await Promise.all([page.waitForNavigation(), page.locator('::-p-text(Create code)').click()]);
    expect(new URL(page.url()).pathname).toMatch(/^\/codes\/qr_/);
    const picture = await page.$eval('main img', (image) => image.naturalWidth);
    expect(picture).toBeGreaterThan(100);
  });

  it('paints the map, shows the figures of a bar to the arrow keys, and filters scans by a row', async () => {
    await open(`/codes/${dashboard.filled?.busyCode}/analytics`);
    await page.waitForSelector('.world-map a use');
    await page.waitForFunction(`${WIDTH_OF_COUNTRY_PX} > 0`);
    const before = await textOf('[data-chart] output');
    await page.evaluate(FOCUS_CHART);
    await page.keyboard.press('ArrowLeft');
    expect(await textOf('[data-chart] output')).not.toBe(before);
    const row = await page.$('#breakdown tbody a');
    await Promise.all([page.waitForNavigation(), row?.click()]);
    expect(new URL(page.url()).searchParams.get('filter')).toMatch(/^country:/);
    expect(await textOf('.chips')).toContain('Country');
    expect(faults).toEqual([]);
  });
});
