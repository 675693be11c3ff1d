import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openPage } from '../support/chromium.ts';
import { checkPage, useDashboardInChromium } from '../support/dashboard-in-chromium.ts';
import { planTour, type Stop } from '../support/dashboard-tour.ts';

describe.runIf(inject('hasChromium'))('the pages of the dashboard', () => {
  const chromium = useDashboardInChromium({ isSignUpOpen: true });
  let tour: readonly Stop[];

  beforeAll(async () => {
    tour = await planTour(chromium.dashboard);
  });

  it.each(['light', 'dark'] as const)(
    'are easy to read and to use on a phone, %s',
    async (colorScheme) => {
      const screen = { colorScheme, viewport: { width: 390, height: 844 } };
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
    },
    120_000,
  );
});
