import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listSmallTargets } from './check-page.ts';
import { openPage } from './chromium.ts';
import { checkAccessibility, checkWidth, useDashboardInChromium } from './dashboard-in-chromium.ts';
import { planTour, type Stop } from './dashboard-tour.ts';

/** Narrower screens are touched. */
const WIDEST_TOUCH_PX = 900;

/** What a page is looked at on: its name, its colour scheme, and its size in CSS pixels. */
export type Screen = readonly [
  name: string,
  colorScheme: 'light' | 'dark',
  viewport: { readonly width: number; readonly height: number },
];

/**
 * Tests of the pages of the dashboard on each of the screens.
 * @param names of the stops to be made; all of them where it is left out
 */
export function checkTour(screens: readonly Screen[], names?: readonly string[]): void {
  describe.runIf(inject('hasChromium'))('the pages of the dashboard', () => {
    const chromium = useDashboardInChromium('pages');
    let tour: readonly Stop[];

    beforeAll(async () => {
      const stops = planTour(chromium.dashboard, await chromium.invite('Grace'));
      tour = stops.filter(({ name }) => names?.includes(name) ?? true);
      expect(tour).toHaveLength(names?.length ?? stops.length);
    });

    it.each(screens)('are easy to read and to use on a %s, %s', async (_, colorScheme, viewport) => {
      const screen = { colorScheme, viewport };
      const member = await chromium.signIn(screen);
      const small: string[] = [];
      const stranger = await openPage(chromium.browser, chromium.dashboard.origin, screen);
      for (const { name, isSignedIn, reach } of tour) {
        const { page } = isSignedIn ? member : stranger;
        await reach(page);
        await checkWidth(page, name);
        await checkAccessibility(page, name);
        if (viewport.width < WIDEST_TOUCH_PX) small.push(...(await listSmallTargets(page)));
      }
      expect(new Set(small)).toEqual(new Set());
      expect([...member.faults, ...stranger.faults]).toEqual([]);
    });
  });
}
