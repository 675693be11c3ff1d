import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listAccessibilityFaults, listSmallTargets, readSidewaysScroll } from './check-page.ts';
import { openPage } from './chromium.ts';
import { useDashboardInChromium } from './dashboard-in-chromium.ts';
import { planTour, type Stop } from './dashboard-tour.ts';
import { type Scheme, SCHEMES, type Screen, SCREENS } from './pictures.ts';

/** Narrower screens are touch screens. */
const WIDEST_TOUCH_PX = 900;

export interface Tour {
  readonly screens: readonly Screen[];
  readonly schemes: readonly Scheme[];
  /** The names of the stops to visit; all stops if left out. */
  readonly stops?: readonly string[];
}

/**
 * Checks that the dashboard's pages are easy to read and to use: one walk per screen, which checks each stop in each colour scheme. Where
 * only some cases are tried, each stop is on the walk of one screen.
 */
export function checkTour({ screens, schemes, stops }: Tour): void {
  const [first = 'light', ...others] = schemes;
  describe.runIf(inject('hasChromium'))('the pages of the dashboard', () => {
    const chromium = useDashboardInChromium('pages');
    let tour: readonly Stop[];

    beforeAll(async () => {
      const all = planTour(chromium.dashboard, await chromium.invite('Grace'));
      tour = all.filter(({ name }) => stops?.includes(name) ?? true);
      expect(tour).toHaveLength(stops?.length ?? all.length);
    });

    it.each(screens)('are easy to read and to use on a %s', async (screen) => {
      const viewport = SCREENS[screen];
      // Without motion, so that the final colours are checked and not those of a transition.
      const options = { viewport, ...SCHEMES[first], reducedMotion: 'reduce' } as const;
      const { origin } = chromium.dashboard;
      const member = await chromium.signIn(options);
      const stranger = await openPage(chromium.browser, origin, options);
      const faults = new Set<string>();
      const isWhole = inject('oneIn') === 1;
      const walk = tour.filter((_, i) => isWhole || screens[i % screens.length] === screen);
      for (const { name, isSignedIn, reach } of walk) {
        const { page } = isSignedIn ? member : stranger;
        await page.emulateMedia(SCHEMES[first]);
        await reach(page);
        // The text may appear before the stylesheet has loaded.
        await page.waitForLoadState('load');
        const found: string[] = [];
        const sideways = await readSidewaysScroll(page);
        if (sideways > 0) found.push(`scrolls ${sideways} px sideways`);
        if (viewport.width < WIDEST_TOUCH_PX) found.push(...(await listSmallTargets(page)));
        found.push(...(await listAccessibilityFaults(page)));
        for (const scheme of others) {
          await page.emulateMedia(SCHEMES[scheme]);
          found.push(...(await listAccessibilityFaults(page, 'colors')));
        }
        for (const fault of found) faults.add(`${name}: ${fault}`);
      }
      expect([...faults, ...member.faults, ...stranger.faults]).toEqual([]);
    });
  });
}
