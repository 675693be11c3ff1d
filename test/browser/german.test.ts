import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { listOverruns, readSidewaysScroll } from '#harness/browser/check-page.ts';
import { openPage } from '#harness/browser/chromium.ts';
import { useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { planTour } from '#harness/browser/dashboard-tour.ts';
import { type Screen, SCREENS } from '#harness/browser/pictures.ts';
import { ENGLISH } from '#harness/data/english-words.ts';

/** What the account's people wrote themselves. */
const OWN_TEXTS =
  /Shop window: we are hiring|Bar and terrace|Three days of music, figs and honey on the terrace|winter-menu-of-the-blue-fig-\w+|figs-and-honey|Wine list of the Blue Fig with allergens and additives, winter 2026, print version 12|changed by|\S+\.example\S*|DE-BY|Isle of Man|npm run .*/g;

/** German has the longest words of our languages. */
describe.runIf(inject('hasChromium'))('every page of the dashboard in German', () => {
  const chromium = useDashboardInChromium('german');

  it('has no English left, scrolls sideways on no screen, and keeps each text within its box', async () => {
    const options = { viewport: SCREENS.phone, locale: 'de-DE', reducedMotion: 'reduce' } as const;
    const member = await chromium.signIn(options);
    const stranger = await openPage(chromium.browser, chromium.dashboard.origin, options);
    const faults: string[] = [];
    for (const { name, path, isSignedIn } of planTour(chromium.dashboard, '')) {
      // To reach the other pages, the tour looks for buttons by their English words.
      if (path === null) continue;
      const { page } = isSignedIn ? member : stranger;
      await page.goto(chromium.dashboard.origin + path);
      for (const screen of Object.keys(SCREENS) as Screen[]) {
        await page.setViewportSize(SCREENS[screen]);
        const sideways = await readSidewaysScroll(page);
        if (sideways > 0) faults.push(`${name}, ${screen}: scrolls ${sideways} px sideways`);
        for (const fault of await listOverruns(page)) faults.push(`${name}, ${screen}: ${fault}`);
      }
      for (const text of await listTexts(page))
        if (text.replaceAll(OWN_TEXTS, '').match(ENGLISH)) faults.push(`${name}: ${text}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Everything that people see or hear on a page: its texts, those of closed parts included, and its attributes. */
function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const elements = [...document.querySelectorAll('body, body :not(script)')];
    const own = (element) => [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const texts = elements.flatMap((element) => [
      ...own(element).map(({ textContent }) => textContent.trim()),
      ...names.map((name) => element.getAttribute(name) ?? ''),
    ]);
    return [document.title, ...texts].filter((text) => text !== '');
  })()`);
}
