import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openPage } from '#harness/browser/chromium.ts';
import { checkPage, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { planTour, type Stop } from '#harness/browser/dashboard-tour.ts';

/** Both colour schemes and both layouts, and each page in each of them. */
const SCREENS = [
  ['desktop', 'light', { width: 1280, height: 900 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const;

describe.runIf(inject('hasChromium'))('the pages of the dashboard', () => {
  const chromium = useDashboardInChromium('pages');
  let tour: readonly Stop[];

  beforeAll(async () => {
    tour = planTour(chromium.dashboard, await chromium.invite('Grace'));
  });

  it.each(SCREENS)('are easy to read and to use on a %s, %s', async (_, colorScheme, viewport) => {
    const screen = { colorScheme, viewport };
    const member = await chromium.signIn(screen);
    const stranger = await openPage(chromium.browser, chromium.dashboard.origin, screen);
    for (const { name, isSignedIn, reach } of tour) {
      const { page } = isSignedIn ? member : stranger;
      await reach(page);
      await checkPage(page, name);
    }
    await member.page.goto(`${chromium.dashboard.origin}/docs`);
    await checkPage(member.page);
    expect([...member.faults, ...stranger.faults]).toEqual([]);
  });
});
