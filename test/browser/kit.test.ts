import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  listAccessibilityFaults,
  listSmallTargets,
  readSidewaysScroll,
} from '#harness/browser/check-page.ts';
import { drawKitPage } from '#harness/browser/kit.ts';
import { type Scheme, type Screen, SCHEMES, SCREENS, startPictures } from '#harness/browser/pictures.ts';

const PICTURES_FOLDER = '.build/screenshots-of-kit';

describe.runIf(inject('hasChromium'))('the kit of the dashboard', () => {
  const pictures = startPictures(PICTURES_FOLDER);
  let browser: Browser;
  let html: string;

  beforeAll(async () => {
    html = await drawKitPage();
    browser = await chromium.connect(inject('chromium'));
  });
  afterAll(() => browser?.close());

  it.each(Object.keys(SCREENS) as Screen[])('is easy to read and to use on a %s', async (screen) => {
    const context = await browser.newContext({ viewport: SCREENS[screen], reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.setContent(html);
    const found: string[] = [];
    if ((await readSidewaysScroll(page)) > 0) found.push('scrolls sideways');
    if (screen === 'phone') found.push(...(await listSmallTargets(page)));
    for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
      await page.emulateMedia(SCHEMES[scheme]);
      await pictures.take(page, { stop: 'kit', screen, scheme });
      found.push(...(await listAccessibilityFaults(page)));
    }
    expect(found).toEqual([]);
    await context.close();
  });
});
